import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayIn } from '../domain/values/day.ts';
import { mt940 } from '../server/features/banks/banks.factories.ts';
import { expectAccessible } from './browser.ts';
import { pick, type } from './fields.ts';
import { expenseToPay, ourAccount } from './money-records.ts';
import { openOffice, type Office } from './office.ts';
import { approvedPlacement, journeyBook } from './placements.ts';

let office: Office;
const NUMBER = '0100700777';
const MATCHED = '0100700778';
let matched: number;
let reinsured: number;
/** The debit note of an approved policy. */
let note: string;
beforeAll(async () => {
  office = await openOffice();
  const root = await office.caller('root');
  await ourAccount(root, NUMBER);
  matched = await ourAccount(root, MATCHED);
  const maker = await office.caller('underwriter.lon');
  const desks = { maker, checker: await office.caller('manager.lon') };
  const book = await journeyBook(maker, 'LOCAL');
  reinsured = book.reinsured;
  const policy = await approvedPlacement(desks, book, 'LOCAL');
  const { notes } = await maker.call(`GET underwriting/${policy}`);
  note = notes.find(({ kind }: { kind: string }) => kind === 'DN').number;
});
afterAll(() => office?.close());

type Part = { scrollWidth: number; clientWidth: number; textContent: string | null };

/** The texts within an element of which not all is seen. */
const cutIn = (one: { querySelectorAll: (selector: string) => Iterable<Part> }) =>
  [...one.querySelectorAll('*')]
    .filter((part) => part.scrollWidth > part.clientWidth + 1)
    .map((part) => part.textContent);

const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

test('a statement is looked at and imported, its columns are matched once, and the last one is taken back', async () => {
  const { page } = await office.open({ who: 'accountant.lon' });
  await page.goto('/bank');
  await page.getByRole('link', { name: 'Import statement' }).first().click();
  await pick(page, 'Account', `Clients ${NUMBER}`);
  const entries = [{ amount: '281250.00', reference: 'FT1', text: 'Acacia Reinsurance' }];
  const first = mt940({ account: NUMBER, opening: '1000.00', closing: '282250.00', entries });
  await page.getByLabel('Bank statement').setInputFiles(file('wrong.sta', first.replaceAll('282250', '282251')));
  await page.getByText('but it ends at KES 282,251.00').waitFor();
  await expectAccessible(page, 'a statement that does not add up');
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await page.getByLabel('Bank statement').setInputFiles(file('march.sta', first));
  await page.getByRole('button', { name: 'Import statement' }).click();
  await page.getByRole('heading', { name: `Clients ${NUMBER} to Mar 2, 2026` }).waitFor();
  await page.getByRole('cell', { name: 'Acacia Reinsurance' }).waitFor();
  await expectAccessible(page, 'page of a statement');

  await page.goto('/bank');
  const card = page.getByRole('list', { name: 'Accounts' }).getByRole('link').filter({ hasText: NUMBER });
  await card.getByText('to Mar 2, 2026').waitFor();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await card.evaluate(cutIn), `of an account, cut at ${width} px`).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.goto('/bank/new');
  await pick(page, 'Account', `Clients ${NUMBER}`);
  const sheet = 'When;What;Moved\n03/03/2026;Charge;-50.00\n';
  await page.getByLabel('Bank statement').setInputFiles(file('march.csv', sheet));
  await page.getByText('Choose the column of the date.').waitFor();
  await pick(page, 'Date', 'When');
  await pick(page, 'Amount', 'Moved');
  await type(page, 'Opening balance', '282250');
  await type(page, 'Closing balance', '282200');
  await expectAccessible(page, 'columns of a statement');
  await page.getByRole('button', { name: 'Import statement' }).click();
  await page.getByRole('heading', { name: `Clients ${NUMBER} to Mar 3, 2026` }).waitFor();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Take back…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Of another month');
  await dialog.getByRole('button', { name: 'Take back statement' }).click();
  await page.getByText('its lines no longer count').waitFor();
});

test('a line is proposed to be the note that its text names, confirmed, its receipt approved by another, and the bank reconciled', async () => {
  const accountant = await office.caller('accountant.lon');
  const entries = [
    { amount: '562500.00', reference: 'FT8', text: `/ORDP/Acacia Reinsurance/REMI/premium ${note}/` },
    { amount: '-125.00', reference: 'FT9', text: 'Charge' },
  ];
  const text = mt940({ account: MATCHED, opening: '0.00', closing: '562375.00', entries });
  await accountant.call(`POST bankstatement/save?account=${matched}&name=march.sta`, Buffer.from(text));
  const { page } = await office.open({ who: 'accountant.lon' });
  await page.goto(`/bank/open?account=${matched}`);
  await page.getByText('Our number in the text, and the same amount').waitFor();
  await expectAccessible(page, 'open lines of the bank');
  await page.getByRole('button', { name: 'Confirm 1 line' }).click();
  await page.getByText('Line matched').waitFor();
  await page.getByText('Nothing in the books is known to be this').waitFor();

  const checker = (await office.open({ who: 'manager.lon' })).page;
  await checker.goto(`/bank/matched?bank=${matched}&waiting=yes`);
  await checker.getByRole('checkbox', { name: /#/ }).click();
  await expectAccessible(checker, 'matched lines of the bank');
  await checker.getByRole('button', { name: 'Approve 1 receipt' }).click();
  await checker.getByRole('dialog').getByRole('button', { name: 'Approve 1 receipt' }).click();
  await checker.getByText('1 receipt approved').waitFor();
  await checker.goto(`/bank/matched?bank=${matched}`);
  await checker
    .getByRole('link', { name: /^RV\/LON/ })
    .first()
    .waitFor();

  await page.goto(`/bank/reconciliation?bank=${matched}`);
  await page.getByRole('cell', { name: 'Charge' }).waitFor();
  await page.getByText('Balance of the statement').waitFor();
  await page.getByText('562,375.00').waitFor();
  await expectAccessible(page, 'bank reconciliation');
});

test('receipts that were banked together are put together by hand, and are the line once they come to it', async () => {
  const account = await ourAccount(await office.caller('root'), '0100700776');
  const accountant = await office.caller('accountant.lon');
  for (const receiptAmount of ['1000.00', '200.00', '30.00'])
    await accountant.call('POST receivable/save', {
      dateOfIssue: '2026-03-02',
      receiptType: 'ON_ACCOUNT',
      method: 'CHEQUE',
      reinsured,
      receiptAmount,
      currency: 'KES',
      bank_account: account,
    });
  const entries = [{ amount: '1030.00', reference: 'FT7', text: 'Cheques' }];
  const text = mt940({ account: '0100700776', opening: '0.00', closing: '1030.00', entries });
  await accountant.call(`POST bankstatement/save?account=${account}&name=march.sta`, Buffer.from(text));
  const { page } = await office.open({ who: 'accountant.lon' });
  await page.goto(`/bank/open?account=${account}`);
  await page.getByRole('radio', { name: 'Several receipts, banked together' }).click();
  await page.getByRole('checkbox', { name: /1,000\.00/ }).click();
  await page.getByText('1,000.00 of 1,030.00').waitFor();
  expect(await page.getByRole('button', { name: 'Confirm 0 lines' }).isDisabled()).toBe(true);
  await page.getByRole('checkbox', { name: / 30\.00/ }).click();
  await page.getByText('1,030.00 of 1,030.00').waitFor();
  await expectAccessible(page, 'receipts banked together');
  await page.getByRole('button', { name: 'Confirm 1 line' }).click();
  await page.getByText('Line matched').waitFor();
  await page.getByText('Every line is matched.').waitFor();
});

test('an approved voucher goes to the bank in a file, which is withdrawn with a reason', async () => {
  const people = {
    root: await office.caller('root'),
    maker: await office.caller('accountant.lon'),
    checker: await office.caller('manager.lon'),
  };
  const { data } = await people.maker.call('GET securities/findAll?searchValue=Acacia');
  const day = dayIn('Africa/Nairobi', new Date());
  await expenseToPay(people, { payee: data[0].id, day, number: '0100700779' });
  const { page } = await office.open({ who: 'cashier.lon' });
  await page.goto('/payables/files');
  await page.getByRole('link', { name: 'New payment file' }).first().click();
  await page.route(/\/payable\?/, (route) => route.fulfill({ status: 500, json: { title: 'Not now.' } }));
  await pick(page, 'From account', 'Clients 0100700779');
  await page.getByText('Not now.').waitFor();
  await page.unroute(/\/payable\?/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('link', { name: /^PV\/LON/ }).waitFor();
  await expectAccessible(page, 'new payment file');
  await page.getByRole('button', { name: 'Make payment file' }).click();
  await page.getByRole('heading', { name: /^PAY-/ }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download for the bank' }).click();
  expect((await download).suggestedFilename()).toMatch(/^PAY-\d+\.xml$/);
  await expectAccessible(page, 'page of a payment file');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Withdraw…' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Of another day');
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw payment file' }).click();
  await page.getByText('Withdrawn by').waitFor();
});
