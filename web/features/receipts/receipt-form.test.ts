import { expect, test } from 'vitest';
import { blankReceipt, bodyOfReceipt } from './receipt-form.ts';

test('the bank account travels by its id, and without a choice as nothing', () => {
  const typed = blankReceipt({ currency: 'KES', reinsured: { id: '7', label: 'Savannah Insurance' } });
  expect(bodyOfReceipt({ ...typed, bank_account: { id: '3', label: 'Clients' } }).bank_account).toBe(3);
  expect(bodyOfReceipt(typed).bank_account ?? null).toBeNull();
});
