import { useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback } from 'react';

export type Address = Readonly<Record<string, string>>;

/**
 * The parameters of the address and a way to change some of them: '' or undefined takes one away. A change replaces the
 * entry of the history, so that Back leaves the page and does not undo keystrokes; `push` makes a step of its own.
 */
export function useAddress(): [Address, (change: Record<string, string | undefined>, how?: 'push') => void] {
  const router = useRouter();
  const search = useRouterState({ select: (state) => state.location.search as Address });
  const change = useCallback(
    (next: Record<string, string | undefined>, how?: 'push') => {
      const { pathname, search: now } = router.state.location;
      const merged = Object.entries({ ...(now as Address), ...next }).filter(
        (pair) => pair[1] !== undefined && pair[1] !== '',
      );
      const text = new URLSearchParams(merged as [string, string][]).toString();
      void router.navigate({
        href: text === '' ? pathname : `${pathname}?${text}`,
        replace: how !== 'push',
        resetScroll: false,
      });
    },
    [router],
  );
  return [search, change];
}
