import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { examplePolicy } from '../server/testing/factories.ts';
import { expectAccessible } from './browser.ts';
import { chooseOption, type } from './fields.ts';
import { openOffice, type Office } from './office.ts';
import { journeyBook, yearUnderWay } from './placements.ts';

/** Stamp duty of KES 40.00 per policy on risks in Kenya: set up by root, seen by the underwriter before anything is saved. */
let office: Office;
let policy = 0;
beforeAll(async () => {
  office = await openOffice();
  const maker = await office.caller('underwriter.nbo');
  const book = await journeyBook(maker, 'LOCAL');
  policy = (await maker.call('POST underwriting/save', examplePolicy(book, yearUnderWay()))).id;
});
afterAll(() => office?.close());

describe('a tax per policy', () => {
  test('is entered as a flat amount of a country; what does not hold together is said at its field', async () => {
    const page = await office.desk('root');
    await page.goto('/setting?section=taxes');
    await page.getByText('Stamp duty').first().waitFor();
    await page
      .getByRole('button', { name: /Stamp duty/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Add a rate…' }).click();
    const dialog = page.getByRole('dialog');
    await type(dialog, 'First day', '1 Jan 2020');
    await dialog.getByRole('combobox', { name: 'Borne by' }).click();
    await chooseOption(page, 'Reinsured');
    await dialog.getByRole('button', { name: 'Show what it changes' }).click();
    await dialog.getByText('Enter a rate or a flat amount.').waitFor();
    await dialog.getByRole('combobox', { name: 'Currency of the amount' }).click();
    await chooseOption(page, /KES/);
    await type(dialog, 'Flat amount per policy', '40');
    await dialog.getByRole('combobox', { name: 'Risks in' }).click();
    await page.keyboard.type('Kenya');
    await chooseOption(page, /Kenya/);
    await expectAccessible(page, 'a rate of a tax');
    await dialog.getByRole('button', { name: 'Show what it changes' }).click();
    await dialog.getByText('What is approved keeps the rates that it was made with.').waitFor();
    await dialog.getByRole('button', { name: 'Add rate' }).click();
    await page.getByText('KES 40.00 per policy').waitFor();
  });

  test('falls on a policy once its risk is there: on the form first, then on its debit note', async () => {
    const page = await office.desk('underwriter.nbo');
    await page.goto(`/underwriting/${policy}/edit`);
    await page.getByText('562,500.00').first().waitFor();
    await page.getByRole('combobox', { name: 'Country of the risk' }).click();
    await page.keyboard.type('Kenya');
    await chooseOption(page, /Kenya/);
    await page.getByText('562,540.00').first().waitFor();
    await page.getByRole('button', { name: 'Submit policy' }).click();
    await page.waitForURL(new RegExp(`/underwriting/${policy}$`));
    const record = await (await office.caller('underwriter.nbo')).call(`GET underwriting/${policy}`);
    expect([record.risk_country, record.figures.debit_note]).toEqual(['KE', '562540.00']);
    expect(office.faults()).toEqual([]);
  });
});
