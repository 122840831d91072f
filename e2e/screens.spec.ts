import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filled, screenRoutes, STATES, type Filled } from './addresses.ts';
import { expectAccessible, settled } from './browser.ts';
import { lit, pick } from './fields.ts';
import { openOffice, type Office } from './office.ts';
import { claimRecords, type ClaimRecords } from './claim-records.ts';
import { cashElsewhere, fileForBank, moneyRecords, recurringInvoice, replacementOn } from './money-records.ts';
import { placedRecords, type Records } from './placements.ts';
import { expectSoundScreens, expectSoundView } from './walk.ts';
import { codeOf } from '../server/testing/chart.ts';

// The promise is 120 kB; what comes before the sign-in needs far less, and a screen behind it has no part in it.
const FIRST_SCREEN_BYTES = 90_000;

let office: Office;
let records: Records;
let claims: ClaimRecords;
let screens: { plain: string[]; ofRecords: Filled };
beforeAll(async () => {
  office = await openOffice();
  const checker = await office.caller('manager.lon');
  const underwriter = await office.caller('underwriter.lon');
  records = await placedRecords({ maker: underwriter, checker });
  claims = await claimRecords({ handler: await office.caller('claims.lon'), checker }, records.policy);
  const root = await office.caller('root');
  const maker = await office.caller('accountant.lon');
  const { securities, reinsured } = await maker.call(`GET underwriting/${records.policy}`);
  const payer = await office.caller('cashier.lon');
  const money = {
    ...(await moneyRecords(maker, records.policy, root)),
    ...(await cashElsewhere({ root, maker, checker }, reinsured.id)),
    ...(await fileForBank({ root, maker, checker, payer }, securities[0].security.id)),
    replacement: await replacementOn(underwriter, records.policy),
    schedule: await recurringInvoice({ maker, checker }, securities[0].security.id),
  };
  const page = await office.desk('root');
  await page.goto('/dashboard');
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  const { plain, ofRecords } = await screenRoutes(page);
  screens = { plain, ofRecords: filled(records, claims, money) };
  expect(ofRecords.toSorted(), 'routes of records').toEqual(Object.keys(screens.ofRecords).toSorted());
});
afterAll(() => office?.close());

describe('every screen', () => {
  test('opens without a fault and is accessible, with its lists and sections', async () => {
    const seen = await expectSoundScreens(office, [...screens.plain, ...STATES]);
    expect(seen).toEqual(expect.arrayContaining(['/claims?tab=recovery', '/setting?section=terms']));
  });

  test('of a record, too, with its tabs', async () => {
    const addresses = Object.values(screens.ofRecords);
    const seen = await expectSoundScreens(
      office,
      addresses.flat(),
      addresses.flatMap(([first = '']) => first),
    );
    expect(seen).toEqual(expect.arrayContaining([`/claims/${claims.claim}?tab=diary`]));
  });

  test('a claim, its first form and a movement fit 320 px', async () => {
    const { page, context } = await office.open({ dark: true, who: 'root', width: 320, height: 700 });
    for (const address of [`/claims/${claims.claim}`, '/claims/new?inbranch=LON', `/claims/${claims.claim}?do=move`]) {
      await page.goto(address);
      await page
        .getByText(/NBO\/CL|LON\/CL|New claim/)
        .first()
        .waitFor();
      await page.waitForLoadState('networkidle');
      await expectSoundView(page, address, { width: 320, height: 700, dark: true });
    }
    await context.close();
  });

  test('a list on a telephone is a card for each row, with amount and state in sight, in the order of choice', async () => {
    const { page, context, faults } = await office.open({ who: 'root', width: 390, height: 844 });
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(/londonslip\/items/, async (route) => {
      await promise;
      await route.continue();
    });
    await page.goto('/underwriting?tab=london');
    const list = page.getByRole('region', { name: 'Underwriting' });
    const cards = list.getByRole('listitem');
    // Until they come their places are shown, and not read out.
    await list.locator('.skeleton').first().waitFor();
    expect(await cards.count()).toBe(0);
    resolve();
    await cards.first().waitFor();
    const links = cards.locator('a[data-row-link]');
    // Their premiums may be the same: rows are told apart by their names.
    const names = () => links.allTextContents();
    expect(await cards.count()).toBeGreaterThan(1);
    for (const card of await cards.all()) {
      const { x, width } = (await card.locator('.figures').boundingBox()) ?? { x: 0, width: 1_000 };
      expect(x + width).toBeLessThanOrEqual(390);
      expect(await card.textContent()).toMatch(/Draft|Pending|Approved|Rejected/);
    }
    const sort = page.getByRole('button', { name: 'Sort' });
    await sort.click();
    await page.getByRole('menuitem', { name: 'Fac premium' }).click();
    await page.waitForURL(/sort=fac_premium%2Cdesc/);
    await settled(page);
    const fromTheLast = await names();
    await sort.click();
    await page.getByRole('menuitem', { name: /Fac premium.*From the last/ }).waitFor();
    await expectAccessible(page, 'order of a list on a telephone');
    await page.getByRole('menuitem', { name: /Fac premium/ }).click();
    await expect.poll(names).toEqual(fromTheLast.toReversed());
    const reference = (await links.first().textContent()) ?? '';
    await links.first().click();
    await page.getByRole('heading', { level: 1, name: reference }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test('open states of a placement are accessible: menu, review, choices, calendar, document, mail', async () => {
    const { page, context, faults } = await office.open({ dark: true, who: 'root' });
    await page.goto(`/underwriting/${records.policy}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem').first().waitFor();
    await expectAccessible(page, 'menu of a policy');
    await page.goto(`/underwriting/endorsement/${records.pending}`);
    await page.getByRole('button', { name: 'Review endorsement' }).click();
    await page
      .getByRole('dialog')
      .getByText(`${codeOf('PREMIUM_PAYABLE')} Premium payable`)
      .first()
      .waitFor();
    await expectAccessible(page, 'review of an endorsement');
    await page.getByRole('dialog').getByRole('button', { name: 'Reject endorsement' }).click();
    await page.getByRole('dialog', { name: 'Reject endorsement' }).waitFor();
    await expectAccessible(page, 'rejection of an endorsement');
    await page.goto(`/underwriting/endorsement/${records.draft}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
    await expectAccessible(page, 'menu of an endorsement');
    await page.goto(`/underwriting/endorsement/${records.draft}/edit`);
    await page.getByRole('button', { name: 'Choose effective date from a calendar' }).click();
    await page.getByRole('dialog', { name: 'Calendar: Effective date' }).waitFor();
    await expectAccessible(page, 'calendar of an endorsement');
    await page.keyboard.press('Escape');
    await pick(page, 'Type', 'Change of securities');
    await page.getByRole('combobox', { name: 'Security, row 3' }).click();
    await page.getByRole('option').first().waitFor();
    await expectAccessible(page, 'security of an endorsement');
    await page.keyboard.press('Escape');
    await page.goto(`/underwriting/endorsement/${records.approved}?tab=documents`);
    await page.getByRole('button', { name: 'Make documents' }).click();
    await page
      .getByRole('button', { name: /^Open endorsement slip/ })
      .first()
      .click();
    await page.getByRole('dialog').locator('iframe, embed, object').first().waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Send by mail' }).click();
    await page.getByRole('textbox', { name: 'Subject' }).waitFor();
    await expectAccessible(page, 'mail of an endorsement');
    expect(faults).toEqual([]);
    await context.close();
  });

  test('open states are accessible too: palette, menus, calendar, columns', async () => {
    const { page, context, faults } = await office.open({ dark: true, who: 'root' });
    await page.goto('/dashboard');
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page, 'command palette');
    await page.keyboard.press('Escape');
    await page.goto('/underwriting');
    await page.getByRole('button', { name: 'Columns' }).click();
    await expectAccessible(page, 'column chooser');
    await page.keyboard.press('Escape');
    await page.goto('/underwriting/new?inbranch=LON');
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

describe('a picker', () => {
  const chosen = (page: Page) => page.getByRole('combobox', { name: 'Security', exact: true });

  test('typing opens it and searches, the first match is lit, Enter takes it', async () => {
    const { page, context, faults } = await office.open({ who: 'root' });
    await page.goto('/payables/new?inbranch=LON');
    await chosen(page).focus();
    // All of it is typed before the list is there.
    await page.keyboard.type('Baobab');
    const search = page.getByPlaceholder('Type to search…');
    await expect.poll(() => search.inputValue()).toBe('Baobab');
    await lit(page, 'Baobab Reinsurance');
    await expectAccessible(page, 'typed-open picker');
    await page.keyboard.press('Enter');
    await expect.poll(() => chosen(page).textContent()).toBe('Baobab Reinsurance');
    // The same of a list that is not searched on the server; its letter is no key of the page.
    await page.goto('/underwriting/new?inbranch=LON');
    await page.getByRole('combobox', { name: 'Currency', exact: true }).focus();
    await page.keyboard.type('usd');
    await lit(page, 'USD');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('combobox', { name: 'Currency', exact: true }).textContent()).toMatch(/USD/);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('letters typed before its code is there are searched for, and light the first match', async () => {
    const { page, context, faults } = await office.open({ who: 'root' });
    await page.goto('/payables/new?inbranch=LON');
    await chosen(page).waitFor();
    await page.waitForLoadState('networkidle');
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(/assets\/.*\.js/, async (route) => {
      await promise;
      await route.continue();
    });
    await chosen(page).focus();
    await page.keyboard.type('Baobab');
    resolve();
    await lit(page, 'Baobab Reinsurance');
    await page.keyboard.press('Enter');
    await expect.poll(() => chosen(page).textContent()).toBe('Baobab Reinsurance');
    expect(faults).toEqual([]);
    await context.close();
  });

  test('what an earlier search found cannot be chosen while the server answers late and out of order', async () => {
    const { page, context, faults } = await office.open({ who: 'root' });
    const late = new Map<string, PromiseWithResolvers<void>>();
    for (const text of ['Acacia', 'Baobab']) late.set(text, Promise.withResolvers());
    await page.route(/securit\w+\/.*searchValue=/, async (route) => {
      await late.get(new URL(route.request().url()).searchParams.get('searchValue') ?? '')?.promise;
      // A question that was dropped meanwhile takes no answer.
      await route.continue().catch(() => undefined);
    });
    await page.goto('/payables/new?inbranch=LON');
    await chosen(page).click();
    const search = page.getByPlaceholder('Type to search…');
    const searchFor = (text: string) => page.waitForRequest((request) => request.url().includes(`searchValue=${text}`));
    const acacia = searchFor('Acacia');
    await search.fill('Acacia');
    const question = await acacia;
    await search.fill('Cardinal');
    await lit(page, 'Cardinal Reinsurance');
    late.get('Acacia')?.resolve();
    // The question before is dropped, or its answer has come: either way it is not shown.
    await (await question.response())?.finished();
    await settled(page);
    expect(await page.getByRole('option').allTextContents()).toEqual([expect.stringContaining('Cardinal')]);
    const baobab = searchFor('Baobab');
    await search.fill('Baobab');
    await page.keyboard.press('Enter');
    await baobab;
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Cardinal Reinsurance' }).click({ force: true });
    expect(await chosen(page).textContent()).not.toMatch(/Cardinal/);
    late.get('Baobab')?.resolve();
    await lit(page, 'Baobab Reinsurance');
    await page.keyboard.press('Enter');
    await expect.poll(() => chosen(page).textContent()).toBe('Baobab Reinsurance');
    expect(faults).toEqual([]);
    await context.close();
  });
});

test('the first screen takes at most 90 kB of JavaScript and CSS, gzipped', async () => {
  const { page, context } = await office.open();
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
