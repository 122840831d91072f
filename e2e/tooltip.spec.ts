import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOffice, type Office } from './office.ts';

/** When a tooltip comes and when it goes, by a clock that the test moves. */
let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.closeSound());

const REASON = 'Nothing was changed.';
const REST_MS = 400;
const WAY_MS = 120;

const save = (page: Page) => page.getByRole('button', { name: 'Save changes' });
/** The text that is shown; what a screen reader reads is beside the button all the time. */
const shown = (page: Page) => page.locator('.pop-motion').filter({ hasText: REASON });
/** It is drawn and taken away by frames, which the clock gives. */
async function expectShown(page: Page, count: 0 | 1): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(20);
      return shown(page).count();
    })
    .toBe(count);
}

/** A form of the settings whose button says why it cannot be pressed, on a page whose clock is stopped. */
async function settings(touch = false) {
  const { page, context } = await office.open({ who: 'root', touch });
  // Before the first page: taken over while one was loading, the clock left the next page signed out, once in some five hundred times.
  await page.clock.install();
  await page.goto('/setting?section=books');
  await save(page).waitFor();
  await page.waitForLoadState('networkidle');
  await page.clock.pauseAt(Date.now() + 60_000);
  return { page, context, pass: (ms: number) => page.clock.runFor(ms) };
}

/** The pointer is on the button for as long as it takes. */
async function rest({ page, pass }: Awaited<ReturnType<typeof settings>>): Promise<void> {
  await save(page).hover();
  await pass(REST_MS);
  await expectShown(page, 1);
}

const away = (page: Page) => page.mouse.move(5, 700);

test('by pointer: it comes after a rest, stays while the pointer is on it, and goes after both were left', async () => {
  const desk = await settings();
  const { page, context, pass } = desk;
  await save(page).hover();
  await pass(REST_MS - 1);
  expect(await shown(page).count()).toBe(0);
  await pass(1);
  await expectShown(page, 1);
  // On its way to the text the pointer leaves the button for a moment.
  await shown(page).hover();
  await pass(WAY_MS * 2);
  expect(await shown(page).count()).toBe(1);
  await away(page);
  await pass(WAY_MS - 1);
  expect(await shown(page).count()).toBe(1);
  await pass(1);
  await expectShown(page, 0);
  // Who only passes over it sees nothing.
  await save(page).hover();
  await pass(REST_MS / 2);
  await away(page);
  await pass(REST_MS * 2);
  expect(await shown(page).count()).toBe(0);
  await context.close();
});

test('a press takes it away, and it does not come back while the pointer stays', async () => {
  const desk = await settings();
  const { page, context, pass } = desk;
  await rest(desk);
  await page.mouse.down();
  await page.mouse.up();
  await expectShown(page, 0);
  await pass(REST_MS * 2);
  expect(await shown(page).count()).toBe(0);
  await context.close();
});

test('by keyboard: it comes with the focus and goes with it, and by Escape, which leaves the focus where it is', async () => {
  const { page, context } = await settings();
  const isFocused = () => save(page).evaluate((button) => button === button.ownerDocument.activeElement);
  for (let stop = 0; stop < 100 && !(await isFocused()); stop += 1) await page.keyboard.press('Tab');
  expect(await isFocused()).toBe(true);
  await expectShown(page, 1);
  await page.keyboard.press('Escape');
  await expectShown(page, 0);
  expect(await isFocused()).toBe(true);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expectShown(page, 1);
  await page.keyboard.press('Tab');
  await expectShown(page, 0);
  await context.close();
});

test('it leaves with its button', async () => {
  const desk = await settings();
  const { page, context } = desk;
  await rest(desk);
  await page.goBack();
  await save(page).waitFor({ state: 'detached' });
  await expectShown(page, 0);
  await context.close();
});

test('a finger brings none: the reason is the button’s description', async () => {
  const { page, context, pass } = await settings(true);
  // It says that it cannot be pressed, so that a tap waits for it in vain unless it is forced.
  await save(page).tap({ force: true });
  await pass(REST_MS * 2);
  expect(await shown(page).count()).toBe(0);
  expect(await save(page).evaluate((button) => button.ariaDescribedByElements?.[0]?.textContent)).toBe(REASON);
  await context.close();
});
