import { describe, expect, test } from 'vitest';
import { invoiceLines } from './lines.ts';
import {
  creditFaults,
  dueDays,
  dueFaults,
  formatQuantity,
  isForInvoices,
  isSubAccountOf,
  lineFigures,
  readLines,
  readQuantity,
  type Credited,
  type LineAccountOf,
} from './rules.ts';

const VAT = 16_000_000n;
const line = (changes = {}) => ({ quantity: '1', price: '100.00', rate: null, ...changes });

describe('a line', () => {
  test.each([
    // 2.5 × 40,000.00 = 100,000.00; 16 % 16,000.00.
    [
      { quantity: 2500n, price: 40_000_00n, rate: VAT },
      { net: 100_000_00n, tax: 16_000_00n },
    ],
    // 1 × 12,345.67; 16 % = 1,975.3072.
    [
      { quantity: 1000n, price: 12_345_67n, rate: VAT },
      { net: 12_345_67n, tax: 1_975_31n },
    ],
    // 0.333 × 1.00 = 0.333; 0.335 × 1.00 = 0.335, half away from zero.
    [
      { quantity: 333n, price: 100n, rate: null },
      { net: 33n, tax: 0n },
    ],
    [
      { quantity: 335n, price: 100n, rate: null },
      { net: 34n, tax: 0n },
    ],
    [
      { quantity: 1000n, price: 50n, rate: 1_000_000n },
      { net: 50n, tax: 1n },
    ],
  ])('%o comes to %o', (charged, figures) => expect(lineFigures(charged)).toEqual(figures));

  test.each([
    ['1', 1000n],
    ['2.5', 2500n],
    ['0.001', 1n],
    ['1000000', 1_000_000_000n],
    ['0', 'Quantity must be more than 0.'],
    ['-1', 'Quantity must be more than 0.'],
    ['', 'Quantity must be more than 0.'],
    ['0.0001', 'At most three decimals.'],
    ['1000000.001', 'Quantity must be at most 1,000,000.'],
  ])('a quantity of "%s" is %s', (text, read) => expect(readQuantity(text)).toBe(read));

  test.each([
    [2500n, '2.5'],
    [1000n, '1'],
    [10_000n, '10'],
    [1n, '0.001'],
  ])('%s thousandths are written %s', (quantity, text) => expect(formatQuantity(quantity)).toBe(text));
});

describe('the lines of an invoice', () => {
  test('add up line by line, tax rounded once on each', () => {
    const { figures, faults } = readLines(
      [
        line({ quantity: '2.5', price: '40000', rate: VAT }),
        line({ price: '12345.67', rate: VAT }),
        line({ price: '0.01' }),
      ],
      'KES',
    );
    expect(faults).toEqual([]);
    expect(figures).toEqual({ net: 112_345_68n, tax: 17_975_31n, total: 130_320_99n });
  });
  test('in a currency without decimals', () => {
    expect(readLines([line({ quantity: '0.5', price: '3' })], 'JPY').figures.total).toBe(2n);
    expect(readLines([line({ price: '3.5' })], 'JPY').faults).toEqual([
      { field: 'lines.0.price', message: 'JPY amounts have fewer decimals.' },
    ]);
  });
  test.each([
    [line({ quantity: 'x', price: '-1' }), ['lines.0.quantity', 'lines.0.price']],
    [line({ quantity: '0.001', price: '0.01' }), ['lines.0.price']],
    [line({ quantity: '1000000', price: '9999999999999' }), ['lines']],
  ])('%o is refused', (typed, fields) =>
    expect(readLines([typed], 'KES').faults.map((fault) => fault.field)).toEqual(fields),
  );
});

describe('when it is due', () => {
  const day = '2026-03-02';
  test('by its terms from the day on which it is booked, on its day, or at once', () => {
    expect(dueDays({ terms: 'LUMP_30', dueOn: null }, { day, total: 100n })).toEqual([
      { sequence: 1, dueOn: '2026-04-01', amount: 100n },
    ]);
    expect(dueDays({ terms: 'INSTALMENTS_2', dueOn: null }, { day, total: 101n })).toEqual([
      { sequence: 1, dueOn: '2026-03-02', amount: 50n },
      { sequence: 2, dueOn: '2026-09-02', amount: 51n },
    ]);
    expect(dueDays({ terms: '', dueOn: '2026-05-01' }, { day, total: 1n })[0]?.dueOn).toBe('2026-05-01');
    expect(dueDays({ terms: '', dueOn: '2026-01-01' }, { day, total: 1n })[0]?.dueOn).toBe(day);
    expect(dueDays({ terms: '', dueOn: null }, { day, total: 1n })[0]?.dueOn).toBe(day);
  });
  test.each([
    [{ terms: '', dueOn: null }, false, ['due_on']],
    [{ terms: 'LUMP_30', dueOn: day }, false, ['due_on']],
    [{ terms: 'SOON', dueOn: null }, false, ['terms']],
    [{ terms: '', dueOn: '2026-03-01' }, false, ['due_on']],
    [{ terms: '', dueOn: day }, false, []],
    [{ terms: 'LUMP_30', dueOn: null }, false, []],
    [{ terms: '', dueOn: null }, true, []],
    [{ terms: 'LUMP_30', dueOn: day }, true, ['terms', 'due_on']],
  ])('%o, a credit: %s', (due, isCredit, fields) =>
    expect(dueFaults(due, { isCredit, today: day }).map((fault) => fault.field)).toEqual(fields),
  );
});

describe('its accounts', () => {
  const account = (changes: Partial<LineAccountOf> = {}): LineAccountOf => ({
    type: 'INCOME',
    sub_kind: 'NONE',
    status: 'ACTIVE',
    function: 'FEE_INCOME',
    ...changes,
  });
  test.each([
    [{}, true],
    [{ function: null, sub_kind: 'PARTY' }, true],
    [{ function: 'EXCHANGE_GAIN' }, false],
    [{ status: 'INACTIVE' }, false],
    [{ type: 'EXPENSE' }, false],
    [{ sub_kind: 'TAX' }, false],
    [{ sub_kind: 'BANK' }, false],
  ])('%o: %s', (changes, may) => expect(isForInvoices(account(changes))).toBe(may));
  test('have as sub-ledger accounts the parties of their kind', () => {
    expect(isSubAccountOf({ sub_kind: 'PARTY' }, 'INSURED')).toBe(true);
    expect(isSubAccountOf({ sub_kind: 'SECURITY' }, 'SECURITY')).toBe(true);
    expect(isSubAccountOf({ sub_kind: 'SECURITY' }, 'REINSURED')).toBe(false);
  });
});

describe('a credit', () => {
  const invoice: Credited = {
    status: 'APPROVED',
    isCredit: false,
    kind: 'FEE',
    party: 7,
    currency: 'KES',
    outstanding: 11_600n,
  };
  const credit = { kind: 'FEE', party: 7, currency: 'KES', total: 11_600n };
  test('gives back at most what is unpaid', () => {
    expect(creditFaults(credit, invoice)).toEqual([]);
    expect(creditFaults({ ...credit, total: 11_601n }, invoice)).toEqual([
      { field: 'lines', message: 'Only KES 116.00 of the invoice is unpaid: a credit is at most that.' },
    ]);
  });
  test.each([
    [null, {}, ['credits']],
    [{ status: 'PENDING' }, {}, ['credits']],
    [{ status: 'REVERSED' }, {}, ['credits']],
    [{ isCredit: true }, {}, ['credits']],
    [{}, { kind: 'OTHER', party: 8, currency: 'USD' }, ['kind', 'party', 'currency']],
  ])('of %o with %o is refused', (of, changes, fields) => {
    const credited = of === null ? null : { ...invoice, ...of };
    expect(creditFaults({ ...credit, ...changes }, credited).map((fault) => fault.field)).toEqual(fields);
  });
});

describe('what it books', () => {
  const lines = [
    { account: '4100', subPartyId: null, taxId: 9, net: 10_000n, tax: 1_600n },
    { account: '4100', subPartyId: null, taxId: null, net: 5n, tax: 0n },
    { account: '4200', subPartyId: 3, taxId: 9, net: 100n, tax: 16n },
    { account: '4200', subPartyId: 4, taxId: 9, net: 1n, tax: 0n },
  ];
  const booked = [
    { account: 'INVOICES_RECEIVABLE', partyId: 7, amount: 11_722n },
    { account: { code: '4100' }, partyId: undefined, amount: -10_005n },
    { account: { code: '4200' }, partyId: 3, amount: -100n },
    { account: { code: '4200' }, partyId: 4, amount: -1n },
    { account: 'TAXES_PAYABLE', taxId: 9, amount: -1_616n },
  ];
  test('one line an account with its sub-ledger account, one a tax', () => {
    expect(invoiceLines(lines, { partyId: 7, credit: false })).toEqual(booked);
  });
  test('and a credit the mirror', () => {
    expect(invoiceLines(lines, { partyId: 7, credit: true })).toEqual(
      booked.map((one) => ({ ...one, amount: -one.amount })),
    );
  });
});
