import { useRouter, useRouterState, type RouterState } from '@tanstack/react-router';
import { createContext, useCallback, useContext } from 'react';

export type Address = Readonly<Record<string, string>>;

/** An address that is read instead of the browser's: that of what is still shown. */
export const HeldAddress = createContext<Address | null>(null);

/** What the address of the page that is shown says: on the way to another one, whose code is not there yet, that is not the browser's address. */
function searchOf({ location, matches }: Pick<RouterState, 'location' | 'matches'>): Address {
  const shown = matches.at(-1) ?? location;
  return (shown.pathname === location.pathname ? location : shown).search as Address;
}

/**
 * The parameters of the address and a way to change some of them: '' or undefined takes one away. A change replaces the
 * entry of the history, so that Back leaves the page and does not undo keystrokes; `push` makes a step of its own.
 */
export function useAddress(): [Address, (change: Record<string, string | undefined>, how?: 'push') => void] {
  const router = useRouter();
  const search = useRouterState({ select: searchOf });
  const held = useContext(HeldAddress);
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
  return [held ?? search, change];
}
