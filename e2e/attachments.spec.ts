import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pdfFile, PNG } from '../server/testing/files.ts';
import { readPdf } from '../server/testing/pdf.ts';
import { expectAccessible } from './browser.ts';
import { openOffice, type Office } from './office.ts';

/** What hangs on a policy, by those who work on it: a file, a note, a mail with its debit note, what changed since. */
let office: Office;
let folder = '';
let policy = { id: 0, url: '', reference: '' };

async function parties(): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: office.ownerUrl });
  await client.connect();
  await client.query(`update parties set email = 'accounts@savannah.test' where kind = 'REINSURED' and email = ''`);
  const { rows } = await client.query<{ kind: string; id: number }>(
    `select kind, min(id)::int as id from parties where market is distinct from 'LONDON' and status = 'ACTIVE' group by kind
     union all select 'SECOND', max(id)::int from parties where kind = 'SECURITY' and market = 'LOCAL' and status = 'ACTIVE'
     union all select 'CLASS', min(id)::int from cover_types where class_id is not null
     union all select 'MANAGER', id from users where email like 'manager.nbo@%'`,
  );
  await client.end();
  return Object.fromEntries(rows.map((row) => [row.kind, row.id]));
}

const today = () => new Date().toISOString().slice(0, 10);

beforeAll(async () => {
  office = await openOffice();
  folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-attach-'));
  await writeFile(path.join(folder, 'Signed slip.pdf'), pdfFile('signed'));
  await writeFile(path.join(folder, 'photo.png'), PNG);
  await writeFile(path.join(folder, 'fake.pdf'), 'GIF89a, as if');
  const { call } = await office.caller('underwriter.nbo');
  const found = await parties();
  const body = {
    reinsured: found['REINSURED'],
    insured: found['INSURED'],
    cover_type: found['CLASS'],
    dateoffered: today(),
    insurance_start_date: today(),
    insurance_end_date: `${Number(today().slice(0, 4)) + 1}-01-31`,
    currency: 'KES',
    sum_insured: '500000000.00',
    rate: '0.25',
    fac: '60',
    cedant_commission: '25',
    brokerage: '5',
    payment_terms: 'LUMP_30',
    securities: [
      { security: found['SECURITY'], share: '40' },
      { security: found['SECOND'], share: '20' },
    ],
  };
  const saved = await call('POST underwriting/save', body);
  policy = { id: saved.id, reference: saved.number, url: `/underwriting/${saved.id}` };
  const submitted = await call(`PUT underwriting/submit/${saved.id}`);
  const manager = await office.caller('manager.nbo');
  const decide = `PUT underwriting/approve/${saved.id}` as const;
  await manager.call(`${decide}/REJECTED/${found['MANAGER']}`, {
    reason: 'The rate is too low',
    version: submitted.version,
  });
  const { version } = await call(`GET underwriting/${saved.id}`);
  await call('PUT underwriting/edit', { ...body, id: saved.id, version, rate: '0.3' });
  await call(`PUT underwriting/submit/${saved.id}`);
});
afterAll(async () => {
  await office?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('what hangs on a policy', () => {
  test('a PDF is attached, seen, downloaded to the byte and removed with a reason', async () => {
    const page = await office.desk('underwriter.nbo');
    await page.goto(`${policy.url}?tab=attachments`);
    await page.getByText('No files yet.').waitFor();
    await expectAccessible(page, 'no attachments');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Attach files…' }).focus();
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(['Signed slip.pdf', 'photo.png', 'fake.pdf'].map((name) => path.join(folder, name)));
    await page.getByText('The name does not fit the content, which is a GIF image. Name it .gif.').waitFor();
    const row = page.getByRole('listitem').filter({ hasText: 'Signed slip.pdf' });
    await row.getByText(/PDF · \d+ B/).waitFor();
    await expectAccessible(page, 'attachments');
    await page.getByRole('button', { name: 'Dismiss fake.pdf' }).click();
    await page.getByRole('button', { name: 'Open Signed slip.pdf' }).click();
    const frame = page.getByRole('dialog').locator('iframe');
    await frame.waitFor();
    await expect.poll(() => frame.getAttribute('src')).toMatch(/^blob:/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Open photo.png' }).click();
    const image = page.getByRole('dialog').getByRole('img', { name: 'photo.png' });
    await expect
      .poll(() => image.evaluate((node) => (node as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(1);
    await page.keyboard.press('Escape');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download Signed slip.pdf' }).click();
    const got = await download;
    expect(got.suggestedFilename()).toBe('Signed slip.pdf');
    expect(
      createHash('sha256')
        .update(await readFile(await got.path()))
        .digest('hex'),
    ).toBe(createHash('sha256').update(pdfFile('signed')).digest('hex'));
    await page.getByRole('button', { name: 'Remove Signed slip.pdf' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Remove file' }).click();
    await dialog.getByText('Say why it is removed, in 3 to 500 characters.').waitFor();
    await dialog.getByLabel('Reason').fill('The wrong slip');
    await dialog.getByRole('button', { name: 'Remove file' }).click();
    await row.waitFor({ state: 'detached' });
  });

  test('who may only look finds no way to attach', async () => {
    const page = await office.desk('cashier.nbo');
    await page.goto(`${policy.url}?tab=attachments`);
    await page.getByText('photo.png').first().waitFor();
    expect(await page.getByRole('button', { name: 'Attach files…' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
  });

  test('a file that is being checked can be opened, without anything being done, once it was found clean', async () => {
    const client = new pg.Client({ connectionString: office.ownerUrl });
    await client.connect();
    const say = (scan: string) => client.query(`update attachments set scan = $1 where name = 'photo.png'`, [scan]);
    try {
      await say('WAITING');
      const page = await office.desk('underwriter.nbo');
      await page.goto(`${policy.url}?tab=attachments`);
      const row = page.getByRole('listitem').filter({ hasText: 'photo.png' });
      await row.getByText('Being checked').waitFor();
      expect(await row.getByRole('button', { name: 'Open photo.png' }).count()).toBe(0);
      await say('CLEAN');
      await row.getByRole('button', { name: 'Open photo.png' }).waitFor();
    } finally {
      await say('NONE');
      await client.end();
    }
  });

  test('who may only view opens a paper that nobody issued, and issues none', async () => {
    const page = await office.desk('cashier.nbo');
    await page.goto(`${policy.url}?tab=documents`);
    const row = page.getByRole('listitem').filter({ hasText: 'Reinsurance slip' });
    await row.getByRole('button', { name: 'View' }).click();
    const dialog = page.getByRole('dialog', { name: /^Reinsurance slip of .*, not issued$/ });
    await dialog.locator('iframe').waitFor();
    await expect.poll(() => dialog.locator('iframe').getAttribute('src')).toMatch(/^blob:/);
    await page.keyboard.press('Escape');
    await row.getByText('not made yet', { exact: false }).waitFor();
    expect(await page.getByRole('button', { name: /^Make/ }).count()).toBe(0);
  });

  test('a note is in the history with what else happened, and versions compare', async () => {
    const page = await office.desk('underwriter.nbo');
    await page.goto(`${policy.url}?tab=history`);
    await page.getByLabel('Add a note').fill('The cedant wants this by Friday.\n<b>Urgent</b>');
    await page.keyboard.press('Control+Enter');
    const history = page.getByRole('list', { name: 'History' });
    await history.getByText('<b>Urgent</b>').waitFor();
    await history.getByText('removed a file').waitFor();
    await history.getByText('Signed slip.pdf · “The wrong slip”').waitFor();
    await expectAccessible(page, 'history with a note');
    await history.getByRole('button', { name: 'Edit note' }).click();
    await page.getByLabel('Note', { exact: true }).fill('By Friday.');
    await page.getByRole('button', { name: 'Save note' }).click();
    await history.getByText('By Friday.').waitFor();
    await page.getByRole('button', { name: 'See what changed' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('cell', { name: '0.25%' }).waitFor();
    await dialog.getByRole('cell', { name: '0.3%' }).waitFor();
    await expectAccessible(page, 'compared versions');
    await page.keyboard.press('Escape');
  });

  test('the checker sees what changed since the rejection, and approves', async () => {
    const page = await office.desk('manager.nbo');
    await page.goto(policy.url);
    await page.getByRole('button', { name: 'Review policy' }).click();
    const panel = page.getByRole('dialog');
    const since = panel.getByRole('region', { name: 'Changed since the last decision' });
    await since.getByRole('cell', { name: '0.3%' }).waitFor();
    await expectAccessible(page, 'approval with changes');
    await panel.getByRole('button', { name: 'Approve policy' }).click();
    await page
      .getByText(/DN\/NBO\/\d{4}\/\d{6}/)
      .first()
      .waitFor();
  });

  test('the debit note goes by mail, and the receipt is under it', async () => {
    const page = await office.desk('underwriter.nbo');
    await (await office.caller('underwriter.nbo')).call(`PUT underwriting/debitnote?id=${policy.id}`);
    await page.goto(`${policy.url}?tab=documents`);
    await page.getByRole('button', { name: /^Open debit note/ }).click();
    await page.getByRole('button', { name: 'Send by mail…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Send DN\// });
    expect(await dialog.getByLabel('To', { exact: false }).first().inputValue()).toMatch(/@/);
    await expectAccessible(page, 'sending by mail');
    await dialog.getByLabel('To', { exact: false }).first().fill('jane@cedant.test; Joe Doe <joe@cedant.test>');
    await dialog.getByLabel('Subject').fill('Our debit note for the mail journey');
    await dialog.getByRole('button', { name: 'Send mail' }).click();
    const question = page.getByRole('dialog', { name: 'Send to unknown addresses?' });
    const named = question.getByRole('list', { name: 'Unknown addresses' }).getByRole('listitem');
    expect(await named.allTextContents()).toEqual(['jane@cedant.test', 'joe@cedant.test']);
    await expectAccessible(page, 'unknown addresses');
    await question.getByRole('button', { name: 'Keep as it is' }).click();
    await question.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Send mail' }).click();
    await question.getByRole('button', { name: 'Send anyway' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    const outbox = path.join(office.dataDir, 'outbox');
    const mail = async () => {
      const names = await readdir(outbox).catch(() => []);
      const texts = await Promise.all(names.map((name) => readFile(path.join(outbox, name), 'utf8')));
      return texts.find((text) => text.includes('Our debit note for the mail journey')) ?? '';
    };
    await expect.poll(mail).toMatch(/^To: jane@cedant.test, joe@cedant.test\r?$/m);
    expect(await mail()).toMatch(/filename=DN-NBO-\d{4}-\d{6}\.pdf/);
    await page.reload();
    await page.getByText(/Sent to jane@cedant.test, joe@cedant.test on/).waitFor();
    await expectAccessible(page, 'documents with what was sent');
  });

  test('all credit notes are one file; one is replaced with a reason, and who holds the old one reads so', async () => {
    const page = await office.desk('underwriter.nbo');
    await page.goto(`${policy.url}?tab=documents`);
    await page.getByRole('button', { name: 'Make credit notes' }).click();
    await page.getByRole('button', { name: 'Open all 2 credit notes' }).click();
    await page.getByRole('dialog').locator('iframe').waitFor();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download PDF' }).click();
    const both = readPdf(await readFile(await (await saving).path()));
    expect(both.pages).toHaveLength(2);
    await page.keyboard.press('Escape');
    const old = page
      .getByRole('listitem')
      .filter({ hasText: /Credit note/ })
      .first();
    const keeping = page.waitForEvent('download');
    await old.getByRole('button', { name: /^Download CN/ }).click();
    await (await keeping).saveAs(path.join(folder, 'old.pdf'));
    await old.getByRole('button', { name: /^More for CN/ }).click();
    await page.getByRole('menuitem', { name: 'Replace…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The old one is kept as it was issued.').waitFor();
    await dialog.getByRole('button', { name: 'Replace credit note' }).click();
    await dialog.getByText('Say why in 5 to 500 characters.').waitFor();
    await expectAccessible(page, 'replacing a document');
    await dialog.getByLabel('Reason').fill('The address was printed wrongly.');
    await page.keyboard.press('Control+Enter');
    await old.getByText('Superseded').waitFor();
    await page.getByText('Made in place of an earlier one: “The address was printed wrongly.”').waitFor();
    await expectAccessible(page, 'a superseded document');
    const documents = `GET document/items?record_kind=policy&record_id=${policy.id}` as const;
    const rows: { code: string; replaced_by: string | null }[] = await (
      await office.caller('underwriter.nbo')
    ).call(documents);
    const outside = await office.open({ dark: true, width: 390 });
    await outside.page.goto(`/signin#verify=${rows.find((row) => row.replaced_by !== null)?.code ?? ''}`);
    await outside.page.getByText('is superseded: a later one has the same number.').waitFor();
    await outside.page.getByLabel(/Have the PDF/).setInputFiles(path.join(folder, 'old.pdf'));
    await outside.page.getByText('The file is the one that was issued, byte for byte.').waitFor();
    await expectAccessible(outside.page, 'a superseded document from outside');
    await outside.page.getByLabel('Code on the document').fill('aaaa-bbbb-cccc-dddd');
    await outside.page.getByRole('button', { name: 'Check this code' }).click();
    await outside.page.getByText('No document has this code.').waitFor();
    expect(outside.faults).toEqual([]);
    await outside.context.close();
  });

  test('what cannot be printed says which character, and nothing is made', async () => {
    const page = await office.desk('underwriter.nbo');
    const client = new pg.Client({ connectionString: office.ownerUrl });
    await client.connect();
    await client.query(`update parties set address = 'བོད་ལྗོངས' where kind = 'REINSURED'`);
    await client.end();
    await page.goto(`${policy.url}?tab=documents`);
    await page.getByRole('button', { name: 'Make cover note' }).click();
    await page.getByText(/The character “བ” in .* cannot be printed/).waitFor();
    await page.getByRole('button', { name: 'Make cover note' }).waitFor();
  });

  test('no page reported anything wrong', () => {
    expect(office.faults()).toEqual([]);
  });
});
