import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examplePolicy, type Book } from '../server/testing/factories.ts';
import { expectAccessible } from './browser.ts';
import type { Caller } from './calls.ts';
import { TODAY } from './endorsement-cases.ts';
import { ourAccount } from './money-records.ts';
import { openOffice, type Office } from './office.ts';
import { journeyBook, notedPolicy, yearUnderWay } from './placements.ts';
import { approvedReceipt } from './receipts.ts';

let office: Office;
let book: Book;
let clerk: Caller;
let checker: Caller;
const SECOND = '0100700811';

/** A policy whose debit note is open; gives the id of the note. */
async function openNote(changes: Record<string, unknown> = {}): Promise<number> {
  const maker = await office.caller('underwriter.lon');
  const terms = examplePolicy(book, { ...yearUnderWay(), ...changes });
  const { id } = await notedPolicy({ maker, checker }, { terms });
  return id;
}

async function receive(receiptAmount: string, allocation: object): Promise<void> {
  const came = { dateOfIssue: TODAY, receiptType: 'PREMIUM', reinsured: book.reinsured, currency: 'KES' };
  const allocations = [{ amount: receiptAmount, ...allocation }];
  await approvedReceipt({ maker: clerk, checker }, { ...came, receiptAmount, allocations });
}

beforeAll(async () => {
  office = await openOffice();
  clerk = await office.caller('accountant.lon');
  checker = await office.caller('manager.lon');
  book = await journeyBook(await office.caller('underwriter.lon'), 'LOCAL');
});
afterAll(() => office?.close());

/** Submits the voucher of a form, has another approve it and the cashier pay it; gives the page of the cashier. */
async function paidFrom(page: Page, name: string): Promise<Page> {
  await expectAccessible(page, `form of ${name}`);
  await page.getByRole('button', { name: 'Submit voucher' }).click();
  await page.getByRole('heading', { name: /^Voucher #/ }).waitFor();
  const { pathname } = new URL(page.url());
  const manager = await office.desk('manager.lon');
  await manager.goto(`${pathname}?do=decide`);
  await manager
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve/ })
    .click();
  await manager.getByRole('heading', { name: /^PV\/LON/ }).waitFor();
  const cashier = await office.desk('cashier.lon');
  await cashier.goto(`${pathname}?do=pay`);
  const pay = cashier.getByRole('dialog');
  await pay.getByText('Client bank').first().waitFor();
  await expectAccessible(cashier, `paying ${name}`);
  await pay.getByRole('textbox', { name: 'Bank reference' }).fill('FT-OWN-1');
  await cashier.keyboard.press('Control+Enter');
  await cashier.getByText('Paid', { exact: true }).first().waitFor();
  return cashier;
}

test('what a note in dollars was paid in is converted: from client money to the paid voucher and what it left over', async () => {
  const root = await office.caller('root');
  await root.call('PUT currency/rate', { currency: 'USD', day: TODAY, rate: '130.1' });
  const note = await openNote({ currency: 'USD', sum_insured: '10000000' });
  await receive('1301000.00', { note, note_amount: '10000.00' });
  const page = await office.desk('accountant.lon');
  await page.goto('/clientmoney');
  await page.getByRole('link', { name: 'Convert it into USD' }).click();
  await page.getByRole('heading', { name: 'New voucher' }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Amount', exact: true }).inputValue()).toBe('1,301,000.00');
  await paidFrom(page, 'a conversion');
  await page.goto('/clientmoney');
  await page.getByRole('heading', { name: 'Client money' }).waitFor();
  await page.getByRole('table', { name: 'Client money by currency' }).getByText('10,000.00').first().waitFor();
  expect(await page.getByRole('link', { name: /^Convert it/ }).count()).toBe(0);
});

test('what an account paid for notes whose money lies in another is transferred to it', async () => {
  const second = await ourAccount(await office.caller('root'), SECOND);
  const note = await openNote();
  await receive('562500.00', { note });
  const payable = await clerk.call(`GET paymentvoucher/findPoliciesBySecurity?security=${book.a}`);
  const { item, available: amount } = payable.find((one: { available: string }) => one.available === '218750.00');
  const paying = {
    currency: 'KES',
    bank_date: TODAY,
    security: book.a,
    items: [{ item, amount }],
    bank_account: second,
  };
  const { id } = await clerk.call('POST paymentvoucher/save2', paying);
  const { version } = await clerk.call(`PUT paymentvoucher/submit/${id}`);
  const reason = 'Its account is on its letter';
  const approved = await checker.call(`PUT paymentvoucher/approve/${id}/APPROVED`, { version, reason });
  const cashier = await office.caller('cashier.lon');
  await cashier.call(`PUT paymentvoucher/pay/${id}`, { version: approved.version, bank_reference: 'FT 1', reason });

  const page = await office.desk('accountant.lon');
  await page.goto('/clientmoney');
  const name = `Clients ${SECOND}`;
  await page.getByText(`was paid from ${name} for notes whose money lies in other accounts.`).waitFor();
  await expectAccessible(page, 'client money with a transfer to make');
  await page.getByRole('link', { name: `Transfer it to ${name}` }).click();
  await page.getByRole('heading', { name: 'New voucher' }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Amount', exact: true }).inputValue()).toBe('218,750.00');
  await paidFrom(page, 'a transfer');
  await page.goto('/clientmoney');
  await page.getByRole('heading', { name: 'By bank account' }).waitFor();
  expect(await page.getByRole('link', { name: /^Transfer it/ }).count()).toBe(0);
  expect(office.faults()).toEqual([]);
});
