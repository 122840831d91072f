import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from './browser.ts';
import { openOffice, type Office } from './office.ts';

/** What screens say while their call is stopped: on its way, or refused. */
let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.closeSound());

const refuse = (page: Page, call: RegExp, problem: { status: number; title: string; code?: string }) =>
  page.route(call, (route) =>
    route.fulfill({
      status: problem.status,
      contentType: 'application/problem+json',
      body: JSON.stringify(problem),
    }),
  );

test('what a rule refuses says itself what to do; a record that changed is loaded again', async () => {
  const { page, context } = await office.open({ who: 'accountant.lon' });
  const title = 'Money of Nairobi lies on this account, too.';
  await refuse(page, /clientmoney\/items/, { status: 409, code: 'NOT_WHOLE', title });
  await page.goto('/clientmoney');
  const main = page.getByRole('main');
  await main.getByText(title).waitFor();
  expect(await main.getByText('Someone else changed this').count()).toBe(0);
  expect(await main.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  await expectAccessible(page, 'a report that a rule refuses');
  await page.unroute(/clientmoney\/items/);
  await refuse(page, /clientmoney\/items/, { status: 409, code: 'STALE', title: 'This record changed.' });
  await page.reload();
  await main.getByText('Someone else changed this').waitFor();
  await page.unroute(/clientmoney\/items/);
  await main.getByRole('button', { name: 'Try again' }).click();
  await main.getByText('No client money is held.').waitFor();
  await context.close();
});

test('the recovery board has the shape of a report while it is on its way', async () => {
  const { page, context } = await office.open({ who: 'claims.lon' });
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/claim\/recovery/, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto('/claims?tab=recovery');
  await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor({ state: 'attached' });
  resolve();
  await page.getByText('Nothing was called.').waitFor();
  await context.close();
});
