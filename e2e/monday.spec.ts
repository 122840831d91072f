import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, addMonths, dayIn, firstOfMonth, lastOfMonth, showMonth } from '../domain/values/day.ts';
import { examplePolicy } from '../server/testing/factories.ts';
import { expectAccessible } from './browser.ts';
import { tabTo } from './fields.ts';
import { openOffice, type Office } from './office.ts';
import { journeyBook, notedPolicy, yearUnderWay } from './placements.ts';
import { approvedReceipt } from './receipts.ts';

/** A director's Monday and the month end of a head of finance, each by keyboard alone. */
const CLIENT = 'Savannah Insurance Company';
const month = addMonths(firstOfMonth(dayIn('Africa/Nairobi', new Date())), -1);
const monthEnd = lastOfMonth(month);

let office: Office;
beforeAll(async () => {
  office = await openOffice();
  const desks = { maker: await office.caller('underwriter.lon'), checker: await office.caller('manager.lon') };
  const book = await journeyBook(desks.maker, 'LOCAL');
  // Booked on the day on which it began, 219 days ago: its premium is overdue.
  const period = yearUnderWay();
  await notedPolicy(desks, { terms: examplePolicy(book, period), posting_day: period.insurance_start_date });
  const cashier = await office.caller('cashier.lon');
  const cash = { dateOfIssue: addDays(month, 2), receiptType: 'PREMIUM', reinsured: book.reinsured, currency: 'KES' };
  await approvedReceipt({ maker: cashier, checker: desks.checker }, { ...cash, receiptAmount: '10000.00' });
});
afterAll(() => office?.closeSound());

const heading = (page: Page, name: RegExp | string) => page.getByRole('heading', { level: 1, name }).waitFor();

/** Goes by Tab to what is called so and presses Enter on it. */
async function open(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

test('a director’s Monday: from the dashboard by what is overdue to the reinsured, its note, and the journal', async () => {
  const page = await office.desk('manager.lon');
  await page.goto('/dashboard');
  await heading(page, 'Dashboard');
  await page.getByRole('link', { name: 'Open ageing' }).waitFor();
  await open(page, 'Open ageing');
  await heading(page, 'Receivables ageing');
  await page.getByRole('table', { name: 'Receivables by age' }).getByRole('link', { name: CLIENT }).first().waitFor();
  await expectAccessible(page, 'what is overdue');

  await open(page, new RegExp(`^${CLIENT}`));
  await heading(page, CLIENT);
  await page
    .getByText(/days late$/)
    .first()
    .waitFor();
  await expectAccessible(page, 'the statement of who is overdue');
  const note = page.getByRole('link', { name: /^DN\/LON\// }).first();
  await note.waitFor();
  const number = (await note.textContent()) ?? '';
  await open(page, number);
  await heading(page, number);
  await page.getByText('562,500.00').first().waitFor();
  await expectAccessible(page, 'an overdue note');

  // What was booked on it is beneath; its day leads to the entry, whose lines add up to nothing.
  await open(page, /^[A-Z][a-z]{2} \d{1,2}, \d{4}$/);
  await heading(page, /Entry|#\d+/);
  await page.getByText('562,500.00').first().waitFor();
  await expectAccessible(page, 'the entry of a note');
  for (const title of [number, CLIENT, 'Receivables ageing', 'Dashboard']) {
    await page.goBack();
    await heading(page, title);
  }
});

const PDF = 'PDF on the letterhead (.pdf)';

test('a month of the dashboard’s chart leads to the production of that month', async () => {
  const { page, context } = await office.open({ who: 'manager.lon' });
  await page.goto('/dashboard');
  const chart = page
    .locator('figure')
    .filter({ hasText: /Premium by month, \d{4}/ })
    .first();
  await chart.getByRole('button', { name: 'Table' }).click();
  await chart.getByRole('link', { name: 'Jan' }).click();
  await page.waitForURL(/\/monthlyreport\?date=\d{4}-01-\d\d&money=base/);
  await heading(page, 'Monthly production');
  await page.getByText(/^Premium and brokerage of January \d{4}/).waitFor();

  // From the chart itself: by the keys that read it, and by its bar.
  await page.goBack();
  const plot = chart.getByRole('application');
  await plot.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/monthlyreport\?date=\d{4}-01-\d\d&money=base/);
  await page.goBack();
  await plot.click({ position: { x: 60, y: 100 } });
  await page.waitForURL(/\/monthlyreport\?date=\d{4}-01-\d\d&money=base/);
  await context.close();
});

test('what a policy waits for says what is overdue since when, as its head does', async () => {
  const { page, context } = await office.open({ who: 'manager.lon' });
  await page.goto('/underwriting');
  await page
    .getByRole('link', { name: /^LON\/FAC\// })
    .first()
    .click();
  await heading(page, /^LON\/FAC\//);
  const note = /overdue since [A-Z][a-z]{2} \d{1,2}, \d{4}/;
  const waits = page.getByRole('region', { name: 'What waits' });
  await waits.getByText(note).waitFor();
  const [words] = note.exec((await waits.textContent()) ?? '') ?? [''];
  await page.getByText(words, { exact: true }).waitFor();
  await context.close();
});

/** Downloads what is open as a PDF by keys, and gives its bytes. */
async function pdfOf(page: Page): Promise<Buffer> {
  await open(page, 'Export');
  await page.getByRole('menuitem', { name: PDF }).waitFor();
  const download = page.waitForEvent('download');
  for (let step = 0; step < 4; step += 1) {
    if ((await page.evaluate(`document.activeElement?.textContent`)) === PDF) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  return readFileSync(await (await download).path());
}

test('a month end: the checklist, client money as at its last day, and the reports of the month as PDF', async () => {
  const page = await office.desk('root');
  await page.goto(`/setting?section=periods&year=${month.slice(0, 4)}&inbranch=LON`);
  await page.getByRole('button', { name: `Actions for ${showMonth(month)}` }).waitFor();
  await open(page, `Actions for ${showMonth(month)}`);
  await page.getByRole('menuitem', { name: 'Close…' }).waitFor();
  await page.keyboard.type('c');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 receipt is not wholly allocated').waitFor();
  await dialog.getByText('No client money is missing').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Search or jump to' }).waitFor();
  await page.keyboard.type('client money');
  await page.getByRole('option', { name: 'Client money' }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/clientmoney/);
  for (const [address, title] of [
    ['/clientmoney?asat=', 'Client money'],
    ['/ageingoverviewreport?asat=', 'Receivables ageing'],
    ['/trialbalance?from=month&to=', 'Trial balance'],
  ] as const) {
    await page.goto(`${address.replace('month', month)}${monthEnd}`);
    await heading(page, title);
    await page.getByRole('table').first().waitFor();
    const paper = await pdfOf(page);
    expect(paper.subarray(0, 5).toString()).toBe('%PDF-');
    expect(paper.length).toBeGreaterThan(5000);
  }
});
