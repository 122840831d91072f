import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from './browser.ts';
import { openOffice, type Office } from './office.ts';
import { approvedPlacement, journeyBook } from './placements.ts';

/** A director's Monday: from the dashboard by what is open of a reinsured to the entry that made it, and back, by keyboard. */
let office: Office;
beforeAll(async () => {
  office = await openOffice();
  const maker = await office.caller('underwriter.lon');
  const checker = await office.caller('manager.lon');
  await approvedPlacement({ maker, checker }, await journeyBook(maker, 'LOCAL'), 'LOCAL');
});
afterAll(() => office?.closeSound());

/** Goes to a link by the keyboard alone and opens it. */
async function open(page: Page, name: RegExp): Promise<void> {
  const link = page.getByRole('link', { name }).first();
  await link.focus();
  await page.keyboard.press('Enter');
}

const heading = (page: Page, name: RegExp | string) => page.getByRole('heading', { level: 1, name }).waitFor();
const TOTAL = /^Total [\d,.]+ KES: see its entries$/;

test('from the dashboard to the journal, each figure opening the rows that add up to it, and back to where one was', async () => {
  const page = await office.desk('manager.lon');
  await page.goto('/dashboard');
  await heading(page, 'Dashboard');
  await open(page, /^Open ageing$/);
  await heading(page, 'Receivables ageing');
  const figure = page.getByRole('link', { name: TOTAL }).first();
  await figure.waitFor();
  const called = (await figure.getAttribute('href')) ?? '';
  const amount = /[\d,.]+/.exec((await figure.textContent()) ?? '')?.[0] ?? '';
  await expectAccessible(page, 'ageing whose figures open');

  await open(page, TOTAL);
  await heading(page, /^Behind: .*, KES, Total$/);
  await page.getByText(`KES ${amount}`).first().waitFor();
  expect(await page.getByText('The books have moved on').count()).toBe(0);
  await expectAccessible(page, 'the notes behind a figure');

  const behind = (await page.getByRole('link', { name: TOTAL }).first().getAttribute('href')) ?? '';
  await open(page, TOTAL);
  await page.getByRole('columnheader', { name: 'Approved by' }).waitFor();
  await page.getByText('Policy approved').first().waitFor();
  await expectAccessible(page, 'the entries behind a figure');
  await open(page, /^#\d+$/);
  await heading(page, /Entry|#\d+/);

  for (const title of [/^Behind: .* · DN.*Total$/, /^Behind: [^·]*Total$/]) {
    await page.goBack();
    await heading(page, title);
  }
  // Each way back puts the focus on the figure that was opened; the keys are the reader's only then.
  const focused = () => page.evaluate<string | null>(`document.activeElement?.getAttribute('href')`);
  await expect.poll(focused).toBe(behind);
  await open(page, /^Back to the report$/);
  await heading(page, 'Receivables ageing');
  await expect.poll(focused).toBe(called);
});

test('the day of a report goes with its figures, and another day beside it opens what was posted between', async () => {
  const page = await office.desk('manager.lon');
  await page.goto('/ageingoverviewreport?beside=2020-01-01');
  await open(page, /^Difference [\d,.]+ KES: see its entries$/);
  await heading(page, /^Behind: .*Difference$/);
  await page.waitForURL(/from=2020-01-02/);
  expect(await page.getByText('The books have moved on').count()).toBe(0);
  await page.getByText('Policy approved').first().waitFor();
});

test('a figure is no link for who may not see what is behind it', async () => {
  const page = await office.desk('underwriter.lon');
  await page.goto('/monthlyreport');
  await page.getByRole('table').first().waitFor();
  const premium = page.getByRole('link', { name: /: see its entries$/ });
  expect(await premium.filter({ hasText: /\d/ }).count()).toBeGreaterThan(0);
  expect(await page.getByRole('link', { name: /^Brokerage.*: see its entries$/ }).count()).toBe(0);
});
