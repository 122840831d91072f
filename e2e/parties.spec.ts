import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from './browser.ts';
import { tabTo } from './fields.ts';
import { openOffice, type Office } from './office.ts';
import { approvedPlacement, journeyBook, yearUnderWay } from './placements.ts';
import { examplePolicy } from '../server/testing/factories.ts';

/** A client is found and what it owes is received by keyboard alone, at a desk and on a telephone. */
let office: Office;
let client: number;
/** A policy that waits for the manager. */
let waiting: number;
beforeAll(async () => {
  office = await openOffice();
  const desks = { maker: await office.caller('underwriter.nbo'), checker: await office.caller('manager.nbo') };
  const book = await journeyBook(desks.maker, 'LOCAL');
  client = book.reinsured;
  await approvedPlacement(desks, book, 'LOCAL');
  await approvedPlacement(desks, book, 'LOCAL');
  const { id } = await desks.maker.call('POST underwriting/save', examplePolicy(book, yearUnderWay()));
  await desks.maker.call(`PUT underwriting/submit/${id}`);
  waiting = id;
});
afterAll(() => office?.closeSound());

const NAME = 'Savannah Insurance Company';
describe.each([
  ['at a desk', 1440],
  ['on a telephone', 390],
])('%s', (where, width) => {
  test('what a client owes is found, read, received and submitted by keyboard alone', async () => {
    const { page, context, faults } = await office.open({ who: 'cashier.nbo', width, height: 844 });
    await page.goto('/dashboard');
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Search or jump to' }).waitFor();
    await page.keyboard.type('savannah ins');
    const found = page.getByRole('option').filter({ hasText: NAME }).first();
    await found.waitFor();
    await expectAccessible(page, `palette with parties, ${where}`);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/parties/${client}`);
    await page.getByRole('heading', { level: 1, name: NAME }).waitFor();
    await page.getByText('Owed to us').first().waitFor();
    await page
      .getByRole('link', { name: /^Receive DN\// })
      .first()
      .waitFor();
    await expectAccessible(page, `page of a client, ${where}`);
    expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
    await tabTo(page, /^Receive DN\//);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/receivables\/new\?reinsured=\d+&currency=KES&note=\d+/);
    const amount = page.getByRole('textbox', { name: 'Amount', exact: true });
    await amount.waitFor();
    expect(await amount.inputValue()).toBe('562,500.00');
    await tabTo(page, 'Bank reference');
    await page.keyboard.type(`FT-${where}`);
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/\/receivables\/\d+$/);
    await page.getByRole('link', { name: NAME }).first().waitFor();
    await page.getByText('Pending').first().waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });
});

test('what was opened last is in the palette, and acts, settings and colours are found by words', async () => {
  const { page, context, faults } = await office.open({ who: 'manager.nbo' });
  await page.goto(`/parties/${client}`);
  await page.getByRole('heading', { level: 1, name: NAME }).waitFor();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search or jump to' });
  await palette.getByRole('option').filter({ hasText: NAME }).waitFor();
  await expectAccessible(page, 'palette with what was opened last');
  for (const [words, option] of [
    ['approve', 'What waits for me'],
    ['dark', 'Dark colours'],
    ['taxes', 'Taxes and levies'],
    // By what is set there, in other words than its name.
    ['maker checker', 'Books'],
    ['logo', 'Letterhead'],
    ['clients', 'Clients'],
  ] as const) {
    await palette.getByRole('combobox').fill(words);
    await palette.getByRole('option', { name: option, exact: true }).first().waitFor();
  }
  // What was found before is gone: the first of what is shown now is what Enter takes.
  await palette.getByRole('combobox').fill(NAME);
  await palette.getByRole('option', { selected: true }).filter({ hasText: NAME }).waitFor();
  await palette.getByRole('combobox').fill('approve');
  await palette.getByRole('option', { name: 'What waits for me', selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
  await page.keyboard.press('Control+k');
  await palette.getByRole('combobox').fill('dark');
  await palette.getByRole('option', { name: 'Dark colours' }).click();
  await page.waitForFunction(`document.documentElement.classList.contains('dark')`);
  await page.keyboard.press('Control+k');
  await palette.getByRole('combobox').fill('DN/NBO');
  await palette.getByRole('option').filter({ hasText: 'DN/NBO/' }).first().click();
  await page.waitForURL(/\/notes\/\d+$/);
  await page.getByRole('heading', { level: 1, name: /^DN\/NBO\// }).waitFor();
  await expectAccessible(page, 'a note');
  await page.getByRole('link', { name: 'Acacia Reinsurance' }).first().click();
  await page.waitForURL(/\/parties\/\d+$/);
  await page.getByRole('heading', { level: 1, name: 'Acacia Reinsurance' }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test('what waits is decided from the palette: its act is found by "approve" and by whose it is', async () => {
  const { page, context, faults } = await office.open({ who: 'manager.nbo' });
  await page.goto('/dashboard');
  await page.getByRole('region', { name: 'My work', exact: true }).last().getByRole('link').first().waitFor();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search or jump to' });
  await palette.getByRole('combobox').fill('approve kisumu');
  await palette.getByRole('option', { name: /^Approve policy NBO\/FAC\// }).waitFor();
  await expectAccessible(page, 'palette with what waits');
  await palette.getByRole('option', { selected: true, name: /^Approve policy NBO\/FAC\// }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/underwriting/${waiting}?do=decide`);
  await page.getByRole('dialog').getByRole('button', { name: 'Approve policy' }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test('a former address of a party leads on to its page, and each part of it opens', async () => {
  const { page, context, faults } = await office.open({ who: 'manager.nbo' });
  await page.goto(`/setting/reinsureds/${client}?tab=notes`);
  await page.waitForURL(`**/parties/${client}?tab=notes`);
  await page.getByRole('region', { name: /^Open notes of/ }).waitFor();
  for (const tab of ['Policies', 'Documents', 'Details', 'Contacts', 'Bank accounts', 'Files', 'Notes and history']) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('tabpanel', { name: tab }).waitFor();
    await expectAccessible(page, `${tab} of a client`);
  }
  await page.goto('/parties/clients?sort=to_us,desc');
  await page.getByRole('row').filter({ hasText: NAME }).first().waitFor();
  await expectAccessible(page, 'the list of clients');
  await page.getByRole('row').filter({ hasText: NAME }).getByRole('link', { name: NAME }).click();
  await page.waitForURL(`**/parties/${client}`);
  expect(faults).toEqual([]);
  await context.close();
});
