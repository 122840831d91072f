import { useFirmDay } from '../../api/firm-day.ts';
import { useAddress } from '../../ui/hooks/use-address.ts';
import { periodOf, type Period } from './period.ts';

/** The period that the address names, on the firm's day. */
export function usePeriod(): Period {
  const [address] = useAddress();
  return periodOf(address, useFirmDay());
}
