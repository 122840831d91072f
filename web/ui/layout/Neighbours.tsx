import { useRouterState } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { fetchPage } from '../../api/list-page.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useGo } from '../buttons/AppLink.tsx';
import { IconButton } from '../buttons/Button.tsx';
import { showCount } from '../fields/whole-number.ts';
import { useKeys } from '../hooks/use-keys.ts';
import { hrefsBy, keepWalk, keptWalk, neighboursOf, type Step } from '../tables/walk.ts';

type Side = 'previous' | 'next';
const ICON = { size: 15, 'aria-hidden': true } as const;

/** Goes along the list from which the record was opened; a page of it that is not known yet is fetched. */
function useStep() {
  const go = useGo();
  const [busy, setBusy] = useState<Side | null>(null);
  const step = async (side: Side, to: Step | undefined) => {
    // The list stays the page before, however far one has gone along it.
    if (to === undefined || busy !== null) return;
    if ('href' in to) return go(to.href, { replace: true });
    const walk = keptWalk();
    if (walk?.pattern == null) return;
    setBusy(side);
    try {
      const page = await fetchPage(walk.call, { ...walk.query, start: String(to.start) });
      const hrefs = hrefsBy(walk.pattern, page.data);
      const href = side === 'next' ? hrefs[0] : hrefs.at(-1);
      if (href === undefined) return;
      keepWalk({ ...walk, start: to.start, hrefs, total: page.recordsFiltered, more: page.more === true });
      go(href, { replace: true });
    } catch (error) {
      toastProblem('The next page of the list did not come', error);
    } finally {
      setBusy(null);
    }
  };
  return { step, busy };
}

/** The record before and after this one in the list from which it was opened, by button and by `[` and `]`. */
export function Neighbours({ list }: { list: string }) {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const { step, busy } = useStep();
  const walk = keptWalk();
  const around = neighboursOf(walk, pathname);
  const steps = { previous: around?.previous, next: around?.next };
  useKeys(
    { '[': () => void step('previous', steps.previous), ']': () => void step('next', steps.next) },
    around !== null,
  );
  if (walk === null || around === null) return null;
  const place = `${showCount(around.place + 1)} of ${showCount(walk.total)}${walk.more ? '+' : ''}`;
  const atEnd = { previous: around.place === 0, next: around.place + 1 >= walk.total && !walk.more };
  const END = { previous: 'This is the first.', next: 'This is the last.' };
  const why = (side: Side) =>
    steps[side] === undefined ? (atEnd[side] ? END[side] : `Open the next page of ${list} first.`) : undefined;
  const button = (side: Side, label: string, shortcut: string) => (
    <IconButton
      variant="ghost"
      label={`${label} in ${list}`}
      aria-keyshortcuts={shortcut}
      busy={busy === side}
      disabledReason={why(side)}
      icon={side === 'previous' ? <ChevronLeft {...ICON} /> : <ChevronRight {...ICON} />}
      onClick={() => void step(side, steps[side])}
    />
  );
  return (
    <div className="flex items-center gap-1">
      <span className="text-xs whitespace-nowrap text-mute tabular-nums">{place}</span>
      {button('previous', 'Previous', '[')}
      {button('next', 'Next', ']')}
    </div>
  );
}
