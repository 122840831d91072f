import { afterAll, beforeAll, expect, test } from 'vitest';
import { examplePolicy } from '../server/testing/factories.ts';
import { expectAccessible } from './browser.ts';
import { openOffice, type Office } from './office.ts';
import { journeyBook, yearUnderWay } from './placements.ts';

/** What a list is filtered by is kept as a view, shared with the branch, opened by a colleague, and deleted. */
let office: Office;
beforeAll(async () => {
  office = await openOffice();
  const maker = await office.caller('underwriter.nbo');
  await maker.call('POST underwriting/save', examplePolicy(await journeyBook(maker, 'LOCAL'), yearUnderWay()));
});
afterAll(async () => {
  const faults = office?.faults();
  await office?.close();
  expect(faults).toEqual([]);
});

const NAME = 'Drafts of the mill';

test('what the list is filtered by is kept under a name, and shared', async () => {
  const page = await office.desk('underwriter.nbo');
  await page.goto('/underwriting');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByText('No views yet.').waitFor();
  await page.getByText('Search, filter or sort first.').waitFor();
  await expectAccessible(page, 'views of a list, none yet');
  await page.keyboard.press('Escape');
  await page
    .getByRole('searchbox')
    .or(page.getByLabel(/^Search policies|^Reference/))
    .first()
    .fill('Kisumu');
  await page.waitForURL(/q=Kisumu/);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as a view…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as a view' });
  await dialog.getByLabel('Name').fill(NAME);
  await dialog.getByLabel('Shared with the branch').click();
  await expectAccessible(page, 'a view as it is kept');
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await page.waitForURL(/q=Kisumu.*view=\d+/);
  await page.getByRole('button', { name: 'Views' }).getByText(NAME).waitFor();
});

test('a colleague opens it, and does not change it; its maker deletes it', async () => {
  const page = await office.desk('manager.nbo');
  await page.goto('/underwriting');
  await page.getByRole('button', { name: 'Views' }).click();
  await expectAccessible(page, 'views of a list');
  await page.getByRole('menuitem', { name: `${NAME} Shared by underwriter.nbo` }).click();
  await page.waitForURL(/q=Kisumu.*view=\d+/);
  await page.getByRole('row').filter({ hasText: 'Kisumu Sugar Works' }).first().waitFor();
  await page.getByRole('button', { name: 'Views' }).click();
  expect(await page.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0);
  const maker = await office.desk('underwriter.nbo');
  await maker.getByRole('button', { name: 'Views' }).click();
  await maker.getByRole('menuitem', { name: `Delete “${NAME}”…` }).click();
  await maker.getByRole('button', { name: 'Delete view' }).click();
  await maker.getByText('View deleted').waitFor();
  await maker.getByRole('button', { name: 'Views' }).click();
  await maker.getByText('No views yet.').waitFor();
});
