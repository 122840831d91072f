import { afterAll, beforeAll, expect, test } from 'vitest';
import { FIRST_ROWS } from '../domain/reports/desks.ts';
import { examplePolicy } from '../server/testing/factories.ts';
import { expectAccessible } from './browser.ts';
import { expectFocus } from './fields.ts';
import { openOffice, type Office } from './office.ts';
import { journeyBook, notedPolicy, yearUnderWay } from './placements.ts';

/** A list of a desk has its first rows; the others are opened in their card. */
const MORE = 3;
let office: Office;
beforeAll(async () => {
  office = await openOffice();
  const maker = await office.caller('underwriter.lon');
  const book = await journeyBook(maker, 'LOCAL');
  for (let one = 0; one < FIRST_ROWS + MORE; one += 1)
    await maker.call('POST underwriting/save', examplePolicy(book, yearUnderWay()));
  const checker = await office.caller('manager.lon');
  const terms = examplePolicy(book, { ...yearUnderWay(), warranty: { kind: 'PPW', days: 45 } });
  for (let one = 0; one < FIRST_ROWS + MORE; one += 1) await notedPolicy({ maker, checker }, { terms });
});
afterAll(() => office?.closeSound());

const bottomOf = (box: { y: number; height: number } | null | undefined) => (box ? box.y + box.height : Number.NaN);

test('the drafts of an underwriter beyond the first are opened in the card, and shut again', async () => {
  const page = await office.desk('underwriter.lon');
  await page.goto('/dashboard');
  const card = page.getByRole('region', { name: 'My drafts' });
  const rows = card.getByRole('listitem');
  const more = card.getByRole('button', { name: `Show ${MORE} more` });
  await more.waitFor();
  expect(await rows.count()).toBe(FIRST_ROWS);
  // They and the way to the others fill the card: nothing of it scrolls, and it is no stop of the keyboard.
  const stop = card.locator('[tabindex="0"]');
  const [last, end] = await Promise.all([more, card].map((one) => one.boundingBox()));
  expect(bottomOf(last)).toBeLessThanOrEqual(bottomOf(end));
  expect(await stop.count()).toBe(0);
  await more.focus();
  await page.keyboard.press('Enter');
  const fewer = card.getByRole('button', { name: 'Show fewer', expanded: true });
  await fewer.waitFor();
  await rows.nth(FIRST_ROWS + MORE - 1).waitFor();
  expect(await rows.count()).toBe(FIRST_ROWS + MORE);
  await expectFocus(fewer);
  await expect.poll(() => stop.count()).toBe(1);
  // The first row that was not shown before is in sight, over the way back.
  const [row, foot, box] = await Promise.all([rows.nth(FIRST_ROWS), fewer, card].map((one) => one.boundingBox()));
  expect(bottomOf(row)).toBeLessThanOrEqual(foot?.y ?? 0);
  expect(bottomOf(foot)).toBeLessThanOrEqual(bottomOf(box));
  await expectAccessible(page, 'a desk with a list that is open in full');
  await page.keyboard.press('Enter');
  await more.waitFor();
  expect(await rows.count()).toBe(FIRST_ROWS);
});

test('of premium warranties as many are asked for as are shown, with how many there are', async () => {
  const { page, context } = await office.open({ who: 'underwriter.lon', height: 6000 });
  const read: number[] = [];
  page.on('response', async (response) => {
    if (/\/underwriting\/warranties(\?|$)/.test(response.url())) read.push((await response.json()).data.length);
  });
  await page.goto('/dashboard');
  const card = page.getByRole('region', { name: 'Premium warranties' });
  await card.getByRole('button', { name: `Show ${MORE} more` }).click();
  await expect.poll(() => card.getByRole('listitem').count()).toBe(FIRST_ROWS + MORE);
  await expect.poll(() => read).toEqual([FIRST_ROWS, FIRST_ROWS + MORE]);
  await context.close();
});

test.each([
  { who: 'root', cards: ['Client money by account'] },
  { who: 'manager.nbo', cards: ['Client money'] },
])('$who sees client money once', async ({ who, cards }) => {
  // Desks come as they are seen: all of them at once.
  const { page, context } = await office.open({ who, height: 6000 });
  await page.goto('/dashboard');
  await page.getByRole('region', { name: 'Large losses' }).waitFor();
  const shown = page.getByRole('region', { name: /^Client money/ }).getByRole('heading');
  await expect.poll(() => shown.allTextContents()).toEqual(cards);
  await context.close();
});
