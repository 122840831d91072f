import { Tabs as Base } from '@base-ui/react/tabs';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { showCount } from '../fields/whole-number.ts';
import { focusRing } from '../styles.ts';
import { useAddress } from '../hooks/use-address.ts';

export type Tab = { value: string; label: string; count?: number; content: ReactNode };
type TabsProps = { label: string; tabs: readonly Tab[]; /** The address's parameter. */ param?: string };

/** Where the row of tabs is wider than the screen, the open one is brought into view; the page itself stays where it is. */
function bringIntoView(tab: HTMLElement | null): void {
  const row = tab?.parentElement;
  if (!tab || !row || row.scrollWidth <= row.clientWidth) return;
  const [from, to] = [tab.offsetLeft, tab.offsetLeft + tab.offsetWidth];
  if (from < row.scrollLeft) row.scrollLeft = from - 16;
  else if (to > row.scrollLeft + row.clientWidth) row.scrollLeft = to - row.clientWidth + 16;
}

/**
 * Sections of a page; the address names the open one; without a name the first is open. Only the open one is rendered.
 */
export function Tabs({ label, tabs, param = 'tab' }: TabsProps) {
  const [address, change] = useAddress();
  const open = tabs.find((tab) => tab.value === address[param])?.value ?? tabs[0]?.value ?? '';
  return (
    <Base.Root
      value={open}
      onValueChange={(value) => change({ [param]: value === tabs[0]?.value ? undefined : String(value) })}
      className="min-w-0"
    >
      <Base.List
        aria-label={label}
        activateOnFocus={false}
        className="no-print relative flex flex-wrap gap-x-4 border-b border-line"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            {...(tab.value === open && { ref: bringIntoView })}
            className={clsx(
              'flex h-9 shrink-0 items-center gap-1.5 rounded-t px-0.5 font-medium text-mute hover:text-fg data-active:text-fg',
              'border-b-2 border-transparent data-active:border-brand',
              focusRing,
              'focus-visible:ring-inset',
            )}
          >
            {tab.label}
            {tab.count !== undefined && tab.count > 0 && (
              <span className="rounded bg-hover px-1.5 text-xs text-mute tabular-nums">{showCount(tab.count)}</span>
            )}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className={clsx('rounded pt-4', focusRing)}>
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
