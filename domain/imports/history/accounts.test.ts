import { describe, expect, test } from 'vitest';
import { functionsFor, proposedUses, useFaults, type OtherAccount } from './accounts.ts';
import { historyColumns, historyRow, type AccountKind } from './files.ts';

const account = (code: string, name: string, kind: AccountKind): OtherAccount => ({ code, name, kind, lines: 1 });
const unused = (code: string, name: string, kind: AccountKind): OtherAccount => ({ code, name, kind, lines: 0 });

describe('what an account is proposed to be for', () => {
  test.each<[OtherAccount, string | null]>([
    [account('1000', 'Client bank USD', 'asset'), 'CLIENT_BANK'],
    [account('1000', 'Office bank', 'asset'), 'OFFICE_BANK'],
    [unused('1000', 'Unallocated cash', 'asset'), 'UNALLOCATED_CASH'],
    [account('1000', 'Unallocated cash', 'asset'), null],
    [account('1000', 'Prepayments', 'asset'), null],
    [account('1000', 'Premium debtors Marine', 'receivable'), 'PREMIUM_RECEIVABLE'],
    [account('1000', 'Securities payable Marine', 'payable'), 'PREMIUM_PAYABLE'],
    [account('1000', 'Premium levy payable', 'liability'), 'TAXES_PAYABLE'],
    [account('1000', 'VAT payable', 'liability'), 'TAXES_PAYABLE'],
    [account('1000', 'Accruals', 'liability'), null],
    [account('1000', 'Exchange gains', 'income'), 'EXCHANGE_GAIN'],
    [account('1000', 'Exchange losses', 'expense'), 'EXCHANGE_LOSS'],
    [account('1000', 'Bank charges', 'expense'), 'BANK_CHARGES'],
    [account('1000', 'Brokerage Marine', 'income'), 'BROKERAGE_INCOME'],
    [account('1000', 'Training', 'expense'), null],
  ])('%o: %s', (one, use) => {
    expect(proposedUses([one], [])['1000']?.function).toBe(use);
  });

  test('one of several is posted to by default, and each tax is one account’s', () => {
    const uses = proposedUses(
      [
        account('3000', 'Share capital', 'equity'),
        account('3100', 'Retained earnings', 'equity'),
        account('2301', 'Premium levy payable', 'liability'),
        account('2302', 'Second levy payable', 'liability'),
      ],
      ['LEVY', 'WHT'],
    );
    expect(uses).toEqual({
      '3000': { function: 'EQUITY', tax: null, is_default: false },
      '3100': { function: 'EQUITY', tax: null, is_default: true },
      '2301': { function: 'TAXES_PAYABLE', tax: 'LEVY', is_default: true },
      '2302': { function: 'TAXES_PAYABLE', tax: null, is_default: false },
    });
  });
});

describe('what is wrong with uses', () => {
  const accounts = [
    account('1010', 'Bank', 'asset'),
    account('1020', 'Bank', 'asset'),
    account('2301', 'Levy', 'liability'),
  ];
  const bank = { function: 'OFFICE_BANK', tax: null, is_default: true } as const;
  const levy = { function: 'TAXES_PAYABLE', tax: 'LEVY', is_default: true } as const;
  const rest = { ...bank, is_default: false };
  test.each([
    ['nothing', { 1010: bank, 1020: rest, 2301: levy }, []],
    ['an account that is left out', { 1010: bank, 2301: levy }, ['accounts.1020']],
    ['an account that is not there', { 1010: bank, 1020: rest, 2301: levy, 9999: rest }, ['accounts.9999']],
    ['two defaults', { 1010: bank, 1020: bank, 2301: levy }, ['accounts.1010']],
    ['none', { 1010: rest, 1020: rest, 2301: levy }, ['accounts.1010']],
    ['another kind', { 1010: { ...bank, function: 'EQUITY' as const }, 1020: bank, 2301: levy }, ['accounts.1010']],
    ['a tax that there is not', { 1010: bank, 1020: rest, 2301: { ...levy, tax: 'XX' } }, ['accounts.2301']],
    [
      'a tax of a bank',
      { 1010: { ...bank, tax: 'LEVY' }, 1020: rest, 2301: { ...levy, tax: null } },
      ['accounts.1010'],
    ],
  ])('%s', (_name, uses, fields) => {
    expect(
      useFaults(accounts, uses, ['LEVY'])
        .map(({ field }) => field)
        .slice(0, fields.length || 9),
    ).toEqual(fields);
  });

  test('an account with items is premium alone; one with lines is no control account', () => {
    expect(functionsFor(account('1200', 'Claims debtors', 'receivable'))).toEqual(['PREMIUM_RECEIVABLE']);
    expect(functionsFor(account('1090', 'Cash', 'asset'))).not.toContain('UNALLOCATED_CASH');
  });
});

describe('rows of the files', () => {
  const columns = new Map([
    ['code', 1],
    ['name', 0],
    ['type', 2],
    ['group', 3],
  ]);
  test('are read by their headings, whatever their order', () => {
    expect(historyColumns('accounts.csv', [' Name', 'CODE', 'type', 'group', 'more'])).toEqual(columns);
    expect(historyColumns('accounts.csv', ['code', 'name'])).toBe('Has no column type, group.');
    expect(historyColumns('accounts.csv', ['code', 'name', 'type', 'group', 'code'])).toBe(
      'Has the column code twice.',
    );
    expect(historyRow('accounts.csv', columns, [' Bank ', '1010', 'asset'])).toEqual({
      values: { code: '1010', name: 'Bank', type: 'asset', group: '' },
      faults: [],
    });
  });
  test('say what is wrong with each cell', () => {
    expect(historyRow('accounts.csv', columns, ['Ba\u0007nk', '10', 'money', '']).faults).toEqual([
      'code: The code of an account has four digits.',
      'name: Holds a character that cannot be kept.',
      'type: One of asset, receivable, payable, liability, equity, income, expense.',
    ]);
  });
});
