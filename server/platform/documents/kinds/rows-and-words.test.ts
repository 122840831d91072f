import { expect, it } from 'vitest';
import { endorsementSlipChange } from '../samples-endorsed.ts';
import { feeInvoice, retainer } from '../samples-invoices.ts';
import { finalReminder } from '../samples-reminders.ts';
import { receipt, voucher } from '../samples.ts';
import type { PageModel } from '../page-model.ts';
import { endorsementSlipModel } from './endorsement-slip.ts';
import { invoiceModel } from './invoice.ts';
import { paymentVoucherModel, receiptModel } from './money-papers.ts';
import { reminderModel } from './reminder.ts';

const textOf = (model: PageModel): string => JSON.stringify(model).replaceAll('\u00a0', ' ');
const tablesOf = (model: PageModel) => model.sections.flatMap((section) => (section.kind === 'table' ? [section] : []));

it('a voucher that moves no bank says nowhere that something is paid', () => {
  const { payFrom: _from, bank: _bank, ...settled } = voucher;
  const text = textOf(paymentVoucherModel(settled));
  expect(text).toContain('"Set off by"');
  expect(text).toContain('"heading":"Set off"');
  expect(text).not.toMatch(/"Paid by"|"heading":"Payment|"Paid from"/);
});

it('what a voucher concerns parts no pair of its bank', () => {
  const model = paymentVoucherModel({ ...voucher, account: '6100 Office costs', concerns: 'NBO/CL/2026/000001' });
  const pairs = model.sections.flatMap((section) => (section.kind === 'fields' ? section.rows : []));
  const narrow = pairs.filter((row) => !row.wide).map((row) => row.label);
  expect(narrow).toEqual(['Account name', 'Account number', 'Bank', 'Currency', 'SWIFT']);
});

it('what was given back of a receipt is a row of its allocation, so that it adds up', () => {
  const [table] = tablesOf(receiptModel({ ...receipt, unallocated: 5_000_00n, refunded: 1_250_00n }));
  expect(table?.rows.map((row) => [row[0], row[2]])).toEqual([
    ['DN/NBO/2026/000012', '281,250.00'],
    ['DN/NBO/2026/000009', '12,500.00'],
    ['Refunded', '1,250.00'],
    ['Unallocated', '5,000.00'],
  ]);
  expect(textOf(receiptModel(receipt))).not.toContain('Refunded');
});

it('of a receipt on account it is said that it is allocated to nothing', () => {
  const model = receiptModel({ ...receipt, allocations: [], unallocated: receipt.receiptAmount });
  expect(tablesOf(model)).toEqual([]);
  expect(textOf(model)).toContain('Allocated to no document.');
});

it('what is settled in another currency leaves a dash and no nought', () => {
  const [table] = tablesOf(receiptModel({ ...receipt, currency: 'USD' }));
  expect(table?.rows[1]?.[3]).toBe('–');
});

it('an invoice has a column of taxes where a line is taxed', () => {
  const labels = (model: PageModel) => tablesOf(model)[0]?.columns.map(({ label }) => label);
  expect(labels(invoiceModel(feeInvoice))).toContain('Tax');
  expect(labels(invoiceModel(retainer))).toEqual(['Description', 'Quantity', 'Price', 'Amount, KES']);
});

it('an endorsement slip names its number once at its head, and a premium that does not move by a dash', () => {
  const model = endorsementSlipModel(endorsementSlipChange);
  expect(textOf({ ...model, number: '' }).split(`"${model.number}"`)).toHaveLength(2);
  const premiums = model.sections.flatMap((section) => (section.kind === 'lines' ? section.lines : []));
  expect(premiums.map((line) => line.figures.at(-1))).toEqual(['–', '75,000.00', '−75,000.00']);
});

it('a reminder, which is as at its own day, names that day once', () => {
  const { facts, date } = reminderModel(finalReminder);
  expect(facts.filter(({ value }) => value === date)).toEqual([{ label: 'Date', value: date }]);
});
