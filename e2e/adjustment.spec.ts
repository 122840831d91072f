import { afterAll, beforeAll, expect, test } from 'vitest';
import { examplePolicy, type Book } from '../server/testing/factories.ts';
import { expectAccessible } from './browser.ts';
import type { Caller } from './calls.ts';
import { TODAY } from './endorsement-cases.ts';
import { endorsed } from './endorsing.ts';
import { type } from './fields.ts';
import { openOffice, type Office } from './office.ts';
import { approvedPlacement, journeyBook, notedPolicy, yearUnderWay } from './placements.ts';
import { approvedReceipt } from './receipts.ts';

let office: Office;
let policy: number;
let book: Book;
let desks: { maker: Caller; checker: Caller };
beforeAll(async () => {
  office = await openOffice();
  const maker = await office.caller('underwriter.lon');
  desks = { maker, checker: await office.caller('manager.lon') };
  book = await journeyBook(maker, 'LOCAL');
  policy = await approvedPlacement(desks, book, 'LOCAL');
});
afterAll(() => office?.close());

/** A policy of the example whose debit note is received; gives its id. */
async function received(): Promise<number> {
  const id = await approvedPlacement(desks, book, 'LOCAL');
  const clerk = await office.caller('accountant.lon');
  const { notes } = await clerk.call(`GET underwriting/${id}`);
  const allocations = [{ note: notes.find((one: { kind: string }) => one.kind === 'DN').id, amount: '562500.00' }];
  await approvedReceipt(
    { maker: clerk, checker: desks.checker },
    {
      dateOfIssue: TODAY,
      receiptType: 'PREMIUM',
      reinsured: book.reinsured,
      receiptAmount: '562500.00',
      currency: 'KES',
      allocations,
    },
  );
  return id;
}

/** Acacia was paid for a policy that was cancelled since, and is to be paid for another; gives the cancelled one. */
async function returnDue(): Promise<number> {
  const cancelled = await received();
  const clerk = await office.caller('accountant.lon');
  const payable = await clerk.call(`GET paymentvoucher/findPoliciesBySecurity?security=${book.a}`);
  const { item, available: amount } = payable.find((one: { policy: { id: number } }) => one.policy.id === cancelled);
  const paying = { currency: 'KES', bank_date: TODAY, security: book.a, items: [{ item, amount }] };
  const { id } = await clerk.call('POST paymentvoucher/save2', paying);
  const { version } = await clerk.call(`PUT paymentvoucher/submit/${id}`);
  const reason = 'Its account is on its letter';
  const approved = await desks.checker.call(`PUT paymentvoucher/approve/${id}/APPROVED`, { version, reason });
  const cashier = await office.caller('cashier.lon');
  await cashier.call(`PUT paymentvoucher/pay/${id}`, { version: approved.version, bank_reference: 'FT 1', reason });
  await endorsed(desks, cancelled, { endorsementtype: 'CANCEL_PRORATA', sum_insured: null });
  await received();
  return cancelled;
}

test('what a security gives back is set against its next voucher, and the reinsured is refunded what is in hand', async () => {
  const cancelled = await returnDue();
  const maker = await office.open({ who: 'accountant.lon' });
  const { page } = maker;
  await page.goto(`/payables/new?security=${book.a}&currency=KES`);
  const owed = page.getByRole('list', { name: 'What the security owes' });
  await owed.getByText('Return of premium').waitFor();
  const total = page.getByRole('region', { name: 'This voucher' });
  await total
    .getByText(/87,500\.00/)
    .first()
    .waitFor();
  await expectAccessible(page, 'form of a voucher that sets off');
  await page.getByRole('button', { name: 'Submit voucher' }).click();
  await page.getByRole('heading', { name: /^Voucher #/ }).waitFor();
  await page.getByText('131,250.00').first().waitFor();
  const address = new URL(page.url()).pathname;
  await expectAccessible(page, 'page of a voucher that sets off');
  await page.goto(`/underwriting/${cancelled}?tab=money`);
  await page.getByRole('link', { name: /^Refund CN\/LON/ }).click();
  await page.getByText(/has not come back from who was paid it/).waitFor();
  await page.getByRole('button', { name: 'Use it all' }).click();
  await expectAccessible(page, 'form of a refund');
  await page.getByRole('button', { name: 'Submit voucher' }).click();
  await page.getByRole('heading', { name: /^Voucher #/ }).waitFor();
  await page.getByText(/· Refund$/).waitFor();
  const checker = await office.open({ who: 'manager.lon' });
  await checker.page.goto(`${address}?do=decide`);
  const review = checker.page.getByRole('dialog');
  await review.getByText(/is set off: return of premium/).waitFor();
  await expectAccessible(checker.page, 'review of a voucher that sets off');
  expect([...maker.faults, ...checker.faults]).toEqual([]);
  await maker.context.close();
  await checker.context.close();
});

test('premium that cannot be collected is entered from its note and approved by another', async () => {
  const maker = await office.open({ who: 'accountant.lon' });
  await maker.page.goto(`/underwriting/${policy}?tab=money`);
  await maker.page.getByRole('link', { name: /^Settle DN\/LON.* without cash$/ }).click();
  await maker.page.getByRole('heading', { name: 'New adjustment' }).waitFor();
  // As amounts are written everywhere.
  await maker.page.getByRole('button', { name: /^Use\s*\d{1,3}(,\d{3})+\.\d{2}$/ }).waitFor();
  await maker.page.getByRole('radio', { name: /Uncollectable premium/ }).click();
  await maker.page.getByRole('textbox', { name: 'Amount' }).fill('1000.00');
  await expectAccessible(maker.page, 'form of an adjustment');
  await maker.page.getByRole('button', { name: 'Submit adjustment' }).click();
  await maker.page.getByText('Say why it is not collected.').first().waitFor();
  await maker.page.getByRole('textbox', { name: 'Reason' }).fill('The reinsured is insolvent');
  await maker.page.getByRole('button', { name: 'Submit adjustment' }).click();
  await maker.page.getByRole('heading', { name: /^Adjustment #/ }).waitFor();
  const address = new URL(maker.page.url()).pathname;
  await expectAccessible(maker.page, 'page of an adjustment');
  const checker = await office.open({ who: 'manager.lon' });
  await checker.page.goto(`${address}?do=decide`);
  const review = checker.page.getByRole('dialog');
  await review.getByText('Premium receivable').first().waitFor();
  await expectAccessible(checker.page, 'review of an adjustment');
  await review.getByRole('button', { name: /^Approve/ }).click();
  await checker.page.getByRole('heading', { name: /^ADJ\/LON/ }).waitFor();
  await checker.page.getByText('Acacia Reinsurance').first().waitFor();
  expect([...maker.faults, ...checker.faults]).toEqual([]);
  await maker.context.close();
  await checker.context.close();
});

/** A debit note of USD 11,250.00, booked at 129.50, and the day's rate since. */
async function dollarNote(): Promise<string> {
  const root = await office.caller('root');
  await root.call('PUT currency/rate', { currency: 'USD', day: TODAY, rate: '129.5' });
  const terms = { ...yearUnderWay(), currency: 'USD', sum_insured: '10000000' };
  const { number } = await notedPolicy(desks, { terms: examplePolicy(book, terms) });
  await root.call('PUT currency/rate', { currency: 'USD', day: TODAY, rate: '130.1' });
  return number;
}

test('shillings settle a note in dollars: at the rate of the day, as agreed, and what is left to convert', async () => {
  const number = await dollarNote();
  const maker = await office.open({ who: 'accountant.lon' });
  const { page } = maker;
  await page.goto(`/receivables/new?reinsured=${book.reinsured}`);
  await type(page, 'Amount', '1301000');
  await page.getByRole('switch', { name: /^In another currency/ }).check();
  const note = page.getByRole('list', { name: 'Open debit notes in another currency' }).getByRole('listitem');
  await note.getByRole('checkbox', { name: `Allocate to ${number}` }).check();
  await note.getByText('1 USD = KES 130.1', { exact: true }).waitFor();
  expect(await note.getByRole('textbox', { name: `Settles of ${number}` }).inputValue()).toBe('10,000.00');
  await type(page, `Settles of ${number}`, '11250.01');
  await note.getByText('Only USD 11,250.00 is outstanding.').waitFor();
  await type(page, `Settles of ${number}`, '10000');
  await expectAccessible(page, 'form of a receipt in another currency');
  await page.getByRole('button', { name: 'Submit receipt' }).click();
  await page.getByRole('heading', { name: /^Receipt #/ }).waitFor();
  const address = new URL(page.url()).pathname;
  const checker = await office.open({ who: 'manager.lon' });
  await checker.page.goto(`${address}?do=decide`);
  const review = checker.page.getByRole('dialog');
  await review.getByText('An exchange gain of KES 6,000.00 is booked with it.').waitFor();
  await review.getByRole('button', { name: /^Approve/ }).click();
  await checker.page.getByRole('heading', { name: /^RV\/LON/ }).waitFor();
  await expectAccessible(checker.page, 'page of a receipt in another currency');
  await page.goto('/clientmoney');
  await page.getByRole('link', { name: 'Convert it into USD' }).click();
  expect(await page.getByRole('textbox', { name: 'Amount bought' }).inputValue()).toBe('10,000.00');
  expect([...maker.faults, ...checker.faults]).toEqual([]);
  await maker.context.close();
  await checker.context.close();
});
