import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dayIn, showDay } from '../domain/values/day.ts';
import { examplePolicy } from '../server/testing/factories.ts';
import { expectAccessible } from './browser.ts';
import { openOffice, type Office } from './office.ts';
import { journeyBook, yearUnderWay } from './placements.ts';

/** A statement beside another day, of which the difference opens to what made it; and the parties of an ageing in another order. */
const TODAY = dayIn('Africa/Nairobi', new Date());
const [POSTED, BEFORE, RECEIVED] = [addDays(TODAY, -40), addDays(TODAY, -30), addDays(TODAY, -20)];

let office: Office;
let reinsured: number;
beforeAll(async () => {
  office = await openOffice();
  const [maker, checker, clerk] = await Promise.all(
    ['underwriter.lon', 'manager.lon', 'accountant.lon'].map((who) => office.caller(who)),
  );
  if (!maker || !checker || !clerk) throw new Error('Somebody is missing.');
  const book = await journeyBook(maker, 'LOCAL');
  ({ reinsured } = book);
  const { id } = await maker.call('POST underwriting/save', examplePolicy(book, yearUnderWay()));
  const { version } = await maker.call(`PUT underwriting/submit/${id}`);
  await checker.call(`PUT underwriting/approve/${id}/APPROVED/${checker.userId}`, { version, posting_day: POSTED });
  const { notes } = await clerk.call(`GET underwriting/${id}`);
  const { id: note } = notes.find(({ kind }: { kind: string }) => kind === 'DN');
  const receipt = await clerk.call('POST receivable/save', {
    dateOfIssue: RECEIVED,
    receiptType: 'PREMIUM',
    reinsured,
    receiptAmount: '281250.00',
    currency: 'KES',
    allocations: [{ note, amount: '281250.00' }],
  });
  const submitted = await clerk.call(`PUT receivable/submit/${receipt.id}`);
  await checker.call(`PUT receivable/approve/${receipt.id}/APPROVED`, { version: submitted.version });
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
