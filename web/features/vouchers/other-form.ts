import type { FieldErrors } from 'react-hook-form';
import { readPositive } from '../../../domain/ledger/amounts.ts';
import { showMoney } from '../../../domain/values/money.ts';
import { saveVoucher } from '../../../domain/vouchers/contract.ts';
import type { CallInput } from '../../api/client.ts';
import { localToday } from '../../ui/read-day.ts';
import { bodyProblems, idNumber } from '../ledger/form-problems.ts';
import { unitsOf } from '../ledger/wire-amounts.ts';
import type { VoucherRecord } from './voucher-words.ts';

export type OtherKind = 'DRAWING' | 'TAX' | 'EXPENSE';
export type OtherValues = {
  kind: OtherKind;
  currency: string;
  bank_date: string;
  amount: string;
  /** Id of the tax, '' for none. */
  tax: string;
  account: string;
  narration: string;
};
export const OTHER_FIELDS = ['kind', 'tax', 'account', 'currency', 'bank_date', 'amount', 'narration'] as const;
export type OtherBody = CallInput<typeof saveVoucher>['body'];

export function blankOther(given: Partial<OtherValues> & { currency: string }): OtherValues {
  return { kind: 'DRAWING', bank_date: localToday(), amount: '', tax: '', account: '', narration: '', ...given };
}

export function otherValuesOf(voucher: VoucherRecord): OtherValues {
  return {
    kind: voucher.kind === 'PREMIUM' ? 'EXPENSE' : voucher.kind,
    currency: voucher.currency,
    bank_date: voucher.bank_date,
    amount: voucher.amount,
    tax: voucher.tax === null ? '' : String(voucher.tax.id),
    account: accountCode(voucher),
    narration: voucher.narration,
  };
}

/** The record names an account by its code, which travels as a number there. */
function accountCode(voucher: VoucherRecord): string {
  return voucher.account === null ? '' : String(voucher.account.id);
}

export function otherBodyOf(values: OtherValues): OtherBody {
  const { kind, tax, account, ...rest } = values;
  return {
    ...rest,
    kind,
    tax: kind === 'TAX' && tax !== '' ? idNumber(tax) : null,
    account: kind === 'EXPENSE' && account !== '' ? account : null,
  };
}

/** What is wrong with it as typed; `free` is what is available of brokerage or tax, null where that is not known. */
export function otherErrors(values: OtherValues, free: string | null): FieldErrors<OtherValues> {
  const errors: FieldErrors<OtherValues> = {};
  const put = (name: keyof OtherValues, message: string) => {
    errors[name] ??= { type: 'check', message };
  };
  for (const { field, message } of bodyProblems(saveVoucher.body, otherBodyOf(values)))
    put(field as keyof OtherValues, message);
  const read = readPositive(values.amount, values.currency);
  if (typeof read === 'string') put('amount', values.amount === '' ? 'Amount must be more than 0.' : read);
  if (values.kind === 'TAX' && values.tax === '') put('tax', 'Choose the tax.');
  if (values.kind === 'EXPENSE' && values.account === '') put('account', 'Choose an account.');
  if (values.kind !== 'EXPENSE' && free !== null) {
    const available = unitsOf(free, values.currency);
    if (unitsOf(values.amount, values.currency) > available)
      put('amount', `Only ${showMoney({ amount: available, currency: values.currency })} is available.`);
  }
  return errors;
}
