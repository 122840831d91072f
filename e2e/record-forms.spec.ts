import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OFFERED_NOTES } from '../domain/receipts/contract.ts';
import { expectAccessible, signIn } from './browser.ts';
import { expectFocus, pick, type } from './fields.ts';
import { openOffice, type Office } from './office.ts';
import { journeyBook } from './placements.ts';

/** Forms of records of money, and the end of a draft: what leads to what is wrong, what somebody else changed, and whose unsaved input is whose. */
let office: Office;
let reinsured = 0;
beforeAll(async () => {
  office = await openOffice();
  ({ reinsured } = await journeyBook(await office.caller('underwriter.nbo'), 'LOCAL'));
});
afterAll(() => office?.closeSound());

const narrationOf = (page: Page) => page.getByRole('textbox', { name: 'Narration' });
const BROUGHT_BACK = 'Your unsaved input was brought back';

/** A draft of a cashier, and a way in which an accountant changes what it says. */
async function draftReceipt() {
  const [cashier, accountant] = [await office.caller('cashier.nbo'), await office.caller('accountant.nbo')];
  const { as_at: dateOfIssue } = await accountant.call('GET clientmoney/items');
  const said = { dateOfIssue, receiptType: 'PREMIUM', reinsured, receiptAmount: '1000.00', currency: 'KES' };
  const { id } = await cashier.call('POST receivable/save', said);
  const change = async (narrationRef: string): Promise<void> => {
    const { version } = await accountant.call(`GET receivable/${id}`);
    await accountant.call('PUT receivable/edit', { ...said, narrationRef, id, version });
  };
  return { id, change };
}

test('what is wrong with a record is led to, however far down one is when it is submitted', async () => {
  const { page, context } = await office.open({ who: 'accountant.nbo', touch: true });
  await page.goto('/receivables/invoices/new');
  await page.getByRole('textbox', { name: 'Note on the paper' }).scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Submit invoice' }).last().tap();
  const first = page.getByRole('alert').getByRole('link').first();
  await expectFocus(first);
  expect(await page.evaluate('scrollY')).toBe(0);
  await page.keyboard.press('Enter');
  await expectFocus(page.getByRole('combobox', { name: 'To' }));
  await context.close();
});

test('a record is edited as it is now, and one that somebody else changes meanwhile says so and leads to what is there', async () => {
  const page = await office.desk('cashier.nbo');
  const { id, change } = await draftReceipt();
  await page.goto(`/receivables/${id}`);
  await page.getByRole('heading', { name: `Receipt #${id}` }).waitFor();
  await change('Changed before');
  await page.keyboard.press('e');
  await expect.poll(() => narrationOf(page).inputValue()).toBe('Changed before');

  await narrationOf(page).fill('Mine');
  await change('Changed meanwhile');
  await page.keyboard.press('Control+s');
  await page.getByRole('alert').getByText('Someone else changed this since you opened it').waitFor();
  await expectAccessible(page, 'a receipt that somebody else changed');
  expect(await narrationOf(page).inputValue()).toBe('Mine');
  await page.getByRole('button', { name: 'Leave my changes' }).click();
  await page.getByText('Changed meanwhile').waitFor();
  await page.keyboard.press('e');
  await expect.poll(() => narrationOf(page).inputValue()).toBe('Changed meanwhile');
  expect(await page.getByText(BROUGHT_BACK).count()).toBe(0);
});

test('a draft of money is disabled once its maker knows that it is final', async () => {
  const page = await office.desk('cashier.nbo');
  const { id } = await draftReceipt();
  const choose = async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Disable receipt' }).click();
  };
  await page.goto(`/receivables/${id}`);
  await choose();
  const dialog = page.getByRole('dialog', { name: `Disable Receipt #${id}?` });
  await dialog.getByText('This cannot be undone.').waitFor();
  await expectFocus(dialog.getByRole('button', { name: 'Keep as it is' }));
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Draft', { exact: true }).first().waitFor();
  await choose();
  await dialog.getByRole('button', { name: 'Disable receipt' }).click();
  await page.getByText('Disabled', { exact: true }).first().waitFor();
});

test('a form says why its record came back', async () => {
  const { id } = await draftReceipt();
  const { version } = await (await office.caller('cashier.nbo')).call(`PUT receivable/submit/${id}`);
  const manager = await office.caller('manager.nbo');
  await manager.call(`PUT receivable/approve/${id}/REJECTED`, { version, reason: 'The amount is another.' });
  const page = await office.desk('cashier.nbo');
  await page.goto(`/receivables/${id}/edit`);
  await page.getByText('The amount is another.').waitFor();
});

test('unsaved input says that it was brought back, can be left, and is shown to nobody else', async () => {
  const { page, context } = await office.open();
  const typeHalf = async () => {
    await page.goto('/receivables/new');
    await narrationOf(page).fill('Half typed');
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Receivables' }).waitFor();
    await page.goto('/receivables/new');
  };
  await signIn(page, 'cashier.nbo');
  await typeHalf();
  await page.getByText(BROUGHT_BACK).waitFor();
  await page.getByRole('button', { name: 'Start empty' }).click();
  expect(await narrationOf(page).inputValue()).toBe('');
  await typeHalf();
  await page.getByText(BROUGHT_BACK).waitFor();

  await page.evaluate(`localStorage.removeItem('slipway.session')`);
  await signIn(page, 'accountant.nbo');
  await page.goto('/receivables/new');
  expect(await narrationOf(page).inputValue()).toBe('');
  expect(await page.getByText(BROUGHT_BACK).count()).toBe(0);
  await context.close();
});

test('while a form is on its way nothing is typed into it; who has left it meanwhile stays where they are', async () => {
  const { page, context } = await office.open({ who: 'cashier.nbo' });
  await page.goto('/receivables/new');
  await pick(page, 'Payer', 'Savannah Insurance Company');
  await type(page, 'Amount', '1000');
  await narrationOf(page).fill('As sent');
  const held = Promise.withResolvers<void>();
  await page.route(/receivable\/save/, async (route) => {
    await held.promise;
    await route.abort();
  });
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: 'Save draft', disabled: true }).waitFor();
  await page.keyboard.type(' and more');
  expect(await narrationOf(page).inputValue()).toBe('As sent');
  held.resolve();
  await page.getByRole('alert').getByText('The server could not be reached.').waitFor();
  await expectFocus(narrationOf(page));
  await page.unroute(/receivable\/save/);

  const later = Promise.withResolvers<void>();
  await page.route(/receivable\/save/, async (route) => {
    await later.promise;
    await route.continue();
  });
  await page.keyboard.press('Control+s');
  await page.getByRole('link', { name: 'Payables' }).click();
  await page.getByRole('heading', { level: 1, name: 'Payables' }).waitFor();
  later.resolve();
  await page.getByText('Draft saved').waitFor();
  await page.getByText(/^Savannah Insurance Company #\d+/).waitFor();
  await page.getByRole('heading', { level: 1, name: 'Payables' }).waitFor();
  await context.close();
});

test('of very many open notes of a payer the first are offered, and the others are found and stay', async () => {
  const { page, context, faults } = await office.open({ who: 'cashier.nbo' });
  const shared = { purpose: 'PREMIUM', policy: null, insured: 'Kisumu Sugar Works', insured_id: null };
  const note = (id: number, number: string, outstanding: string) => ({
    ...shared,
    id,
    number,
    outstanding,
    amount: outstanding,
    currency: 'KES',
    due_on: '2026-01-02',
  });
  const first = Array.from({ length: OFFERED_NOTES }, (_, nth) => note(nth + 1, `DN/FIRST/${nth}`, '100.00'));
  await page.route('**/opennotes?*', async (route) => {
    const searched = new URL(route.request().url()).searchParams.get('searchValue');
    // Found by a name that it is not written with here.
    const json = searched === null ? first : searched === 'zoe' ? [note(1_000, 'DN/FAR/1', '777.00')] : [];
    await route.fulfill({ json });
  });
  await page.goto(`/receivables/new?reinsured=${reinsured}&currency=KES`);
  await page.getByText('The 500 notes that fall due first are shown.').waitFor();
  const search = page.getByRole('searchbox', { name: 'Find a note, policy or insured' });
  await search.fill('zoe');
  await page.getByRole('checkbox', { name: 'Allocate to DN/FAR/1' }).check();
  expect(await page.getByRole('checkbox', { name: /DN\/FIRST/ }).count()).toBe(0);
  await expectAccessible(page, 'a note that was looked for');
  await search.fill('');
  await page.getByRole('checkbox', { name: 'Allocate to DN/FIRST/0', exact: true }).waitFor();
  await page.getByRole('button', { name: /^Use .*777\.00 as the amount/ }).click();
  expect(await page.getByRole('checkbox', { name: 'Allocate to DN/FAR/1' }).isChecked()).toBe(true);
  expect(faults).toEqual([]);
  await context.close();
});
