import { Menu as Base } from '@base-ui/react/menu';
import { clsx } from 'clsx';
import { Ellipsis } from 'lucide-react';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import { useGo } from './AppLink.tsx';
import { focusRing, menuItem, popup } from '../styles.ts';

export type MenuEntry = {
  label: string;
  icon?: ReactNode;
  /** One of `onSelect` and `href`. */
  onSelect?: () => void;
  href?: string;
  danger?: boolean;
  /** What it is, in smaller words under the label. */
  detail?: string | undefined;
  /** Why it cannot be done now; shown under the label. */
  disabledReason?: string | undefined;
  shortcut?: string;
  /** Draws a line above. */
  separated?: boolean;
};

type MenuProps = {
  trigger: ReactElement;
  entries: readonly MenuEntry[];
  align?: 'start' | 'end';
  head?: ReactNode;
};

// An open menu is outside of the page's landmarks, so it is one itself.
const LANDMARK = { role: 'region', 'aria-label': 'Open menu' } as const;

export function Menu({ trigger, entries, align = 'end', head }: MenuProps) {
  const go = useGo();
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal {...LANDMARK}>
        <Base.Positioner sideOffset={4} align={align} className="z-50">
          <Base.Popup className={clsx(popup, 'p-1 max-h-(--available-height) max-w-72 min-w-44 overflow-y-auto')}>
            {head}
            {entries.map((entry, index) => (
              <Fragment key={entry.label}>
                {entry.separated === true && (index > 0 || head !== undefined) && (
                  <Base.Separator className="-mx-1 my-1 h-px bg-line" />
                )}
                <Base.Item
                  disabled={entry.disabledReason !== undefined}
                  onClick={() => {
                    entry.onSelect?.();
                    if (entry.href !== undefined) go(entry.href);
                  }}
                  className={clsx(menuItem, entry.danger === true && 'text-bad')}
                >
                  {entry.icon}
                  <span className="min-w-0 flex-1">
                    {entry.label}
                    {entry.detail !== undefined && <span className="block text-xs text-mute">{entry.detail}</span>}
                    {entry.disabledReason !== undefined && (
                      <span className="block text-xs text-mute">{entry.disabledReason}</span>
                    )}
                  </span>
                  {entry.shortcut !== undefined && <kbd className="font-sans text-xs text-mute">{entry.shortcut}</kbd>}
                </Base.Item>
              </Fragment>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** The three dots at the end of a row; nothing at all when the user may do nothing here. */
export function RowMenu({ label, entries }: { label: string; entries: readonly MenuEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <Menu
      entries={entries}
      trigger={
        <button
          type="button"
          aria-label={label}
          className={clsx(
            'grid size-7 place-items-center rounded text-mute hover:bg-hover hover:text-fg data-popup-open:bg-hover',
            focusRing,
          )}
        >
          <Ellipsis size={15} aria-hidden="true" />
        </button>
      }
    />
  );
}
