import * as z from 'zod/mini';
import type { Day } from '../../../domain/values/day.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import type { FieldError } from '../../../domain/errors.ts';
import { bodyFaults } from '../../../domain/form-faults.ts';
import { bodyOf, emptyOf, type FormValues, valuesOf } from '../../../domain/forms.ts';
import { readPositive } from '../../../domain/ledger/amounts.ts';
import { type getReceipt, saveReceipt } from '../../../domain/receipts/contract.ts';
import { isAllocatedAtOnce, methodFaults, receiptFaults } from '../../../domain/receipts/rules.ts';
import type { CallInput } from '../../api/client.ts';
import { unitsOf } from '../ledger/wire-amounts.ts';
import { allocatedUnits, proposalsOf } from './allocating.ts';
import { showMoney } from '../../ui/marks/format.ts';

/** The fields of the form, in its order. */
export const RECEIPT_FORM = z.pick(saveReceipt.body, {
  reinsured: true,
  dateOfIssue: true,
  receiptType: true,
  method: true,
  currency: true,
  receiptAmount: true,
  bank_account: true,
  bank_reference: true,
  narrationRef: true,
});
/** What is proposed for each debit note, by its id: what is taken of the receipt, and what it settles of a note in another currency. */
export type Proposed = { allocations: Record<string, string>; note_amounts: Record<string, string> };
export type ReceiptValues = FormValues<typeof RECEIPT_FORM> & Proposed;
export const UNALLOCATED: Proposed = { allocations: {}, note_amounts: {} };
type ReceiptBody = CallInput<typeof saveReceipt>['body'];

export function blankReceipt(known: Partial<ReceiptValues> & { currency: string; dateOfIssue: Day }): ReceiptValues {
  return { ...emptyOf(RECEIPT_FORM), receiptType: 'PREMIUM', method: 'BANK_TRANSFER', ...UNALLOCATED, ...known };
}

/** What a record proposes. */
export function proposedOf(record: WireReply<typeof getReceipt>): Proposed {
  const allocations = record.allocations.map((part) => [String(part.note.id), part.amount]);
  const crossed = record.allocations.filter((part) => part.note_currency !== record.currency);
  const settled = crossed.map((part) => [String(part.note.id), part.note_amount]);
  return { allocations: Object.fromEntries(allocations), note_amounts: Object.fromEntries(settled) };
}

/** A receipt of the bank as its form has it. */
export function valuesOfReceipt(record: WireReply<typeof getReceipt>): ReceiptValues {
  const method = record.method === 'BRANCH' ? undefined : record.method;
  return { ...valuesOf(RECEIPT_FORM, { ...record, method }), ...proposedOf(record) };
}

/** The form as it travels. Money on account is not allocated, whatever was ticked before. */
export function bodyOfReceipt(values: ReceiptValues): ReceiptBody {
  const { allocations, currency, note_amounts: settled } = values;
  const parts = isAllocatedAtOnce(values.receiptType) ? proposalsOf(allocations, currency, settled) : [];
  return { ...bodyOf(RECEIPT_FORM, values), allocations: parts };
}

/** A message of the contract, as the form says it. */
function atField({ field, message }: FieldError): FieldError {
  const name = field.split('.')[0] ?? field;
  if (name === 'reinsured') return { field: name, message: 'Choose the payer.' };
  return { field: name, message: message === '' || /Invalid/.test(message) ? 'Amount must be more than 0.' : message };
}

/** What is wrong with a receipt as typed: the contract's own messages first, then the rules' on the firm's day. */
export function faultsOfReceipt(values: ReceiptValues, today: Day): FieldError[] {
  const { currency, receiptAmount, dateOfIssue: bankDate } = values;
  const faults = bodyFaults(saveReceipt.body, bodyOfReceipt(values)).map(atField);
  const read = readPositive(receiptAmount, currency);
  const isWrong = receiptAmount !== '' && typeof read === 'string';
  if (isWrong) faults.push({ field: 'receiptAmount', message: read });
  if (bankDate !== '') faults.push(...receiptFaults({ bankDate, allocations: [], receiptType: 'PREMIUM' }, today));
  faults.push(...methodFaults(values));
  const over = allocatedUnits(values.allocations, currency) - unitsOf(receiptAmount, currency);
  if (isAllocatedAtOnce(values.receiptType) && over > 0n && !isWrong) {
    const message = `${showMoney({ amount: over, currency })} more is allocated than was received.`;
    faults.push({ field: 'allocations', message });
  }
  return faults;
}
