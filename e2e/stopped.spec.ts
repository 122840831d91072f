import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from './browser.ts';
import { openOffice, type Office } from './office.ts';
import { journeyBook } from './placements.ts';
import { approvedReceipt } from './receipts.ts';
import { silence } from './walk.ts';

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

test('what was paid ahead and client money by account say that they load, why they do not come and that there are more', async () => {
  const [cashier, manager] = [await office.caller('cashier.lon'), await office.caller('manager.lon')];
  const { reinsured } = await journeyBook(await office.caller('underwriter.lon'), 'LOCAL');
  const { as_at: dateOfIssue } = await manager.call('GET clientmoney/items');
  const receipt = { dateOfIssue, receiptType: 'PREMIUM', reinsured, receiptAmount: '1000.00', currency: 'KES' };
  await approvedReceipt({ maker: cashier, checker: manager }, receipt);
  const { page, context } = await office.open({ who: 'accountant.lon' });
  const stale = { status: 409, code: 'STALE', title: 'This record changed.' };
  const calls = { 'By bank account': /clientmoney\/accounts/, 'Paid ahead of what came in': /clientmoney\/paidahead/ };
  for (const call of Object.values(calls)) await refuse(page, call, stale);
  await page.goto('/clientmoney');
  for (const name of Object.keys(calls)) {
    const part = page.getByRole('region', { name, exact: true });
    await part.getByText('Someone else changed this').waitFor();
    await part.getByRole('button', { name: 'Try again' }).waitFor();
  }
  await expectAccessible(page, 'client money of which two parts do not come');

  for (const call of Object.values(calls)) await page.unroute(call);
  const { promise, resolve } = Promise.withResolvers<void>();
  const matter = {
    branch: 'LON',
    matter: { id: 1, name: 'LON/2026/1' },
    kind: 'Policy',
    party: { id: reinsured, name: 'S' },
    note: null,
  };
  const amounts = { received: '0.00', paid: '5.00', made_good: '0.00', short: '5.00', in_hand: '-5.00' };
  const ahead = { ...matter, since: dateOfIssue, currency: 'KES', ...amounts };
  await page.route(calls['Paid ahead of what came in'], async (route) => {
    await promise;
    await route.fulfill({ json: { as_at: dateOfIssue, data: [ahead], more: true } });
  });
  await page.reload();
  await page.getByRole('table', { name: 'Client money by bank account' }).waitFor();
  await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor({ state: 'attached' });
  resolve();
  await page.getByRole('table', { name: 'Notes and claims that were paid ahead' }).waitFor();
  await page.getByText('The first 5,000 notes and claims that were paid ahead are shown.').waitFor();
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

test('a chart of the dashboard whose figures do not come says which it is', async () => {
  const { page, context } = await office.open({ who: 'manager.lon' });
  await page.route(/ageing|metrics|market/, (route) => route.abort());
  await page.goto('/dashboard');
  for (const name of ['Receivables by days overdue, today', 'Premium by month', 'Brokerage by month']) {
    const card = page.getByRole('region', { name, exact: true });
    await card.getByRole('button', { name: 'Try again' }).waitFor();
  }
  await expectAccessible(page, 'a dashboard whose charts failed');
  await context.close();
});

test('a new adjustment without a note says where one begins, and asks for none', async () => {
  const { page, context } = await office.open({ who: 'accountant.lon' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/receivables/adjustments/new');
  await page.getByText('Choose the debit note first.').waitFor();
  expect(asked.filter((url) => url.includes('note=0'))).toEqual([]);
  await expectAccessible(page, 'a new adjustment without a note');
  await context.close();
});

test('a screen whose code cannot be fetched says so in its place, and is loaded once the server answers', async () => {
  const { page, context } = await office.open({ who: 'accountant.lon' });
  const silent = silence(page);
  await page.goto('/dashboard');
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await silent();
  await page.route(/./, (route) => route.abort());
  await page.getByRole('link', { name: 'Budgets' }).click();
  const alert = page.getByRole('main').getByRole('alert');
  await alert.getByText('This screen could not be loaded.').waitFor();
  const again = alert.getByRole('button', { name: 'Load it again' });
  await again.click();
  await alert.getByText('This screen could not be loaded.').waitFor();
  await page.unroute(/./);
  await again.click();
  await page.getByRole('heading', { level: 1, name: 'Budgets' }).waitFor();
  await context.close();
});
