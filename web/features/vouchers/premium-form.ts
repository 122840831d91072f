import type { FieldErrors } from 'react-hook-form';
import { savePremiumVoucher } from '../../../domain/vouchers/contract.ts';
import type { CallInput } from '../../api/client.ts';
import { localToday } from '../../ui/read-day.ts';
import type { Found } from '../../ui/use-search.ts';
import { bodyProblems, idNumber } from '../ledger/form-problems.ts';
import { isNothing } from '../ledger/wire-amounts.ts';
import { payFault, payOf, type PayableItem } from './paying.ts';
import type { VoucherRecord } from './voucher-words.ts';

export type PremiumValues = {
  security: Found | null;
  currency: string;
  bank_date: string;
  narration: string;
  amounts: Record<string, string>;
  fill: boolean;
};
export const PREMIUM_FIELDS = ['security', 'currency', 'bank_date', 'narration', 'amounts'] as const;

export function blankPremium(security: Found | null, currency: string): PremiumValues {
  return { security, currency, bank_date: localToday(), narration: '', amounts: {}, fill: true };
}

export function premiumValuesOf(voucher: VoucherRecord): PremiumValues {
  return {
    security: voucher.payee === null ? null : { id: String(voucher.payee.id), label: voucher.payee.name },
    currency: voucher.currency,
    bank_date: voucher.bank_date,
    narration: voucher.narration,
    amounts: Object.fromEntries(voucher.items.map((item) => [String(item.item), item.amount])),
    fill: false,
  };
}

export type PremiumBody = CallInput<typeof savePremiumVoucher>['body'];

export function premiumBodyOf(values: PremiumValues, items: readonly PayableItem[], currency: string): PremiumBody {
  return {
    currency,
    bank_date: values.bank_date,
    narration: values.narration,
    security: idNumber(values.security?.id),
    items: items
      .map((item) => ({ item: item.item, amount: payOf(item, values) }))
      .filter((item) => !isNothing(item.amount, currency)),
  };
}

/** What is wrong with a premium voucher as typed. */
export function premiumErrors(
  values: PremiumValues,
  items: readonly PayableItem[],
  currency: string,
): FieldErrors<PremiumValues> {
  const errors: FieldErrors<PremiumValues> = {};
  const put = (name: keyof PremiumValues, message: string) => {
    errors[name] ??= { type: 'check', message } as never;
  };
  if (values.security === null) put('security', 'Choose the security.');
  for (const { field, message } of bodyProblems(savePremiumVoucher.body, premiumBodyOf(values, items, currency))) {
    const name = field.split('.')[0] ?? field;
    if (name === 'bank_date' || name === 'narration') put(name, message);
    if (name === 'items' && values.security !== null) put('amounts', 'Choose what to pay.');
  }
  const wrong = items.find((item) => payFault(item, values) !== undefined);
  if (wrong !== undefined) put('amounts', `${wrong.credit_note.number}: ${payFault(wrong, values) ?? ''}`);
  return errors;
}
