import { divideRounded } from '../values/decimal.ts';
import { sum } from '../values/money.ts';

/** What a document owes of a tax that no voucher holds; below nothing where it takes off. In minor units. */
export type OpenTax = { id: number; open: bigint };

/**
 * Which documents a remittance is of: whatever credits and reversals take off, and so much more of invoices, in their order. The
 * amount is at most what is open.
 */
export function chosenTaxes(amount: bigint, open: readonly OpenTax[]): { id: number; amount: bigint }[] {
  const less = open.filter((one) => one.open < 0n).map((one) => ({ id: one.id, amount: one.open }));
  let left = amount - sum(less.map((one) => one.amount));
  const more = open.flatMap((one) => {
    if (one.open <= 0n || left === 0n) return [];
    const taken = one.open < left ? one.open : left;
    left -= taken;
    return [{ id: one.id, amount: taken }];
  });
  return [...less, ...more];
}

/** The base that a tax gives up when more of it is remitted: cumulative, so that the last payment takes the rest. */
export function baseOfTax(tax: { amount: bigint; base: bigint; paid: bigint }, paying: bigint): bigint {
  const upTo = (paid: bigint) => divideRounded(tax.base * paid, tax.amount);
  return upTo(tax.paid + paying) - upTo(tax.paid);
}
