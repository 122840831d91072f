import { useRouterState } from '@tanstack/react-router';
import { useAddress } from '../../ui/hooks/use-address.ts';

/**
 * Which row of a list is open in a dialog, in the address: Back closes it, and a link opens it. "new" is none that exists
 * yet.
 */
export function useOpenRow(): { open: string | undefined; hrefOf: (id: number | string) => string; close: () => void } {
  const [address, change] = useAddress();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  return {
    open: address['open'],
    hrefOf: (id) => `${pathname}?${new URLSearchParams({ ...address, open: String(id) }).toString()}`,
    close: () => change({ open: undefined }),
  };
}
