import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dayIn } from '../domain/values/day.ts';
import { expectAccessible } from './browser.ts';
import { openOffice, type Office } from './office.ts';
import { journeyBook } from './placements.ts';
import { halfReceived } from './receipts.ts';

/** What securities were owed on an earlier day, and what of it was released then: worked out where it is asked for. */
const TODAY = dayIn('Africa/Nairobi', new Date());
const [POSTED, RECEIVED, BETWEEN] = [addDays(TODAY, -40), addDays(TODAY, -20), addDays(TODAY, -10)];

let office: Office;
beforeAll(async () => {
  office = await openOffice();
  const [maker, checker, clerk] = await Promise.all(
    ['underwriter.lon', 'manager.lon', 'accountant.lon'].map((who) => office.caller(who)),
  );
  if (!maker || !checker || !clerk) throw new Error('Somebody is missing.');
  const book = await journeyBook(maker, 'LOCAL');
  // Half of what the reinsured owes came before that day, the rest came today.
  await halfReceived({ maker, checker, clerk }, book, { posted: POSTED, received: [RECEIVED, TODAY] });
});
afterAll(() => office?.closeSound());

test('of an earlier day it is said what was released then, once that is switched on', async () => {
  const page = await office.desk('manager.lon');
  const released = page.getByText('Released in all');
  const then = page.getByRole('switch', { name: 'Released as it was then' });
  const table = page.getByRole('table', { name: 'Payables by age' });
  await page.goto('/ageingpayableoverviewreport');
  await page.getByText('Released in all 515,625.00', { exact: true }).waitFor();
  // Today it is said anyway.
  expect(await then.count()).toBe(0);

  await page.goto(`/ageingpayableoverviewreport?asat=${BETWEEN}`);
  await table.waitFor();
  expect(await then.isChecked()).toBe(false);
  expect(await released.count()).toBe(0);
  expect(await table.getByText('Due, released').count()).toBe(0);
  await then.focus();
  await page.keyboard.press('Space');
  await page.getByText('Released in all 257,812.50', { exact: true }).waitFor();
  await table.getByText('Due, released').waitFor();
  await expectAccessible(page, 'payables as at an earlier day with what was released then');
  expect(new URL(page.url()).searchParams.get('released')).toBe('true');

  await page.reload();
  await page.getByText('Released in all 257,812.50', { exact: true }).waitFor();
  expect(await then.isChecked()).toBe(true);
  await page.goBack();
  await released.waitFor({ state: 'detached' });
  expect(await then.isChecked()).toBe(false);
});
