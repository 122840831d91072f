import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAIL_DOMAIN, PASSWORD } from '../server/testing/test-firm.ts';
import { expectAccessible, signIn } from './browser.ts';
import { openOffice, type Office } from './office.ts';
import { STREAM } from './shifts.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

/** Signs in at the screen that is open. */
async function enterAs(page: Page, who: string): Promise<void> {
  await page.getByLabel('Email').fill(`${who}@${MAIL_DOMAIN}`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Ends the page's session on the server; the browser does not hear of it. */
async function endSession(page: Page, context: BrowserContext): Promise<void> {
  const { access_token: token } = await page.evaluate(() =>
    Object.values(localStorage)
      .map((value) => {
        try {
          return JSON.parse(value);
        } catch {
          return null;
        }
      })
      .find((value) => value?.access_token),
  );
  const out = await context.request.post('/api/sca/v1/auth/signout', { headers: { authorization: `Bearer ${token}` } });
  expect(out.ok()).toBe(true);
}

describe('the way in', () => {
  test('empty and unknown addresses lead to sign-in; a guarded one sends a visitor to the root', async () => {
    const { page, context, faults } = await office.open();
    for (const address of ['/', '/no-such-screen', '/underwriting', '/login', '/trialbalance']) {
      await page.goto(address);
      await page.waitForURL('**/signin');
    }
    await expectAccessible(page, 'sign-in');
    expect(faults).toEqual([]);
    await context.close();
  });

  test('a deep link survives the sign-in, and its end; Back does not return to the sign-in', async () => {
    const { page, context, faults } = await office.open();
    const address = '/receivables?searchValue=Savannah';
    await page.goto(address);
    await page.waitForURL('**/signin');
    await page.reload();
    await enterAs(page, 'cashier.nbo');
    await page.waitForURL(`**${address}`);
    await page.getByRole('heading', { level: 1, name: 'Receivables' }).waitFor();
    // The server ends the session; the next call finds it over, and the sign-in leads back to where that happened.
    await page.waitForLoadState('networkidle');
    await endSession(page, context);
    await page.goto('/payables');
    await page.waitForURL('**/signin');
    await enterAs(page, 'cashier.nbo');
    await page.waitForURL('**/payables');
    await page.goBack();
    await page.waitForURL(`**${address}`);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('the root asks for nothing: who begins there gets the dashboard, whatever was wanted before', async () => {
    const { page, context } = await office.open();
    await page.goto('/payables');
    await page.waitForURL('**/signin');
    await page.goto('/');
    await page.waitForURL('**/signin');
    await enterAs(page, 'cashier.nbo');
    await page.waitForURL('**/dashboard');
    await context.close();
  });

  test('who is signed in gets the dashboard at every door, and is shown an address that is none', async () => {
    const { page, context, faults } = await office.open({ who: 'manager.nbo' });
    for (const door of ['/', '/signin', '/signup', '/login']) {
      await page.goto(door);
      await page.waitForURL('**/dashboard');
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    }
    expect(await page.getByText('No such page').count()).toBe(0);
    await page.goto('/no-such/<b>screen</b>');
    await page.waitForURL('**/dashboard');
    await page.getByText('There is nothing at /no-such/%3Cb%3Escreen%3C/b%3E. This is your dashboard.').waitFor();
    await expectAccessible(page, 'an unknown address');
    // What a link brings is read all the same.
    await page.goto('/signin#verify=');
    await page.getByRole('heading', { level: 1, name: 'Check a document' }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test('a missing record offers its list', async () => {
    const { page, context, faults } = await office.open({ who: 'manager.nbo' });
    const missing = [
      ['/underwriting/999999', 'Underwriting'],
      ['/underwriting/london/999999', 'Underwriting'],
      ['/underwriting/endorsement/999999', 'Underwriting'],
      ['/receivables/999999', 'Receivables'],
      ['/payables/no-number', 'Payables'],
      ['/trialbalance/entry/999999', 'Journal lines'],
      ['/parties/999999', 'Clients'],
      ['/notes/999999', 'Clients'],
      ['/setting/no-register/1', 'Settings'],
      ['/setting/clause/999999', 'Clauses'],
    ] as const;
    for (const [address, list] of missing) {
      await page.goto(address);
      await page.getByRole('link', { name: `Go to ${list}`, exact: true }).waitFor();
    }
    await expectAccessible(page, 'a missing record');
    await page.keyboard.press('Tab');
    const way = page.getByRole('link', { name: 'Go to Clauses', exact: true });
    await way.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/setting?section=clauses');
    expect(faults).toEqual([]);
    await context.close();
  });

  test('the dashboard is open and calls nothing without a session', async () => {
    const { page, context } = await office.open();
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) calls.push(request.url());
    });
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
    expect(calls).toEqual([]);
    await context.close();
  });

  test('a password that is too short says how long it must be', async () => {
    const { page, context } = await office.open();
    await page.goto('/signup');
    await page.getByLabel('Your name').fill('Amina Otieno');
    await page.getByLabel('Email').fill('amina@firm.example');
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('short one');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Choose a longer or less common password.').waitFor();
    await page.getByText('At least 12 characters.').waitFor();
    await expectAccessible(page, 'a password that is too short');
    await context.close();
  });

  test('a wrong password says so in one sentence; the right one opens the dashboard; a session that ended says so', async () => {
    const { page, context, faults } = await office.open();
    await page.route(STREAM, (route) => route.abort());
    await page.goto('/signin');
    await page.getByLabel('Email').fill('manager.nbo@slipway.test');
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Email or password is not right.').waitFor();
    await signIn(page, 'manager.nbo');
    // A call of the dashboard still under way would find the session ended before the next screen does.
    await page.waitForLoadState('networkidle');
    await endSession(page, context);
    await page.goto('/underwriting');
    await page.getByText('Your session has elapsed').first().waitFor();
    await page.waitForURL('**/signin');
    // Who signs in again has nothing over the buttons of the page that they wanted.
    await enterAs(page, 'manager.nbo');
    await page.getByRole('heading', { level: 1, name: 'Underwriting' }).waitFor();
    expect(await page.getByText('Your session has elapsed').count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });
});
