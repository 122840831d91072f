import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from './browser.ts';
import { openOffice, type Office } from './office.ts';

/** An installation of its own, of which nothing is there yet: no firm, no party, no user. */
let office: Office;
beforeAll(async () => {
  office = await openOffice({ firm: false });
});
afterAll(() => office?.close());

const MOST_STEPS = 40;

/** Does what a person does, and counts it: each click, each text filled in, each choice is a step. */
function stepsOn(page: Page) {
  let steps = 0;
  const click = async (target: Locator) => {
    steps += 1;
    await target.click();
  };
  const fill = async (target: Locator, text: string) => {
    steps += 1;
    await target.fill(text);
  };
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const enter = async (name: string, text: string) => {
    await fill(field(name), text);
    await field(name).press('Tab');
  };
  /** A party that is in no register yet is added from within the picker. */
  const addParty = async (picker: string, name: string, address?: string) => {
    await click(page.getByRole('combobox', { name: picker, exact: true }));
    await fill(page.getByPlaceholder(/^Type to search…|^Search…|^Filter/), name);
    await click(page.getByText(new RegExp(`^New .*“${name}”$`)));
    const dialog = page.getByRole('dialog');
    if (address !== undefined) await fill(dialog.getByRole('textbox', { name: 'Address', exact: true }), address);
    await click(dialog.getByRole('button', { name: /^Add (reinsured|insured|security)$/ }));
    await dialog.waitFor({ state: 'detached' });
  };
  return { click, fill, enter, addParty, count: () => steps };
}

describe('an empty installation', () => {
  test('is set up through the screens, to the first approved policy, in under 40 steps', async () => {
    const { page, context, faults } = await office.open({ height: 1000 });
    const { click, fill, enter, addParty, count } = stepsOn(page);

    // Nobody can sign in yet: the first visitor is led to setting up, wherever it begins.
    for (const address of ['/dashboard', '/signin', '/']) {
      await page.goto(address);
      await page.waitForURL('**/signup');
      await page.getByRole('heading', { name: 'Set up your firm' }).waitFor();
    }
    expect(await page.getByRole('link', { name: 'Sign in instead' }).count()).toBe(0);
    await expectAccessible(page, 'set up');
    await fill(page.getByLabel('Your name'), 'Amina Otieno');
    await fill(page.getByLabel('Email'), 'amina@firm.example');
    await fill(page.getByLabel('Password', { exact: true }), 'correct otter battery lamp');
    await fill(page.getByLabel('Name of the firm'), 'Rift Valley Reinsurance Brokers');
    await click(page.getByLabel('I work alone for now'));
    await click(page.getByRole('button', { name: 'Set up the firm' }));
    await page.waitForURL('**/dashboard');

    // A currency is of use once it has a rate: then the step is ticked.
    const step = page.getByRole('listitem').filter({ hasText: 'Enter the rates of your other currencies' });
    const isTicked = () => step.getByText('(done)').count();
    await step.waitFor();
    expect(await isTicked()).toBe(0);
    await page.getByRole('link', { name: 'Invite user' }).waitFor();
    await step.getByRole('link', { name: 'Currencies' }).click();
    await page.getByRole('link', { name: 'USD' }).click();
    const rates = page.getByRole('dialog');
    await rates.getByRole('textbox', { name: /for 1 USD/ }).fill('129.35');
    await rates.getByRole('button', { name: 'Enter rate' }).click();
    await rates.getByText('129.35').first().waitFor();
    await page.goto('/dashboard');
    await expect.poll(isTicked).toBe(1);

    await click(page.getByRole('link', { name: 'New policy' }).first());
    await addParty('Reinsured', 'Savannah Insurance Company', 'Moi Avenue 1, Nairobi');
    await addParty('Insured', 'Kisumu Sugar Works', 'Oginga Odinga Street 2, Kisumu');
    await click(page.getByRole('combobox', { name: 'Class', exact: true }));
    await click(page.getByRole('option', { name: /Fire/, disabled: false }).first());
    await enter('First day of cover', 'today');
    await enter('Sum insured', '500m');
    await enter('Rate', '0.25');
    await enter('Fac (order)', '60');
    await enter('Cedant commission', '25');
    await enter('Brokerage', '5');
    await addParty('Security, row 1', 'Acacia Reinsurance');
    await enter('Written %, row 1', '35');
    await click(page.getByRole('button', { name: /^Add/ }).first());
    await addParty('Security, row 2', 'Baobab Reinsurance');
    await enter('Written %, row 2', '25');
    await click(page.getByRole('button', { name: 'Submit policy' }));
    await page.waitForURL(/\/underwriting\/\d+$/);
    await click(page.getByRole('button', { name: /Review/ }).first());
    await click(page.getByRole('dialog').getByRole('button', { name: 'Approve policy' }));
    await page
      .getByText(/DN\/HQ\/\d{4}\/000001/)
      .first()
      .waitFor();

    expect(faults).toEqual([]);
    expect(count()).toBeLessThan(MOST_STEPS);

    // Nothing is to be reconciled before there is an account, which is entered in the settings.
    await page.goto('/bank/reconciliation');
    await page.getByText('The firm has no bank accounts yet.').waitFor();
    await page.getByRole('link', { name: 'Bank accounts' }).click();
    await page.getByRole('heading', { name: 'Bank accounts' }).waitFor();
    await page.goto('/payables/files/new');
    await page.getByText('The firm has no bank accounts yet.').waitFor();

    // Nobody searched for anything yet: fewer letters would find as little.
    await page.goto('/claims/new');
    await page.getByRole('combobox', { name: 'Catastrophe event' }).click();
    await page.getByText('No event to choose yet.').waitFor();
    // What was searched for and is not there, and a search without an answer, are said otherwise.
    await page.keyboard.type('flood');
    await page.getByText('Nothing found. Try fewer letters.').waitFor();
    await context.setOffline(true);
    await page.keyboard.type('s');
    await page.getByText('The search did not answer. Type again to retry.').waitFor();
    await context.close();
  });
});
