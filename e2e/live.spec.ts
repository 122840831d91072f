import type { Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examplePolicy } from '../server/testing/factories.ts';
import { expectAccessible, settled } from './browser.ts';
import { expectFocus } from './fields.ts';
import { openOffice, type Office } from './office.ts';
import { journeyBook, yearUnderWay } from './placements.ts';
import { shiftsSince, watchShifts } from './shifts.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.closeSound());

test('a dashboard shows what a colleague submits without being asked, and nothing on it moves', async () => {
  const { page, context } = await office.open({ who: 'manager.lon' });
  await watchShifts(page);
  const streams = page.waitForResponse((response) => response.url().includes('/aggregate/changes'));
  await page.goto('/dashboard');
  await page.getByText('Nothing waits for you.').waitFor();
  expect((await streams).status()).toBe(200);
  await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
  await page.evaluate('document.fonts.ready.then(() => { globalThis.sameDocument = true; })');
  await settled(page);
  await shiftsSince(page);

  const maker = await office.caller('underwriter.lon');
  const book = await journeyBook(maker, 'LOCAL');
  const { id } = await maker.call('POST underwriting/save', examplePolicy(book, yearUnderWay()));
  await maker.call(`PUT underwriting/submit/${id}`);
  const { broker_reference: reference } = await maker.call(`GET underwriting/${id}`);
  await page.getByRole('link', { name: new RegExp(String(reference)) }).waitFor();
  expect(await page.evaluate('globalThis.sameDocument')).toBe(true);
  const { sum, moved } = await shiftsSince(page);
  expect(sum, moved.join('\n')).toBeLessThan(0.02);
  await context.close();
});

test.each([
  { what: 'a list', path: '/underwriting', call: 'underwriting/items', format: 'csv', item: 'Comma-separated (.csv)' },
  {
    what: 'the journal',
    path: '/trialbalance',
    call: 'ledger/export',
    format: 'hledger',
    item: 'Journal for hledger (.journal)',
  },
])('$what that takes long says so, and is stopped from the screen', async ({ path, call, format, item }) => {
  const { page, context } = await office.open({ who: 'manager.lon' });
  const held: Route[] = [];
  await page.route(`**/${call}?*format=${format}*`, (route) => void held.push(route));
  await page.goto(path);
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForRequest(new RegExp(`format=${format}`));
  await page.getByRole('menuitem', { name: item }).click();
  const request = await download;
  expect(request.headers()['slipway-export']).toMatch(/^[\w-]{36}$/);
  const messages = page.getByRole('region', { name: 'Messages' });
  await messages.getByText('Making the file').waitFor();
  await expectAccessible(page, 'a file that is being made');
  const gone = page.waitForEvent('requestfailed', (one) => one.url() === request.url());
  await messages.getByRole('button', { name: 'Stop' }).click();
  await gone;
  await messages.getByText('Making the file').waitFor({ state: 'detached' });
  await messages.getByText('No file is saved.').waitFor();
  await expectFocus(page.getByRole('button', { name: 'Export' }));
  expect(held).toHaveLength(1);
  expect(await page.getByRole('region', { name: 'Errors' }).textContent()).toBe('');
  await context.close();
});
