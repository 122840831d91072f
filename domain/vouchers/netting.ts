import { AppError } from '../errors.ts';
import { oldestFirst } from '../ledger/releases.ts';
import { showMoney } from '../values/money.ts';

/** Why something is owed that a voucher carries: a return, a claim, a tax or brokerage that was paid too much. M15. */
export const NETTED_PURPOSES = ['RETURN', 'CLAIM', 'TAX', 'BROKERAGE'] as const;
export type NettedPurpose = (typeof NETTED_PURPOSES)[number];
export const NETTED_LABELS: Record<NettedPurpose, string> = {
  RETURN: 'Return of premium',
  CLAIM: 'Claim',
  TAX: 'Tax paid too much',
  BROKERAGE: 'Brokerage drawn too much',
};

/** What is set against a voucher of something that its payee owes, and what of that is left for it, in minor units. */
type Netted = { number: string; requested: bigint; open: bigint };

/** What a voucher takes of what it is for: what it pays and what is set against it, in minor units. M15. */
export const grossOf = ({ amount, set_off: setOff }: { amount: bigint; set_off: bigint }): bigint => amount + setOff;

/** Refuses to set more against a voucher than is owed and on no other voucher. Throws OVER_NETTED. M15. */
export function assertOwed(nets: readonly Netted[], currency: string): void {
  const over = nets.find(({ requested, open }) => requested > open);
  if (over === undefined) return;
  const left = over.open > 0n ? over.open : 0n;
  throw new AppError('OVER_NETTED', { open: showMoney({ amount: left, currency }), note: over.number });
}

/** What a remittance or drawing says of which nothing is set off although something was paid too much; null where nothing was. M15. */
export function overpaidNotice(owed: bigint, currency: string): string | null {
  if (owed <= 0n) return null;
  return `${showMoney({ amount: owed, currency })} of this was paid too much before. Set it off, so that it is not paid again.`;
}

/** What is proposed to be set against a voucher that would pay an amount (minor units): the oldest first, never beyond it. M15. */
export function proposedNets<K>(
  paying: bigint,
  owing: readonly { key: K; open: bigint }[],
): { key: K; amount: bigint }[] {
  return oldestFirst(paying, owing).parts;
}
