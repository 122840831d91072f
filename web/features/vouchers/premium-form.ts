import * as z from 'zod/mini';
import type { Day } from '../../../domain/values/day.ts';
import type { FieldError } from '../../../domain/errors.ts';
import type { Choice } from '../../../domain/fields.ts';
import { bodyFaults } from '../../../domain/form-faults.ts';
import { bodyOf, emptyOf, type FormValues, valuesOf } from '../../../domain/forms.ts';
import { savePremiumVoucher } from '../../../domain/vouchers/contract.ts';
import type { CallInput } from '../../api/client.ts';
import { isNothing, unitsOf } from '../ledger/wire-amounts.ts';
import { type PayableItem, payFault, type Paying, payOf, totalOf } from './paying.ts';
import { netsSent, type OwingItem, setOffFault, setOffOf, setOffTotal, type SettingOff } from './setting-off.ts';
import type { VoucherRecord } from './voucher-words.ts';
import { showMoney } from '../../ui/marks/format.ts';

/** The fields of the form, in its order. */
export const PREMIUM_FORM = z.pick(savePremiumVoucher.body, {
  security: true,
  currency: true,
  bank_date: true,
  bank_account: true,
  narration: true,
  override: true,
});
/** With what is paid of each item, and what is set off of what the security owes. */
export type PremiumValues = FormValues<typeof PREMIUM_FORM> & Paying & SettingOff;
/** What the form is about: credit notes to pay, notes that the security owes, in one currency. */
export type Against = { items: readonly PayableItem[]; owing: readonly OwingItem[]; currency: string };
type PremiumBody = CallInput<typeof savePremiumVoucher>['body'];

type Known = { security: Choice | null; currency: string; bank_date: Day };

export function blankPremium(known: Known): PremiumValues {
  return { ...emptyOf(PREMIUM_FORM), ...known, amounts: {}, nets: {}, fill: true };
}

export function valuesOfPremium(voucher: VoucherRecord): PremiumValues {
  const amounts = Object.fromEntries(voucher.items.map((item) => [String(item.item), item.amount]));
  const nets = Object.fromEntries(voucher.nets.map((net) => [String(net.item), net.amount]));
  return { ...valuesOf(PREMIUM_FORM, { ...voucher, security: voucher.payee }), amounts, nets, fill: false };
}

/** What of each note is set off, by its id. */
export const setOffIn = (values: PremiumValues, { items, owing, currency }: Against): ReadonlyMap<number, string> =>
  setOffOf(owing, values, totalOf(items, values, currency));

/** What is paid and set off, in the currency in which the security can be paid. */
export function bodyOfPremium(values: PremiumValues, against: Against): PremiumBody {
  const { items, currency } = against;
  return {
    ...bodyOf(PREMIUM_FORM, { ...values, currency }),
    items: items
      .map((item) => ({ item: item.item, amount: payOf(item, values) }))
      .filter((item) => !isNothing(item.amount, currency)),
    nets: netsSent(setOffIn(values, against), currency),
  };
}

/** What is wrong with a premium voucher as typed. */
export function faultsOfPremium(values: PremiumValues, against: Against): FieldError[] {
  const { items, owing, currency } = against;
  const faults = bodyFaults(savePremiumVoucher.body, bodyOfPremium(values, against)).flatMap(
    ({ field, message }): FieldError[] => {
      if (field === 'security') return [{ field, message: 'Choose the security.' }];
      if (field === 'bank_date' || field === 'narration') return [{ field, message }];
      return field.startsWith('items') && values.security !== null
        ? [{ field: 'amounts', message: 'Choose what to pay.' }]
        : [];
    },
  );
  const wrong = items.find((item) => payFault(item, values) !== undefined);
  if (wrong !== undefined)
    faults.push({ field: 'amounts', message: `${wrong.credit_note.number}: ${payFault(wrong, values) ?? ''}` });
  const amounts = setOffIn(values, against);
  const over = owing.find((item) => setOffFault(item, amounts.get(item.item) ?? '') !== undefined);
  if (over !== undefined)
    faults.push({ field: 'nets', message: `${over.note}: ${setOffFault(over, amounts.get(over.item) ?? '') ?? ''}` });
  const paying = unitsOf(totalOf(items, values, currency), currency);
  if (unitsOf(setOffTotal(amounts, currency), currency) > paying)
    faults.push({ field: 'nets', message: `No more than ${showMoney({ amount: paying, currency })} can be set off.` });
  return faults;
}
