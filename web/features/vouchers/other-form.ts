import * as z from 'zod/mini';
import type { Day } from '../../../domain/values/day.ts';
import type { FieldError } from '../../../domain/errors.ts';
import { bodyFaults } from '../../../domain/form-faults.ts';
import { bodyOf, emptyOf, type FormValues, valuesOf } from '../../../domain/forms.ts';
import { readPositive } from '../../../domain/ledger/amounts.ts';
import { isOfTax, isTransfer, voucherRules } from '../../../domain/vouchers/kinds.ts';
import { saveVoucher } from '../../../domain/vouchers/contract.ts';
import type { CallInput } from '../../api/client.ts';
import { unitsOf } from '../ledger/wire-amounts.ts';
import { boughtBy, type VoucherRecord } from './voucher-words.ts';
import { showMoney } from '../../ui/marks/format.ts';

/** The fields of the form, in its order. */
export const OTHER_FORM = z.pick(saveVoucher.body, {
  kind: true,
  tax: true,
  account: true,
  note: true,
  receipt: true,
  claim: true,
  payee: true,
  to_order: true,
  override: true,
  currency: true,
  bank_date: true,
  bank_account: true,
  amount: true,
  into_currency: true,
  into_account: true,
  into_amount: true,
  set_off: true,
  narration: true,
});
export type OtherValues = FormValues<typeof OTHER_FORM>;
/** What is available of brokerage or tax (null where that is not known), and what of it was paid too much before. */
type Known = { free: string | null; owed: string };
export type OtherKind = OtherValues['kind'];
type OtherBody = CallInput<typeof saveVoucher>['body'];

export function blankOther(known: Partial<OtherValues> & { currency: string; bank_date: Day }): OtherValues {
  return { ...emptyOf(OTHER_FORM), ...known };
}

export function valuesOfOther(voucher: VoucherRecord): OtherValues {
  const { kind, account } = voucher;
  // The record names an account by its code, which travels as a number there.
  return valuesOf(OTHER_FORM, {
    ...voucher,
    into_account: voucher.into?.account ?? null,
    into_currency: voucher.into?.currency ?? '',
    into_amount: boughtBy(voucher)?.amount ?? '',
    set_off: unitsOf(voucher.set_off, voucher.currency) === 0n ? '' : voucher.set_off,
    kind: kind === 'PREMIUM' ? 'EXPENSE' : kind,
    account: account === null ? null : String(account.id),
  });
}

/** Whether what is typed buys another currency. M6. */
export const isConversion = ({ kind, currency, into_currency: into }: OtherValues): boolean =>
  isTransfer(kind) && into !== '' && into !== currency;

/** What settles, pays or is made good for a note names it; a refund where it is not of a receipt. */
const hasNote = ({ kind, claim, receipt }: OtherValues) =>
  kind === 'SET_OFF' ||
  kind === 'SALVAGE' ||
  ((kind === 'MAKE_GOOD' || kind === 'DRAW_BACK') && claim === null) ||
  (kind === 'REFUND' && receipt === null);

export function bodyOfOther(values: OtherValues): OtherBody {
  const body = bodyOf(OTHER_FORM, values);
  const { tax = null, account = null, note = null, receipt = null, payee = null, into_account = null, ...rest } = body;
  const { kind } = values;
  return {
    ...rest,
    payee: kind === 'EXPENSE' || kind === 'SALVAGE' ? payee : null,
    to_order: kind === 'CLAIM' ? values.to_order : '',
    tax: isOfTax(kind) ? tax : null,
    account: kind === 'EXPENSE' ? account : null,
    note: hasNote(values) ? note : null,
    receipt: kind === 'REFUND' ? receipt : null,
    into_account: isTransfer(kind) ? into_account : null,
    into_currency: isConversion(values) ? values.into_currency : null,
    into_amount: isConversion(values) && values.into_amount !== '' ? values.into_amount : undefined,
    set_off: voucherRules(kind).nets === null || values.set_off === '' ? undefined : values.set_off,
  };
}

/** What is wrong with where a transfer goes: another account of ours, of a conversion how much it buys. M6. */
function transferFaults(values: OtherValues): FieldError[] {
  if (!isTransfer(values.kind)) return [];
  const { bank_account: from, into_account: into, into_amount: amount, into_currency: currency } = values;
  if (isConversion(values)) {
    const read = amount === '' ? 'Enter what is bought.' : readPositive(amount, currency);
    return typeof read === 'string' ? [{ field: 'into_amount', message: read }] : [];
  }
  if (into === null) return [{ field: 'into_account', message: 'Choose the account that it goes to.' }];
  if (into.id !== from?.id) return [];
  return [{ field: 'into_account', message: 'Choose another account than the one that it leaves.' }];
}

/** What is wrong with it as typed: against what is available and what was paid too much of brokerage or tax. */
export function faultsOfOther(values: OtherValues, { free, owed }: Known): FieldError[] {
  const { kind, amount, currency } = values;
  const faults = bodyFaults(saveVoucher.body, bodyOfOther(values));
  const put = (field: keyof OtherValues, message: string) => faults.push({ field, message });
  const read = readPositive(amount, currency);
  if (typeof read === 'string') put('amount', amount === '' ? 'Amount must be more than 0.' : read);
  if (isOfTax(kind) && values.tax === null) put('tax', 'Choose the tax.');
  if (kind === 'EXPENSE' && values.account === '') put('account', 'Choose an account.');
  if (kind === 'REFUND' && values.receipt === null && values.note === null) put('note', 'Choose the credit note.');
  faults.push(...transferFaults(values));
  const owing = unitsOf(owed, currency);
  if (unitsOf(values.set_off, currency) > owing)
    put('set_off', `Only ${showMoney({ amount: owing, currency })} was paid too much.`);
  if (free !== null) {
    const available = unitsOf(free, currency);
    if (unitsOf(amount, currency) + unitsOf(values.set_off, currency) > available)
      put('amount', `Only ${showMoney({ amount: available, currency })} is available.`);
  }
  return faults;
}
