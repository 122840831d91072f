import { describe, expect, test } from 'vitest';
import {
  allocationFaults,
  assertAllocatable,
  assertHasCash,
  leftOf,
  methodFaults,
  passingFaults,
  receiptFaults,
  type Allocatable,
} from './rules.ts';
import { assertMay } from '../states.ts';
import { RECEIPT_STATES } from './states.ts';

const note = (changes: Partial<Allocatable> = {}): Allocatable => ({
  id: 1,
  number: 'DN/NBO/2026/000001',
  kind: 'DN',
  purpose: 'PREMIUM',
  status: 'ISSUED',
  partyId: 7,
  branchId: 1,
  currency: 'KES',
  amount: 56250000n,
  settled: 0n,
  ...changes,
});
const notes = (changes: Partial<Allocatable> = {}) => new Map([[1, note(changes)]]);
const paying = { payerId: 7, branchId: 1, receiptType: 'PREMIUM' };
const one = [{ note: 1, amount: 100n, noteAmount: 100n }];
const NOT_THEIRS = 'Choose an open debit note of this reinsured.';

describe('which notes a receipt may settle', () => {
  test.each([
    ['an issued debit note of the payer', {}, []],
    ['an invoice of ours', { kind: 'INV' }, []],
    ['a void one', { status: 'VOID' }, [NOT_THEIRS]],
    ['a credit note', { kind: 'CN' }, [NOT_THEIRS]],
    ['another reinsured’s', { partyId: 8 }, [NOT_THEIRS]],
    ['another branch’s', { branchId: 2 }, [NOT_THEIRS]],
    ['another currency’s', { currency: 'USD' }, []],
  ] as const)('%s', (_, changes, messages) => {
    expect(allocationFaults(paying, one, notes(changes)).map((fault) => fault.message)).toEqual(messages);
  });

  test('one that does not exist', () => {
    expect(allocationFaults(paying, [{ note: 2 }], notes())).toEqual([
      { field: 'allocations.0.note', message: NOT_THEIRS },
    ]);
  });
});

describe('how much', () => {
  test.each([
    ['all that is left of both', { left: 100n, changes: { amount: 100n } }, null],
    ['more than the receipt', { left: 99n, changes: {} }, 'Only KES 0.99 of this receipt is left to allocate.'],
    [
      'more than the note',
      { left: 100n, changes: { amount: 100n, settled: 1n } },
      'Allocation exceeds the outstanding balance of DN/NBO/2026/000001.',
    ],
  ] as const)('%s', (_, { left, changes }, message) => {
    const check = () => assertAllocatable({ left, currency: 'KES' }, one, notes(changes));
    if (message === null) expect(check).not.toThrow();
    else expect(check).toThrow(message);
  });
});

test('a note in another currency is held against what it settles there, a receipt against what is taken of it', () => {
  const crossed = (noteAmount: bigint) => () =>
    assertAllocatable({ left: 100n, currency: 'KES' }, [{ note: 1, amount: 100n, noteAmount }], notes({ amount: 7n }));
  expect(crossed(7n)).not.toThrow();
  expect(crossed(8n)).toThrow('Allocation exceeds the outstanding balance');
});

test('a day to come, money on account for a note and a note twice are refused', () => {
  const draft = { bankDate: '2026-03-03', allocations: [...one, ...one], receiptType: 'ON_ACCOUNT' };
  expect(receiptFaults(draft, '2026-03-02').map((fault) => fault.field)).toEqual([
    'dateOfIssue',
    'allocations',
    'allocations.1.note',
  ]);
});

test('a fee settles invoices of the firm alone: clients’ money never lies in the office bank', () => {
  const fee = { ...paying, receiptType: 'FEE' };
  expect(allocationFaults(fee, one, notes({ kind: 'INV', purpose: 'FEE' }))).toEqual([]);
  const message = 'A fee goes to the office bank and is not allocated to debit notes.';
  for (const purpose of ['PREMIUM', 'RETURN', 'CLAIM', 'SALVAGE'])
    expect(allocationFaults(fee, one, notes({ purpose }))).toEqual([{ field: 'allocations.0.note', message }]);
});

test.each([
  ['DRAFT', 'decide', 'This is draft: deciding it is not possible.'],
  ['REVERSED', 'reverse', 'This is reversed: reversing it is not possible.'],
] as const)('a %s receipt refuses to %s', (status, act, message) => {
  expect(() => assertMay(RECEIPT_STATES, status, act)).toThrow(message);
  expect(() => assertHasCash(status)).toThrow('allocating it');
});

test.each([
  ['CLAIM', /set off on the next premium voucher/],
  ['RETURN', /set off on the next premium voucher/],
  ['PREMIUM', /set off against premium on the claim’s page/],
  ['FEE', /^A fee is not offset/],
] as const)('an offset of a %s is no receipt and says where it is entered', (receiptType, message) => {
  expect(methodFaults({ method: 'OFFSET', receiptType })).toEqual([
    { field: 'method', message: expect.stringMatching(message) },
  ]);
  expect(methodFaults({ method: 'CHEQUE', receiptType })).toEqual([]);
});

test('what is allocated, refunded or used in another branch is not left', () => {
  expect(leftOf({ amount: 100n, allocated: 40n, refunded: 10n, passed_on: 20n })).toBe(30n);
});

describe('whose cash may be used in another branch', () => {
  const source = { status: 'APPROVED', receiptType: 'PREMIUM', branchId: 1, isPassedOn: false } as const;
  const into = { branchId: 2, receiptType: 'PREMIUM' };
  test.each([
    ['an approved receipt of the bank', { source, into, fields: [] }],
    ['money on account', { source: { ...source, receiptType: 'ON_ACCOUNT' }, into, fields: [] }],
    ['a draft', { source: { ...source, status: 'DRAFT' }, into, fields: ['source'] }],
    ['one that was reversed', { source: { ...source, status: 'REVERSED' }, into, fields: ['source'] }],
    ['a fee', { source: { ...source, receiptType: 'FEE' }, into, fields: ['source'] }],
    [
      'cash that comes from another branch itself',
      { source: { ...source, isPassedOn: true }, into, fields: ['source'] },
    ],
    ['in its own branch', { source, into: { ...into, branchId: 1 }, fields: ['into'] }],
    ['as a fee', { source, into: { ...into, receiptType: 'FEE' }, fields: ['receiptType'] }],
  ] as const)('%s', (_, { source: from, into: to, fields }) => {
    expect(passingFaults(from, to).map(({ field }) => field)).toEqual(fields);
  });
});
