import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from './browser.ts';
import { expectFocus } from './fields.ts';
import { openOffice, type Office } from './office.ts';
import { approvedPlacement, journeyBook } from './placements.ts';

/** A budget is entered for a year, divided over its months, changed, and shown beside what was made. */
let office: Office;
beforeAll(async () => {
  office = await openOffice();
  const desks = { maker: await office.caller('underwriter.nbo'), checker: await office.caller('manager.nbo') };
  // Of a class that has no budget.
  const { data } = await desks.maker.call('GET covertype/findAll');
  const book = { ...(await journeyBook(desks.maker, 'LOCAL')), coverType: data.at(-1).id };
  await approvedPlacement(desks, book, 'LOCAL');
});
afterAll(() => office?.closeSound());

test('a year is divided over its months, a month is changed, and production shows it', async () => {
  const page = await office.desk('manager.nbo');
  await page.goto('/budgets');
  await page.getByText('There are no budgets.').waitFor();
  await page.getByRole('button', { name: 'New budget' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New budget' });
  await expectFocus(dialog.getByRole('textbox', { name: 'Year', exact: true }));
  await dialog.getByRole('combobox', { name: 'Class' }).click();
  await page.getByRole('option').first().click();
  await dialog.getByLabel('Whole year, premium').fill('1200000.05');
  await dialog.getByRole('button', { name: 'Divide evenly' }).click();
  // It has nothing more to divide, and keeps the focus.
  await expectFocus(dialog.getByRole('button', { name: 'Divide evenly' }));
  const months = dialog.getByRole('table', { name: 'Months' });
  await months.getByText('1,200,000.05').waitFor();
  await expectAccessible(page, 'a budget as it is entered');
  await dialog.getByRole('button', { name: 'Enter budget' }).click();
  await page.getByText('Budget entered').waitFor();
  await page.getByRole('cell', { name: '1,200,000.05' }).waitFor();
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Change…' }).click();
  const editing = page.getByRole('dialog');
  const january = editing.locator('[id="months.0.premium"]');
  // What cannot be read is not sent as nothing.
  await january.fill('12x00');
  await january.press('Control+Enter');
  await expect.poll(() => january.getAttribute('aria-invalid')).toBe('true');
  await expectFocus(january);
  await january.fill('200000');
  await editing.getByLabel('Whole year, premium').fill('5');
  await editing.getByRole('button', { name: 'Save budget' }).click();
  await editing.getByText('Divide it over the months, or empty it.').waitFor();
  await editing.getByLabel('Whole year, premium').fill('');
  await editing.getByRole('button', { name: 'Save budget' }).click();
  await page.getByText('Budget saved').waitFor();
  await page.getByRole('cell', { name: '1,300,000.04' }).waitFor();
  await page.getByRole('button', { name: 'New budget' }).click();
  await dialog.getByRole('combobox', { name: 'Class' }).click();
  await page.getByRole('option').nth(1).click();
  await dialog.getByLabel('Whole year, premium').fill('2.4m');
  await dialog.getByRole('button', { name: 'Enter budget' }).click();
  // Of which no month was entered, the year is divided.
  await page.getByRole('cell', { name: '2,400,000.00' }).waitFor();
  await page.goto('/monthlyreport?money=base');
  await page.getByRole('columnheader', { name: /^Budget ?, below Variance$/ }).waitFor();
  await page
    .getByText(
      '1 of 3 classes has no budget. What is made without a budget is hatched in the chart, and in no variance.',
    )
    .waitFor();
  const bars = page.getByRole('application').locator('rect[fill^="url(#"]');
  expect(await bars.count()).toBeGreaterThan(0);
  await expectAccessible(page, 'production beside its budget');
});
