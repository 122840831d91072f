import { expect, test } from 'vitest';
import { blankReceipt, bodyOfReceipt, faultsOfReceipt, valuesOfReceipt } from './receipt-form.ts';
import type { ReceiptRecord } from './receipt-words.ts';

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
  // Of an amount below nothing that alone is said, and not that more is allocated.
  const below = { ...typed, receiptAmount: '-100.00', allocations: { '4': '50.00' } };
  expect(faultsOfReceipt(below, '2026-03-03')).toEqual([
    { field: 'receiptAmount', message: 'Amount must be more than 0.' },
  ]);
});

test('a note in another currency travels with what it settles, there and back', () => {
  const person = { id: 1, name: 'Amina' };
  const part = { policy: null, fee: null, day: null, effective: false };
  const record: ReceiptRecord = {
    id: 1,
    version: 1,
    status: 'DRAFT',
    receiptNumber: null,
    branch: { id: 1, code: 'NBO', name: 'Nairobi' },
    receiptType: 'PREMIUM',
    method: 'BANK_TRANSFER',
    bounced: false,
    dateOfIssue: '2026-03-02',
    reinsured: { id: 7, name: 'Savannah Insurance' },
    currency: 'KES',
    receiptAmount: '1301500.00',
    bank_account: { id: 3, name: 'Clients' },
    source: null,
    bank_reference: '',
    narrationRef: '',
    brokerRef: '',
    allocated: '0.00',
    refunded: '0.00',
    passed_on: '0.00',
    passings: [],
    left: '1301500.00',
    allocations: [
      { ...part, note: { id: 4, number: 'DN/4' }, amount: '1301000.00', note_amount: '10000.00', note_currency: 'USD' },
      { ...part, note: { id: 5, number: 'DN/5' }, amount: '500.00', note_amount: '500.00', note_currency: 'KES' },
    ],
    issuedBy: person,
    edited_by: person,
    hands: [person],
    decided_by: null,
    decided_at: null,
    decision_reason: null,
    created_at: '2026-03-02T08:00:00.000Z',
  };
  expect(bodyOfReceipt(valuesOfReceipt(record)).allocations).toEqual([
    { note: 4, amount: '1301000.00', note_amount: '10000.00' },
    { note: 5, amount: '500.00' },
  ]);
});
