import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from './browser.ts';
import { expectFocus, type } from './fields.ts';
import { openOffice, type Office } from './office.ts';
import { dayIn } from '../domain/values/day.ts';
import { director } from '../server/proofs/authorisation/people.ts';
import { codeOf } from '../server/testing/chart.ts';
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
  await expectFocus(page.getByRole('main'));
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

test('bars keep the colours that say something where the system chooses all others', async () => {
  const { page, context } = await office.open({ who: 'manager.lon' });
  await page.emulateMedia({ forcedColors: 'active' });
  for (const [path, table] of [
    ['/ageingoverviewreport', /^Receivables by age/],
    ['/exposure?by=security', /^Exposure in KES/],
  ] as const) {
    await page.goto(path);
    await page.getByRole('table', { name: table }).waitFor();
    const colours = await page.evaluate<string[]>(
      `[...document.querySelectorAll('main [aria-hidden=true][class*="rounded-[2px]"]')].map((one) => getComputedStyle(one).backgroundColor)`,
    );
    expect(colours.length, path).toBeGreaterThan(0);
    const panel = await page.evaluate<string>(`getComputedStyle(document.body).backgroundColor`);
    expect(colours).not.toContain(panel);
  }
  await context.close();
});

test('the trial balance is as it was left: the sub-ledger open, the focus on the link that was followed', async () => {
  const page = await office.desk('manager.lon');
  await page.goto('/trialbalance');
  const expand = page.getByRole('button', { name: /^Sub-ledger of / }).first();
  await expand.click();
  // Of the rows that it opened.
  const link = page.locator('tr.text-mute th a').first();
  const href = await link.getAttribute('href');
  await link.focus();
  await page.keyboard.press('Enter');
  await heading(page, /./);
  await page.waitForURL((url) => url.pathname !== '/trialbalance');
  await page.goBack();
  await expect.poll(() => expand.getAttribute('aria-expanded')).toBe('true');
  await expect.poll(() => page.evaluate<string | null>(`document.activeElement?.getAttribute('href')`)).toBe(href);
});

test('a bar of the ageing opens the entries of its age, which add up to it; who may not see them the ageing', async () => {
  const openBar = async (page: Page, steps: number) => {
    await page.goto('/dashboard');
    await page.getByRole('application', { name: /^Receivables by days overdue/ }).focus();
    for (let step = 0; step < steps; step += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
  };
  const page = await office.desk('manager.lon');
  await openBar(page, 1);
  await heading(page, 'Behind: KES, Not due');
  expect(new URL(page.url()).searchParams.get('age')).toBe('not_due');
  await page.getByText('Policy approved').first().waitFor();
  expect(await page.getByText('The books have moved on').count()).toBe(0);
  // Of nothing there is nothing to open.
  await openBar(page, 2);
  await page.getByRole('status').filter({ hasText: '1–30' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/dashboard');
  const cashier = await office.desk('cashier.lon');
  await openBar(cashier, 1);
  await heading(cashier, 'Receivables ageing');
});

test('a figure of one branch alone opens the rows of that branch, where such rows are shown of both', async () => {
  const maker = await office.caller('underwriter.nbo');
  const checker = await office.caller('manager.nbo');
  await approvedPlacement({ maker, checker }, await journeyBook(maker, 'LOCAL'), 'LOCAL');
  const ownerPool = new pg.Pool({ connectionString: office.ownerUrl });
  await director({ ownerPool });
  await ownerPool.end();
  const page = await office.desk('director');
  await page.goto('/facultativereportout?branches=ALL');
  await open(page, /^Net due 562,500.00 KES: see its entries$/);
  await heading(page, 'Behind: Savannah Insurance Company, KES, Net due');
  await expect.poll(() => new URL(page.url()).searchParams.get('branches')).toBe('NBO');
  const rows = page.getByRole('region', { name: /^Behind Savannah/ }).getByRole('row');
  await rows.filter({ hasText: 'NBO/' }).first().waitFor();
  expect(await rows.filter({ hasText: 'LON/' }).count()).toBe(0);
  expect(await page.getByText('The books have moved on').count()).toBe(0);
  // Its rows lead on within that branch.
  await open(page, TOTAL);
  await page.getByText('Policy approved').first().waitFor();
  expect(new URL(page.url()).searchParams.get('branches')).toBe('NBO');
  expect(await page.getByText('The books have moved on').count()).toBe(0);
});

test('the head of a table that begins a card begins in its corners', async () => {
  const page = await office.desk('manager.lon');
  await page.goto('/explained?rows=items&explains=KES&sum=0.00&unit=KES&column=amount&side=RECEIVABLE');
  const table = page.getByRole('region', { name: 'Behind KES' });
  await table.getByRole('columnheader').first().waitFor();
  const inTable = await table.evaluate((frame) => {
    const { left, right, top } = frame.getBoundingClientRect();
    const { document } = globalThis as unknown as {
      document: { elementFromPoint: (x: number, y: number) => { closest: (selector: string) => unknown } | null };
    };
    const isIn = (x: number, y: number) => document.elementFromPoint(x, top + y)?.closest('table') != null;
    return [isIn(left + 0.5, 0.5), isIn(right - 0.5, 0.5), isIn(left + 12, 12)];
  });
  expect(inTable).toEqual([false, false, true]);
});

test('the day of a report goes with its figures, and another day beside it opens what was posted between', async () => {
  const page = await office.desk('manager.lon');
  await page.goto('/ageingoverviewreport?beside=2020-01-01');
  await open(page, /^Difference [\d,.]+ KES: see its entries$/);
  await heading(page, /^Behind: .*Difference$/);
  await page.getByText(/\d · \w{3} \d+, \d{4} to \w{3} \d+, \d{4}$/).waitFor();
  await page.waitForURL(/from=2020-01-02/);
  expect(await page.getByText('The books have moved on').count()).toBe(0);
  await page.getByText('Policy approved').first().waitFor();
});

test.each(['20/11/26', '20 Nov 2026', '2026-11-20'])('the day of a report is typed: %s', async (typed) => {
  const page = await office.desk('manager.lon');
  await page.goto('/ageingoverviewreport?asat=2026-03-01');
  const field = page.getByRole('textbox', { name: 'As at' });
  await field.selectText();
  await page.keyboard.type(typed);
  await expect.poll(() => field.inputValue()).toBe(typed);
  await page.keyboard.press('Enter');
  await page.waitForURL(/asat=2026-11-20/);
  await expect.poll(() => field.inputValue()).toBe('Nov 20, 2026');
});

test('what is no day stays in its field and says so, and the report is as it was', async () => {
  const page = await office.desk('manager.lon');
  await page.goto('/monthlyreport?date=2026-03-01');
  await type(page, 'A day of the month', '20/11/');
  await page.getByText('Enter a date, such as 20 Nov 2026 or 20/11/2026.').waitFor();
  const field = page.getByRole('textbox', { name: 'A day of the month' });
  expect([await field.inputValue(), new URL(page.url()).search]).toEqual(['20/11/', '?date=2026-03-01']);
  await expectAccessible(page, 'a report whose day cannot be read');
  // Nothing is the day itself again: today.
  await type(page, 'A day of the month', '');
  await page.waitForURL((url) => url.search === '');
  await expect.poll(() => field.inputValue()).toMatch(/^[A-Z][a-z]{2} \d/);
});

test('a period that begins after its last day has no figures, and its field says why', async () => {
  const page = await office.desk('manager.lon');
  await page.goto('/trialbalance?from=2026-01-01&to=2026-06-30');
  await page.getByText('Balanced', { exact: true }).waitFor();
  await type(page, 'As at', '1 Jan 2026');
  await page.getByText('Balanced', { exact: true }).waitFor();
  await type(page, 'From', '31 Dec 2026');
  await page.getByText(/^From must not be after As\sat\.$/).waitFor();
  const figures = page.getByRole('table').or(page.getByText('Balanced', { exact: true }));
  expect(await figures.count()).toBe(0);
  await expectAccessible(page, 'a report of days that are no period');
  await type(page, 'From', '31/12/2025');
  await page.getByText('Balanced', { exact: true }).waitFor();
  for (const address of [
    '/taxreturn?to=',
    '/brokerage?to=',
    '/trialbalance/account?account=1200&to=',
    '/claims/results?asat=',
  ]) {
    await page.goto(`${address}2026-01-01&from=2026-12-31`);
    await page.getByText(/^(From|Policies from) must not be after As\sat\.$/).waitFor();
    expect(await figures.count()).toBe(0);
  }
});

test('the many lines behind a figure come page by page, and the file is said to have all of them', async () => {
  const maker = await office.caller('accountant.lon');
  const line = { currency: 'KES', account: codeOf('EXPENSES') };
  const { id } = await maker.call('POST journal/save', {
    day: dayIn('Africa/Nairobi', new Date()),
    narration: 'Costs of the year',
    lines: [
      ...Array.from({ length: 120 }, () => ({ ...line, debit: '10.00' })),
      { ...line, account: codeOf('EQUITY'), credit: '1200.00' },
    ],
  });
  const { version } = await maker.call(`PUT journal/submit/${id}`);
  const checker = await office.caller('manager.lon');
  await checker.call(`PUT journal/approve/${id}/APPROVED`, { version });
  const page = await office.desk('manager.lon');
  await page.goto('/trialbalance');
  await open(page, /^Debit 1,200\.00 KES: see its entries$/);
  await heading(page, /^Behind: /);
  await page.getByText('100 lines are shown at a time').waitFor();
  await page.getByRole('button', { name: 'Next lines' }).click();
  await page.getByText('20 lines are shown at a time').waitFor();
  expect(await page.getByText('The books have moved on').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Next lines' }).count()).toBe(0);
  await page.getByRole('button', { name: 'First lines' }).click();
  await page.getByText('100 lines are shown at a time').waitFor();
});

test.each([
  ['/claims/results', /^Premium written [\d,.]+ KES: see its entries$/],
  ['/claims/results?by=security', /^Premium written [\d,.]+ KES: see its entries$/],
  ['/facultativereportout', /^Net due [\d,.]+ KES: see its entries$/],
  ['/payablereport', /^Ceded [\d,.]+ KES: see its entries$/],
  ['/exposure?by=security', /^(Its lines|Placed) [\d,.]+ KES: see its entries$/],
])('what all rows of %s come to opens what it is made of', async (address, figure) => {
  const page = await office.desk('manager.lon');
  await page.goto(address);
  const total = page.locator('tfoot').getByRole('link', { name: figure }).first();
  await total.focus();
  await page.keyboard.press('Enter');
  await heading(page, /^Behind: /);
  await page.getByRole('table').first().waitFor();
  expect(await page.getByText('The books have moved on').count()).toBe(0);
});

test('the difference of exposure from last year opens to its policies, each with why and by whom', async () => {
  const page = await office.desk('manager.lon');
  await page.goto('/exposure?by=security&beside=last_year');
  await open(page, /^Difference [\d,.]+ KES: see its entries$/);
  await heading(page, /^Behind: .*, Difference$/);
  await page.getByText(/ · as at .*, beside /).waitFor();
  const table = page.getByRole('table').first();
  for (const name of [/^Why/, /^Made by/]) await table.getByRole('columnheader', { name }).waitFor();
  await table
    .getByRole('cell', { name: /^Noted/ })
    .first()
    .waitFor();
  expect(await page.getByText('The books have moved on').count()).toBe(0);
  await expectAccessible(page, 'the policies behind a difference');
});

test('a figure is no link for who may not see what is behind it', async () => {
  const page = await office.desk('underwriter.lon');
  await page.goto('/monthlyreport');
  await page.getByRole('table').first().waitFor();
  const premium = page.getByRole('link', { name: /: see its entries$/ });
  expect(await premium.filter({ hasText: /\d/ }).count()).toBeGreaterThan(0);
  expect(await page.getByRole('link', { name: /^Brokerage.*: see its entries$/ }).count()).toBe(0);
});

test('a total of all reinsureds’ statements opens the entries or notes that it is made of, also where only open notes are shown', async () => {
  const page = await office.desk('accountant.lon');
  for (const [address, name] of [
    ['/facultativereportall', /^Balance [\d,.]+ KES: see its entries$/],
    ['/facultativereportall?open=only', /^Amount [\d,.]+ KES: see its entries$/],
  ] as const) {
    await page.goto(address);
    const total = page
      .getByRole('row', { name: /^Total/ })
      .getByRole('link', { name })
      .first();
    const amount = /[\d,.]+/.exec((await total.textContent()) ?? '')?.[0] ?? '';
    await total.focus();
    await page.keyboard.press('Enter');
    await heading(page, /^Behind: KES, Savannah Insurance Company, (Amount|Balance)$/);
    await page.getByText(`KES ${amount}`).first().waitFor();
    expect(await page.getByText('The books have moved on').count()).toBe(0);
  }
});
