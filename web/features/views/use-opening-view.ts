import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { type Address, useAddress } from '../../ui/hooks/use-address.ts';
import { saysNothing } from './view-query.ts';

type View = { id: number; query: string; opens: boolean };

/** What an address says that shows a list without a view, though one opens it. */
export const PLAIN = 'none';

/** The address of a page with a view of its list. */
export const hrefWith = (pathname: string, { id, query }: Pick<View, 'id' | 'query'>): string =>
  `${pathname}?${query === '' ? '' : `${query}&`}view=${id}`;

/**
 * Opens the list with the view that its reader chose for it, where the address that led here says nothing of its own. Who takes away the filters that
 * they came with stays where they are.
 */
export function useOpeningView(views: readonly View[], pathname: string): void {
  const router = useRouter();
  const [address] = useAddress();
  const before = useRef<Address>(undefined);
  const waits = useRef(false);
  const view = views.find(({ opens }) => opens);
  useEffect(() => {
    const last = before.current;
    before.current = address;
    const isAnew = last === undefined || last['view'] !== undefined;
    waits.current = saysNothing(address) && (waits.current || isAnew);
    if (view === undefined || !waits.current) return;
    waits.current = false;
    void router.navigate({ href: hrefWith(pathname, view), replace: true });
  }, [address, view, pathname, router]);
}
