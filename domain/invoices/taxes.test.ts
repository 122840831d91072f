import { describe, expect, test } from 'vitest';
import { invoiceRates, type InvoiceTaxRule, rateOfLine } from './taxes.ts';

const VAT = 16_000_000n;
const LOW = 8_000_000n;
const rule = (changes: Partial<InvoiceTaxRule> = {}): InvoiceTaxRule => ({
  taxId: 9,
  rate: VAT,
  appliesTo: 'ALL',
  from: '2026-01-01',
  to: null,
  branchId: null,
  country: null,
  currency: null,
  ...changes,
});
const invoiced = { day: '2026-03-02', branchId: 1, country: 'KE', currency: 'KES', resident: true };

describe('the rate of a tax on an invoice', () => {
  test.each<[string, InvoiceTaxRule[], [number, bigint[]][]]>([
    ['in force', [rule()], [[9, [VAT]]]],
    ['to come, gone by', [rule({ from: '2026-03-03' }), rule({ taxId: 8, to: '2026-03-01' })], []],
    ['that follows another', [rule({ to: '2026-02-28' }), rule({ rate: LOW, from: '2026-03-01' })], [[9, [LOW]]]],
    ['on its first and last day', [rule({ from: '2026-03-02', to: '2026-03-02' })], [[9, [VAT]]]],
    ['of another branch or country', [rule({ branchId: 2 }), rule({ taxId: 8, country: 'UG' })], []],
    [
      'of residents and of others',
      [rule({ appliesTo: 'RESIDENT' }), rule({ taxId: 8, appliesTo: 'NON_RESIDENT' })],
      [[9, [VAT]]],
    ],
  ])('%s', (_, rules, rates) => expect([...invoiceRates(rules, invoiced)]).toEqual(rates));
});

describe('the rate of a line', () => {
  const rates = new Map([
    [9, [VAT]],
    [7, [VAT, LOW]],
  ]);
  test.each<[{ tax: number | null; rate: bigint | null }, boolean, bigint | string | null]>([
    [{ tax: null, rate: null }, false, null],
    [{ tax: 9, rate: null }, false, VAT],
    [{ tax: 9, rate: VAT }, false, VAT],
    [{ tax: 9, rate: LOW }, false, 'tax_rate: The register has 16%.'],
    [{ tax: 7, rate: LOW }, true, LOW],
    [{ tax: 7, rate: null }, true, 'tax_rate: Choose which of its rates on the invoice this gives back.'],
    [{ tax: 7, rate: 1n }, true, 'tax_rate: The invoice has 16% and 8%.'],
    [{ tax: 5, rate: null }, true, 'tax: The invoice does not have this tax.'],
    [{ tax: null, rate: VAT }, false, 'tax: Choose the tax of this percentage.'],
    [
      { tax: 5, rate: null },
      false,
      'tax: This tax has no rate on invoices to this party on Mar 2, 2026. Choose another, or have one entered in Settings, Taxes.',
    ],
  ])('%o, a credit: %s', (line, isCredit, expected) => {
    const { rate, fault } = rateOfLine(line, rates, { day: '2026-03-02', isCredit });
    expect(fault === null ? rate : `${fault.field}: ${fault.message}`).toBe(expected);
  });
});
