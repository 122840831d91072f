import { Menu as Base } from '@base-ui/react/menu';
import { clsx } from 'clsx';
import { Fragment } from 'react';
import { useGo } from '../buttons/AppLink.tsx';
import type { MenuProps } from '../buttons/Menu.tsx';
import { menuItem, popup } from '../styles.ts';
import { Kit, TakenOver } from './TakenOver.tsx';
import type { Bridge } from './use-opener.ts';

// An open menu is outside of the page's landmarks, so it is one itself.
const LANDMARK = { role: 'region', 'aria-label': 'Open menu' } as const;

/** What cannot be done now; why not is read as any text. */
const FAINT = 'group-data-disabled/entry:opacity-55';

export function MenuPopup({ bridge, entries, align = 'end', head }: Omit<MenuProps, 'trigger'> & { bridge: Bridge }) {
  const go = useGo();
  return (
    <Kit>
      <Base.Root>
        <Base.Trigger render={(own) => <TakenOver {...{ bridge, own }} />} />
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
                    className={clsx(menuItem, 'group/entry', entry.danger === true && 'text-bad')}
                  >
                    {entry.icon !== undefined && <span className={`flex ${FAINT}`}>{entry.icon}</span>}
                    <span className="min-w-0 flex-1">
                      <span className={FAINT}>{entry.label}</span>
                      {entry.detail !== undefined && (
                        <span className={`block text-xs text-mute ${FAINT}`}>{entry.detail}</span>
                      )}
                      {entry.disabledReason !== undefined && (
                        <span className="block text-xs text-mute">{entry.disabledReason}</span>
                      )}
                    </span>
                    {entry.shortcut !== undefined && (
                      <kbd className={`font-sans text-xs text-mute ${FAINT}`}>{entry.shortcut}</kbd>
                    )}
                  </Base.Item>
                </Fragment>
              ))}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </Kit>
  );
}
