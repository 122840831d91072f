import { describe, expect, test } from 'vitest';
import { ACCOUNT_FUNCTIONS, CONTROL_FUNCTIONS, FUNCTION_NAMES } from '../ledger/accounts.ts';
import { balanceFaults, balancesOf, dayFaults, isForJournals, readLines } from './rules.ts';

const account = (name: (typeof FUNCTION_NAMES)[number]) => ({
  function: name,
  sub_kind: ACCOUNT_FUNCTIONS[name].sub,
  status: 'ACTIVE',
});

describe('which accounts a person books on (M16)', () => {
  test('none that parties’ balances, banks or settlements are worked out from', () => {
    const open = FUNCTION_NAMES.filter((name) => isForJournals(account(name)));
    expect(open).toEqual([
      'TAX_RECOVERABLE',
      'INTER_BRANCH',
      'TAXES_PAYABLE',
      'EQUITY',
      'BROKERAGE_INCOME',
      'FEE_INCOME',
      'BANK_CHARGES',
      'WRITE_OFFS',
      'EXPENSES',
    ]);
    for (const name of CONTROL_FUNCTIONS) expect(isForJournals(account(name))).toBe(false);
  });

  test.each([
    ['one of the firm’s own', { function: null, sub_kind: 'NONE', status: 'ACTIVE' }, true],
    ['one of it that is closed', { function: null, sub_kind: 'NONE', status: 'INACTIVE' }, false],
    ['one that is kept by bank account', { function: null, sub_kind: 'BANK', status: 'ACTIVE' }, false],
  ])('%s', (_, of, may) => {
    expect(isForJournals(of)).toBe(may);
  });
});

describe('lines', () => {
  test('are a debit or a credit, in the decimals of their currency', () => {
    const lines = [
      { currency: 'KES', debit: '10.50', credit: '' },
      { currency: 'JPY', debit: '', credit: '7' },
      { currency: 'KES', debit: '', credit: '' },
      { currency: 'KES', debit: '1', credit: '1' },
      { currency: 'JPY', debit: '1.5', credit: '' },
      { currency: 'KES', debit: '', credit: '-1' },
    ];
    const { amounts, faults } = readLines(lines);
    expect(amounts).toEqual([1050n, -7n, 0n, 0n, 0n, 0n]);
    expect(faults).toEqual([
      { field: 'lines.2.debit', message: 'Enter either a debit or a credit.' },
      { field: 'lines.3.debit', message: 'Enter either a debit or a credit.' },
      { field: 'lines.4.debit', message: 'JPY amounts have fewer decimals.' },
      { field: 'lines.5.credit', message: 'Amount must be more than 0.' },
    ]);
  });

  test('balance in each currency by itself', () => {
    const lines = [
      { currency: 'KES', amount: 100n },
      { currency: 'KES', amount: -100n },
      { currency: 'USD', amount: 50n },
      { currency: 'USD', amount: -20n },
    ];
    expect(balancesOf(lines)).toEqual([
      { currency: 'KES', debit: 100n, credit: 100n },
      { currency: 'USD', debit: 50n, credit: 20n },
    ]);
    expect(balanceFaults(lines)).toEqual([{ field: 'lines', message: 'The debits are USD 0.30 more.' }]);
    expect(balanceFaults(lines.slice(0, 2))).toEqual([]);
    expect(balanceFaults(lines.slice(3))).toEqual([{ field: 'lines', message: 'The credits are USD 0.20 more.' }]);
  });
});

test('a journal is of a day that has come', () => {
  expect(dayFaults('2026-03-02', '2026-03-02')).toEqual([]);
  expect(dayFaults('2026-03-03', '2026-03-02')).toEqual([
    { field: 'day', message: 'The day cannot be in the future.' },
  ]);
});
