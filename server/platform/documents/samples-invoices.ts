/** Invoices of the firm itself, for tests and for looking at. */
import type { InvoiceInput } from './kinds/invoice.ts';
import { bank, cedant, document } from './samples.ts';

const VAT = { name: 'Value added tax', percent: 16_000_000n };

/** 2.5 days at 40,000.00 and a lump of 12,345.67: 112,345.67, 16 % of it 17,975.31. */
export const feeInvoice: InvoiceInput = {
  ...document('INV/NBO/2026/000021'),
  party: cedant,
  currency: 'KES',
  kind: 'Fee',
  terms: 'In full within 30 days',
  reference: 'PO 4471',
  narration: 'As agreed in our letter of 3 November 2026.',
  lines: [
    {
      description: 'Review of the treaty programme 2027, consulting days',
      quantity: '2.5',
      price: 40_000_00n,
      net: 100_000_00n,
      tax: VAT,
    },
    { description: 'Travel to Mombasa', quantity: '1', price: 12_345_67n, net: 12_345_67n, tax: VAT },
  ],
  net: 112_345_67n,
  taxes: [{ ...VAT, of: 112_345_67n, amount: 17_975_31n }],
  total: 130_320_98n,
  due: [{ dueDay: '2026-12-21', amount: 130_320_98n }],
  bank: { ...bank, accountName: 'Slipway Reinsurance Brokers Office Account' },
};

export const retainer: InvoiceInput = {
  ...feeInvoice,
  ...document('INV/NBO/2026/000022'),
  terms: '4 instalments, quarterly',
  lines: [{ description: 'Retainer 2027', quantity: '1', price: 400_000_01n, net: 400_000_01n }],
  net: 400_000_01n,
  taxes: [],
  total: 400_000_01n,
  due: [
    { dueDay: '2026-11-21', amount: 100_000_00n },
    { dueDay: '2027-02-21', amount: 100_000_00n },
    { dueDay: '2027-05-21', amount: 100_000_00n },
    { dueDay: '2027-08-21', amount: 100_000_01n },
  ],
};

export const credit: InvoiceInput = {
  ...feeInvoice,
  ...document('CN/NBO/2026/000041'),
  credits: 'INV/NBO/2026/000021',
  terms: '',
  narration: 'One half day was not used.',
  lines: [
    {
      description: 'Review of the treaty programme 2027, consulting days',
      quantity: '0.5',
      price: 40_000_00n,
      net: 20_000_00n,
      tax: VAT,
    },
  ],
  net: 20_000_00n,
  taxes: [{ ...VAT, of: 20_000_00n, amount: 3_200_00n }],
  total: 23_200_00n,
  due: [],
};
