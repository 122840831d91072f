import type { WireReply } from '../../../domain/endpoint.ts';
import type { findPoliciesBySecurity } from '../../../domain/vouchers/payables-contract.ts';
import { differenceOf, isNothing, sumOf, unitsOf } from '../ledger/wire-amounts.ts';
import { showMoney } from '../../ui/marks/format.ts';

export type PayableItem = WireReply<typeof findPoliciesBySecurity>[number] & {
  /** It was looked for beyond what is offered: nothing of it is paid by itself. */
  isFound?: boolean;
};
/** What is paid of each item, by its id; an item that is not in it is paid what is available, unless `fill` is off. */
export type Paying = {
  amounts: Readonly<Record<string, string>>;
  fill: boolean;
  /** Paid ahead of what was received: as far as the note goes. */
  override?: boolean;
};

export function payOf(item: PayableItem, { amounts, fill }: Paying): string {
  const amount = amounts[item.item];
  if (amount !== undefined) return amount;
  return fill && item.isFound !== true && !isNothing(item.available, item.currency) ? item.available : '';
}

/** What no voucher holds of an item, received or not. */
const unpaidOf = ({ net, committed, currency }: PayableItem) => differenceOf(net, committed, currency);

/** What is wrong with what is paid of one item. §8 premium voucher. */
export function payFault(item: PayableItem, paying: Paying): string | undefined {
  const { currency } = item;
  const units = unitsOf(payOf(item, paying), currency);
  if (units < 0n) return 'Amount must be more than 0.';
  const free = unitsOf(paying.override === true ? unpaidOf(item) : item.available, currency);
  return units > free ? `Only ${showMoney({ amount: free, currency })} is available.` : undefined;
}

export function totalOf(items: readonly PayableItem[], paying: Paying, currency: string): string {
  return sumOf(
    items.map((item) => payOf(item, paying)),
    currency,
  );
}

/** The currencies in which a security can be paid, those with something available first. */
export function currenciesOf(items: readonly PayableItem[]): string[] {
  const free = items.filter((item) => !isNothing(item.available, item.currency));
  return [...new Set([...free, ...items].map((item) => item.currency))];
}
