import type { ReactNode } from 'react';
import { showCount } from '../fields/whole-number.ts';

/** What may be done with the rows that are selected, in sight while they are scrolled; nothing where there are none. */
export function SelectionBar({ selected, children }: { selected: ReadonlySet<string>; children: ReactNode }) {
  if (selected.size === 0) return null;
  return (
    // It lies over what is above the rows, which stay where they are.
    <section aria-label="Actions for the selection" className="no-print sticky top-24 z-25 -mt-3 h-0">
      <div className="absolute inset-x-0 bottom-1 rounded-lg bg-bg shadow-sm">
        <div className="flex min-h-10 flex-wrap items-center gap-2 rounded-lg border border-link/40 bg-link/6 px-3 py-1">
          <output className="mr-auto">{showCount(selected.size)} selected</output>
          {children}
        </div>
      </div>
    </section>
  );
}
