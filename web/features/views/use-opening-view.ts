import { useMatch, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Endpoint, WireReply } from '../../../domain/endpoint.ts';
import { viewItems } from '../../../domain/views/contract.ts';
import { listKey } from '../../../domain/views/list-key.ts';
import { holdBack } from './hold-back.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { type Address, useAddress } from '../../ui/hooks/use-address.ts';
import { saysNothing } from './view-query.ts';

type View = WireReply<typeof viewItems>['data'][number];

/** What an address says that shows a list without a view, though one opens it. */
export const PLAIN = 'none';

/** The address of a page with a view of its list. */
export const hrefWith = (pathname: string, { id, query }: Pick<View, 'id' | 'query'>): string =>
  `${pathname}?${query === '' ? '' : `${query}&`}view=${id}`;

const OPENED_MS = 60_000;
const NONE: readonly View[] = [];

/** The views with which lists open for their reader; undefined until they are known. They are of all lists at once, so that the first list alone waits for them. */
function useOpeningViews(): readonly View[] | undefined {
  const { data, isError, isPlaceholderData } = useEndpoint(viewItems, { query: {} }, { staleTime: OPENED_MS });
  // Those of another branch stay until these are there.
  const known = isPlaceholderData ? undefined : data?.data;
  return isError ? (known ?? NONE) : known;
}

/**
 * Opens the list with the view that its reader chose for it, where the address that led here says nothing of its own. Who takes away the filters that
 * they came with stays where they are. Until it is known, and until it is shown, the list is not asked for.
 */
export function useOpeningView(call: Pick<Endpoint, 'path'>): void {
  const router = useRouter();
  // A page that is being left is still there when the address is that of another one.
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  const isHere = useRouterState({ select: (state) => state.location.pathname === pathname });
  const [address] = useAddress();
  const opening = useOpeningViews();
  const isKnown = opening !== undefined;
  const view = opening?.find(({ list }) => list === listKey(call));
  const before = useRef<Address>(undefined);
  const waits = useRef(false);
  const held = useRef<() => void>(undefined);
  const led = useRef<Address>(undefined);
  // Held back before anything of the page is asked for, which its effects do.
  useLayoutEffect(() => {
    const last = before.current;
    const isAnew = last === undefined || last['view'] !== undefined;
    before.current = address;
    const opens = !isKnown || view !== undefined;
    waits.current = isHere && saysNothing(address) && (waits.current || isAnew) && opens;
    if (waits.current) held.current ??= holdBack(call.path);
  }, [address, isHere, isKnown, view, call.path]);
  useEffect(() => {
    if (!waits.current) release(held);
    else if (view !== undefined && led.current !== address) {
      led.current = address;
      void router.navigate({ href: hrefWith(pathname, view), replace: true });
    }
  });
  useEffect(() => () => release(held), []);
}

function release(held: { current: (() => void) | undefined }): void {
  held.current?.();
  held.current = undefined;
}
