import { expect, test } from 'vitest';
import { blankReceipt, bodyOfReceipt, faultsOfReceipt } from './receipt-form.ts';

test('the bank account travels by its id, and without a choice as nothing', () => {
  const typed = blankReceipt({
    currency: 'KES',
    dateOfIssue: '2026-03-02',
    reinsured: { id: '7', label: 'Savannah Insurance' },
  });
  expect(bodyOfReceipt({ ...typed, bank_account: { id: '3', label: 'Clients' } }).bank_account).toBe(3);
  expect(bodyOfReceipt(typed).bank_account ?? null).toBeNull();
});

test('a bank date is held to the firm’s day, wherever the browser is', () => {
  const typed = {
    ...blankReceipt({
      currency: 'KES',
      dateOfIssue: '2026-03-03',
      reinsured: { id: '7', label: 'Savannah Insurance' },
    }),
    receiptAmount: '100.00',
  };
  expect(faultsOfReceipt(typed, '2026-03-03')).toEqual([]);
  expect(faultsOfReceipt(typed, '2026-03-02').map((fault) => fault.field)).toEqual(['dateOfIssue']);
});
