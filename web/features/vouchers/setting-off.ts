import type { WireReply } from '../../../domain/endpoint.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { proposedNets } from '../../../domain/vouchers/netting.ts';
import type { voucherOwing } from '../../../domain/vouchers/payables-contract.ts';
import { isNothing, sumOf, unitsOf } from '../ledger/wire-amounts.ts';
import { showMoney } from '../../ui/marks/format.ts';

export type OwingItem = WireReply<typeof voucherOwing>[number];

/** What is set off of each note, by its id; a return that is not in it is set off as far as the payment goes, unless `fill` is off. M15. */
export type SettingOff = { nets: Readonly<Record<string, string>>; fill: boolean };

/** What is set off of each note, as text of an amount; `paying` is what the voucher would pay without. M15. */
export function setOffOf(
  owing: readonly OwingItem[],
  { nets, fill }: SettingOff,
  paying: string,
): ReadonlyMap<number, string> {
  const currency = owing[0]?.currency ?? '';
  const typed = owing.map((one) => nets[one.item]);
  const left = unitsOf(paying, currency) - unitsOf(sumOf(typed, currency), currency);
  const proposed = fill
    ? proposedNets(
        left > 0n ? left : 0n,
        owing
          .filter((one) => one.purpose === 'RETURN' && nets[one.item] === undefined)
          .map((one) => ({ key: one.item, open: unitsOf(one.open, currency) })),
      )
    : [];
  const filled = new Map(proposed.map(({ key, amount }) => [key, formatAmount(amount, currency)]));
  return new Map(owing.map((one) => [one.item, nets[one.item] ?? filled.get(one.item) ?? '']));
}

/** What is wrong with what is set off of one note. M15. */
export function setOffFault({ open, currency }: OwingItem, amount: string): string | undefined {
  const units = unitsOf(amount, currency);
  if (units < 0n) return 'Amount must be more than 0.';
  const left = unitsOf(open, currency);
  return units > left ? `Only ${showMoney({ amount: left, currency })} is left to set off.` : undefined;
}

/** All that is set off. */
export const setOffTotal = (amounts: ReadonlyMap<number, string>, currency: string): string =>
  sumOf([...amounts.values()], currency);

/** What is sent of it. */
export const netsSent = (amounts: ReadonlyMap<number, string>, currency: string) =>
  [...amounts].filter(([, amount]) => !isNothing(amount, currency)).map(([note, amount]) => ({ note, amount }));
