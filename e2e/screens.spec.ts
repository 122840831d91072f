import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, launch, openDesk, signIn } from './browser.ts';

const SCREENS = [
  '/dashboard',
  '/underwriting',
  '/underwriting/new',
  '/underwriting?tab=london',
  '/underwriting/london/new',
  '/underwriting/interchange',
  '/receivables',
  '/receivables/new',
  '/payables',
  '/payables?view=releases',
  '/payables/new',
  '/payables/other',
  '/facultativereport',
  '/ageingoverviewreport',
  '/trialbalance',
  '/trialbalance/lines',
  '/user',
  '/user/1',
  '/account',
  '/setting',
  '/setting/import/reinsureds',
  '/setting?section=currencies',
  '/setting?section=firm',
  '/setting?section=letterhead',
  '/setting?section=branches',
  '/setting?section=sessions',
  '/setting?section=mail',
  '/setting?section=books',
  '/setting?section=periods',
  '/setting?section=numbering',
  '/setting?section=banks',
  '/setting?section=terms',
  '/setting?section=taxes',
  '/setting?section=accounts',
  // The parties of the journey are the first of their register.
  '/setting/reinsureds/1',
  '/setting/reinsureds/1?tab=uses',
  '/setting/securities/3',
  '/setting/securities/3?tab=banks',
  '/setting/securities/3?tab=history',
  '/setting?section=roles',
  '/setting?section=privacy&q=savannah',
  '/setting?section=mail-texts',
  '/setting?section=currencies&open=import',
  '/setting?section=classes',
  '/setting?section=clauses',
  '/setting/class/1',
  '/setting/class/2?tab=policies',
  '/setting/clause/1',
];
const FIRST_SCREEN_BYTES = 120_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe('every screen', () => {
  test.each([
    { width: 1440, height: 900, dark: false },
    { width: 1440, height: 900, dark: true },
    { width: 390, height: 844, dark: false },
    { width: 390, height: 844, dark: true },
  ])('opens without a fault and is accessible: $width px, dark $dark', async (view) => {
    const { page, context, faults } = await openDesk(browser, view);
    await signIn(page, 'root');
    for (const address of SCREENS) {
      await page.goto(address);
      await page
        .locator('main h1')
        .first()
        .waitFor()
        .catch((error: unknown) => {
          throw new Error(`${address} has no title`, { cause: error });
        });
      await page.waitForLoadState('networkidle');
      await expectAccessible(page, `${address} at ${view.width} px, dark ${view.dark}`);
      const overflow = await page.evaluate(() => {
        const { document } = globalThis as unknown as {
          document: { documentElement: { scrollWidth: number; clientWidth: number } };
        };
        return document.documentElement.scrollWidth - document.documentElement.clientWidth;
      });
      expect(overflow, `${address} scrolls sideways at ${view.width} px`).toBeLessThanOrEqual(0);
    }
    expect(faults).toEqual([]);
    await context.close();
  });

  test('open states are accessible too: palette, menus, calendar, columns', async () => {
    const { page, context, faults } = await openDesk(browser, { dark: true });
    await signIn(page, 'root');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page, 'command palette');
    await page.keyboard.press('Escape');
    await page.goto('/underwriting');
    await page.getByRole('button', { name: 'Columns' }).click();
    await expectAccessible(page, 'column chooser');
    await page.keyboard.press('Escape');
    await page.goto('/underwriting/new');
    await page.getByRole('combobox', { name: 'Reinsured', exact: true }).click();
    await page.getByRole('option').first().waitFor();
    await expectAccessible(page, 'open picker');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Choose date offered from a calendar' }).click();
    await page.getByRole('dialog', { name: 'Calendar: Date offered' }).waitFor();
    await expectAccessible(page, 'open calendar');
    expect(faults).toEqual([]);
    await context.close();
  });
});

test('the first screen takes at most 120 kB of JavaScript and CSS, gzipped', async () => {
  const { page, context } = await openDesk(browser);
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (!/\.(js|css)$/.test(new URL(response.url()).pathname)) return;
    sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  await page.goto('/signin');
  await page.waitForLoadState('networkidle');
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  console.log(`first screen: ${(bytes / 1000).toFixed(1)} kB in ${sizes.length} files`);
  expect(bytes).toBeLessThanOrEqual(FIRST_SCREEN_BYTES);
  await context.close();
});
