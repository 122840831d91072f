import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatAmount } from '../domain/values/money.ts';
import { archiveOf, historyOf } from '../server/features/imports/history/history.factories.ts';
import { expectAccessible } from './browser.ts';
import { pick } from './fields.ts';
import { openOffice, type Office } from './office.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

test('books from another system come into an empty ledger: found, their accounts confirmed, posted, and the trial balance is theirs', async () => {
  const { files, key } = historyOf(21, 60);
  const { page, faults } = await office.open({ who: 'root' });
  await page.goto('/setting?section=history&inbranch=NBO');
  await page.getByText('Drop a ZIP file here').waitFor();
  await expectAccessible(page, 'choosing a history');
  await page
    .getByLabel('History to import')
    .setInputFiles({ name: 'books.zip', mimeType: 'application/zip', buffer: archiveOf(files) });
  await page.getByRole('heading', { name: 'What the accounts are for' }).waitFor();
  await expectAccessible(page, 'accounts of a history');
  // Interest is income of our own: said, and the files are checked again.
  await pick(page, 'What 4900 is for', 'Fee income');
  await page.getByRole('checkbox', { name: 'New postings take 4900' }).check();
  // What was chosen and is not checked yet is not posted without it.
  await expect.poll(() => page.getByRole('button', { name: 'Import…' }).getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByRole('button', { name: 'Check again' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Import…' }).click();
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await dialog.getByText('This cannot be taken back.', { exact: false }).waitFor();
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  // Once all of it is posted, the card leads to what it came to.
  await page.getByRole('main').getByRole('link', { name: 'Trial balance' }).click();
  await page.getByRole('heading', { name: 'Trial balance', level: 1 }).waitFor();
  await page.goto(`/trialbalance?period=start`);
  const { debit = 0n, credit = 0n } = key.balances.get('1010') ?? {};
  await page.getByText('Office bank').first().waitFor();
  await page
    .getByText(formatAmount(debit - credit, 'KES').replaceAll(/\B(?=(\d{3})+(?!\d))/g, ','))
    .first()
    .waitFor();
  await expectAccessible(page, 'trial balance of a history');
  expect(faults).toEqual([]);
});
