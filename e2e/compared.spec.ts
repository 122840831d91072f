import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dayIn, showDay } from '../domain/values/day.ts';
import { expectAccessible } from './browser.ts';
import { openOffice, type Office } from './office.ts';
import { journeyBook } from './placements.ts';
import { halfReceived } from './receipts.ts';

/** A statement beside another day, of which the difference opens to what made it; and the parties of an ageing in another order. */
const TODAY = dayIn('Africa/Nairobi', new Date());
const [POSTED, BEFORE, RECEIVED] = [addDays(TODAY, -40), addDays(TODAY, -30), addDays(TODAY, -20)];

let office: Office;
let reinsured: number;
let security: number;
beforeAll(async () => {
  office = await openOffice();
  const [maker, checker, clerk] = await Promise.all(
    ['underwriter.lon', 'manager.lon', 'accountant.lon'].map((who) => office.caller(who)),
  );
  if (!maker || !checker || !clerk) throw new Error('Somebody is missing.');
  const book = await journeyBook(maker, 'LOCAL');
  ({ reinsured, a: security } = book);
  await halfReceived({ maker, checker, clerk }, book, { posted: POSTED, received: [RECEIVED] });
});
afterAll(() => office?.closeSound());

test('a statement has what each note was open for on another day, and the difference opens to what made it', async () => {
  const page = await office.desk('manager.lon');
  await page.goto(`/facultativereport?param=${reinsured}`);
  const table = page.getByRole('table', { name: 'Statement of account' });
  await table.waitFor();
  expect(await table.getByText('Difference').count()).toBe(0);
  await page.goto(`/facultativereport?param=${reinsured}&beside=${BEFORE}`);
  await table.getByRole('columnheader', { name: showDay(BEFORE) }).waitFor();
  const row = table.getByRole('row').filter({ hasText: 'DN/' });
  await row.getByRole('link', { name: `${showDay(BEFORE)} 562,500.00` }).waitFor();
  await expectAccessible(page, 'a statement beside another day');
  await row.getByRole('link', { name: 'Difference −281,250.00' }).click();
  await page.waitForURL(/\/explained\?/);
  await page.getByText('Difference').first().waitFor();
  await page.getByRole('row').filter({ hasText: 'RV/' }).first().waitFor();
});

test.each([
  { path: '/trialbalance', choice: 'Last year' },
  { path: '/trialbalance', choice: 'Beside' },
  { path: '/ageingoverviewreport', choice: 'Beside' },
])('$path keeps head and columns of its figures until those of $choice are there', async ({ path, choice }) => {
  const { page, context } = await office.open({ who: 'manager.lon' });
  const main = page.getByRole('main');
  await page.goto(path);
  await main.getByRole('columnheader').first().waitFor();
  const shown = async () => [
    await main.locator('h1 + p').textContent(),
    ...(await main.getByRole('columnheader').allTextContents()),
  ];
  const before = await shown();
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/trialbalance\/items|receivable\/ageing/, async (route) => {
    await promise;
    await route.continue();
  });
  if (choice === 'Beside') {
    await page.getByRole('combobox', { name: 'Beside' }).click();
    await page.getByRole('option', { name: /last year/i }).click();
  } else await page.getByRole('button', { name: choice }).click();
  const sheet = main.locator('[aria-busy=true]');
  await sheet.waitFor();
  await expect.poll(() => sheet.getAttribute('class')).toContain('opacity-60');
  expect(await shown()).toEqual(before);
  for (const name of ['Print', 'Export']) {
    const button = page.getByRole('button', { name });
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await button.click({ force: true });
  }
  expect(await page.getByRole('menu').count()).toBe(0);
  resolve();
  await sheet.waitFor({ state: 'detached' });
  expect(await shown()).not.toEqual(before);
  await expect.poll(() => page.getByRole('button', { name: 'Print' }).getAttribute('aria-disabled')).toBe(null);
  await context.close();
});

test('a report is printed once its first figures are there', async () => {
  const { page, context } = await office.open({ who: 'manager.lon' });
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/trialbalance/items?*', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto('/trialbalance');
  await page.locator('main [aria-busy=true]').first().waitFor();
  const print = page.getByRole('button', { name: 'Print' });
  expect(await print.getAttribute('aria-disabled')).toBe('true');
  resolve();
  await page.getByRole('columnheader').first().waitFor();
  await expect.poll(() => print.getAttribute('aria-disabled')).toBe(null);
  await context.close();
});

test('the statement of a security is printed once its summary is there, at first and by another rate', async () => {
  const { page, context } = await office.open({ who: 'manager.lon' });
  const print = page.getByRole('button', { name: 'Print' });
  const held: (() => void)[] = [];
  await page.route('**/underwriting/s3?*', async (route) => {
    await new Promise<void>((resolve) => {
      held.push(resolve);
    });
    await route.continue();
  });
  const printable = () => print.getAttribute('aria-disabled');
  await page.goto(`/payablereport?param=${security}`);
  await page.getByRole('table', { name: 'Security statement' }).waitFor();
  expect(await printable()).toBe('true');
  await expect.poll(() => held.length).toBe(1);
  held[0]?.();
  await page.getByRole('table', { name: /^Summary by class in/ }).waitFor();
  await expect.poll(printable).toBe(null);
  await page.getByRole('combobox', { name: 'In base at' }).click();
  await page.getByRole('option', { name: /closing/i }).click();
  await page.getByText('of notes in all, at closing rates').waitFor();
  expect(await printable()).toBe('true');
  await expect.poll(() => held.length).toBe(2);
  held[1]?.();
  await expect.poll(printable).toBe(null);
  await context.close();
});

test('a statement says what all of its notes come to in base, and at which rates', async () => {
  const page = await office.desk('manager.lon');
  await page.goto(`/facultativereport?param=${reinsured}`);
  await page.getByText('of notes in all, at booked rates').waitFor();
  await page.goto(`/facultativereport?param=${reinsured}&rates=closing`);
  await page.getByText('of notes in all, at closing rates').waitFor();
  await page.getByRole('columnheader', { name: /At closing rates KES/ }).waitFor();
});

test('securities stand in the order that their heading is pressed for, also once the page is read anew', async () => {
  const page = await office.desk('manager.lon');
  const names = page.getByRole('table', { name: 'Payables by age' }).locator('tbody tr > :first-child');
  await page.goto('/ageingpayableoverviewreport');
  await names.first().waitFor();
  const largest = await names.allTextContents();
  expect(largest).toHaveLength(3);
  await page.getByRole('button', { name: 'Total' }).click();
  await page.waitForURL(/sort=total%2Casc|sort=total,asc/);
  const reversed = largest.toReversed();
  await expect.poll(() => names.allTextContents()).toEqual(reversed);
  await page.reload();
  await names.first().waitFor();
  await expect.poll(() => names.allTextContents()).toEqual(reversed);
});

test('what is outstanding is by name until a heading is pressed, and keeps the order that was chosen', async () => {
  const page = await office.desk('manager.lon');
  await page.goto('/facultativereportout');
  const table = page.getByRole('table', { name: 'Outstanding in KES' });
  const sortOf = (name: string) => table.getByRole('columnheader', { name }).first().getAttribute('aria-sort');
  await table.waitFor();
  expect([await sortOf('Reinsured'), await sortOf('Net due')]).toEqual(['ascending', null]);
  await table.getByRole('button', { name: 'Net due' }).click();
  await page.waitForURL(/sort=owed(,|%2C)desc/);
  await page.reload();
  await table.waitFor();
  expect([await sortOf('Reinsured'), await sortOf('Net due')]).toEqual([null, 'descending']);
  await expectAccessible(page, 'what is outstanding, by its net');
  await table.getByRole('button', { name: 'Reinsured' }).click();
  await page.waitForURL(/sort=party(,|%2C)asc/);
  // What has no order among amounts is no button.
  expect(await table.getByRole('button', { name: 'Oldest due' }).count()).toBe(0);
});

test.each([
  { from: 'ageingoverviewreport', ways: ['/facultativereport'] },
  { from: 'ageingsummaryreport', of: () => reinsured, ways: ['/facultativereport'] },
  { from: 'ageingpayableoverviewreport', ways: ['/ageingpayablesummaryreport', '/payablereport'] },
  { from: 'facultativereportout', ways: ['/facultativereport'] },
  { from: 'payablereport', ways: ['/payablereport'] },
])('the day, the other day and the rates go on from $from', async ({ from, of, ways }) => {
  const page = await office.desk('manager.lon');
  const days = { asat: addDays(TODAY, -10), beside: BEFORE, rates: 'closing' };
  const query = new URLSearchParams({ ...days, ...(of && { param: String(of()) }) });
  await page.goto(`/${from}?${query.toString()}`);
  for (const way of ways) {
    const before = page.url();
    await page.locator(`a[href^="${way}?"]`).first().click();
    await page.waitForURL(({ href }) => href !== before);
    const { pathname, searchParams } = new URL(page.url());
    expect([pathname, Object.fromEntries(searchParams)]).toMatchObject([way, { ...days, param: expect.any(String) }]);
  }
});
