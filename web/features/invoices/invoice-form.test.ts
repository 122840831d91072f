import { expect, test } from 'vitest';
import {
  type Account,
  blankInvoice,
  blankLine,
  bodyOfInvoice,
  faultsOfInvoice,
  incomeOf,
  type InvoiceValues,
  typedFigures,
} from './invoice-form.ts';

const TODAY = '2026-03-02';
const account = (code: string, changes: Partial<Account> = {}): Account => ({
  code,
  name: code,
  type: 'INCOME',
  sub_kind: 'NONE',
  status: 'ACTIVE',
  function: null,
  ...changes,
});
const ACCOUNTS = [
  account('4900', { function: 'EXCHANGE_GAIN' }),
  account('4000', { function: 'BROKERAGE_INCOME', status: 'INACTIVE' }),
  account('4100', { function: 'FEE_INCOME' }),
];
const blank = blankInvoice({ currency: 'KES', terms: 'LUMP_30', account: '4100' });
const typed: InvoiceValues = {
  ...blank,
  party: { id: '7', label: 'Savannah' },
  lines: [
    {
      ...blankLine('4100'),
      description: 'Days',
      quantity: '2.5',
      price: '40000',
      tax: { id: '9', label: 'VAT' },
      tax_rate: '16',
    },
  ],
};

test('a line begins on the account of what it is for, where the chart has an open one', () => {
  expect(incomeOf('FEE', ACCOUNTS)).toBe('4100');
  expect(incomeOf('BROKERAGE', ACCOUNTS)).toBe('');
  expect(incomeOf('OTHER', ACCOUNTS)).toBe('');
});

test('what is typed is sent as it is worked out', () => {
  expect(faultsOfInvoice(typed, null, TODAY)).toEqual([]);
  expect(typedFigures(typed).figures).toEqual({ net: 100_000_00n, tax: 16_000_00n, total: 116_000_00n });
  expect(bodyOfInvoice(typed, 3)).toMatchObject({
    credits: 3,
    party: 7,
    due_on: null,
    lines: [{ quantity: '2.5', price: '40000', tax: 9, tax_rate: '16', sub_account: null }],
  });
});

test.each([
  ['nothing typed', blank, null, ['party', 'lines.0.description', 'lines.0.price']],
  ['no line', { ...typed, lines: [] }, null, ['lines']],
  ['terms of a credit', typed, 3, ['terms']],
  ['neither terms nor a day', { ...typed, terms: '' }, null, ['due_on']],
  ['a day gone by', { ...typed, terms: '', due_on: '2026-03-01' }, null, ['due_on']],
  [
    'a tax without its rate',
    { ...typed, lines: typed.lines.map((one) => ({ ...one, tax_rate: '' })) },
    null,
    ['lines.0.tax_rate'],
  ],
] as const)('%s is refused', (...[, values, credits, fields]) => {
  const faults = faultsOfInvoice({ ...values, lines: [...values.lines] }, credits, TODAY);
  expect([...new Set(faults.map((fault) => fault.field))]).toEqual(fields);
});
