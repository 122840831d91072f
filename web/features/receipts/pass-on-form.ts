import * as z from 'zod/mini';
import type { FieldError } from '../../../domain/errors.ts';
import { bodyFaults } from '../../../domain/form-faults.ts';
import { bodyOf, emptyOf, type FormValues, valuesOf } from '../../../domain/forms.ts';
import { readPositive } from '../../../domain/ledger/amounts.ts';
import { editPassedCash, passCashOn } from '../../../domain/receipts/contract.ts';
import { isAllocatedAtOnce } from '../../../domain/receipts/rules.ts';
import { showMoney } from '../../ui/marks/format.ts';
import { unitsOf } from '../ledger/wire-amounts.ts';
import { allocatedUnits, proposalsOf } from './allocating.ts';
import { proposedOf, UNALLOCATED, type Proposed } from './receipt-form.ts';
import type { ReceiptRecord } from './receipt-words.ts';

/** The fields of the form, in its order. */
export const PASS_FORM = z.pick(passCashOn.body, {
  into: true,
  receiptType: true,
  receiptAmount: true,
  narrationRef: true,
});
const EDIT_FORM = z.pick(editPassedCash.body, { receiptType: true, receiptAmount: true, narrationRef: true });
export type PassValues = FormValues<typeof PASS_FORM> & Proposed;

/** The receipt that the cash comes from: how much of it can be used, what is held by this draft among it. */
export type Source = { id: number; number: string; branch: ReceiptRecord['branch']; currency: string; left: string };

/** What is left of a receipt, to begin with all of it, for what it was received, in the other branch where there is one alone. */
export const blankPassed = (
  { left, receiptType }: Pick<ReceiptRecord, 'left' | 'receiptType'>,
  others: readonly { id: number; name: string }[],
): PassValues => ({
  ...emptyOf(PASS_FORM),
  into: others.length === 1 && others[0] ? { id: String(others[0].id), label: others[0].name } : null,
  receiptType: receiptType === 'ON_ACCOUNT' ? 'PREMIUM' : receiptType,
  receiptAmount: left,
  ...UNALLOCATED,
});

export const valuesOfPassed = (record: ReceiptRecord): PassValues => ({
  ...valuesOf(PASS_FORM, { ...record, into: record.branch }),
  ...proposedOf(record),
});

function partsOf({ allocations, note_amounts: settled, receiptType }: PassValues, currency: string) {
  return isAllocatedAtOnce(receiptType) ? proposalsOf(allocations, currency, settled) : [];
}

/** A new one as it travels. */
export const bodyOfPassed = (values: PassValues, { id, currency }: Pick<Source, 'id' | 'currency'>) => ({
  ...bodyOf(PASS_FORM, values),
  source: id,
  allocations: partsOf(values, currency),
});

/** A change of one: where it comes from and goes to stays. */
export const changeOfPassed = (values: PassValues, { currency }: Pick<Source, 'currency'>) => ({
  ...bodyOf(EDIT_FORM, values),
  allocations: partsOf(values, currency),
});

/** What is wrong with it as typed. */
export function faultsOfPassed(values: PassValues, source: Source): FieldError[] {
  const { currency, left } = source;
  const { receiptAmount } = values;
  const faults = bodyFaults(passCashOn.body, bodyOfPassed(values, source)).map(({ field, message }) => ({
    field: field.split('.')[0] ?? field,
    message: field === 'into' ? 'Choose the branch.' : message,
  }));
  const read = readPositive(receiptAmount, currency);
  if (receiptAmount !== '' && typeof read === 'string') faults.push({ field: 'receiptAmount', message: read });
  if (unitsOf(receiptAmount, currency) > unitsOf(left, currency)) {
    const message = `Only ${showMoney({ amount: unitsOf(left, currency), currency })} of ${source.number} is left.`;
    faults.push({ field: 'receiptAmount', message });
  }
  const over = allocatedUnits(values.allocations, currency) - unitsOf(receiptAmount, currency);
  if (isAllocatedAtOnce(values.receiptType) && over > 0n) {
    const message = `${showMoney({ amount: over, currency })} more is allocated than is used there.`;
    faults.push({ field: 'allocations', message });
  }
  return faults;
}
