import { readFile } from 'node:fs/promises';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from './browser.ts';
import { chooseOption } from './fields.ts';
import { openOffice, type Office } from './office.ts';

const HEAD = ['Cedant', 'Postal address', 'Domicile', 'Tax resident', 'E-mail', 'Remarks'];
const FAULTS = [
  ['', 'P.O. Box 1', 'Kenya', 'Yes', ''],
  ['A', 'P.O. Box 1', 'Kenya', 'Yes', ''],
  ['Without an address', '', 'Kenya', 'Yes', ''],
  ['From Atlantis', 'P.O. Box 1', 'Atlantis', 'Yes', ''],
  ['Perhaps resident', 'P.O. Box 1', 'Kenya', 'perhaps', ''],
  ['Without a mailbox', 'P.O. Box 1', 'Kenya', 'Yes', 'nobody at home'],
];
const GOOD = Array.from({ length: 188 }, (_, n) => [
  `Imported cedant ${n + 1}`,
  `P.O. Box ${n + 1}, Nairobi`,
  n % 2 ? 'Kenya' : 'UG',
  n % 2 ? 'Yes' : 'No',
  `office${n}@cedant.example`,
]);

const workbook = (rows: (string | null)[][]) => writeXlsx({ sheets: [{ name: 'Cedants', rows }] });

let office: Office;
let page: Page;
beforeAll(async () => {
  office = await openOffice();
  page = await office.desk('manager.nbo');
});
afterAll(() => office?.close());

const choose = async (name: string, rows: (string | null)[][]) =>
  page
    .getByLabel('File to import')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(await workbook(rows)) });
const rowCount = () => page.locator('tbody tr').count();

describe('200 reinsureds from a workbook with 12 faulty rows', () => {
  test('a file that is something else is refused in one sentence', async () => {
    await page.goto('/setting');
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Import reinsureds' }).waitFor();
    await expectAccessible(page, 'choosing a file');
    const picture = Buffer.from('89504e470d0a1a0a00000000', 'hex');
    await page.getByLabel('File to import').setInputFiles({ name: 'logo.xlsx', mimeType: '', buffer: picture });
    await page.getByText('This file is named .xlsx but is a PNG picture. Choose a CSV or XLSX file.').waitFor();
  });

  test('every fault is shown by row and column, and the columns are matched', async () => {
    await choose('cedants.xlsx', [HEAD, ...GOOD, ...FAULTS, ...FAULTS]);
    await page.getByRole('button', { name: 'Faulty 12' }).waitFor();
    expect(await rowCount()).toBe(12);
    await page.getByText('Domicile (C): Not a country: give its name or two-letter code.').first().waitFor();
    await page.getByText('E-mail (E): Enter a valid email address.').first().waitFor();
    expect(await page.getByRole('combobox', { name: 'Country' }).textContent()).toContain('C · Domicile');
    await expectAccessible(page, 'the rows of a file');
    await page.getByRole('button', { name: 'New 188' }).click();
    await page.getByText('Imported cedant 1', { exact: true }).waitFor();
  });

  test('the faulty rows come as a workbook with their reasons', async () => {
    await page.getByRole('button', { name: 'Download faulty rows' }).click();
    const coming = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Excel workbook' }).click();
    const file = await readFile(await (await coming).path());
    const { sheets } = await readXlsx(file);
    expect(sheets[0]?.rows).toHaveLength(13);
    expect(sheets[0]?.rows[0]).toEqual([...HEAD, 'Reason']);
    expect(sheets[0]?.rows[4]?.at(-1)).toBe('Domicile (column C): Not a country: give its name or two-letter code.');
  });

  test('nothing is written before it is confirmed; a reload goes on where it was', async () => {
    await page.reload();
    // Nor by columns that were chosen anew and not checked yet.
    const add = page.getByRole('button', { name: 'Add 188 reinsureds' });
    await page.getByRole('combobox', { name: 'Short name' }).click();
    await chooseOption(page, 'F · Remarks');
    await expect.poll(() => add.getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('button', { name: 'Undo' }).click();
    await add.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('188 reinsureds will be added, 12 rows will be left out because they are faulty.').waitFor();
    await expectAccessible(page, 'confirming an import');
    await dialog.getByRole('button', { name: 'Add 188 reinsureds' }).click();
    await page.getByRole('heading', { name: '188 reinsureds added' }).waitFor();
    await expectAccessible(page, 'the report of an import');
    await page.getByRole('link', { name: '2: Imported cedant 1', exact: true }).waitFor();
    await page.goto('/setting?section=reinsureds&q=imported%20cedant');
    await page.getByText('1–25 of 188').waitFor();
  });

  test('mended and sent again, the twelve come in; the earlier import is listed', async () => {
    await page.goto('/setting/import/reinsureds');
    await page.getByRole('link', { name: 'cedants.xlsx' }).waitFor();
    const mended = FAULTS.map((_, n) => [`Mended cedant ${n}`, 'P.O. Box 1', 'Kenya', 'Yes', 'office@cedant.example']);
    await choose('mended.xlsx', [HEAD, ...mended, ...GOOD.slice(0, 2)]);
    await page.getByText('The columns are matched as they were last time.').waitFor();
    await page.getByRole('button', { name: 'New 6' }).waitFor();
    await page.getByRole('radio', { name: /^Update them/ }).check();
    await page.getByRole('button', { name: 'Add 6 reinsureds, update 2' }).waitFor();
    await page.getByRole('button', { name: 'Cancel import' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel import' }).click();
    await page.getByText('This import was cancelled').waitFor();
    expect(office.faults()).toEqual([]);
  });
});
