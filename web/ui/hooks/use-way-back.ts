import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Figures that were left through their links, by the address of the page: where one goes back to. */
const left = new Map<string, string>();
/** So long a page may take to show its figures again. */
const WAIT_MS = 10_000;

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

/** What people do of their own accord; from then on the focus stays where they put it. */
const ACTS = ['keydown', 'pointerdown', 'focusin'] as const;

function focusLeft(): () => void {
  const href = left.get(here());
  if (href === undefined) return () => {};
  const look = () => {
    const link = [...document.querySelectorAll<HTMLElement>('a[data-figure]')].find(
      (one) => one.getAttribute('href') === href,
    );
    if (link === undefined) return;
    stop();
    link.focus({ preventScroll: true });
    link.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  // The content as a whole has the focus whenever another page is reached: nobody chose it.
  const acted = ({ target }: Event) => {
    if (!(target instanceof HTMLElement && target.id === 'main')) stop();
  };
  const observer = new MutationObserver(look);
  const timer = setTimeout(() => stop(), WAIT_MS);
  let waiting = true;
  const stop = () => {
    waiting = false;
    observer.disconnect();
    clearTimeout(timer);
    for (const act of ACTS) document.removeEventListener(act, acted, true);
  };
  for (const act of ACTS) document.addEventListener(act, acted, true);
  observer.observe(document.body, { childList: true, subtree: true });
  // The screen that is left may still be there: look once the new one is drawn.
  requestAnimationFrame(() => requestAnimationFrame(() => waiting && look()));
  return stop;
}
