import type { FieldErrors, Resolver } from 'react-hook-form';
import type { CallInput } from '../../api/client.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import { readPositive } from '../../../domain/ledger/amounts.ts';
import { saveReceipt, type getReceipt } from '../../../domain/receipts/contract.ts';
import { receiptFaults } from '../../../domain/receipts/rules.ts';
import { showMoney } from '../../../domain/values/money.ts';
import { localToday } from '../../ui/read-day.ts';
import type { Found } from '../../ui/use-search.ts';
import { bodyProblems, idNumber } from '../ledger/form-problems.ts';
import { unitsOf } from '../ledger/wire-amounts.ts';
import { allocatedUnits, proposalsOf } from './allocating.ts';
import type { ReceiptType } from './receipt-words.ts';

export type ReceiptValues = {
  reinsured: Found | null;
  dateOfIssue: string;
  receiptType: ReceiptType;
  currency: string;
  receiptAmount: string;
  bank_reference: string;
  narrationRef: string;
  allocations: Record<string, string>;
};
export type ReceiptBody = CallInput<typeof saveReceipt>['body'];

/** Fields in the order of the page: that of the summary of what is wrong. */
export const RECEIPT_FIELDS = [
  'reinsured',
  'dateOfIssue',
  'receiptType',
  'currency',
  'receiptAmount',
  'bank_reference',
  'narrationRef',
  'allocations',
] as const;

export function blankReceipt(given: Partial<ReceiptValues> & { currency: string }): ReceiptValues {
  return {
    reinsured: null,
    dateOfIssue: localToday(),
    receiptType: 'PREMIUM',
    receiptAmount: '',
    bank_reference: '',
    narrationRef: '',
    allocations: {},
    ...given,
  };
}

export function valuesOf(record: WireReply<typeof getReceipt>): ReceiptValues {
  return {
    reinsured: { id: String(record.reinsured.id), label: record.reinsured.name },
    dateOfIssue: record.dateOfIssue,
    receiptType: record.receiptType,
    currency: record.currency,
    receiptAmount: record.receiptAmount,
    bank_reference: record.bank_reference,
    narrationRef: record.narrationRef,
    allocations: Object.fromEntries(record.allocations.map((part) => [String(part.note.id), part.amount])),
  };
}

/** The form as it travels. A fee is not allocated, whatever was ticked before. */
export function bodyOf(values: ReceiptValues): ReceiptBody {
  const { reinsured, allocations, ...rest } = values;
  const parts = values.receiptType === 'FEE' ? [] : proposalsOf(allocations, values.currency);
  return {
    ...rest,
    reinsured: idNumber(reinsured?.id),
    allocations: parts.map(({ note, amount }) => ({ note: idNumber(note), amount })),
  };
}

function faultsOf(values: ReceiptValues): { field: string; message: string }[] {
  const body = bodyOf(values);
  const problems = bodyProblems(saveReceipt.body, body);
  const read = readPositive(values.receiptAmount, values.currency);
  if (values.receiptAmount !== '' && typeof read === 'string') problems.push({ field: 'receiptAmount', message: read });
  if (values.dateOfIssue !== '')
    problems.push(
      ...receiptFaults({ bankDate: values.dateOfIssue, allocations: [], receiptType: 'PREMIUM' }, localToday()),
    );
  const over = allocatedUnits(values.allocations, values.currency) - unitsOf(values.receiptAmount, values.currency);
  if (values.receiptType !== 'FEE' && over > 0n) {
    const message = `${showMoney({ amount: over, currency: values.currency })} more is allocated than was received.`;
    problems.push({ field: 'allocations', message });
  }
  return problems;
}

/** What is wrong with a receipt as typed: the contract's own messages first, then the rules'. */
export const checkReceipt: Resolver<ReceiptValues> = (values) => {
  const errors: FieldErrors<ReceiptValues> = {};
  for (const { field, message } of faultsOf(values)) {
    const name = (field.split('.')[0] ?? field) as keyof ReceiptValues;
    const text =
      name === 'reinsured'
        ? 'Choose the payer.'
        : message === '' || /Invalid/.test(message)
          ? 'Amount must be more than 0.'
          : message;
    errors[name] ??= { type: 'check', message: text } as never;
  }
  return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
};
