import type { Route } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { expectAccessible } from './browser.ts';
import { chooseOption } from './fields.ts';
import { openOffice, type Office } from './office.ts';
import { approvedPlacement, journeyBook } from './placements.ts';

/** The drill of a security leads to drafts that give its lines to another, and to the list of such batches. */
let office: Office;
let security: number;
beforeAll(async () => {
  office = await openOffice();
  const desks = { maker: await office.caller('underwriter.nbo'), checker: await office.caller('manager.nbo') };
  const local = await journeyBook(desks.maker, 'LOCAL');
  security = local.a;
  await approvedPlacement(desks, local, 'LOCAL');
  await approvedPlacement(desks, local, 'LOCAL');
});
afterAll(() => office?.closeSound());

test('the lines of a security are given to another on all its policies, as drafts, and the batch is found again', async () => {
  const page = await office.desk('root');
  await page.goto(`/insolvencydrill?param=${security}&inbranch=NBO`);
  await page.getByRole('heading', { level: 1, name: 'Acacia Reinsurance' }).waitFor();
  await page.getByRole('button', { name: 'Replace its lines…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace Acacia Reinsurance' });
  await dialog.waitFor();
  await expectAccessible(page, 'who takes over the line of a security');
  await dialog.getByRole('button', { name: 'Show what it does' }).click();
  await dialog
    .getByText(/^Choose /)
    .first()
    .waitFor();
  await dialog.getByRole('combobox', { name: /row 1$/ }).click();
  await page.keyboard.type('bao');
  await chooseOption(page, 'Baobab Reinsurance');
  await dialog.getByRole('button', { name: 'Show what it does' }).click();
  const plan = page.getByRole('dialog', { name: /^Replace Acacia Reinsurance from/ });
  await plan.getByRole('heading', { name: '2 policies to be endorsed' }).waitFor();
  await expectAccessible(page, 'what replacing a security does');
  await plan.getByRole('button', { name: 'Draft 2 endorsements' }).click();
  await page.waitForURL(/\/insolvencydrill\/replacements\/\d+$/);
  await page.getByRole('heading', { level: 1, name: 'Replacement of Acacia Reinsurance' }).waitFor();
  await page.getByText('Draft made').nth(1).waitFor();
  await expectAccessible(page, 'what became of replacements');
  // Who saw it run keeps what it came to in its place: no row moves when it has ended.
  const running = async (route: Route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), state: 'RUNNING' } });
  };
  await page.route(/\/replacement\/\d+/, running, { times: 1 });
  await page.reload();
  await page.getByText('Making the drafts…').waitFor();
  await page.getByText('Making the drafts…').waitFor({ state: 'detached' });
  await page.getByText('2 of 2', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Replacements', exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Replacements' }).waitFor();
  const row = page.getByRole('row').filter({ hasText: 'Acacia Reinsurance' });
  await row.getByText('Done', { exact: true }).waitFor();
  await expectAccessible(page, 'the list of replacements');
  await page.getByRole('link', { name: 'Insolvency drill' }).last().click();
  await page.getByRole('link', { name: 'Past replacements' }).waitFor();
});
