import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { showCount } from '../fields/whole-number.ts';

type Props = {
  selected: ReadonlySet<string>;
  /** It lies over the heading of the card that it is in, and not over what is above the rows. */
  inCard?: boolean;
  children: ReactNode;
};

/** What may be done with the rows that are selected, in sight while they are scrolled; nothing where there are none. */
export function SelectionBar({ selected, inCard = false, children }: Props) {
  if (selected.size === 0) return null;
  return (
    // It takes no room of its own, so that the rows stay where they are.
    <section
      aria-label="Actions for the selection"
      className={clsx('no-print sticky top-24 z-25 h-0', !inCard && '-mt-3')}
    >
      <div className={clsx('absolute inset-x-0 rounded-lg bg-bg shadow-sm', inCard ? '-top-10.5' : 'bottom-1')}>
        <div className="flex min-h-10 flex-wrap items-center gap-2 rounded-lg border border-link/40 bg-link/6 px-3 py-1">
          <output className="mr-auto">{showCount(selected.size)} selected</output>
          {children}
        </div>
      </div>
    </section>
  );
}
