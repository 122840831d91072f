import { useAddress } from '../../ui/hooks/use-address.ts';

/** The act on a record that the address asks for (`?do=decide`), and a way to ask for another or none. */
export function useAct(): { act: string | undefined; onAct: (act: string | undefined) => void } {
  const [address, change] = useAddress();
  return { act: address['do'], onAct: (act) => change({ do: act }) };
}
