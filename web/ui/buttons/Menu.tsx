import { clsx } from 'clsx';
import { Ellipsis } from 'lucide-react';
import { cloneElement, type ReactElement, type ReactNode } from 'react';
import { later } from '../later/later.tsx';
import { useOpener, type Face } from '../later/use-opener.ts';
import { focusRing } from '../styles.ts';

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

export type MenuProps = {
  trigger: ReactElement<Face>;
  entries: readonly MenuEntry[];
  align?: 'start' | 'end';
  head?: ReactNode;
};

const MenuPopup = later(async () => (await import('../later/MenuPopup.tsx')).MenuPopup);
const ARROWS = ['ArrowDown', 'ArrowUp'] as const;

export function Menu({ trigger, ...rest }: MenuProps) {
  const { face, bridge, wanted } = useOpener(MenuPopup, { popup: 'menu', keys: ARROWS });
  return (
    <>
      {cloneElement(trigger, face)}
      {wanted && <MenuPopup {...{ bridge, ...rest }} />}
    </>
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
