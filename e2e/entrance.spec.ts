import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, signIn } from './browser.ts';
import { openOffice, type Office } from './office.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

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

  test('a wrong password says so in one sentence; the right one opens the dashboard; a session that ended says so', async () => {
    const { page, context, faults } = await office.open();
    await page.goto('/signin');
    await page.getByLabel('Email').fill('manager.nbo@slipway.test');
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Email or password is not right.').waitFor();
    await signIn(page, 'manager.nbo');
    // A call of the dashboard still under way would find the session ended before the next screen does.
    await page.waitForLoadState('networkidle');
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
    const out = await context.request.post('/api/sca/v1/auth/signout', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(out.ok()).toBe(true);
    await page.goto('/underwriting');
    await page.getByText('Your session has elapsed').first().waitFor();
    await page.waitForURL('**/signin');
    expect(faults).toEqual([]);
    await context.close();
  });
});
