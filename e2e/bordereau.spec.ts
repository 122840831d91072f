import { readFile } from 'node:fs/promises';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from './browser.ts';
import { chooseOption, pick, rowsOf, type } from './fields.ts';
import { openOffice, type Office } from './office.ts';

const HEAD = [
  'Policy No.',
  'Name of the insured',
  'Inception',
  'Expiry',
  'Total Sum Insured',
  'Rate %',
  'Cession %',
  'Remarks',
];
type Cells = (string | number | null)[];
const risk = (n: number, changes: Record<number, string | number | null> = {}): Cells =>
  [
    `FIR/26/${n}`,
    n % 3 === 0 ? 'Naivasha Cold Stores Limited' : 'Kisumu Sugar Works',
    '01/03/2026',
    '28 Feb 2027',
    'KES 10,000,000.00',
    0.25,
    '60%',
    null,
  ].map((cell, index) => (index in changes ? (changes[index] ?? null) : cell));
const ROWS = [
  ...Array.from({ length: 26 }, (_, n) => risk(n + 1)),
  risk(27, { 3: '01/02/2026' }),
  risk(28, { 4: 'to be advised' }),
  risk(29, { 6: '160%' }),
  risk(1),
];

let office: Office;
let page: Page;
beforeAll(async () => {
  office = await openOffice();
  page = await office.desk('underwriter.nbo');
});
afterAll(() => office?.close());

const workbook = async (rows: Cells[]) =>
  Buffer.from(await writeXlsx({ sheets: [{ name: 'March', rows: rows as never }] }));
const choose = async (name: string, buffer: Buffer) =>
  page.getByLabel('File to import').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

async function sayWhatIsCommon(): Promise<void> {
  await pick(page, 'Reinsured', 'Savannah Insurance Company');
  await pick(page, 'Class', 'Fire · Industrial all risks');
  await type(page, 'Cedant commission', '25');
  await type(page, 'Brokerage', '5');
  const lines = page.getByRole('table', { name: 'Securities in common' });
  for (const [index, [name, share]] of [
    ['Acacia Reinsurance', '60'],
    ['Baobab Reinsurance', '40'],
  ].entries()) {
    if (index > 0) await page.getByRole('button', { name: 'Add security' }).click();
    const line = lines.locator('tbody tr').nth(index);
    await line.getByRole('combobox').click();
    await page.getByPlaceholder(/^Type to search…/).fill(name ?? '');
    await chooseOption(page, name ?? '');
    await line
      .getByRole('textbox')
      .first()
      .fill(share ?? '');
    await line.getByRole('textbox').first().press('Tab');
  }
}

let mended: Cells[] = [];

describe('30 policies from a cedant’s workbook, 4 of them faulty', () => {
  test('the underwriter says what they have in common and sends the file', async () => {
    await page.goto('/underwriting');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Import bordereau' }).click();
    await page.getByRole('heading', { level: 1, name: 'Import bordereau' }).waitFor();
    await sayWhatIsCommon();
    await expectAccessible(page, 'what a bordereau has in common');
    // A reload takes nothing of it away; what cannot be read is not left out without a word.
    await page.reload();
    await page.getByText('Your unsaved input was brought back').waitFor();
    const brokerage = page.getByRole('textbox', { name: 'Brokerage', exact: true });
    await brokerage.fill('five');
    await choose('march.xlsx', await workbook([HEAD, ...ROWS]));
    await page.getByText('Correct what all rows have in common, then choose the file again.').waitFor();
    await brokerage.fill('5');
    await choose('march.xlsx', await workbook([HEAD, ...ROWS]));
    await page.getByText('1 insured is not in the register', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Faulty 12' }).waitFor();
  });

  test('insureds that are not there are shown, and added on wish', async () => {
    await page.getByText('Naivasha Cold Stores Limited (9 rows)').waitFor();
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('checkbox', { name: /^Add insureds/ }).check();
    await page.getByRole('textbox', { name: /^Address of those/ }).fill('P.O. Box 12, Naivasha');
    await page.getByRole('button', { name: 'Check rows again' }).click();
    await page.getByText('1 insured is not in the register: it is added with the drafts').waitFor();
    await page.getByRole('button', { name: 'Faulty 4' }).waitFor();
    await page.getByText('Expiry (D): End date must not be before start date.').waitFor();
    await page.getByText('Total Sum Insured (E): “to be advised” is not an amount of KES.').waitFor();
    await page.getByText('Cession % (G): Share must be between 0 and 100.').waitFor();
    await page.getByText('Policy No. (A): The same as row 2.').waitFor();
    const totals = await rowsOf(page.getByRole('table', { name: 'Totals by currency' }));
    expect(totals).toEqual([['KES', '26', '260,000,000.00', '650,000.00', '390,000.00']]);
    await expectAccessible(page, 'the rows of a bordereau');
  });

  test('confirmed, the good rows are drafts; the faulty ones come as a file', async () => {
    await page.reload();
    await page.getByRole('button', { name: 'Add 26 drafts' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/1 insured is added to the register. Drafts are not approved/).waitFor();
    await dialog.getByRole('button', { name: 'Add 26 drafts' }).click();
    await page.getByRole('heading', { name: '26 drafts added' }).waitFor();
    await expectAccessible(page, 'the report of a bordereau');
    await page.getByRole('button', { name: 'Download faulty rows' }).click();
    const coming = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Excel workbook' }).click();
    const { sheets } = await readXlsx(await readFile(await (await coming).path()));
    const [head = [], ...rows] = sheets[0]?.rows ?? [];
    expect(head).toEqual([...HEAD, 'Reason']);
    expect(rows.map((row) => row.at(-1))).toEqual([
      'Expiry (column D): End date must not be before start date.',
      'Total Sum Insured (column E): “to be advised” is not an amount of KES.',
      'Cession % (column G): Share must be between 0 and 100.',
      'Policy No. (column A): The same as row 2.',
    ]);
    const mend: [number, string][] = [
      [3, '31/03/2027'],
      [4, '12,500,000'],
      [6, '16%'],
      [0, 'FIR/26/30'],
    ];
    mended = [
      head,
      ...rows.map((row, index) => row.map((cell, at) => (at === mend[index]?.[0] ? mend[index][1] : cell))),
    ] as Cells[];
  });

  test('the drafts are opened from the report, and one is submitted', async () => {
    await page.getByRole('link', { name: 'Open the drafts' }).click();
    await page.getByText('1–25 of 26').waitFor();
    await page
      .getByRole('link', { name: /NBO\/FAC\// })
      .first()
      .click();
    await page.getByText('Draft', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Pending', { exact: true }).first().waitFor();
  });

  test('mended, the four come in with the same matching; sent once more, all are here already', async () => {
    await page.goto('/underwriting/bordereau');
    await page.getByRole('link', { name: 'march.xlsx' }).waitFor();
    await sayWhatIsCommon();
    const file = await workbook(mended);
    await choose('mended.xlsx', file);
    await page.getByRole('button', { name: 'Add 4 drafts' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add 4 drafts' }).click();
    await page.getByRole('heading', { name: '4 drafts added' }).waitFor();
    await page.goto('/underwriting/bordereau');
    await sayWhatIsCommon();
    await choose('mended.xlsx', file);
    await page.getByText('4 rows are here already').waitFor();
    await page.getByText(/^This very file was imported on/).waitFor();
    expect(office.faults()).toEqual([]);
  });
});
