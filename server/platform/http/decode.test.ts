import { expect, test } from 'vitest';
import { changePassword } from '../../../domain/accounts/contract.ts';
import type { Endpoint } from '../../../domain/endpoint.ts';
import { AppError, type FieldError } from '../../../domain/errors.ts';
import { makeReceiptDocument, listReceipts, saveReceipt } from '../../../domain/receipts/contract.ts';
import { monthlyReport } from '../../../domain/reports/monthly.ts';
import { decoderOf, type Raw } from './decode.ts';

function faultsOf(endpoint: Endpoint, raw: Partial<Raw>): readonly FieldError[] {
  try {
    decoderOf(endpoint)({ params: {}, query: {}, body: undefined, ...raw });
  } catch (error) {
    if (error instanceof AppError) return error.errors;
    throw error;
  }
  return [];
}

test('what is missing and what a field does not take are named where the shape says nothing of its own', () => {
  expect(faultsOf(makeReceiptDocument, {})).toEqual([{ field: 'id', message: 'This field is required.' }]);
  expect(faultsOf(saveReceipt, {})).toEqual([
    { field: 'body', message: 'Send the fields of this call as JSON in the body.' },
  ]);
  expect(faultsOf(monthlyReport, { query: { by: 'security' } })).toEqual([
    { field: 'by', message: 'Choose one of class, reinsured, market, type, producer.' },
  ]);
  expect(faultsOf(saveReceipt, { body: { allocations: 7, brokerRef: 7 } })).toEqual(
    expect.arrayContaining([
      { field: 'allocations', message: 'This must be a list.' },
      { field: 'reinsured', message: 'Choose one from the list.' },
    ]),
  );
});

test('each fault once', () => {
  expect(faultsOf(listReceipts, { query: { start: '-1', length: 'abc' } })).toEqual([
    { field: 'start', message: 'start must be a whole number from 0.' },
    { field: 'length', message: 'length must be from 1 to 500.' },
  ]);
});

test('an amount says how it is written, and what is missing says what it is', () => {
  const faultOf = (receiptAmount: unknown) =>
    faultsOf(saveReceipt, { body: { receiptAmount } }).find(({ field }) => field === 'receiptAmount')?.message;
  for (const none of [undefined, '', ' ', null]) expect(faultOf(none)).toBe('Amount must be more than 0.');
  for (const text of ['281,250.00', 'NaN', '1e5', 'KES 5'])
    expect(faultOf(text)).toBe('Write it in digits, with a point before decimals, as 281250.00.');
  expect(faultOf('1'.repeat(40))).toBe('Amounts have at most 15 digits before the point.');
  expect(faultOf('281250.00')).toBeUndefined();
});

test('a new password that is too short and its repetition that differs are named together', () => {
  const body = { oldPassword: 'correct otter battery lamp', newPassword: 'short', confirmPassword: 'other' };
  expect(faultsOf(changePassword, { body }).map(({ field }) => field)).toEqual(['newPassword', 'confirmPassword']);
});
