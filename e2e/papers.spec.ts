import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from './browser.ts';
import { openOffice, type Office } from './office.ts';
import { mailTo } from './outbox.ts';
import { approvedPlacement, journeyBook } from './placements.ts';
import { approvedReceipt } from './receipts.ts';

/** What follows for policies that are selected: their papers by mail, and what is released on them alone. */
const CEDANT = 'accounts@savannah.example';
let office: Office;
const policies: number[] = [];
beforeAll(async () => {
  office = await openOffice();
  const desks = { maker: await office.caller('underwriter.nbo'), checker: await office.caller('manager.nbo') };
  const root = await office.caller('root');
  const book = await journeyBook(desks.maker, 'LOCAL');
  for (let nth = 0; nth < 3; nth += 1) policies.push(await approvedPlacement(desks, book, 'LOCAL'));
  const { name, address, version } = await root.call(`GET reinsured/${book.reinsured}`);
  await root.call(`PUT reinsured/edit?id=${book.reinsured}&name=${encodeURIComponent(name)}`, {
    name,
    address,
    email: CEDANT,
    version,
  });
});
afterAll(() => office?.closeSound());

test('papers of two policies are sent from the list: their number and addresses first, what became of each after', async () => {
  const page = await office.desk('manager.nbo');
  await page.goto('/underwriting');
  const rows = page.getByRole('row').filter({ has: page.getByRole('checkbox') });
  await rows.nth(2).waitFor();
  for (const nth of [1, 2]) await rows.nth(nth).getByRole('checkbox').check();
  await page.getByText('2 selected').waitFor();
  await page.getByRole('button', { name: 'Send papers…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('4 papers of 2 policies to 4 addresses.').waitFor();
  await dialog.getByText('3 of them have no address').waitFor();
  await expectAccessible(page, 'papers of a selection');
  await dialog.getByRole('checkbox', { name: 'Credit notes' }).uncheck();
  await dialog.getByRole('checkbox', { name: 'Cover notes' }).uncheck();
  await dialog.getByText('2 papers of 2 policies to 2 addresses.').waitFor();
  await dialog.getByRole('button', { name: 'Send 2 papers' }).click();
  await page.waitForURL(/\/batches\/\d+$/);
  await page.getByRole('heading', { level: 1, name: 'Send papers of 2 policies' }).waitFor();
  await page.getByText('Done', { exact: true }).nth(1).waitFor();
  await mailTo(office.dataDir, CEDANT, /DN/);
  await expectAccessible(page, 'what became of papers of a selection');
  // Those were mailed: of all three policies one is left.
  await page.goto('/underwriting');
  await page.getByLabel('Select all rows of this page').click();
  await page.getByRole('button', { name: 'Send papers…' }).click();
  await dialog.getByRole('checkbox', { name: 'Credit notes' }).uncheck();
  await dialog.getByRole('checkbox', { name: 'Cover notes' }).uncheck();
  await dialog
    .getByText(/^1 paper of 1 policy to 1 address\. 2 papers were mailed before and do not go again\.$/)
    .waitFor();
  await page.keyboard.press('Escape');
});

test('what is released is narrowed to the policies that are selected, and to their notes on the voucher', async () => {
  const page = await office.desk('accountant.nbo');
  const cashier = await office.caller('cashier.nbo');
  const checker = await office.caller('manager.nbo');
  const { reinsured } = await journeyBook(cashier, 'LOCAL');
  for (const policy of policies.slice(0, 2)) {
    const { notes } = await checker.call(`GET underwriting/${policy}`);
    const note = notes.find((one: { kind: string }) => one.kind === 'DN');
    const came = { dateOfIssue: note.posted_on, receiptType: 'PREMIUM', reinsured, currency: 'KES' };
    const allocations = [{ note: note.id, amount: note.amount }];
    await approvedReceipt({ maker: cashier, checker }, { ...came, receiptAmount: note.amount, allocations });
  }
  await page.goto(`/payables?tab=releases&policies=${policies[0]}`);
  await page.getByText('Of the selected policy alone.').waitFor();
  const pay = page.getByRole('link', { name: /Pay Acacia Reinsurance in KES/ });
  const line = page.getByRole('row').filter({ has: pay });
  const alone = await line.textContent();
  await expectAccessible(page, 'what is released on a selection');
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect.poll(async () => (await line.textContent()) === alone).toBe(false);
  await page.goBack();
  await pay.click();
  await page.waitForURL(/policies=\d+/);
  await page.getByText('Of the selected policy alone.').waitFor();
  await expect.poll(() => page.getByRole('checkbox', { name: /^Pay CN\// }).count()).toBe(1);
  expect(await page.getByRole('checkbox', { name: /^Pay CN\// }).isChecked()).toBe(true);
  await expectAccessible(page, 'a voucher of what is released on a selection');
});
