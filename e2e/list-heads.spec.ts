import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dayIn, firstOfYear, showDay } from '../domain/values/day.ts';
import { RENEWAL_DAYS } from '../domain/renewals/states.ts';
import { expectAccessible } from './browser.ts';
import { claimRecords } from './claim-records.ts';
import { type as typeInto } from './fields.ts';
import { openOffice, type Office } from './office.ts';
import { placedRecords, yearUnderWay } from './placements.ts';

/** What stands above the rows of a list: what it is narrowed to without being asked, one scroll however high it is, and a selection that covers nothing. */
const TODAY = dayIn('Africa/Nairobi', new Date());
const { insurance_start_date: start, insurance_end_date: end } = yearUnderWay();

let office: Office;
let claim: number;
beforeAll(async () => {
  office = await openOffice();
  const [maker, checker, handler] = await Promise.all(
    ['underwriter.lon', 'manager.lon', 'claims.lon'].map((who) => office.caller(who)),
  );
  if (!maker || !checker || !handler) throw new Error('Somebody is missing.');
  const { policy } = await placedRecords({ maker, checker });
  ({ claim } = await claimRecords({ handler, checker }, policy));
});
afterAll(() => office?.closeSound());

const chip = (page: Page, label: string) =>
  page.getByRole('region', { name: 'Filters' }).getByRole('button', { name: label });

test('the days of renewals that nobody chose stand in their filters, which change them and leave them again', async () => {
  const { page, context } = await office.open({ who: 'manager.lon' });
  await page.goto('/renewal');
  const until = addDays(TODAY, RENEWAL_DAYS);
  await chip(page, `Expires from ${showDay(TODAY)}`).waitFor();
  await chip(page, `Expires to ${showDay(until)}`).waitFor();
  await page.getByText('Nothing expires in this range.').waitFor();
  expect(new URL(page.url()).search).toBe('');
  await expectAccessible(page, 'a list with filters that apply unasked');
  await chip(page, 'Expires to').click();
  const day = page.getByRole('textbox', { name: 'Expires to' });
  expect(await day.inputValue()).toBe(showDay(until));
  await typeInto(page, 'Expires to', end);
  await page.waitForURL(`**/renewal?enddate=${end}`);
  await page.keyboard.press('Escape');
  await page
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
    .first()
    .waitFor();
  await chip(page, `Expires to ${showDay(end)}`).waitFor();
  await chip(page, 'Remove filter Expires to').click();
  await chip(page, `Expires to ${showDay(until)}`).waitFor();
  expect(new URL(page.url()).search).toBe('');
  // On a telephone, where filters that are not set wait behind a button, they are in sight as well.
  await page.setViewportSize({ width: 390, height: 844 });
  await chip(page, `Expires from ${showDay(TODAY)}`).waitFor();
  await context.close();
});

test('the register of claims says in its filters as at when it is, and since when it has the movement', async () => {
  const { page, context } = await office.open({ who: 'manager.lon' });
  await page.goto('/claims/register');
  await chip(page, `As at ${showDay(TODAY)}`).waitFor();
  await chip(page, `Moved since ${showDay(firstOfYear(TODAY))}`).waitFor();
  await page.getByText(`As at ${showDay(TODAY)}; moved since ${showDay(firstOfYear(TODAY))}.`).waitFor();
  const before = addDays(firstOfYear(TODAY), -1);
  await page.goto(`/claims/register?asat=${before}`);
  await chip(page, `Remove filter As at`).waitFor();
  await chip(page, `Moved since ${showDay(firstOfYear(before))}`).waitFor();
  await page.getByText(`moved since ${showDay(firstOfYear(before))}.`).waitFor();
  await page.getByRole('button', { name: 'Clear all' }).waitFor();
  // Amounts in base leave out no claim: nothing is to be cleared.
  await page.goto('/claims/register?rates=closing');
  await page.getByRole('combobox', { name: 'In base at' }).waitFor();
  await chip(page, `As at ${showDay(TODAY)}`).waitFor();
  expect(await page.getByRole('button', { name: 'Clear all' }).count()).toBe(0);
  await context.close();
});

const MANY = 60;

/** Every list that is fetched has many rows: each of its own, over and over. */
async function withManyRows(page: Page): Promise<void> {
  await page.route(/\/(underwriting\/renewals|claim\/claimreport)\?/, async (route) => {
    const response = await route.fetch();
    const { data, ...reply } = await response.json();
    const many = Array.from({ length: MANY }, (_, at) => ({ ...data[at % data.length], id: at + 1 }));
    await route.fulfill({ response, json: { ...reply, recordsTotal: MANY, recordsFiltered: MANY, data: many } });
  });
}

type Scrolls = { page: number; within: number[] };

/** By how much the page scrolls, and what scrolls within it. */
const scrollsOf = (page: Page): Promise<Scrolls> =>
  page.evaluate(`(() => {
    const beyond = (one) => one.scrollHeight - one.clientHeight;
    const scrolling = [...document.querySelectorAll('main *')].filter(
      (one) => /auto|scroll/.test(getComputedStyle(one).overflowY) && beyond(one) > 1);
    return { page: beyond(document.documentElement), within: scrolling.map(beyond) };
  })()`);

test.each([
  { name: 'renewals', address: `/renewal?startdate=${start}&enddate=${end}` },
  {
    name: 'renewals with their calendar',
    address: `/renewal?startdate=${addDays(end, -50)}&enddate=${end}&show=calendar`,
  },
  { name: 'the register of claims', address: '/claims/register' },
  { name: 'the register of claims in base', address: '/claims/register?rates=closing' },
])('one scroll goes through $name, whose heads stay in sight, and one on a telephone', async ({ address }) => {
  const { page, context } = await office.open({ who: 'manager.lon' });
  await withManyRows(page);
  await page.goto(address);
  await page.getByText(`of ${MANY}`).last().waitFor();
  await page.waitForLoadState('networkidle');
  const wide = await scrollsOf(page);
  expect(wide.page).toBe(0);
  expect(wide.within).toHaveLength(1);
  const table = page.locator('main section[aria-busy] > table');
  const head = table.locator('thead th').nth(1);
  const place = async () => (await head.boundingBox())?.y;
  const before = await place();
  await table.locator('tbody tr').last().scrollIntoViewIfNeeded();
  expect(await place()).toBe(before);
  await page.setViewportSize({ width: 390, height: 844 });
  await table.waitFor({ state: 'detached' });
  const narrow = await scrollsOf(page);
  expect(narrow.page).toBeGreaterThan(0);
  expect(narrow.within).toEqual([]);
  await context.close();
});

test('what is done with selected movements lies over no tab of their claim, and moves no row', async () => {
  const { page, context } = await office.open({ who: 'manager.lon' });
  await page.goto(`/claims/${claim}?tab=movements`);
  const table = page.getByRole('table', { name: 'Movements in their order' });
  const row = table.getByRole('row').nth(1);
  await row.waitFor();
  const bar = page.getByRole('region', { name: 'Actions for the selection' }).locator('> div');
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    const before = (await row.boundingBox())?.y;
    await row.getByRole('checkbox').check();
    await bar.getByText('1 selected').waitFor();
    expect((await row.boundingBox())?.y, `at ${width} px`).toBe(before);
    const [tabs, over] = [await page.getByRole('tablist').boundingBox(), await bar.boundingBox()];
    if (tabs === null || over === null) throw new Error('There are no tabs, or no bar.');
    expect(over.y, `at ${width} px`).toBeGreaterThanOrEqual(tabs.y + tabs.height);
    await bar.getByRole('button', { name: 'Clear' }).click();
    await bar.waitFor({ state: 'detached' });
  }
  await context.close();
});
