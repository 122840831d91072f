import { lazy, Suspense } from 'react';
import { WhenSeen } from '../../ui/layout/WhenSeen.tsx';
import type { DeskName } from './sections.ts';

// Its code comes with the first desk that is near the window: figures that all have are there before.
const Desk = lazy(async () => ({ default: (await import('./desks/Desks.tsx')).Desk }));

/** What each role of the user looks at first, one beneath the other. */
export function Desks({ names }: { names: readonly DeskName[] }) {
  return names.map((name) => (
    <WhenSeen key={name} near={0} className="min-h-96">
      <Suspense fallback={<div aria-busy="true" className="min-h-96" />}>
        <Desk {...{ name }} beside={names} />
      </Suspense>
    </WhenSeen>
  ));
}
