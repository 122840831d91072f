import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, signIn } from './browser.ts';
import { chooseOption } from './fields.ts';
import { openOffice, type Office } from './office.ts';
import { mailTo } from './outbox.ts';

const EMAIL = 'wanjiru.kamau@slipway.test';
const PASSWORD = 'copper heron drift 83';
const STEP_MS = 30_000;

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + steps * STEP_MS,
  });

async function knock(page: Page): Promise<void> {
  await page.goto('/signin');
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const dashboard = (page: Page) => page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();

describe('invite a user who sets a password and a second factor', () => {
  let secret = '';
  let recovery: string[] = [];

  test('root makes a role that requires a second factor, and invites a user with it', async () => {
    const { page, context, faults } = await office.open();
    await signIn(page, 'root');
    await page.goto('/setting?section=roles&open=new');
    const drawer = page.getByRole('dialog', { name: 'New role' });
    await drawer.getByLabel('Name').fill('Placing desk');
    await drawer.getByText('Require a second factor').click();
    // What a right needs comes with it.
    await drawer.getByRole('checkbox', { name: 'Enter policies' }).check();
    expect(await drawer.getByRole('checkbox', { name: 'See policies', exact: false }).first().isChecked()).toBe(true);
    await expectAccessible(page, 'new role');
    await drawer.getByRole('button', { name: 'Make role' }).click();
    await drawer.waitFor({ state: 'hidden' });
    await page.goto('/user?open=new');
    const dialog = page.getByRole('dialog', { name: 'Invite a user' });
    await dialog.getByLabel('Name').fill('Wanjiru Kamau');
    await dialog.getByLabel('Email').fill(EMAIL);
    await dialog.getByRole('combobox', { name: 'Role' }).click();
    await chooseOption(page, 'Placing desk');
    await dialog.getByRole('combobox', { name: 'Branch' }).click();
    await chooseOption(page, 'Nairobi');
    await dialog.getByRole('button', { name: 'Invite user' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Wanjiru Kamau' }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test('the mailed link opens the choice of a password, which says how good it is', async () => {
    const { page, context, faults } = await office.open();
    const [link = ''] = await mailTo(office.dataDir, EMAIL, /http\S+\/signin#reset=[\w-]+/);
    expect(link.startsWith(office.url)).toBe(true);
    // A colleague's link came before the invitation, and in another tab.
    const tab = await context.newPage();
    await tab.goto('/underwriting?tab=london');
    await tab.waitForURL('**/signin');
    await tab.close();
    await page.goto(link);
    const field = page.getByLabel('New password');
    await field.pressSequentially('password1234');
    await page.getByText('Guessed quickly').waitFor();
    await field.fill(PASSWORD);
    await page.getByText('Very good').waitFor();
    await expectAccessible(page, 'choosing a password');
    await page.getByRole('button', { name: 'Save the password' }).click();
    await page.getByText('Your password was changed.').waitFor();
    // The sign-in goes on to that link; the second factor that the role requires comes before what is there.
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/underwriting?tab=london');
    await page.getByRole('heading', { level: 1, name: 'Add a second factor' }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test('signing in leads to adding the second factor and to nothing else, until it is added', async () => {
    const { page, context, faults } = await office.open();
    await knock(page);
    await page.getByRole('heading', { level: 1, name: 'Add a second factor' }).waitFor();
    await page.goto('/underwriting');
    await page.getByRole('heading', { level: 1, name: 'Add a second factor' }).waitFor();
    await expectAccessible(page, 'adding a second factor');
    await page.getByRole('button', { name: 'Use an authenticator app' }).click();
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    secret = (await page.locator('p.font-mono').textContent()) ?? '';
    await expectAccessible(page, 'the authenticator app');
    await page.getByLabel('Code that the app shows now').fill('000000');
    await page.getByRole('button', { name: 'Add the app' }).click();
    await page.getByText('That code is not right.').waitFor();
    await page.getByLabel('Code that the app shows now').fill(codeOf(secret));
    await page.getByRole('button', { name: 'Add the app' }).click();
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await codes.first().waitFor();
    recovery = await codes.allTextContents();
    expect(recovery).toHaveLength(10);
    await expectAccessible(page, 'recovery codes');
    await page.getByText('I have kept the codes in a safe place').click();
    await page.route(/auth\/session/, (route) => route.abort());
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('The server could not be reached.').waitFor();
    await page.unroute(/auth\/session/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Underwriting' }).waitFor();
    await mailTo(office.dataDir, EMAIL, /An authenticator app was added/);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('and from then on asks for a code, which goes by itself, or for a recovery code', async () => {
    const { page, context, faults } = await office.open();
    await knock(page);
    await page.getByRole('heading', { level: 1, name: 'Confirm it is you' }).waitFor();
    await expectAccessible(page, 'second step');
    // The step that confirmed the app is spent; the next one is good already.
    await page.getByLabel('Code').fill(codeOf(secret, 1));
    await dashboard(page);
    await page.goto('/account');
    await page.getByText('10 codes left').waitFor();
    await page.getByText('This session').waitFor();
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/signin');
    // The address that was wanted survives both steps.
    await page.goto('/account');
    await page.waitForURL('**/signin');
    await knock(page);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(recovery[0] ?? '');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/account');
    await page.getByText('9 codes left').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });
});

test('a passkey is added, renamed, signs in, and is removed with the password', async () => {
  const { page, context, faults } = await office.open();
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await signIn(page, 'claims.lon');
  await page.goto('/account');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByLabel('Name').fill('Office laptop');
  await page.getByRole('button', { name: 'Make the passkey' }).click();
  await page.getByText('I have kept the codes in a safe place').click();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('button', { name: 'Rename Office laptop' }).click();
  await page.getByRole('dialog', { name: 'Rename passkey' }).getByLabel('Name').fill('Desk');
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.getByRole('button', { name: 'Remove Desk' }).waitFor();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.goto('/signin');
  await page.getByLabel('Email').fill('claims.lon@slipway.test');
  await page.getByLabel('Password', { exact: true }).fill('lighthouse keeper oats');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  // The browser asks for the passkey by itself.
  await dashboard(page);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Remove Desk' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove Desk?' });
  await dialog.getByLabel('Your password').fill('wrong');
  await dialog.getByRole('button', { name: 'Remove passkey' }).click();
  await dialog.getByText('The password is not right.').waitFor();
  await dialog.getByLabel('Your password').fill('lighthouse keeper oats');
  await dialog.getByRole('button', { name: 'Remove passkey' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('A second factor keeps your account yours').waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
