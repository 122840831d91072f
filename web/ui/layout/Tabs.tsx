import { clsx } from 'clsx';
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { showCount } from '../fields/whole-number.ts';
import { focusRing, tabRow } from '../styles.ts';
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

/** The browser places the page once, for its picture: what measures it waits for that. */
function bringIntoViewNext(tab: HTMLElement | null): () => void {
  const frame = requestAnimationFrame(() => bringIntoView(tab));
  return () => cancelAnimationFrame(frame);
}

/**
 * Sections of a page; the address names the open one; without a name the first is open. Only the open one is rendered.
 */
export function Tabs({ label, tabs, param = 'tab' }: TabsProps) {
  const [address, change] = useAddress();
  const open = tabs.find((tab) => tab.value === address[param])?.value ?? tabs[0]?.value ?? '';
  const own = useId();
  const row = useRef<HTMLDivElement>(null);
  const leave = (event: KeyboardEvent) => {
    const stops = [...(row.current?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
    const next = stopAfter(event, stops);
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <div className="min-w-0">
      <div ref={row} role="tablist" aria-label={label} className={tabRow(tabs.length)}>
        {tabs.map((tab) => {
          const isOpen = tab.value === open;
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${own}-${tab.value}`}
              aria-selected={isOpen}
              aria-controls={isOpen ? `${own}-panel` : undefined}
              tabIndex={isOpen ? 0 : -1}
              {...(isOpen && { ref: bringIntoViewNext })}
              onClick={() => {
                if (!isOpen) change({ [param]: tab.value === tabs[0]?.value ? undefined : tab.value });
              }}
              onKeyDown={leave}
              className={clsx(
                'flex h-9 shrink-0 items-center gap-1.5 rounded-t px-0.5 text-left leading-tight font-medium hover:text-fg',
                'border-b-2',
                isOpen ? 'border-brand text-fg' : 'border-transparent text-mute',
                focusRing,
                'focus-visible:ring-inset',
              )}
            >
              {tab.label}
              {tab.count !== undefined && tab.count > 0 && (
                <span className="rounded bg-hover px-1.5 text-xs text-mute tabular-nums">{showCount(tab.count)}</span>
              )}
            </button>
          );
        })}
      </div>
      {tabs
        .filter((tab) => tab.value === open)
        .map((tab) => (
          <div
            key={tab.value}
            role="tabpanel"
            id={`${own}-panel`}
            aria-labelledby={`${own}-${tab.value}`}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a panel is a stop after its tab
            tabIndex={0}
            className={clsx('rounded pt-4', focusRing)}
          >
            {tab.content}
          </div>
        ))}
    </div>
  );
}

/** Where an arrow, Home or End leads in the row of tabs; the open one changes by Enter or a press alone. */
function stopAfter({ key, currentTarget }: KeyboardEvent, stops: readonly HTMLElement[]): HTMLElement | undefined {
  const at = stops.findIndex((stop) => stop === currentTarget);
  if (key === 'ArrowRight') return stops[(at + 1) % stops.length];
  if (key === 'ArrowLeft') return stops.at(at - 1);
  if (key === 'Home') return stops[0];
  return key === 'End' ? stops.at(-1) : undefined;
}
