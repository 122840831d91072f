import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LONG_FORM } from '../domain/testing/runs.ts';
import { COLOURS, expectAccessible, settled } from './browser.ts';
import { pick } from './fields.ts';
import { openOffice, type Office } from './office.ts';
import { claimRecords, type ClaimRecords } from './claim-records.ts';
import { placedRecords, type Records } from './placements.ts';
import { codeOf } from '../server/testing/chart.ts';

const SCREENS = [
  '/dashboard',
  '/underwriting',
  '/underwriting/new',
  '/underwriting/bordereau',
  '/underwriting/london/bordereau',
  '/underwriting?tab=london',
  '/underwriting/london/new',
  '/underwriting/interchange',
  '/renewal',
  '/claims',
  '/claims?tab=recovery',
  '/claims/new',
  '/receivables',
  '/receivables/new',
  '/receivables/adjustments',
  '/payables',
  '/payables?tab=releases',
  '/payables/new',
  '/payables/other',
  '/facultativereport',
  '/ageingoverviewreport',
  '/trialbalance',
  '/trialbalance/lines',
  '/user',
  '/user?tab=lent',
  '/user?tab=access',
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
  '/setting?section=authority',
  '/setting?section=privacy&q=savannah',
  '/setting?section=mail-texts',
  '/setting?section=currencies&open=import',
  '/setting?section=classes',
  '/setting?section=clauses',
  '/setting?section=templates',
  '/setting/class/1',
  '/setting/class/2?tab=policies',
  '/setting/clause/1',
];
const tabs = (path: string, names: readonly string[]) => [path, ...names.map((name) => `${path}?tab=${name}`)];

/** Every page and tab of what is placed; root sees them whatever branch they are of. */
function screensOf({ policy, slip, approved, pending, draft }: Records): string[] {
  const both = ['securities', 'endorsements', 'documents', 'attachments', 'money', 'history'];
  return [
    ...tabs(`/underwriting/${policy}`, ['slip', ...both]),
    ...tabs(`/underwriting/london/${slip}`, ['figures', ...both]),
    `/underwriting/${policy}/endorse`,
    `/underwriting/${slip}/endorse`,
    ...tabs(`/underwriting/endorsement/${approved}`, ['documents', 'attachments', 'history']),
    `/underwriting/endorsement/${pending}`,
    `/underwriting/endorsement/${pending}/edit`,
    `/underwriting/endorsement/${draft}/edit`,
  ];
}

/** The same of a claim and its movements. */
function claimScreens({ claim, draft, called, pending }: ClaimRecords): string[] {
  return [
    ...tabs(`/claims/${claim}`, ['loss', 'movements', 'money', 'diary', 'attachments', 'history']),
    `/claims/${claim}/edit`,
    `/claims/${draft}`,
    `/claims/${draft}/edit`,
    ...tabs(`/claims/movement/${called}`, ['agreement', 'documents', 'attachments', 'history']),
    `/claims/movement/${pending}`,
  ];
}

// The promise is 120 kB; what stands before the sign-in needs far less, and a screen behind it has no part in it.
const FIRST_SCREEN_BYTES = 90_000;

let office: Office;
let records: Records;
let claims: ClaimRecords;
beforeAll(async () => {
  office = await openOffice();
  const checker = await office.caller('manager.lon');
  records = await placedRecords({ maker: await office.caller('underwriter.lon'), checker });
  claims = await claimRecords({ handler: await office.caller('claims.lon'), checker }, records.policy);
});
afterAll(() => office?.close());

const WIDE = { width: 1440, height: 900 };
const TELEPHONE = { width: 390, height: 844 };
type View = typeof WIDE & { dark: boolean; rules?: string[] };
/**
 * How each screen is looked at: it opens wide and light, then becomes a telephone's in the dark. The long form looks at
 * the colours of the other two as well, which `colours.spec.ts` otherwise answers for.
 */
const VIEWS: readonly View[] = [
  { ...WIDE, dark: false },
  ...(LONG_FORM ? [{ ...WIDE, dark: true, rules: COLOURS }] : []),
  { ...TELEPHONE, dark: true },
  ...(LONG_FORM ? [{ ...TELEPHONE, dark: false, rules: COLOURS }] : []),
];

// Most of a walk is waiting for a page to fall silent: two desks wait side by side.
const DESKS = [0, 1];

/** Opens each address: it has a title, nothing fails, and it is sound in every view. */
async function expectSoundScreens(addresses: readonly string[]): Promise<void> {
  const shares = DESKS.map((desk) => addresses.filter((_, index) => index % DESKS.length === desk));
  await Promise.all(shares.map((share) => walk(share)));
}

async function walk(addresses: readonly string[]): Promise<void> {
  const { page, context, faults } = await office.open({ who: 'root' });
  for (const address of addresses) {
    await page.setViewportSize(WIDE);
    await page.goto(address);
    await page
      .locator('main h1')
      .first()
      .waitFor()
      .catch((error: unknown) => {
        throw new Error(`${address} has no title`, { cause: error });
      });
    await page.waitForLoadState('networkidle');
    for (const view of VIEWS) await expectSoundView(page, address, view);
  }
  expect(faults).toEqual([]);
  await context.close();
}

/** In one view: axe finds nothing, nothing is wider than the screen. */
async function expectSoundView(page: Page, address: string, { width, height, dark, rules }: View): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
  await page.locator(dark ? 'html.dark' : 'html:not(.dark)').waitFor({ state: 'attached' });
  await expectAccessible(page, `${address} at ${width} px, dark ${dark}`, rules);
  const overflow = await page.evaluate(() => {
    const { document } = globalThis as unknown as {
      document: { documentElement: { scrollWidth: number; clientWidth: number } };
    };
    return document.documentElement.scrollWidth - document.documentElement.clientWidth;
  });
  expect(overflow, `${address} scrolls sideways at ${width} px`).toBeLessThanOrEqual(0);
}

describe('every screen', () => {
  test('opens without a fault and is accessible', () => expectSoundScreens(SCREENS));

  test('of a policy, a slip and an endorsement, too', () => expectSoundScreens(screensOf(records)));

  test('of a claim and its movements, too', () => expectSoundScreens(claimScreens(claims)));

  test('a claim, its first form and a movement fit 320 px', async () => {
    const { page, context } = await office.open({ dark: true, who: 'root', width: 320, height: 700 });
    for (const address of [`/claims/${claims.claim}`, '/claims/new', `/claims/${claims.claim}?do=move`]) {
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

describe('a picker', () => {
  const chosen = (page: Page) => page.getByRole('combobox', { name: 'Security', exact: true });
  const lit = (page: Page, name: string) =>
    page.locator('[role=option][data-highlighted]', { hasText: name }).waitFor();

  test('typing opens it and searches, the first match is lit, Enter takes it', async () => {
    const { page, context, faults } = await office.open({ who: 'root' });
    await page.goto('/payables/new');
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
    await page.goto('/underwriting/new');
    await page.getByRole('combobox', { name: 'Currency', exact: true }).focus();
    await page.keyboard.type('usd');
    await lit(page, 'USD');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('combobox', { name: 'Currency', exact: true }).textContent()).toMatch(/USD/);
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
    await page.goto('/payables/new');
    await chosen(page).click();
    const search = page.getByPlaceholder('Type to search…');
    const asked = (text: string) => page.waitForRequest((request) => request.url().includes(`searchValue=${text}`));
    const acacia = asked('Acacia');
    await search.fill('Acacia');
    const question = await acacia;
    await search.fill('Cardinal');
    await lit(page, 'Cardinal Reinsurance');
    late.get('Acacia')?.resolve();
    // The question before is dropped, or its answer has come: either way it is not shown.
    await (await question.response())?.finished();
    await settled(page);
    expect(await page.getByRole('option').allTextContents()).toEqual([expect.stringContaining('Cardinal')]);
    const baobab = asked('Baobab');
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
