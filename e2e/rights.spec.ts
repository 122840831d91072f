import { afterAll, beforeAll, expect, test } from 'vitest';
import { LONG_FORM } from '../domain/testing/runs.ts';
import { screenRoutes } from './addresses.ts';
import { openOffice, type Office } from './office.ts';
import { silence } from './walk.ts';

/** Screens for which somebody lacks the right: they say so, and ask the server for nothing that it would refuse. */
let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.closeSound());

const OF_RECORDS = ['/journals/1', '/payables/1', '/payables/files/1', '/trialbalance/entry/1', '/user/1', '/bank/1'];

test.each(LONG_FORM ? ['cashier.lon', 'underwriter.lon', 'claims.lon'] : ['cashier.lon'])(
  '%s is refused by no call on any screen',
  async (who) => {
    const { page, context, faults } = await office.open({ who });
    const refused: string[] = [];
    const offered: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 403) refused.push(`${new URL(page.url()).pathname} ${response.url()}`);
    });
    const silent = silence(page);
    await page.goto('/dashboard');
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    const { plain } = await screenRoutes(page);
    for (const address of [...plain, ...OF_RECORDS]) {
      await page.evaluate(`history.pushState({}, '', ${JSON.stringify(address)})`);
      await page.locator('main h1').first().waitFor();
      await silent();
      await expect.poll(() => page.locator('main [aria-busy=true]').count(), { message: address }).toBe(0);
      if ((await page.getByText('You do not have the right to see this.').count()) === 0) continue;
      for (const name of ['Export', 'Views', 'Print'])
        if ((await page.getByRole('button', { name, exact: true }).count()) > 0) offered.push(`${address} ${name}`);
    }
    await page.goto('/setting?section=privacy');
    await page.getByRole('heading', { level: 1, name: 'Personal data' }).waitFor();
    await page.getByText('You do not have the right to see this.').waitFor();
    expect(offered).toEqual([]);
    expect(refused).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  },
);

test('what a screen would show is refused under its own name, with who can change that', async () => {
  const { page, context } = await office.open({ who: 'cashier.lon' });
  await page.goto('/trialbalance');
  await page.getByRole('heading', { level: 1, name: 'Trial balance' }).waitFor();
  await page.getByText('You do not have the right to see this.').waitFor();
  await page.getByText('Root can give you the role that is needed.').waitFor();
  await context.close();
});

test.each([
  { path: '/facultativereport', heading: 'Statement of account', register: 'Reinsured' },
  { path: '/payablereport', heading: 'Security statement', register: 'Security' },
  { path: '/ageingsummaryreport', heading: 'Ageing of a reinsured', register: 'Reinsured' },
  { path: '/ageingpayablesummaryreport', heading: 'Ageing of a security', register: 'Security' },
  { path: '/insolvencydrill', heading: 'Insolvency drill', register: 'Security' },
])(
  '$path is refused before and after somebody is chosen, and does not ask to choose',
  async ({ path, heading, register }) => {
    const { page, context, faults } = await office.open({ who: 'underwriter.lon' });
    for (const address of [path, `${path}?param=1`]) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await page.getByText('You do not have the right to see this.').waitFor();
      expect(await page.getByText(/^Choose a /).count()).toBe(0);
      expect(await page.getByRole('combobox', { name: register }).count()).toBe(0);
    }
    expect(faults).toEqual([]);
    await context.close();
  },
);
