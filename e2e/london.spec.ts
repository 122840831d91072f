import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from './browser.ts';
import { pick, type } from './fields.ts';
import { openOffice, type Office } from './office.ts';
import { codeOf } from '../server/testing/chart.ts';

/** A London slip through the screens: quoted, written over its order, signed down, checked, approved, documented. */
let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const TERMS = [
  ['Type', 'Facultative reinsurance of property all risks'],
  ['Situation', 'Kisumu, Kenya'],
  ['Interest', 'Buildings, plant and stock as in the original policy.'],
  ['Limit or sum insured', 'KES 500,000,000 any one occurrence'],
  ['Excess or deductible', 'KES 2,500,000 each and every loss'],
  ['Further conditions', 'Sanction limitation and exclusion clause LMA3100.'],
  ['Choice of law', 'Kenya'],
  ['Jurisdiction', 'The courts of Kenya'],
  ['Premium payment terms', 'Payable within 30 days of inception.'],
  ['Tax, row 1', 'Withholding tax on reinsurance premium'],
  ['Payable by, row 1', 'Reinsurers'],
  ['Information', 'Loss record of five years, seen and agreed by the reinsurers.'],
  ['Reinsurers’ liability', 'Several liability, not joint. LMA3333.'],
  ['Signing provisions', 'Lines are signed down to the order in proportion, save lines to stand.'],
  ['Basis of agreement to contract changes', 'General underwriters agreement of 2014.'],
  ['Other agreement parties', 'None'],
  ['Claims agreement parties', 'Slip leader and the second reinsurer.'],
  ['Basis of claims agreement', 'Single claims agreement party arrangements.'],
  ['Delegated claims authority', 'None'],
  ['Expert fees', 'Collected by the broker from each reinsurer.'],
  ['Bureau arrangements', 'Settled through the bureau by the broker.'],
  ['Non-bureau arrangements', 'Settled with each reinsurer by the broker.'],
  ['Tax payable by reinsurers', 'Withholding tax on reinsurance premium'],
  ['Overseas broker', 'None'],
  ['Regulatory client classification', 'Reinsurance'],
  ['Risk code, row 1', 'P3'],
  ['Premium %, row 1', '100'],
  ['Fees payable by the client', 'None'],
  ['Other deductions from premium', 'Cedant commission 25%'],
] as const;
const LINES = [
  ['Syndicate 1910', '40'],
  ['Syndicate 2488', '30'],
  ['Thames Marine Company', '20'],
] as const;

let slipUrl = '';
let reference = '';

const check = (page: Page) => page.getByRole('heading', { name: 'Completeness check' }).locator('../..');

/** From elsewhere something is always half under the form's head. */
async function toTop(page: Page): Promise<void> {
  await page.evaluate('window.scrollTo(0, 0)');
}

async function enterPlacement(page: Page): Promise<void> {
  await pick(page, 'Reinsured', 'Savannah Insurance Company');
  await pick(page, 'Insured', 'Kisumu Sugar Works');
  await pick(page, 'Class', 'Fire · Industrial all risks');
  await type(page, 'Date offered', 'today');
  await type(page, 'First day of cover', 'today');
  await type(page, 'Sum insured', '500m');
  await type(page, 'Rate', '0.25');
  await type(page, 'Fac (order)', '60');
  await type(page, 'Cedant commission', '25');
  await page.locator('#brokerage').fill('5');
  await page.locator('#brokerage').press('Tab');
}

async function enterLines(page: Page): Promise<void> {
  for (const [index, [name]] of LINES.entries()) {
    if (index > 0) await page.getByRole('button', { name: 'Add security' }).click();
    await pick(page, `Security, row ${index + 1}`, name);
  }
}

describe('a London slip from quote to signed and documented', () => {
  test('the underwriter saves it with quotes alone; unsaved input survives a reload', async () => {
    const page = await office.desk('underwriter.nbo');
    await page.goto('/underwriting?tab=london');
    await page.getByRole('link', { name: 'New London slip' }).first().click();
    await enterPlacement(page);
    await type(page, 'Type', 'Facultative reinsurance');
    await enterLines(page);
    await page.getByText('Quotes, stamps and references', { exact: true }).first().click();
    for (const [index] of LINES.entries()) {
      await type(page, `Quoted on, row ${index + 1}`, 'today');
      await type(page, `Quote reference, row ${index + 1}`, `Q-${index + 1}`);
    }
    const kept = () =>
      page.evaluate((last) => JSON.stringify(Object.values(sessionStorage)).includes(last), `Q-${LINES.length}`);
    await expect.poll(kept).toBe(true);
    await page.reload();
    await page.getByText('Your unsaved input was brought back').waitFor();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.waitForURL(/\/underwriting\/london\/\d+$/);
    slipUrl = new URL(page.url()).pathname;
    const number = page.getByText(/^NBO\/LDN\/\d{4}\/\d{6}$/).first();
    await number.waitFor();
    reference = (await number.textContent()) ?? '';
    await page.goto(`${slipUrl}?tab=securities`);
    await page.getByText('Quoted', { exact: true }).first().waitFor();
    for (const [index] of LINES.entries()) await page.getByText(`Q-${index + 1}`, { exact: true }).waitFor();
    await expectAccessible(page, 'slip with quotes');
  });

  test('under-placed it says by how much, on its page and in the list', async () => {
    const page = await office.desk('underwriter.nbo');
    await page.goto(`${slipUrl}?tab=securities`);
    await page.getByText('60% still to place: written lines total 0% of an order of 60%.').first().waitFor();
    await page.getByText('Under-placed').first().waitFor();
    await page.goto('/underwriting?tab=london&stage=QUOTED');
    const row = page.getByRole('row', { name: reference });
    await row.getByText('Under-placed').waitFor();
    await row.getByText('Quoted', { exact: true }).waitFor();
    await expectAccessible(page, 'list of slips by stage');
  });

  test('a finding of the page leads to its field in the form', async () => {
    const page = await office.desk('underwriter.nbo');
    await page.goto(slipUrl);
    await check(page).getByText('It cannot be submitted as it is.').waitFor();
    // On a slow machine the field is drawn long after the form's first sections.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 20 });
    await check(page).getByRole('link', { name: 'Enter the jurisdiction.' }).click();
    await page.waitForURL(/\/edit/);
    await page.waitForFunction(() => {
      const { document } = globalThis as unknown as { document: { activeElement: { id: string } | null } };
      return document.activeElement?.id === 'slip.risk.jurisdiction';
    });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    expect(new URL(page.url()).search).toBe('');
  });

  test('a security that is not in the register is added where the lines are entered', async () => {
    const page = await office.desk('underwriter.nbo');
    await page.goto(`${slipUrl}/edit`);
    await page.getByRole('button', { name: 'Add security' }).click();
    await page.getByRole('combobox', { name: 'Security, row 4', exact: true }).click();
    await page.getByPlaceholder('Type to search…').fill('Fenchurch Syndicate 4711');
    await page.getByRole('button', { name: 'New London security “Fenchurch Syndicate 4711”' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add London security' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page
      .getByRole('combobox', { name: 'Security, row 4', exact: true })
      .getByText('Fenchurch Syndicate 4711')
      .waitFor();
    // It was not asked after all: what was typed is left behind.
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.goto(`${slipUrl}/edit`);
    await page.getByRole('button', { name: 'Back to what is saved' }).click();
    await expect.poll(() => page.getByRole('combobox', { name: /^Security, row/ }).count()).toBe(LINES.length);
  });

  test('the lines are written, sign down as they are typed, and the check leads to each gap', async () => {
    const page = await office.desk('underwriter.nbo');
    await page.goto(`${slipUrl}/edit`);
    for (const [index, [, written]] of LINES.entries()) await type(page, `Written %, row ${index + 1}`, written);
    await page.getByText('30% over: written lines total 90% of an order of 60%.').waitFor();
    for (const signed of ['26.6667', '20', '13.3333']) await page.getByText(signed, { exact: true }).first().waitFor();
    await page.getByRole('checkbox', { name: 'To stand, row 3' }).check();
    for (const signed of ['22.8571', '17.1429']) await page.getByText(signed, { exact: true }).first().waitFor();
    await check(page)
      .getByRole('button', { name: /Stamp of Syndicate 1910|stamp of Syndicate 1910/ })
      .click();
    await page.waitForFunction(() => {
      const { document } = globalThis as unknown as { document: { activeElement: { id: string } | null } };
      return document.activeElement?.id === 'securities.0.stamp';
    });
    await toTop(page);
    await expectAccessible(page, 'slip form with the stages');
    for (const [index] of LINES.entries()) {
      await type(page, `Written on, row ${index + 1}`, 'today');
      await type(page, `Stamp, row ${index + 1}`, `STP ${index + 1}`);
      await type(page, `Reference, row ${index + 1}`, `R/26/${index + 1}`);
    }
    for (const [label, text] of TERMS) await type(page, label, text);
    await page.locator('[id="slip.remuneration.brokerage"]').fill('5% of the premium');
    await pick(page, 'Slip leader', 'Syndicate 1910');
    await type(page, 'Settlement due date', '+30');
    await pick(page, 'Country of origin', 'Kenya');
    await check(page)
      .getByText(/^Complete[:,]/)
      .waitFor();
    await toTop(page);
    await expectAccessible(page, 'slip form, complete');
    await page.getByRole('button', { name: 'Submit slip' }).click();
    await page.waitForURL(new RegExp(`${slipUrl}$`));
    await page.getByText('Pending', { exact: true }).first().waitFor();
  });

  test('the manager sees the check is clean, and approves', async () => {
    const page = await office.desk('manager.nbo');
    await page.goto(slipUrl);
    await page
      .getByText(/^Complete[:,]/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Review slip' }).click();
    const panel = page.getByRole('dialog');
    await panel.getByText('562,500.00').first().waitFor();
    await panel
      .getByText(`${codeOf('PREMIUM_RECEIVABLE')} Premium receivable`)
      .first()
      .waitFor();
    await expectAccessible(page, 'approval of a slip');
    await panel.getByRole('button', { name: 'Approve slip' }).click();
    await page
      .getByText(/DN\/NBO\/\d{4}\/\d{6}/)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await page.goto(`${slipUrl}?tab=securities`);
    await page.getByText('Signed', { exact: true }).first().waitFor();
    for (const share of ['22.8571%', '17.1429%', '20%']) await page.getByText(share, { exact: true }).first().waitFor();
  });

  test('its papers are made and open', async () => {
    const page = await office.desk('underwriter.nbo');
    await page.goto(`${slipUrl}?tab=documents`);
    for (const name of ['Make London slip', 'Make reinsurance slip', 'Make debit note', 'Make cover note']) {
      await page.getByRole('button', { name, exact: true }).click();
      await page.getByRole('dialog').locator('iframe, embed, object').first().waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    for (const [act, kind] of [
      ['Make London reinsurance slips', 'London reinsurance slip'],
      ['Make credit notes', 'Credit note'],
    ] as const) {
      await page.getByRole('button', { name: act, exact: true }).click();
      // Each paper has a line; above them is one that opens them all as one file.
      const open = page.getByRole('button', { name: new RegExp(`^Open ${kind} `, 'i') });
      const papers = page.getByRole('listitem').filter({ has: open });
      await expect.poll(() => papers.count()).toBe(LINES.length);
      for (const [index, [security]] of LINES.entries()) {
        await papers.nth(index).getByText(security).first().waitFor();
        await open.nth(index).click();
        await page.getByRole('dialog').locator('iframe, embed, object').first().waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
    }
    await expectAccessible(page, 'documents of a slip');
  });

  test('the signed lines are recorded as notified: when, to whom, by whom', async () => {
    const page = await office.desk('underwriter.nbo');
    await page.goto('/underwriting?tab=london&to_notify=all');
    await page.getByText(reference).first().waitFor();
    await page.goto(slipUrl);
    await page
      .getByRole('button', { name: /^More|actions/i })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Record signed lines' }).click();
    const dialog = page.getByRole('dialog');
    await type(page, 'Signed lines notified on', 'today');
    // What was typed is asked about before it is left.
    await page.keyboard.press('Escape');
    await dialog.getByText('Discard what you entered?').waitFor();
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await type(page, 'Signing reference, row 1', 'SND 100200');
    await type(page, 'To whom, row 1', 'Ann Writer');
    await expectAccessible(page, 'signed lines');
    await dialog.getByRole('button', { name: 'Record signed lines' }).click();
    await page.getByText('Signed lines recorded').first().waitFor();
    await page.goto(`${slipUrl}?tab=securities`);
    await page.getByText('SND 100200').first().waitFor();
    await page.getByText('Ann Writer').first().waitFor();
    expect(await page.getByTitle(/^Recorded by /).count()).toBe(LINES.length);
    await page.goto('/underwriting?tab=london&to_notify=all');
    const shown = page.getByRole('row', { name: /LDN/ }).or(page.getByText('No slips match these filters.'));
    await shown.first().waitFor();
    expect(await page.getByText(reference).count()).toBe(0);
  });

  test('the list has it by its UMR, and an address of the local market leads to it', async () => {
    const page = await office.desk('manager.nbo');
    await page.goto('/underwriting?tab=london');
    await page
      .getByText(/^B1234NBO\d{8}$/)
      .first()
      .waitFor();
    await page.getByText('Over-placed').first().waitFor();
    await page.getByLabel('Search slips').fill('syndicate 1910');
    await page.waitForURL(/q=/);
    await page
      .getByText(/^B1234NBO\d{8}$/)
      .first()
      .waitFor();
    await page.goto(slipUrl.replace('/london', ''));
    await page.waitForURL(new RegExp(`${slipUrl}$`));
    expect(office.faults()).toEqual([]);
  });
});
