import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, addMonths, dayIn, firstOfMonth, lastOfMonth, showMonth } from '../domain/values/day.ts';
import { expectAccessible } from './browser.ts';
import { pick, type } from './fields.ts';
import { openOffice, type Office } from './office.ts';
import { journeyBook } from './placements.ts';

const month = addMonths(firstOfMonth(dayIn('Africa/Nairobi', new Date())), -1);
const name = showMonth(month);
let office: Office;
let late = 0;

beforeAll(async () => {
  office = await openOffice();
  const maker = await office.caller('accountant.lon');
  const root = await office.caller('root');
  const { reinsured } = await journeyBook(maker, 'LOCAL');
  await root.call('PUT currency/rate', { currency: 'USD', day: month, rate: '129.5' });
  await root.call('PUT currency/rate', { currency: 'USD', day: lastOfMonth(month), rate: '129.9' });
  const receipt = async (currency: string, dateOfIssue: string) => {
    const body = { dateOfIssue, receiptType: 'PREMIUM', reinsured, receiptAmount: '10000.00', currency };
    const { id } = await maker.call('POST receivable/save', body);
    const { version } = await maker.call(`PUT receivable/submit/${id}`);
    return { id, version };
  };
  const { id, version } = await receipt('USD', addDays(month, 1));
  await root.call(`PUT receivable/approve/${id}/APPROVED`, { version });
  late = (await receipt('KES', lastOfMonth(month))).id;
});
afterAll(() => office?.close());

test('a month end: the checklist, the revaluation, the month closed, a late posting refused, the month opened again', async () => {
  const { page } = await office.open({ who: 'root' });
  const periods = `/setting?section=periods&year=${month.slice(0, 4)}`;
  const act = async (label: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: label }).click();
  };
  await page.goto(periods);
  await act('Close…');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 receipt of the month is not decided').waitFor();
  await dialog.getByText('1 receipt is not wholly allocated').waitFor();
  await expectAccessible(page, 'checklist of a month');
  await dialog.getByRole('link', { name: '2 balances in other currencies are not at the month’s rate' }).click();
  await page.getByRole('heading', { name: 'Revaluation', exact: true }).waitFor();
  await page.getByText('4,000.00').first().waitFor();
  await expectAccessible(page, 'revaluation');
  await page.getByRole('button', { name: 'Book revaluation…' }).click();
  await page.getByRole('button', { name: 'Book revaluation' }).click();
  await page.getByText('The month is revalued.').waitFor();

  await page.goto(periods);
  await act('Close…');
  await dialog.getByText('Balances in other currencies are at the month’s rate').waitFor();
  await dialog.getByRole('button', { name: 'Close month' }).click();
  await page.getByRole('row', { name: new RegExp(`^${name} Closed`) }).waitFor();

  await page.goto(`/receivables/${late}?do=decide`);
  await dialog.getByRole('button', { name: /^Approve/ }).click();
  await page.getByText(`${name} is closed.`).first().waitFor();

  await page.goto(periods);
  await act('Reopen…');
  await type(page, 'Reason', 'The last receipt was missed');
  await dialog.getByRole('button', { name: 'Reopen month' }).click();
  await page.getByRole('row', { name: new RegExp(`^${name} Open`) }).waitFor();

  await page.goto('/positions');
  await page.getByRole('row', { name: /^USD/ }).waitFor();
  await expectAccessible(page, 'positions per currency');
  // Beside the end of the month before each figure has a line for that day and one for the difference, which open their rows.
  await pick(page, 'Beside', 'Last month’s end');
  await page.getByRole('row', { name: /^USD Difference/ }).waitFor();
  await expectAccessible(page, 'positions beside last month’s end');
  expect(await page.locator('tfoot tr').allInnerTexts()).toHaveLength(3);
  await page
    .getByRole('row', { name: /^USD Difference/ })
    .getByRole('link')
    .first()
    .click();
  await page.getByRole('heading', { name: /^Behind: USD, .+, Difference/ }).waitFor();
  await page.getByRole('link', { name: 'Back to the report' }).click();
  await page.getByRole('row', { name: /^USD Difference/ }).waitFor();

  // Statements have what a note comes to in base below its balance, as booked and at closing rates.
  await page.goto('/facultativereportall');
  await page.getByRole('columnheader', { name: 'Balance , below At booked rates KES' }).waitFor();
  await expectAccessible(page, 'statements in base as booked');
  await pick(page, 'In base at', 'Closing rates');
  await page.getByRole('columnheader', { name: 'Balance , below At closing rates KES' }).waitFor();

  // The ageing as at the month's end, at its rate, beside the end of the month before; a figure opens its rows.
  await page.goto(`/ageingoverviewreport?asat=${lastOfMonth(month)}`);
  await page.getByText(/in all, at booked rates/).waitFor();
  await pick(page, 'Beside', 'Last month’s end');
  await page.getByRole('columnheader', { name: 'Difference' }).first().waitFor();
  await pick(page, 'In base at', 'Closing rates');
  await page.getByText(/at closing rates: 1 USD = KES 129\.9 of/).waitFor();
  expect(new URL(page.url()).search).toMatch(/beside=month_end&rates=closing|rates=closing&beside=month_end/);
  await expectAccessible(page, 'ageing beside last month’s end, at closing rates');
  const table = page.getByRole('table', { name: 'Receivables by age' });
  // A line for each currency of the party, dollars after shillings.
  await table
    .getByRole('link', { name: /At closing rates/ })
    .last()
    .focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^Behind: Savannah/ }).waitFor();
  await page.getByRole('cell', { name: '129.9' }).waitFor();
  await expectAccessible(page, 'behind a figure at closing rates');
  await page.getByRole('link', { name: 'Back to the report' }).click();
  await table.waitFor();

  // The trial balance of the month goes out as a file.
  await page.goto(`/trialbalance?from=${month}&to=${lastOfMonth(month)}&beside=month_end`);
  await page.getByText('Balanced', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Comma-separated (.csv)' }).click();
  expect((await download).suggestedFilename()).toMatch(/^trial-balance-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);
  expect(office.faults()).toEqual([]);
});

test('statements of all who have a balance are made in one go, and what became of each is said', async () => {
  const { page } = await office.open({ who: 'accountant.lon' });
  await page.goto('/statements?inbranch=NBO');
  await page.getByRole('button', { name: 'Make all statements' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make and mail' }).click();
  await page.getByRole('heading', { name: /^Statements of reinsureds/ }).waitFor();
  await page.getByText('Not mailed', { exact: true }).waitFor();
  await expectAccessible(page, 'batch of statements');
  await page.getByRole('button', { name: /^SA\/LON/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Download PDF' }).waitFor();
});

test('an account that was chosen stays chosen while others are searched for, until it is cleared', async () => {
  const { page, faults } = await office.open({ who: 'accountant.lon' });
  await page.goto('/statements?inbranch=NBO');
  const box = page.getByRole('checkbox', { name: /^Select Savannah/ }).first();
  await box.check();
  await page.getByRole('button', { name: 'Make 1 statement' }).waitFor();
  await page.getByRole('searchbox', { name: 'Search parties' }).fill('nobody has this name');
  await page.getByText('Nothing found for “nobody has this name”.').waitFor();
  await page.getByRole('button', { name: 'Make 1 statement' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make and mail' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox', { name: 'Search parties' }).fill('Savannah');
  await expect.poll(() => box.isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect.poll(() => box.isChecked()).toBe(false);
  expect(faults).toEqual([]);
});
