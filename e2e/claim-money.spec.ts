import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dayIn, showDay } from '../domain/values/day.ts';
import { expectAccessible } from './browser.ts';
import type { Caller } from './calls.ts';
import { chooseOption, pick, rowsOf, slowFrames, tabTo, type } from './fields.ts';
import { openOffice, type Office } from './office.ts';
import { approvedPlacement, journeyBook, yearUnderWay } from './placements.ts';
import { approvedReceipt } from './receipts.ts';
import { openPool } from '../server/platform/db/pool.ts';
import { examplePolicy, type Book } from '../server/testing/factories.ts';

/**
 * The money of claims through the screens: one settled net with its premium and the rest paid out to the last step, one
 * set off, and an event that is entered in the first form of a claim and hits several policies. Claims are there already.
 */
let office: Office;
let handler: Caller;
let checker: Caller;
let maker: Caller;
let clerk: Caller;
let book: Book;

const TODAY = dayIn('Africa/Nairobi', new Date());
const LOSS = addDays(TODAY, -20);

beforeAll(async () => {
  office = await openOffice();
  [maker, checker, handler, clerk] = await Promise.all([
    office.caller('underwriter.nbo'),
    office.caller('manager.nbo'),
    office.caller('claims.nbo'),
    office.caller('accountant.nbo'),
  ]);
  book = await journeyBook(maker, 'LOCAL');
});
afterAll(() => office?.closeSound());

const pathOf = (page: Page) => new URL(page.url()).pathname;

/** An approved movement of a claim. */
async function moved(claim: number, movement: Record<string, string>): Promise<void> {
  const { id } = await handler.call('POST claim/movement/save', { claim, movement_date: TODAY, ...movement });
  const { version } = await handler.call(`PUT claim/movement/submit/${id}`);
  await checker.call(`PUT claim/movement/approve/${id}/APPROVED`, { version });
}

/** A claim of the example on a policy of its own, called for 10,000,000; gives it with the policy. */
async function calledClaim(): Promise<{ claim: number; policy: number }> {
  const policy = await approvedPlacement({ maker, checker }, book, 'LOCAL');
  const { id } = await handler.call('POST claim/save', {
    policy,
    claimreserve: '39000000',
    data_loss_date: LOSS,
    notified_on: LOSS,
  });
  const { version } = await handler.call(`PUT claim/submit/${id}`);
  await checker.call(`PUT claim/approve/${id}/APPROVED/${checker.userId}`, { version });
  await moved(id, { type: 'CALL', amount: '10000000', reason: 'Interim payment on the adjuster’s report' });
  return { claim: id, policy };
}

/** Receipts of the securities for the claim, submitted; gives their ids. */
async function receipts(claim: number, amounts: readonly (readonly [number, string])[]): Promise<number[]> {
  const { notes } = await handler.call(`GET claim/${claim}`);
  const ids: number[] = [];
  for (const [security, amount] of amounts) {
    const note = notes.find((one: { party: { id: number } }) => one.party.id === security);
    const { id } = await clerk.call('POST receivable/save', {
      dateOfIssue: TODAY,
      receiptType: 'CLAIM',
      reinsured: security,
      receiptAmount: amount,
      currency: 'KES',
      allocations: [{ note: note.id, amount }],
    });
    await clerk.call(`PUT receivable/submit/${id}`);
    ids.push(id);
  }
  return ids;
}

type Note = { id: number; kind: string; party: { id: number }; outstanding: string };

/** What a note of a claim is open by came in, and was approved. */
async function cameIn({ id: note, party, outstanding: amount }: Note): Promise<void> {
  const came = { dateOfIssue: TODAY, receiptType: 'CLAIM', reinsured: party.id, currency: 'KES' };
  const allocations = [{ note, amount }];
  await approvedReceipt({ maker: clerk, checker }, { ...came, receiptAmount: amount, allocations });
}

async function menu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Submitted by its maker, approved by the manager. */
async function decided(path: string, noun: string): Promise<void> {
  const page = await office.desk('accountant.nbo');
  await page.goto(path);
  await page.getByRole('button', { name: `Submit ${noun}` }).click();
  await page.getByText('Pending', { exact: true }).first().waitFor();
  const manager = await office.desk('manager.nbo');
  await manager.goto(path);
  await manager.getByRole('button', { name: `Review ${noun}` }).click();
  const review = manager.getByRole('dialog');
  await expectAccessible(manager, `the decision of a ${noun}`);
  await review.getByRole('button', { name: `Approve ${noun}` }).click();
  await review.waitFor({ state: 'detached' });
}

let claim = '';
test('securities keep the premium back and pay the rest: one approval settles both', async () => {
  const made = await calledClaim();
  claim = `/claims/${made.claim}`;
  await receipts(made.claim, [
    [book.a, '2281250.00'],
    [book.b, '1825000.00'],
    [book.c, '1378125.00'],
  ]);
  const page = await office.desk('accountant.nbo');
  await page.goto(claim);
  await menu(page, 'Settle net with premium');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Debit note' }).click();
  await chooseOption(page, /^DN\/NBO/);
  const effect = dialog.getByRole('table', { name: 'What each security keeps back' });
  await effect.getByText('2,281,250.00').waitFor();
  expect((await rowsOf(effect)).map((cells) => cells.slice(1))).toEqual([
    ['2,500,000.00', '218,750.00', '2,281,250.00'],
    ['2,000,000.00', '175,000.00', '1,825,000.00'],
    ['1,500,000.00', '121,875.00', '1,378,125.00'],
  ]);
  await dialog.getByRole('combobox', { name: 'Receipts approved with it' }).click();
  for (const name of ['Acacia', 'Baobab', 'Cardinal']) await chooseOption(page, new RegExp(name));
  await page.keyboard.press('Escape');
  await dialog.getByText(/^In hand with these receipts KES\s5,484,375.00/).waitFor();
  await expectAccessible(page, 'a net settlement as it is typed');
  await dialog.getByRole('button', { name: 'Draft net settlement' }).click();
  await page.waitForURL(/\/adjustments\/\d+$/);
  await menu(page, 'Edit');
  const edit = page.getByRole('dialog', { name: /^Edit net settlement/ });
  // What was chosen is there again, with what it comes to.
  await edit.getByText(/^In hand with these receipts KES\s5,484,375.00/).waitFor();
  await edit.getByRole('textbox', { name: 'Reason' }).fill('As the securities asked');
  await edit.getByRole('button', { name: 'Save net settlement' }).click();
  await page.getByText('As the securities asked').waitFor();
  await decided(pathOf(page), 'adjustment');
  await page.reload();
  const kept = page.getByRole('table', { name: 'What each security keeps back from its claim invoices' });
  await kept.waitFor();
  await page.getByRole('table', { name: 'Receipts of the net amounts' }).getByText('RV/NBO/').first().waitFor();
  await expectAccessible(page, 'a net settlement');
  await page.goto(claim);
  await page.getByText('Collected', { exact: true }).first().waitFor();
  await page.getByText('5,437,500.00', { exact: true }).first().waitFor();
});

test('what is left is paid to the reinsured: drafted, approved and paid', async () => {
  const page = await office.desk('accountant.nbo');
  // The release queue leads to the claims that it is of: each is paid by itself.
  await page.goto('/payables?tab=releases');
  await page.getByRole('link', { name: /^Claims\s*Savannah/ }).click();
  await page.waitForURL(/\/claims\?reinsured=\d+&currency=KES$/);
  await page.locator(`a[href^="${claim}"]`).first().click();
  await page.waitForURL(`**${claim}**`);
  await page.getByRole('button', { name: 'Pay the reinsured' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Draft voucher' }).click();
  await page.waitForURL(/\/payables\/\d+$/);
  const path = pathOf(page);
  await decided(path, 'voucher');
  const cashier = await office.desk('cashier.nbo');
  await cashier.goto(path);
  await cashier.getByRole('button', { name: 'Pay voucher' }).click();
  const pay = cashier.getByRole('dialog');
  await pay.getByText('Claims payable').first().waitFor();
  await pay.getByRole('textbox', { name: 'Bank reference' }).fill('FT-CLAIM-1');
  await cashier.keyboard.press('Control+Enter');
  await cashier.getByText('Paid', { exact: true }).first().waitFor();
  await page.goto(claim);
  await page.getByText('Settled', { exact: true }).first().waitFor();
});

test('what is collected is set off against a debit note in part', async () => {
  const made = await calledClaim();
  for (const id of await receipts(made.claim, [[book.a, '2500000.00']])) {
    const { version } = await clerk.call(`GET receivable/${id}`);
    await checker.call(`PUT receivable/approve/${id}/APPROVED`, { version });
  }
  const page = await office.desk('accountant.nbo');
  await page.goto(`/claims/${made.claim}`);
  await menu(page, 'Set off against premium');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Draft set-off' }).click();
  await dialog.getByText('Choose an open debit note.').waitFor();
  await dialog.getByRole('combobox', { name: 'Debit note' }).click();
  await chooseOption(page, /^DN\/NBO/);
  await type(dialog, 'Amount', '562500.01');
  await dialog.getByRole('button', { name: 'Draft set-off' }).click();
  await dialog.getByText(/^At most KES 562,500.00/).waitFor();
  await type(dialog, 'Amount', '281250');
  await expectAccessible(page, 'a set-off as it is typed');
  await dialog.getByRole('button', { name: 'Draft set-off' }).click();
  await page.waitForURL(/\/payables\/\d+$/);
  await decided(pathOf(page), 'voucher');
  // It moves no bank, and names none.
  const clerkPage = (await office.open({ who: 'accountant.nbo' })).page;
  await slowFrames(clerkPage);
  await clerkPage.goto(`${pathOf(page)}?do=pay`);
  const booking = clerkPage.getByRole('dialog', { name: /^Book PV\// });
  await booking.getByText(/^It settles KES 281,250.00 of DN\/NBO/).waitFor();
  await booking.locator('input[name="bank_date"]:focus').waitFor({ timeout: 20_000 });
  expect(await booking.getByRole('region', { name: 'Accounts' }).count()).toBe(0);
  expect(await clerkPage.getByText('Client bank', { exact: true }).count()).toBe(0);
  await expectAccessible(clerkPage, 'the booking of a set-off');
  await type(booking, 'Reference', 'SO-1');
  await booking.getByRole('button', { name: 'Book set-off' }).click();
  await clerkPage.getByText('Booked on', { exact: true }).waitFor();
});

test('an event is entered in the first form, and its claims are looked at together', async () => {
  const policies = [
    await approvedPlacement({ maker, checker }, book, 'LOCAL'),
    await approvedPlacement({ maker, checker }, book, 'LOCAL'),
  ];
  const page = await office.desk('claims.nbo');
  for (const [index, policy] of policies.entries()) {
    await page.goto(`/underwriting/${policy}?tab=claims`);
    await page.getByText('No claims.').waitFor();
    await page.getByRole('link', { name: 'New claim' }).click();
    await page.getByRole('heading', { level: 1, name: 'New claim' }).waitFor();
    await type(page, 'Date of loss', showDay(LOSS));
    await type(page, 'Reserve, 100%', '10m');
    await page.getByRole('combobox', { name: 'Catastrophe event' }).click();
    await page.getByPlaceholder('Type to search…').fill('Long rains flood');
    if (index > 0) await chooseOption(page, 'Long rains flood');
    else {
      await page.getByRole('button', { name: /Long rains flood/ }).click();
      const dialog = page.getByRole('dialog');
      await type(dialog, 'First day', showDay(LOSS));
      await expectAccessible(page, 'a new event');
      await dialog.getByRole('button', { name: 'Add event' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: 'Submit claim' }).click();
    await page.waitForURL(/\/claims\/\d+$/);
    const id = pathOf(page).split('/').at(-1);
    const { version } = await handler.call(`GET claim/${id}`);
    await checker.call(`PUT claim/approve/${id}/APPROVED/${checker.userId}`, { version });
  }
  await page.goto('/claims?tab=events');
  await page.getByText('Long rains flood').first().waitFor();
  await expectAccessible(page, 'events');
  await page.getByText('Long rains flood').first().click();
  await page.waitForURL(/\/claims\/event\/\d+$/);
  const shares = page.getByRole('table', { name: /^Each security’s share of the event/ });
  await shares.waitFor();
  expect((await rowsOf(shares)).map((cells) => cells.slice(0, 2))).toEqual([
    ['Acacia Reinsurance', '5,000,000.00'],
    ['Baobab Reinsurance', '4,000,000.00'],
    ['Cardinal Reinsurance', '3,000,000.00'],
  ]);
  expect(await page.getByRole('table', { name: 'Claims of the event' }).getByRole('row').count()).toBe(3);
  await expectAccessible(page, 'an event');
});

test('a call goes from its entry to its approval by keyboard alone', async () => {
  const { claim: id } = await calledClaim();
  const page = await office.desk('claims.nbo');
  await page.goto(`/claims/${id}`);
  await page.getByRole('button', { name: 'New movement' }).first().waitFor();
  await tabTo(page, 'New movement');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await tabTo(page, 'Called now, 100%');
  await page.keyboard.type('5m');
  await tabTo(page, 'Reason');
  await page.keyboard.type('Second payment on account');
  await dialog.getByText('1,250,000.00', { exact: true }).first().waitFor();
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\/claims\/movement\/\d+$/);
  await page.getByText('Pending', { exact: true }).first().waitFor();
  const path = pathOf(page);
  const manager = await office.desk('manager.nbo');
  await manager.goto(path);
  await manager.getByRole('button', { name: 'Review movement' }).waitFor();
  await tabTo(manager, 'Review movement');
  await manager.keyboard.press('Enter');
  await manager.getByRole('dialog').getByText('3 notes are issued and numbered.').waitFor();
  await tabTo(manager, 'Approve movement');
  await manager.keyboard.press('Enter');
  await manager.getByRole('dialog').waitFor({ state: 'detached' });
  await manager.getByText('Approved', { exact: true }).first().waitFor();
});

test('a rejected claim is corrected beside the reason, and goes to its checker again', async () => {
  const policy = await approvedPlacement({ maker, checker }, book, 'LOCAL');
  const { id } = await handler.call('POST claim/save', {
    policy,
    claimreserve: '39000000',
    data_loss_date: LOSS,
    notified_on: LOSS,
  });
  const { version } = await handler.call(`PUT claim/submit/${id}`);
  const reason = 'The survey says 35 million.';
  await checker.call(`PUT claim/approve/${id}/REJECTED/${checker.userId}`, { version, reason });
  const page = await office.desk('claims.nbo');
  await page.goto(`/claims/${id}`);
  await page.getByRole('button', { name: 'Correct and submit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(reason).waitFor();
  await type(dialog, 'Reserve, 100%', '35m');
  await expectAccessible(page, 'a correction of a rejected claim');
  await dialog.getByRole('button', { name: 'Correct and submit' }).click();
  await page.getByText('Pending', { exact: true }).first().waitFor();
  expect(await handler.call(`GET claim/${id}`)).toMatchObject({ status: 'PENDING', claimreserve: '35000000.00' });
});

test('what a placement says of its claims is typed on its form', async () => {
  const { id } = await maker.call('POST underwriting/save', examplePolicy(book, yearUnderWay()));
  const page = await office.desk('underwriter.nbo');
  await page.goto(`/underwriting/${id}/edit`);
  await type(page, 'To be notified in', '14');
  await type(page, 'Cash-loss limit', '25m');
  await type(page, 'Reinstatement premium, %', '100');
  await page.getByRole('switch', { name: /^Reinstatement as to time/ }).check();
  await expectAccessible(page, 'the terms of claims on a form');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.waitForURL(new RegExp(`/underwriting/${id}$`));
  const { claim_terms: terms } = await maker.call(`GET underwriting/${id}`);
  expect(terms).toMatchObject({
    limit_basis: 'EACH_LOSS',
    notification_days: 14,
    cash_loss_limit: '25000000.00',
    reinstatement_percent: '100',
    reinstatement_as_to_time: true,
  });
});

test('those who are late are reminded in a batch, each as it is shown', async () => {
  const pool = openPool({ url: office.ownerUrl, max: 1 });
  await pool.query(`update notes set due_on = $1 where purpose = 'CLAIM' and settled < amount`, [addDays(TODAY, -9)]);
  await pool.end();
  const page = await office.desk('claims.nbo');
  await page.goto('/claims?tab=recovery');
  await page.getByRole('button', { name: 'Send reminders' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'Baobab Reinsurance' }).waitFor();
  await dialog.getByRole('button', { name: 'Show the mail' }).first().click();
  await dialog
    .getByText(/INV\/NBO\//)
    .first()
    .waitFor();
  await expectAccessible(page, 'reminders before they are sent');
});

test('a fee to the order of an expert is paid to the expert, from what was collected of it', async () => {
  const { claim: id } = await calledClaim();
  await moved(id, { type: 'FEE', amount: '500000', reason: 'Survey', payee: 'Lakeside Loss Adjusters' });
  const { notes } = await handler.call(`GET claim/${id}`);
  await cameIn(notes.findLast((one: Note) => one.party.id === book.a));
  const page = await office.desk('accountant.nbo');
  await page.goto(`/claims/${id}`);
  await page.getByRole('button', { name: 'Pay the reinsured' }).click();
  const dialog = page.getByRole('dialog');
  await pick(dialog, 'Pay', 'Lakeside Loss Adjusters');
  await expect.poll(() => dialog.getByLabel('Amount').inputValue()).toBe('125,000.00');
  await expectAccessible(page, 'a fee paid to an expert');
  await dialog.getByRole('button', { name: 'Draft voucher' }).click();
  await page.waitForURL(/\/payables\/\d+$/);
  await page.getByText('Lakeside Loss Adjusters, to the order of Savannah Insurance Company').first().waitFor();
});

test('salvage that came in is paid to a security, or set against what it still owes', async () => {
  const { claim: id } = await calledClaim();
  const { notes } = await handler.call(`GET claim/${id}`);
  await cameIn(notes.find((one: Note) => one.party.id === book.a));
  await moved(id, { type: 'SALVAGE', amount: '4000000', reason: 'The wreck was sold' });
  // B and C owe: their parts were set against it at once, and what comes in is A's.
  const after = await handler.call(`GET claim/${id}`);
  await cameIn(after.notes.find((one: Note) => one.kind === 'Salvage note'));
  const page = await office.desk('accountant.nbo');
  await page.goto(`/claims/${id}`);
  await menu(page, 'Pay salvage to a security');
  const dialog = page.getByRole('dialog', { name: 'Pay salvage' });
  await expect.poll(() => dialog.getByLabel('Amount').inputValue()).toBe('1,000,000.00');
  await expectAccessible(page, 'salvage as it is paid');
  await dialog.getByRole('button', { name: 'Draft voucher' }).click();
  await page.waitForURL(/\/payables\/\d+$/);
  await page.getByText('Salvage to a security').first().waitFor();
});
