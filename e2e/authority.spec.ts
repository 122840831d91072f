import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { examplePolicy } from '../server/testing/factories.ts';
import { addDays, dayIn } from '../domain/values/day.ts';
import { expectAccessible } from './browser.ts';
import { chooseOption, expectFocus, pick, rowsOf } from './fields.ts';
import { openOffice, type Office } from './office.ts';
import { journeyBook, yearUnderWay } from './placements.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

/** The example of §2, waiting for its decision: its debit note is KES 562,500.00. */
async function pendingPolicy(): Promise<number> {
  const maker = await office.caller('underwriter.nbo');
  const { id } = await maker.call(
    'POST underwriting/save',
    examplePolicy(await journeyBook(maker, 'LOCAL'), yearUnderWay()),
  );
  await maker.call(`PUT underwriting/submit/${id}`);
  return id;
}

describe('a limit of authority, and a right that is lent', () => {
  let policy = 0;

  test('root sets a limit; the approval panel says what is above it and still lets reject', async () => {
    const root = await office.open({ who: 'root' });
    await root.page.goto('/setting?section=authority');
    await root.page.getByText('There are no limits.').waitFor();
    await root.page.getByRole('button', { name: 'New limit' }).click();
    const dialog = root.page.getByRole('dialog', { name: 'New limit' });
    await dialog.getByRole('combobox', { name: 'Role' }).click();
    await chooseOption(root.page, 'Manager');
    await dialog.getByLabel('Up to').fill('500000');
    await expectAccessible(root.page, 'new limit');
    await dialog.getByRole('button', { name: 'Set limit' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect
      .poll(() => rowsOf(root.page.getByRole('table')))
      .toMatchObject([['Manager', 'Policy', '500,000.00', expect.anything()]]);
    expect(root.faults).toEqual([]);
    await root.context.close();

    policy = await pendingPolicy();
    const manager = await office.open({ who: 'manager.nbo' });
    await manager.page.goto(`/underwriting/${policy}`);
    await manager.page.getByRole('button', { name: 'Review' }).first().click();
    await manager.page
      .getByText('This is above your authority of KES 500,000.00. Ask someone with a higher one.')
      .first()
      .waitFor();
    await expectAccessible(manager.page, 'above the limit');
    expect(await manager.page.getByRole('button', { name: 'Reject policy' }).isEnabled()).toBe(true);
    expect(manager.faults).toEqual([]);
    await manager.context.close();
  });

  test('what somebody else saved meanwhile is neither lost in a dialog nor saved over unseen; what is sent takes no input', async () => {
    const root = await office.caller('root');
    const { page, context } = await office.open({ who: 'root' });
    await page.goto('/setting?section=authority');
    await page.getByRole('button', { name: /^Actions/ }).click();
    await page.getByRole('menuitem', { name: 'Change the amount…' }).click();
    const dialog = page.getByRole('dialog');
    const amount = dialog.getByLabel('Up to');
    await amount.fill('600000');
    const { data } = await root.call('GET authority/items');
    await root.call('PUT authority/edit', { id: data[0].id, version: data[0].version, amount: '700000.00' });
    await page.keyboard.press('Control+s');
    await dialog.getByText('This record changed since you opened it.').waitFor();
    expect(await amount.inputValue()).toBe('600,000.00');
    await dialog.getByRole('button', { name: 'Load it again' }).click();
    await expect.poll(() => amount.inputValue()).toBe('700,000.00');

    await amount.fill('500000');
    const held = Promise.withResolvers<void>();
    await page.route(/authority\/edit/, async (route) => {
      await held.promise;
      await route.abort();
    });
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Save limit', disabled: true }).waitFor();
    await page.keyboard.type('99');
    held.resolve();
    await dialog.getByText('The server could not be reached.').waitFor();
    await expectFocus(amount);
    expect(await amount.inputValue()).toBe('500,000.00');
    await page.unroute(/authority\/edit/);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await context.close();
  });

  test('who leaves a dialog that is being sent is told what became of it, and what is open by then stays; the focus goes back', async () => {
    const { page, context } = await office.open({ who: 'root' });
    await page.goto('/setting?section=branches');
    const link = page.getByRole('link', { name: 'NBO', exact: true });
    const held = Promise.withResolvers<void>();
    await page.route(/branch\/edit/, async (route) => {
      await held.promise;
      await route.abort();
    });
    await link.press('Enter');
    await page.getByRole('textbox', { name: 'Phone' }).fill('+254 20 555');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save branch', disabled: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expectFocus(link);
    await link.press('Enter');
    held.resolve();
    await page.getByText('Not done').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
    await context.close();
  });

  test('what a dialog works out before an act, and cannot, is said with a way to try again; nothing is done unseen', async () => {
    const { page, context } = await office.open({ who: 'root' });
    await page.goto('/setting?section=branches');
    await page.route(/branch\/holds/, (route) => route.fulfill({ status: 500, json: { title: 'Not now.' } }));
    await page.getByRole('button', { name: /^Actions for NBO/ }).click();
    await page.getByRole('menuitem', { name: 'Disable…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Not now.').waitFor();
    await dialog.getByRole('button', { name: 'Disable branch', disabled: true }).waitFor();
    await page.unroute(/branch\/holds/);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('dialog', { name: 'Nairobi cannot be disabled yet' }).waitFor();
    await context.close();
  });

  test('root lends the right by name; its borrower approves, and the history says by whose right', async () => {
    const { page, context, faults } = await office.open({ who: 'root' });
    await page.goto('/user?tab=lent');
    await page.getByText('No right is lent.').waitFor();
    await page.getByRole('button', { name: 'Lend a right' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Lend a right' });
    // Root reads all branches together, and a right is lent in one.
    await dialog.getByRole('combobox', { name: 'Branch' }).click();
    await chooseOption(page, 'Nairobi');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await pick(dialog, 'To', 'claims.nbo');
    const last = addDays(dayIn('Africa/Nairobi', new Date()), 6);
    await dialog.getByRole('textbox', { name: 'Last day' }).fill(last);
    await dialog.getByLabel('Reason').fill('Away for a week');
    await expectAccessible(page, 'lend a right');
    await dialog.getByRole('button', { name: 'Lend right' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect
      .poll(async () => (await rowsOf(page.getByRole('table'))).map((cells) => cells.slice(0, 3)))
      .toEqual([['claims.nbo', 'Decide policies', 'root']]);
    await expectAccessible(page, 'lent rights');

    const borrower = await office.open({ who: 'claims.nbo', width: 390, height: 844, dark: true });
    await borrower.page.goto('/account');
    await borrower.page.getByText('Decide policies').first().waitFor();
    await expectAccessible(borrower.page, 'own account');
    await borrower.page.goto(`/underwriting/${policy}`);
    await borrower.page.getByRole('button', { name: 'Review' }).first().click();
    await borrower.page.getByRole('button', { name: 'Approve policy' }).click();
    await borrower.page.getByRole('dialog', { name: /is approved$/ }).waitFor();
    await borrower.page.goto(`/underwriting/${policy}?tab=history`);
    await borrower.page.getByText('by a right that root lent').waitFor();
    expect([...faults, ...borrower.faults]).toEqual([]);
    await borrower.context.close();
    await context.close();
  });
});
