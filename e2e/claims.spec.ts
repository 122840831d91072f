import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dayIn, showDay } from '../domain/values/day.ts';
import { expectAccessible } from './browser.ts';
import type { Caller } from './calls.ts';
import { lit, pick, rowsOf, tabTo, type } from './fields.ts';
import { openOffice, type Office } from './office.ts';
import { approvedPlacement, journeyBook } from './placements.ts';
import { openPool } from '../server/platform/db/pool.ts';
import type { Book } from '../server/testing/factories.ts';

/**
 * A loss from its notice to its reopening through the screens, with the figures of C2: notified, approved, reserved
 * up, called from three securities of which one pays, one is late and one disputes, paid to the reinsured, settled
 * finally, closed, reopened. The first form is filled in by keyboard alone.
 */
let office: Office;
let handler: Caller;
let book: Book;
let policy: { id: number; reference: string };

const TODAY = dayIn('Africa/Nairobi', new Date());
const LOSS = addDays(TODAY, -30);
const YESTERDAY = addDays(TODAY, -1);

beforeAll(async () => {
  office = await openOffice();
  const maker = await office.caller('underwriter.nbo');
  const checker = await office.caller('manager.nbo');
  handler = await office.caller('claims.nbo');
  book = await journeyBook(maker, 'LOCAL');
  const id = await approvedPlacement({ maker, checker }, book, 'LOCAL');
  policy = { id, reference: (await maker.call(`GET underwriting/${id}`)).broker_reference };
});
afterAll(() => office?.closeSound());

const pathOf = (page: Page) => new URL(page.url()).pathname;
let claim = '';

test('a claim is notified by keyboard alone, with its cover and a warning beside it', async () => {
  const page = await office.desk('claims.nbo');
  await page.goto('/claims');
  await page.getByText('No claims yet.').waitFor();
  await expectAccessible(page, 'no claims');
  await tabTo(page, 'New claim');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'New claim' }).waitFor();
  await page.getByText('Choose the policy: its cover').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('alert').getByText('Choose the policy.').waitFor();
  await tabTo(page, 'Policy');
  await page.keyboard.press('Enter');
  await page.getByPlaceholder('Type to search…').waitFor();
  await page.keyboard.type('Kisumu');
  await lit(page, policy.reference);
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Cover at the loss' }).getByText('500,000,000.00').first().waitFor();
  await tabTo(page, 'Date of loss');
  await page.keyboard.type(showDay(LOSS));
  await tabTo(page, 'Cause');
  await page.keyboard.type('Electrical fault');
  await tabTo(page, 'Reserve, 100%');
  await page.keyboard.type('39m');
  await tabTo(page, 'Cedant’s claim number');
  await page.keyboard.type('SAV/F/2291');
  const rail = page.getByRole('region', { name: 'This claim' });
  await rail.getByText('23,400,000.00', { exact: true }).waitFor();
  await expectAccessible(page, 'the first form');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/\/claims\/\d+$/);
  claim = pathOf(page);
  await page.getByText('Draft', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Submit claim' }).click();
  await page.getByText('Pending', { exact: true }).first().waitFor();
});

test('another share wants its reason, and a loss of the same days is shown as a possible duplicate', async () => {
  const page = await office.desk('claims.nbo');
  await page.goto(`/claims/new?policy=${policy.id}`);
  await type(page, 'Date of loss', showDay(addDays(LOSS, 2)));
  await page.getByText('Possible duplicates').waitFor();
  await page.getByRole('link', { name: /\/CL\// }).waitFor();
  await type(page, 'Reserve, 100%', '1m');
  await type(page, 'Our share', '50');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('link', { name: /Say why it is another share/ }).waitFor();
  await type(page, 'Why another share', 'Agreed with the cedant');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.waitForURL(/\/claims\/\d+$/);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await page.getByRole('button', { name: 'Disable claim' }).click();
  await page.getByText('Disabled', { exact: true }).first().waitFor();
});

test('a second person approves it and sees what it means', async () => {
  const page = await office.desk('manager.nbo');
  await page.goto(claim);
  await page.getByRole('button', { name: 'Review claim' }).click();
  const panel = page.getByRole('dialog');
  await panel.getByText('Nothing is posted').waitFor();
  await expectAccessible(page, 'the decision of a claim');
  await panel.getByRole('button', { name: 'Approve claim' }).click();
  // The page has *Notified* before, as the day's label: the panel closes once the claim is approved.
  await panel.waitFor({ state: 'detached' });
  await page.getByText('Notified', { exact: true }).first().waitFor();
});

type Moving = { movement: string; label: string | null; amount: string; parts: string[] };

/** Types a movement, sees each security's part before it is submitted, and submits it; gives its page. */
async function submitMovement({ movement, label, amount, parts }: Moving): Promise<string> {
  const page = await office.desk('claims.nbo');
  await page.goto(claim);
  await page.getByRole('button', { name: /^(New movement|Reopen)$/ }).click();
  const dialog = page.getByRole('dialog');
  if (movement !== 'Cash call' && movement !== 'Reopening') await pick(dialog, 'Movement', movement);
  if (label !== null) await type(dialog, label, amount);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(`${movement} on the adjuster’s report`);
  for (const part of parts) await dialog.getByText(part, { exact: true }).first().waitFor();
  if (movement === 'Cash call') await expectAccessible(page, 'a movement with its effect');
  await dialog.getByRole('button', { name: 'Submit movement' }).click();
  await page.waitForURL(/\/claims\/movement\/\d+$/);
  await page.getByText('Pending', { exact: true }).first().waitFor();
  return pathOf(page);
}

/** Another person sees the same parts, the notes and the journal, and approves. */
async function approveMovement(path: string, notes: number): Promise<void> {
  const page = await office.desk('manager.nbo');
  await page.goto(path);
  await page.getByRole('button', { name: 'Review movement' }).click();
  const panel = page.getByRole('dialog');
  await panel.getByText(notes === 0 ? 'No note is issued.' : `${notes} notes are issued and numbered.`).waitFor();
  if (notes > 0) await panel.getByText('2200 Claims payable').first().waitFor();
  if (notes > 0) await expectAccessible(page, 'the decision of a movement');
  await panel.getByRole('button', { name: 'Approve movement' }).click();
  await panel.waitFor({ state: 'detached' });
  await page.getByText('Approved', { exact: true }).first().waitFor();
}

let call = '';
test('the reserve rises, and a call is divided among the securities', async () => {
  const reserve = await submitMovement({
    movement: 'Reserve',
    label: 'New estimate, 100%',
    amount: '42m',
    parts: ['25,200,000.00', 'was 39,000,000.00'],
  });
  await approveMovement(reserve, 0);
  call = await submitMovement({
    movement: 'Cash call',
    label: 'Called now, 100%',
    amount: '10m',
    parts: ['2,500,000.00', '2,000,000.00', '1,500,000.00', 'was 42,000,000.00'],
  });
  await approveMovement(call, 3);
});

test('what moved on the register opens the steps that it is made of', async () => {
  const page = await office.desk('manager.nbo');
  await page.goto('/claims/register');
  await page
    .getByRole('link', { name: /^Incurred moved .*: see its entries$/ })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: /^Behind: .*Incurred moved/ }).waitFor();
  await page.getByRole('row').nth(1).waitFor();
  expect(await page.getByText('The books have moved on').count()).toBe(0);
});

test('a movement that the claim does not allow says why before it is sent', async () => {
  const page = await office.desk('claims.nbo');
  await page.goto(`${claim}?do=move`);
  const dialog = page.getByRole('dialog');
  await pick(dialog, 'Movement', 'Final settlement');
  await type(dialog, 'Final amount, 100%', '9m');
  await dialog.getByText('Less than was called. What comes back is entered as salvage.').first().waitFor();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('As agreed');
  await dialog.getByRole('button', { name: 'Submit movement' }).click();
  expect(await dialog.getByRole('textbox', { name: 'Final amount, 100%' }).getAttribute('aria-invalid')).toBe('true');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await dialog.waitFor({ state: 'detached' });
});

/** What a security says of the call. */
async function answer(security: string, words: string, reference: string): Promise<void> {
  const page = await office.desk('claims.nbo');
  await page.goto(`${call}?tab=agreement`);
  await page.getByRole('button', { name: `Answer of ${security}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: words }).check();
  await dialog.getByRole('textbox', { name: 'Its reference' }).fill(reference);
  await expectAccessible(page, 'the answer of a security');
  await dialog.getByRole('button', { name: 'Save answer' }).click();
  if (words !== 'Agreed') {
    await dialog.getByText('Say why it does not agree.').waitFor();
    await dialog.getByRole('textbox', { name: 'Why it does not agree' }).fill('The sprinkler pump was not in order');
    await dialog.getByRole('button', { name: 'Save answer' }).click();
  }
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: new RegExp(`${security}.*${words}.*${reference}`) }).waitFor();
}

/** The days of one security's invoice have gone by: it was due yesterday. */
async function letItsDaysPass(security: number): Promise<void> {
  const pool = openPool({ url: office.ownerUrl, max: 1 });
  await pool.query(`update notes set due_on = $1 where purpose = 'CLAIM' and party_id = $2`, [YESTERDAY, security]);
  await pool.end();
}

test('one agrees and pays, one is late, one disputes: the page and the board say so', async () => {
  await answer('Acacia Reinsurance', 'Agreed', 'ACA/77');
  await answer('Baobab Reinsurance', 'Agreed', 'BAO/12');
  await answer('Cardinal Reinsurance', 'Disputed', 'CAR/5');
  await letItsDaysPass(book.b);

  const page = await office.desk('claims.nbo');
  await page.goto(`${claim}?tab=money`);
  await page.getByRole('button', { name: 'Make invoices' }).first().click();
  await page.getByText('3 invoices made').waitFor();
  await page
    .getByRole('button', { name: /^Actions for INV/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Open its paper' }).click();
  await page.getByRole('dialog').locator('iframe, embed, object').first().waitFor();
  await page.keyboard.press('Escape');

  await page.goto(`${call}?tab=documents`);
  await page
    .getByRole('button', { name: /^Open claim invoice INV/i })
    .nth(2)
    .waitFor();

  const till = await office.desk('accountant.nbo');
  await till.goto(`${claim}?tab=money`);
  await till
    .getByRole('button', { name: /^Actions for INV/ })
    .first()
    .click();
  await till.getByRole('menuitem', { name: 'Enter its receipt' }).click();
  await till.getByRole('heading', { level: 1, name: 'New receipt' }).waitFor();
  await till.getByText('Acacia Reinsurance').first().waitFor();
  await till.getByRole('button', { name: 'Submit receipt' }).click();
  await till.waitForURL(/\/receivables\/\d+$/);
  const receipt = pathOf(till);
  const manager = await office.desk('manager.nbo');
  await manager.goto(`${receipt}?do=decide`);
  await manager.getByRole('button', { name: 'Approve receipt' }).click();
  await manager.getByRole('dialog').waitFor({ state: 'detached' });
  await manager.getByText('RV/NBO/').first().waitFor();

  await page.goto(claim);
  await page.getByText('Part collected', { exact: true }).waitFor();
  await page.getByText('Disputed', { exact: true }).first().waitFor();
  const table = page.getByRole('table', { name: /^Each security’s part/ });
  const rows = await rowsOf(table);
  expect(
    // What was collected stands below what was called.
    rows.map(([security, , called, owes, due, agreement]) => [security, called, owes, due, agreement]),
  ).toEqual([
    ['Acacia Reinsurance25%', '2,500,000.002,500,000.00', '–', '–', 'Agreed'],
    ['Baobab Reinsurance20%', '2,000,000.00–', '2,000,000.00', expect.stringContaining('1 day late'), 'Agreed'],
    ['Cardinal Reinsurance15%', '1,500,000.00–', '1,500,000.00', expect.stringMatching(/20\d\d$/), 'Disputed'],
  ]);
  await expectAccessible(page, 'a claim with a late and a disputing security');

  await page.goto('/claims?tab=recovery');
  const board = page.getByRole('table', { name: /^What securities owe on claims/ });
  await board.waitFor();
  expect((await rowsOf(board)).map((cells) => cells.slice(0, 6))).toEqual([
    ['Baobab Reinsurance', '2,000,000.00', '2,000,000.00', '–', '–', '2,000,000.00–'],
    ['Cardinal Reinsurance', '1,500,000.00', '–', '1,500,000.00', '–', '1,500,000.00–'],
    ['Acacia Reinsurance', '–', '–', '–', '–', '2,500,000.002,500,000.00'],
  ]);
  await expectAccessible(page, 'the recovery board');
  await page.getByRole('button', { name: 'Baobab Reinsurance' }).click();
  const drawer = page.getByRole('dialog', { name: 'Baobab Reinsurance' });
  await drawer.getByText('1 day late').waitFor();
  await expectAccessible(page, 'what a security owes');
  await drawer.getByRole('link', { name: /\/CL\// }).click();
  await page.waitForURL(new RegExp(`${claim}\\?tab=money$`));
});

test('what is collected is paid to the reinsured', async () => {
  const till = await office.desk('accountant.nbo');
  await till.goto(claim);
  await till.getByRole('button', { name: 'Pay the reinsured' }).click();
  const dialog = till.getByRole('dialog');
  await type(dialog, 'Amount', '2500000.01');
  await dialog.getByRole('button', { name: 'Draft voucher' }).click();
  await dialog.getByText('Only KES 2,500,000.00 is collected and not paid.').waitFor();
  await type(dialog, 'Amount', '2.5m');
  await expectAccessible(till, 'paying the reinsured');
  await dialog.getByRole('button', { name: 'Draft voucher' }).click();
  await till.waitForURL(/\/payables\/\d+$/);
  await till.getByText('Claim to the reinsured').first().waitFor();
});

test('the final settlement, the closing and the reopening', async () => {
  const final = await submitMovement({
    movement: 'Final settlement',
    label: 'Final amount, 100%',
    amount: '37000000.01',
    parts: ['6,750,000.01', '5,400,000.00', '4,050,000.00', '9,250,000.01'],
  });
  await approveMovement(final, 3);
  await approveMovement(await submitMovement({ movement: 'Closing', label: null, amount: '', parts: [] }), 0);
  const page = await office.desk('claims.nbo');
  await page.goto(claim);
  await page.getByText('Closed', { exact: true }).first().waitFor();
  await approveMovement(
    await submitMovement({
      movement: 'Reopening',
      label: 'New estimate, 100%',
      amount: '40m',
      parts: ['was 37,000,000.01'],
    }),
    0,
  );
  await page.goto(`${claim}?tab=movements`);
  const table = page.getByRole('table', { name: 'Movements in their order' });
  await table.getByText('Reopening', { exact: true }).waitFor();
  const rows = await rowsOf(table);
  // The first cell is the row's tick.
  expect(rows.map(([, number, what]) => [number, what?.replace(/ on the adjuster’s report$/, '')])).toEqual([
    ['M1', 'ReserveReserve'],
    ['M2', 'Cash callCash call'],
    ['M3', 'Final settlementFinal settlement'],
    ['M4', 'ClosingClosing'],
    ['M5', 'ReopeningReopening'],
  ]);
  await page.goto(claim);
  const { figures } = await handler.call(`GET claim/${claim.split('/').at(-1) ?? ''}`);
  expect(figures.outstanding).toEqual({ whole: '2999999.99', ours: '1799999.99' });
});

test('a diary entry comes up on its day and is done', async () => {
  const page = await office.desk('claims.nbo');
  await page.goto(`${claim}?tab=diary`);
  await page.getByRole('button', { name: 'New entry' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'What is to be done' }).fill('Ask the adjuster for the final report');
  await expectAccessible(page, 'a diary entry');
  await dialog.getByRole('button', { name: 'Put in the diary' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Done: Ask the adjuster/ }).click();
  await page.getByText(/done by/).waitFor();
});
