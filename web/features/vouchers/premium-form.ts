import * as z from 'zod/mini';
import type { Day } from '../../../domain/values/day.ts';
import type { FieldError } from '../../../domain/errors.ts';
import type { Choice } from '../../../domain/fields.ts';
import { bodyFaults } from '../../../domain/form-faults.ts';
import { bodyOf, emptyOf, type FormValues, valuesOf } from '../../../domain/forms.ts';
import { savePremiumVoucher } from '../../../domain/vouchers/contract.ts';
import type { CallInput } from '../../api/client.ts';
import { isNothing } from '../ledger/wire-amounts.ts';
import { type PayableItem, payFault, type Paying, payOf } from './paying.ts';
import type { VoucherRecord } from './voucher-words.ts';

/** The fields of the form, in its order. */
export const PREMIUM_FORM = z.pick(savePremiumVoucher.body, {
  security: true,
  currency: true,
  bank_date: true,
  bank_account: true,
  narration: true,
  override: true,
});
/** With what is paid of each item. */
export type PremiumValues = FormValues<typeof PREMIUM_FORM> & Paying;
type PremiumBody = CallInput<typeof savePremiumVoucher>['body'];

type Known = { security: Choice | null; currency: string; bank_date: Day };

export function blankPremium(known: Known): PremiumValues {
  return { ...emptyOf(PREMIUM_FORM), ...known, amounts: {}, fill: true };
}

export function valuesOfPremium(voucher: VoucherRecord): PremiumValues {
  const amounts = Object.fromEntries(voucher.items.map((item) => [String(item.item), item.amount]));
  return { ...valuesOf(PREMIUM_FORM, { ...voucher, security: voucher.payee }), amounts, fill: false };
}

/** What is paid, in the currency in which the security can be paid. */
export function bodyOfPremium(values: PremiumValues, items: readonly PayableItem[], currency: string): PremiumBody {
  return {
    ...bodyOf(PREMIUM_FORM, { ...values, currency }),
    items: items
      .map((item) => ({ item: item.item, amount: payOf(item, values) }))
      .filter((item) => !isNothing(item.amount, currency)),
  };
}

/** What is wrong with a premium voucher as typed. */
export function faultsOfPremium(values: PremiumValues, items: readonly PayableItem[], currency: string): FieldError[] {
  const faults = bodyFaults(savePremiumVoucher.body, bodyOfPremium(values, items, currency)).flatMap(
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
  return faults;
}
