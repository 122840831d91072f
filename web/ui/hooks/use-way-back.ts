import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { focusOnceThere } from '../focus-once-there.ts';

/** Figures that were left through their links, by the address of the page: where one goes back to. */
const left = new Map<string, string>();

const here = () => `${location.pathname}${location.search}`;

/** Keeps which figure of this page was opened. */
export function noteLeft(href: string): void {
  left.set(here(), href);
}

/** Puts the focus back on the figure that was opened from a page, once Back has led there and its figures are shown. */
export function useWayBack(): void {
  const router = useRouter();
  useEffect(() => {
    let stop = () => {};
    const unsubscribe = router.history.subscribe(({ action }: { action: { type: string } }) => {
      stop();
      if (action.type !== 'BACK' && action.type !== 'GO') return;
      stop = focusLeft();
    });
    return () => {
      stop();
      unsubscribe();
    };
  }, [router]);
}

function focusLeft(): () => void {
  const href = left.get(here());
  if (href === undefined) return () => {};
  const links = () => [...document.querySelectorAll<HTMLElement>('a[data-figure]')];
  return focusOnceThere(() => links().find((one) => one.getAttribute('href') === href) ?? null, {
    block: 'nearest',
    inline: 'nearest',
  });
}
