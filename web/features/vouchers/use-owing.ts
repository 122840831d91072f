import { voucherOwing } from '../../../domain/vouchers/payables-contract.ts';
import type { NETTED_KINDS } from '../../../domain/vouchers/kinds.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import type { OwingItem } from './setting-off.ts';

type Of = { kind: (typeof NETTED_KINDS)[number] | null; currency: string; payee: string | null };

/** What can be set against a voucher of a kind; nothing while it is not known of whom. A drawing is of ourselves. M15. */
export function useOwing({ kind, currency, payee }: Of): readonly OwingItem[] {
  const query = { kind: kind ?? 'DRAWING', currency, ...(payee !== null && { payee }) };
  const known = kind !== null && (kind === 'DRAWING' || payee !== null);
  const { data, isPlaceholderData } = useEndpoint(voucherOwing, { query }, { enabled: known });
  return known && !isPlaceholderData ? (data ?? []) : [];
}
