import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { focusOnceThere } from '../focus-once-there.ts';

/** A link of the page's content: its address, and the how many-th with it. */
type Left = { href: string; place: number };
/** Links by which pages were left, by the address of the page: where one goes back to. */
const left = new Map<string, Left>();

const here = () => `${location.pathname}${location.search}`;

const linksTo = (href: string) =>
  [...document.querySelectorAll<HTMLAnchorElement>('main a')].filter((one) => one.href === href);

/** Keeps by which link this page was left; one that is no part of its content has no place. */
export function noteLeft(link: HTMLAnchorElement): void {
  const { href } = link;
  left.set(here(), { href, place: linksTo(href).indexOf(link) });
}

/** Puts the focus back on the link by which a page was left, once Back has led there and it is shown. */
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
  const link = left.get(here());
  if (link === undefined) return () => {};
  const { href, place } = link;
  return focusOnceThere(() => linksTo(href)[place] ?? null, { block: 'nearest', inline: 'nearest' });
}
