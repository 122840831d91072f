import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dayIn, showDay } from '../domain/values/day.ts';
import { daysOfYear, financialYearOf } from '../domain/values/financial-year.ts';
import { expectAccessible } from './browser.ts';
import { claimRecords } from './claim-records.ts';
import { pick } from './fields.ts';
import { moneyRecords } from './money-records.ts';
import { openOffice, type Office } from './office.ts';
import { placedRecords } from './placements.ts';
import { silence } from './walk.ts';

/** Reports of figures, and what money is taken from, on a usual screen of 1280 px and on a telephone: every column is in sight, or it is plain that there are more. */
let office: Office;
let reinsured: number;
let security: number;
let claim: number;
beforeAll(async () => {
  office = await openOffice();
  const [maker, checker] = [await office.caller('underwriter.lon'), await office.caller('manager.lon')];
  const { policy } = await placedRecords({ maker, checker });
  ({ claim } = await claimRecords({ handler: await office.caller('claims.lon'), checker }, policy));
  const accountant = await office.caller('accountant.lon');
  const { receipt } = await moneyRecords(accountant, policy, await office.caller('root'));
  const { version } = await accountant.call(`PUT receivable/submit/${receipt}`);
  await checker.call(`PUT receivable/approve/${receipt}/APPROVED`, { version });
  const record = await maker.call(`GET underwriting/${policy}`);
  reinsured = record.reinsured.id;
  security = record.securities[0].security.id;
});
afterAll(() => office?.closeSound());

/** Of hundreds of millions, as they are in shillings. */
const LONG = '123,456,789.10';
const LONG_AFTER = addDays(dayIn('Africa/Nairobi', new Date()), 700);
/** Ages are more columns, in smaller letters. */
const OF_AGES = '12,345,678.90';

/** Writes a long figure into each cell of figures; says in how many, and by how much the widest table is too wide for its place. */
const widened = (page: Page, figure: string): Promise<{ written: number; over: number }> =>
  page.evaluate(`(() => {
    const cells = [...document.querySelectorAll('main table :is(td, td *)')].filter((one) => one.closest('.figures') && !one.closest('.sr-only'));
    const texts = cells.flatMap((cell) => [...cell.childNodes]).filter((text) => text.nodeType === 3 && /^(–|−?[\\d,]+\\.\\d\\d)$/.test(text.data));
    for (const text of texts) text.data = ${JSON.stringify(figure)};
    const frames = [...document.querySelectorAll('main table')].map((table) => table.parentElement).filter((frame) => !frame.closest('.sr-only'));
    return { written: texts.length, over: Math.max(...frames.map((frame) => frame.scrollWidth - frame.clientWidth)) };
  })()`);

const REPORTS: Record<string, [address: () => string, figure: string]> = {
  'monthly production': [() => '/monthlyreport', LONG],
  'monthly production beside last year': [() => '/monthlyreport?beside=last_year', LONG],
  'claims against premium': [() => '/claims/results', LONG],
  'the register of claims': [() => '/claims/register', LONG],
  'the recovery board': [() => '/claims?tab=recovery', LONG],
  'the statement of a reinsured': [() => `/facultativereport?param=${reinsured}`, LONG],
  'the statement of a reinsured beside another day, at closing rates': [
    () => `/facultativereport?param=${reinsured}&beside=month_end&rates=closing`,
    LONG,
  ],
  'the statement of a reinsured long after its notes were due, beside another day': [
    () => `/facultativereport?param=${reinsured}&beside=month_end&asat=${LONG_AFTER}`,
    LONG,
  ],
  'the summary of securities beside another day, at closing rates': [
    () => '/payablereport?beside=month_end&rates=closing',
    LONG,
  ],
  'the statement of a security beside another day, at closing rates': [
    () => `/payablereport?param=${security}&beside=month_end&rates=closing`,
    LONG,
  ],
  'the summary of securities': [() => '/payablereport', LONG],
  'the statement of a security': [() => `/payablereport?param=${security}`, LONG],
  'receivables by age': [() => '/ageingoverviewreport', OF_AGES],
  'receivables by age beside another day': [() => '/ageingoverviewreport?beside=month_end', OF_AGES],
  'receivables by age at closing rates': [() => '/ageingoverviewreport?rates=closing', OF_AGES],
  'payables by age': [() => '/ageingpayableoverviewreport', OF_AGES],
  'payables by age beside another day': [() => '/ageingpayableoverviewreport?beside=month_end', OF_AGES],
  'the notes of a reinsured by age': [() => `/ageingsummaryreport?param=${reinsured}`, OF_AGES],
  'the notes of a security by age': [() => `/ageingpayablesummaryreport?param=${security}`, OF_AGES],
  'the notes of a reinsured by age beside another day': [
    () => `/ageingsummaryreport?param=${reinsured}&beside=month_end`,
    OF_AGES,
  ],
  'the notes of a reinsured by age long after they were due, beside another day': [
    () => `/ageingsummaryreport?param=${reinsured}&beside=month_end&asat=${LONG_AFTER}`,
    OF_AGES,
  ],
  'the notes of a security by age beside another day': [
    () => `/ageingpayablesummaryreport?param=${security}&beside=month_end`,
    OF_AGES,
  ],
  'client money': [() => '/clientmoney?beside=month_end', LONG],
  'the tax return': [() => '/taxreturn', LONG],
  'journal lines': [() => '/trialbalance/lines', LONG],
  'the trial balance beside another day': [() => '/trialbalance?beside=month_end', LONG],
  'what is outstanding': [() => '/facultativereportout', LONG],
  'what is outstanding beside another day': [() => '/facultativereportout?beside=month_end', LONG],
  'what is outstanding at closing rates': [() => '/facultativereportout?rates=closing', LONG],
  'exposure by security beside another day': [() => '/exposure?by=security&beside=month_end', LONG],
  'the notes that a receipt may settle': [
    () => `/receivables/new?reinsured=${reinsured}&currency=KES&inbranch=LON`,
    OF_AGES,
  ],
  'the notes that a voucher may pay': [() => `/payables/new?security=${security}&currency=KES&inbranch=LON`, OF_AGES],
  'a claim': [() => `/claims/${claim}`, OF_AGES],
};

let page: Page;
let silent: () => Promise<void>;
beforeAll(async () => {
  ({ page } = await office.open({ who: 'root', width: 1280 }));
  silent = silence(page);
});

test.each(Object.entries(REPORTS))('%s has all its columns in sight at 1280 px', async (_, [address, figure]) => {
  await page.goto(address());
  await page.locator('main table').first().waitFor();
  await silent();
  const { written, over } = await widened(page, figure);
  expect(written).toBeGreaterThan(0);
  expect(over).toBeLessThanOrEqual(0);
});

const BY_AGE: Record<string, () => string> = {
  'receivables by age': () => '/ageingoverviewreport',
  'payables by age': () => '/ageingpayableoverviewreport',
  'the notes of a reinsured by age': () => `/ageingsummaryreport?param=${reinsured}`,
  'the notes of a security by age': () => `/ageingpayablesummaryreport?param=${security}`,
};
const AGES = ['Not due', '1–30', '31–60', '61–90', '91–180', '181–365', 'Over 365'];

test.each(
  Object.entries(BY_AGE).flatMap(([name, address]) =>
    ['', 'beside=month_end', 'beside=month_end&rates=closing'].map((asked) => [name, asked, address] as const),
  ),
)('%s have a column for each age at 1440 px, all of them in sight (%s)', async (_, asked, address) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const of = address();
  await page.goto(`${of}${of.includes('?') ? '&' : '?'}${asked}`);
  const table = page.locator('main table').first();
  await table.waitFor();
  await silent();
  const heads = await table.getByRole('columnheader').allTextContents();
  expect(heads.filter((head) => AGES.includes(head.replace(/, below .*/, '')))).toHaveLength(AGES.length);
  expect(heads.filter((head) => AGES.some((age) => head.endsWith(`, below ${age}`)))).toEqual([]);
  const { written, over } = await widened(page, OF_AGES);
  expect(written).toBeGreaterThan(0);
  expect(over).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 720 });
});

test.each(Object.entries(BY_AGE))(
  '%s at 1280 px: ages are read in their order, those that stand below others too',
  async (_, address) => {
    await page.goto(address());
    const table = page.locator('main table').first();
    await table.waitFor();
    await silent();
    const heads = (await table.getByRole('columnheader').allTextContents()).flatMap((head) => head.split(', below '));
    expect(heads.filter((head) => AGES.includes(head))).toEqual(AGES);
  },
);

const NAMED: Record<string, () => string> = {
  'what is outstanding': () => '/facultativereportout',
  'the summary of securities': () => '/payablereport',
  'exposure by class': () => '/exposure?by=class',
  'exposure by security': () => '/exposure?by=security',
  'brokerage by producer': () => '/brokerage',
  'brokerage by reinsured': () => '/brokerage?by=reinsured',
  'monthly production by market': () => '/monthlyreport?by=market',
};

/** As long as a name may be. */
const LONG_NAME = 'The Savannah Highlands and Great Lakes Mutual Reinsurance Company '.repeat(3).slice(0, 150);

test.each(Object.entries(NAMED))('%s with a long name has its money in sight', async (_, address) => {
  await page.goto(address());
  await page.locator('main table tbody td').first().waitFor();
  await silent();
  const { named, over } = await page.evaluate<{ named: number; over: number }>(`(() => {
    const cells = [...document.querySelectorAll('main table tbody td:first-child')];
    const texts = cells.flatMap((cell) => [...cell.querySelectorAll('*'), cell]).flatMap((one) => [...one.childNodes]);
    const names = texts.filter((text) => text.nodeType === 3 && /[A-Za-z]{2}/.test(text.data));
    for (const text of names) text.data = ${JSON.stringify(LONG_NAME)};
    const frames = [...document.querySelectorAll('main table')].map((table) => table.parentElement).filter((frame) => !frame.closest('.sr-only'));
    return { named: names.length, over: Math.max(...frames.map((frame) => frame.scrollWidth - frame.clientWidth)) };
  })()`);
  expect(named).toBeGreaterThan(0);
  expect(over).toBeLessThanOrEqual(0);
});

const WIDE: Record<string, () => string> = {
  'a sheet': () => `/payablereport?param=${security}`,
  'a table': () => '/taxreturn',
};

test('a statement on a telephone has each note’s amount and balance in sight', async () => {
  const { page, context } = await office.open({ who: 'root', touch: true });
  await page.goto(`/facultativereport?param=${reinsured}`);
  const note = page.locator('main li').filter({ hasText: 'Balance' }).first();
  for (const name of ['Due', 'Note', 'Amount', 'Balance']) {
    const line = await note.locator('dl > div', { hasText: name }).first().boundingBox();
    expect((line?.x ?? 0) + (line?.width ?? 999)).toBeLessThanOrEqual(390);
  }
  await page.goto(`/ageingsummaryreport?param=${reinsured}`);
  const totals = page.locator('main tfoot tr').first().locator('td').nth(1);
  await totals.waitFor();
  const box = await totals.boundingBox();
  expect(await totals.textContent()).toMatch(/[\d,]+\.\d\d/);
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
  await context.close();
});

test.each(Object.entries(WIDE))(
  '%s on a telephone keeps its first column and says that there are more',
  async (_, address) => {
    const { page, context } = await office.open({ who: 'root', touch: true });
    await page.goto(address());
    await page.locator('main [data-more]').first().waitFor();
    const table = page.locator('main table').first();
    // Beside what scrolls.
    const sign = table.locator('xpath=../..').locator('svg').last();
    const first = table.locator('tbody td').first();
    expect(await sign.isVisible()).toBe(true);
    const before = await first.boundingBox();
    // To the very end: the name of the row is still in sight, and nothing more is promised.
    await table.evaluate((all) => all.parentElement?.scrollTo({ left: all.scrollWidth }));
    await sign.waitFor({ state: 'hidden' });
    expect((await first.boundingBox())?.x).toBe(before?.x);
    await context.close();
  },
);

/** Where the lower edges of some elements are: one, where they stand on one line. */
const edges = async (...elements: Locator[]): Promise<number> => {
  const boxes = await Promise.all(elements.map((one) => one.boundingBox()));
  return new Set(boxes.map((box) => Math.round((box?.y ?? Number.NaN) + (box?.height ?? 0)))).size;
};

test('the ways to take a report away stand on one line, on a telephone too', async () => {
  const { page, context } = await office.open({ who: 'root', touch: true });
  await page.goto('/brokerage');
  const ways = ['Views', 'Print', 'Export'].map((name) => page.getByRole('button', { name, exact: true }));
  await ways[0]?.waitFor();
  expect(await edges(...ways)).toBe(1);
  await context.close();
});

test('days stand beside the period that they are of', async () => {
  await page.goto('/trialbalance/account');
  const period = page.getByRole('group', { name: 'Period' });
  await period.waitFor();
  const bar = await period.boundingBox();
  const from = await page.getByRole('textbox', { name: 'From', exact: true }).boundingBox();
  expect(from?.y).toBeGreaterThanOrEqual(bar?.y ?? Number.NaN);
  expect(from?.y).toBeLessThan((bar?.y ?? Number.NaN) + (bar?.height ?? 0));
});

test('the page that is open is in sight in the navigation', async () => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.goto('/trialbalance');
  const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]');
  await current.waitFor();
  const box = await current.boundingBox();
  expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThanOrEqual(600);
});

test('a firm whose year begins in July reads its books by that year, its choices on one line each', async () => {
  const today = dayIn('Africa/Nairobi', new Date());
  const year = financialYearOf(today, 7);
  const { page: own, context } = await office.open({ who: 'root', width: 1440 });
  await own.goto('/setting?section=books');
  await pick(own, 'Financial year begins in', 'July');
  await own.getByRole('button', { name: 'Save changes' }).click();
  await own.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click();
  await own.getByText('Books saved').waitFor();

  const chosen = (name: string) => own.getByRole('button', { name, exact: true, pressed: true }).waitFor();
  const daysRead = () =>
    Promise.all(['From', 'As at'].map((name) => own.getByRole('textbox', { name, exact: true }).inputValue()));
  await own.goto('/trialbalance');
  await chosen('Financial year');
  expect(await daysRead()).toEqual([showDay(daysOfYear(year, 7).from), showDay(today)]);
  // Neither a preset nor a switch stands alone on a line.
  const presets = await own.getByRole('group', { name: 'Period' }).getByRole('button').all();
  expect(presets).toHaveLength(7);
  expect(await edges(...presets)).toBe(1);
  const [beside, ways] = [own.getByRole('combobox', { name: 'Beside' }), own.getByRole('button', { name: 'Export' })];
  const without = own.locator('label').filter({ hasText: 'Without the year’s closing' });
  expect(await edges(beside, without, ways)).toBe(1);

  await own.goto('/brokerage');
  await chosen('Financial year');
  await own.getByRole('button', { name: 'Last financial year', exact: true }).click();
  await chosen('Last financial year');
  const last = daysOfYear(year - 1, 7);
  expect(await daysRead()).toEqual([showDay(last.from), showDay(last.to)]);
  // Its address says the year by its name, so that a view of it moves with the day.
  expect(new URL(own.url()).searchParams.get('period')).toBe('last-financial-year');
  await context.close();
});

test('on a telephone the months of the calendar stand side by side, and the list is in reach beneath them', async () => {
  const { page: own, context } = await office.open({ who: 'root', width: 390, height: 844, touch: true });
  await own.goto('/renewal?show=calendar');
  const months = own.locator('caption');
  await expect.poll(() => months.count()).toBeGreaterThan(2);
  const tops = await months.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().y)));
  expect(new Set(tops).size).toBe(1);
  const filters = await own.getByRole('region', { name: 'Filters' }).boundingBox();
  expect(filters?.y).toBeLessThan(844);
  await expectAccessible(own, 'the calendar of a telephone');
  await context.close();
});
