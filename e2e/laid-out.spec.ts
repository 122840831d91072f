import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from './browser.ts';
import { claimRecords } from './claim-records.ts';
import { pick } from './fields.ts';
import { moneyRecords } from './money-records.ts';
import { openOffice, type Office } from './office.ts';
import { placedRecords } from './placements.ts';
import { silence } from './walk.ts';

/** Where things stand: what is chosen moves nothing else, and what belongs together lines up. */
let office: Office;
let reinsured: number;
let security: number;
let claim: number;
beforeAll(async () => {
  office = await openOffice();
  const [maker, checker] = [await office.caller('underwriter.lon'), await office.caller('manager.lon')];
  const { policy } = await placedRecords({ maker, checker });
  ({ claim } = await claimRecords({ handler: await office.caller('claims.lon'), checker }, policy));
  await moneyRecords(await office.caller('accountant.lon'), policy, await office.caller('root'));
  const record = await maker.call(`GET underwriting/${policy}`);
  reinsured = record.reinsured.id;
  security = record.securities[0].security.id;
});
afterAll(() => office?.closeSound());

/** Where an element stands, to the pixel. */
async function placeOf(one: Locator) {
  const { x, y, width, height } = (await one.boundingBox()) ?? { x: -1, y: -1, width: -1, height: -1 };
  return [x, y, width, height].map(Math.round);
}

/** Where the head of a report stands and whatever is chosen or pressed in it, but for the day that it is beside. */
const headOf = (page: Page): Promise<number[][]> =>
  page.evaluate(`(() => {
    const head = document.querySelector('main header');
    const isOfOther = (one) => one.id === 'beside' || /other day/i.test(one.labels?.[0]?.textContent + one.ariaLabel);
    const rest = [...head.querySelectorAll('input, button')].filter((one) => one.offsetWidth > 1 && !isOfOther(one));
    return [head, ...rest].map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [x, y, width, height];
    });
  })()`);

const BESIDE = [
  () => '/ageingoverviewreport',
  () => `/facultativereport?param=${reinsured}`,
  () => `/ageingsummaryreport?param=${reinsured}`,
  () => `/payablereport?param=${security}`,
  () => '/exposure',
  () => '/trialbalance',
];

test.each([1440, 390])(
  'at %i px a report that is put beside another day keeps every field where it was',
  async (width) => {
    const { page, context } = await office.open({ who: 'root', width, touch: width === 390 });
    const silent = silence(page);
    for (const address of BESIDE) {
      await page.goto(address());
      await page.getByRole('combobox', { name: 'Beside' }).waitFor();
      await silent();
      const before = await headOf(page);
      expect(before.length).toBeGreaterThan(4);
      await pick(page, 'Beside', 'Another day');
      const day = page.getByRole('textbox', { name: 'The other day' });
      await day.waitFor();
      await silent();
      expect(await headOf(page), address()).toEqual(before);
      const [x = 0, , wide = 0] = await placeOf(day);
      expect(x + wide).toBeLessThanOrEqual(width);
      // All of the day can be read.
      expect(await day.inputValue()).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/);
      const cut = await day.evaluate((one) => {
        const { scrollWidth, clientWidth } = one as unknown as { scrollWidth: number; clientWidth: number };
        return scrollWidth - clientWidth;
      });
      expect(cut).toBeLessThanOrEqual(0);
    }
    await expectAccessible(page, `a report beside another day at ${width} px`);
    await pick(page, 'Beside', 'Nothing');
    await page.getByRole('textbox', { name: 'The other day' }).waitFor({ state: 'detached' });
    await context.close();
  },
);

test.each([
  ['/dashboard', 4],
  ['/monthlyreport', 1],
] as const)('on %s a chart is as high as its table', async (address, charts) => {
  const page = await office.desk('manager.lon');
  await page.goto(address);
  await page
    .getByRole('application')
    .nth(charts - 1)
    .waitFor();
  const figures = page.locator('main figure');
  expect(await figures.count()).toBe(charts);
  for (const figure of await figures.all()) {
    const before = await placeOf(figure);
    await figure.getByRole('button', { name: 'Table', exact: true }).click();
    const back = figure.getByRole('button', { name: 'Chart', exact: true });
    await back.waitFor();
    expect(await placeOf(figure)).toEqual(before);
    const table = figure.getByRole('region');
    await table.getByRole('columnheader', { name: 'Period' }).waitFor();
    await back.click();
    await table.waitFor({ state: 'detached' });
    expect(await placeOf(figure)).toEqual(before);
  }
  await figures.first().getByRole('button', { name: 'Table', exact: true }).click();
  await expectAccessible(page, `${address} with a table instead of its chart`);
});

/** By how much the title of each card stands beside the first words of its table. */
const askew = (page: Page): Promise<{ title: string; by: number }[]> =>
  page.evaluate(`(() => {
    const leftOf = (element) => {
      const range = document.createRange();
      const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (words.nextNode()) {
        range.selectNodeContents(words.currentNode);
        const { left, width } = range.getBoundingClientRect();
        if (width > 1) return left;
      }
      return undefined;
    };
    return [...document.querySelectorAll('main section:has(> header > h2)')].flatMap((card) => {
      const head = card.querySelector('table:not(.sr-only *) thead th:first-child');
      const left = head === null ? undefined : leftOf(head);
      const title = card.querySelector('h2');
      return left === undefined ? [] : [{ title: title.textContent, by: Math.round(Math.abs(left - leftOf(title))) }];
    });
  })()`);

const CARDS: Record<string, () => string> = {
  'what is outstanding': () => '/facultativereportout',
  'the summary of securities': () => '/payablereport',
  'monthly production': () => '/monthlyreport',
  'exposure by security': () => '/exposure?by=security',
  brokerage: () => '/brokerage',
  'the tax return': () => '/taxreturn',
  'the notes of a reinsured by age': () => `/ageingsummaryreport?param=${reinsured}`,
  'a party': () => `/parties/${reinsured}`,
  'a claim': () => `/claims/${claim}`,
  'the recovery board': () => '/claims?tab=recovery',
};

test.each(Object.entries(CARDS))(
  '%s: the title of a card stands over the first column of its table',
  async (_, address) => {
    const page = await office.desk('root');
    const silent = silence(page);
    for (const width of [1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(address());
      await page.locator('main section:has(> header > h2) table:visible').first().waitFor();
      await silent();
      const cards = await askew(page);
      expect(cards.length).toBeGreaterThan(0);
      expect(cards.filter(({ by }) => by > 0)).toEqual([]);
    }
  },
);

test.each([
  ['underwriter.lon', 'Premium'],
  ['cashier.lon', 'Due to us'],
])('the one figure of %s stands over the work, as wide as it is', async (who, figure) => {
  const { page, context } = await office.open({ who });
  await page.goto('/dashboard');
  const card = page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(`^${figure}`) })
    .first();
  const work = page.getByRole('region', { name: /^My work/ }).first();
  await work.waitFor();
  const [x, y = 0, width, height = 0] = await placeOf(card);
  const [left, top, wide] = await placeOf(work);
  expect([left, wide]).toEqual([x, width]);
  expect(Math.abs((top ?? 0) - (y + height + 16))).toBeLessThanOrEqual(1);
  expect(width).toBeLessThan(480);
  await context.close();
});

test('reports are named in the navigation without a sign of their kind, below the names of the other pages', async () => {
  const page = await office.desk('root');
  await page.goto('/dashboard');
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await links.first().waitFor();
  // The views of them have the sign once.
  expect(await links.locator('svg[class*=chart]').count()).toBe(1);
  const names = await links
    .locator('span.truncate')
    .evaluateAll((all) =>
      all.map((one) =>
        Math.round((one as unknown as { getBoundingClientRect: () => { x: number } }).getBoundingClientRect().x),
      ),
    );
  expect(new Set(names).size).toBe(1);
});

const PRINTED: Record<string, () => string> = {
  'receivables by age': () => '/ageingoverviewreport?beside=month_end&rates=closing',
  'payables by age': () => '/ageingpayableoverviewreport?beside=month_end&rates=closing',
  'the notes of a security by age': () =>
    `/ageingpayablesummaryreport?param=${security}&beside=month_end&rates=closing`,
  'the trial balance': () => '/trialbalance?beside=month_end&year_end=without',
  'monthly production': () => '/monthlyreport',
  'a statement of account': () => `/facultativereport?param=${reinsured}&beside=month_end`,
  'a statement of a security': () => `/payablereport?param=${security}&beside=month_end`,
  exposure: () => '/exposure?by=security&beside=month_end',
  'the recovery board': () => '/claims?tab=recovery',
};
/** What could be pressed or filled in on a sheet. */
const PRESSED = `[...document.querySelectorAll('main :is(button, input, textarea, [role=combobox])')]
  .filter((one) => one.checkVisibility() && one.offsetWidth > 1 && one.closest('td') === null)
  .map((one) => one.ariaLabel ?? one.textContent)`;

test('pages with acts of their own are printed without them', async () => {
  const { page, context } = await office.open({ who: 'root' });
  await page.goto('/user/2');
  await page.getByRole('button', { name: 'Give another role' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.getByRole('heading', { name: 'Roles' }).waitFor();
  expect(await page.evaluate(PRESSED)).toEqual([]);
  await context.close();
});

/** A sheet of A4 on its side, less its margins. */
const SHEET = { width: 1031, height: 700 };

test.each(Object.entries(PRINTED))(
  '%s is printed whole, with whose it is and nothing to press',
  async (name, address) => {
    const { page, context } = await office.open({ who: 'root' });
    const silent = silence(page);
    await page.goto(address());
    await page.locator('main table').first().waitFor();
    await silent();
    await page.setViewportSize(SHEET);
    await page.emulateMedia({ media: 'print' });
    const pressed = await page.evaluate<string[]>(PRESSED);
    const { over, heads } = await page.evaluate<{ over: number; heads: string[] }>(`(() => {
    const seen = (one) => one.checkVisibility() && one.offsetWidth > 1;
    return {
      over: document.querySelector('main').scrollWidth - document.querySelector('main').clientWidth,
      heads: [...document.querySelectorAll('main thead th:has(button)')].filter(seen).map((one) => one.innerText.trim()),
    };
  })()`);
    expect(over).toBeLessThanOrEqual(0);
    expect(pressed).toEqual([]);
    expect(heads.filter((head) => head === '')).toEqual([]);
    const head = page.getByRole('main');
    await head.getByText('London', { exact: false }).first().waitFor();
    await head
      .getByText(/\b20\d\d\b/)
      .first()
      .waitFor();
    if (name === 'the trial balance') await head.getByText(', without the year’s closing').waitFor();
    await context.close();
  },
);
