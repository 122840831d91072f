import { useState } from 'react';
import { useAddress } from '../../ui/hooks/use-address.ts';

/** The act on a record that the address asks for (`?do=decide`), and a way to ask for another or none. */
export function useAct(): { act: string | undefined; onAct: (act: string | undefined) => void } {
  const [address, change] = useAddress();
  return { act: address['do'], onAct: (act) => change({ do: act }) };
}

/**
 * Whether the dialog of an act is open: it opens where the record's state allows the act, and stays until it is closed,
 * so that what was typed is still there when somebody else changed the record meanwhile and the server refuses.
 */
export function useOpened(wanted: boolean, allowed: boolean): boolean {
  const [open, setOpen] = useState(false);
  const next = wanted && (allowed || open);
  if (next !== open) setOpen(next);
  return next;
}
