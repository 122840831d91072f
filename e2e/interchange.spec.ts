import { readFile } from 'node:fs/promises';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlacementFile } from '../domain/interchange/placement.ts';
import type { Book } from '../server/testing/factories.ts';
import { exampleSlip } from '../server/testing/slip-factories.ts';
import { expectAccessible } from './browser.ts';
import { chooseOption } from './fields.ts';
import { openOffice, type Office } from './office.ts';

/** A slip leaves one branch as a file and becomes a draft in the other. */
let office: Office;
let slip = { id: 0, number: '' };
let file: PlacementFile;
let nairobi: Page;
let london: Page;

async function bookOf(): Promise<Book> {
  const client = new pg.Client({ connectionString: office.ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string; id: number }>(
    `select name, id from parties where market is distinct from 'LOCAL'
     union all select 'CLASS', min(id)::int from cover_types where class_id is not null`,
  );
  await client.end();
  const ids = Object.fromEntries(rows.map((row) => [row.name, row.id]));
  const id = (name: string) => ids[name] ?? 0;
  return {
    reinsured: id('Savannah Insurance Company'),
    insured: id('Kisumu Sugar Works'),
    coverType: id('CLASS'),
    a: id('Syndicate 1910'),
    b: id('Syndicate 2488'),
    c: id('Thames Marine Company'),
  };
}

beforeAll(async () => {
  office = await openOffice();
  const { call } = await office.caller('underwriter.nbo');
  slip = await call(
    'POST londonslip/save',
    exampleSlip(await bookOf(), { dateoffered: new Date().toISOString().slice(0, 10) }),
  );
  [nairobi, london] = [await office.desk('underwriter.nbo'), await office.desk('underwriter.lon')];
});
afterAll(() => office?.close());

const give = (page: Page, name: string, content: unknown) =>
  page.getByLabel('Placement file').setInputFiles({
    name,
    mimeType: 'application/json',
    buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
  });

test('a slip is downloaded from its page', async () => {
  const page = nairobi;
  await page.goto(`/underwriting/london/${slip.id}`);
  await page.getByRole('heading', { level: 1, name: slip.number }).waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download as JSON' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe(`${slip.number.replaceAll('/', '-')}.json`);
  file = JSON.parse(await readFile(await download.path(), 'utf8')) as PlacementFile;
  expect([file.market, file.record.number, file.participations.length]).toEqual(['LONDON', slip.number, 3]);
});

test('what is no placement is refused, by its paths where it nearly is one', async () => {
  const page = london;
  await page.goto('/underwriting?tab=london');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Import placement' }).click();
  await page.getByRole('heading', { level: 1, name: 'Import placement' }).waitFor();
  await give(page, 'notes.json', 'Dear colleague');
  await page.getByText('This file is not JSON.').waitFor();
  await give(page, 'wrong.json', { ...file, colour: 'red', order: 60 });
  await page.getByRole('alert').getByText('colour').waitFor();
  await page.getByRole('alert').getByText('order').waitFor();
  await expectAccessible(page, 'a refused placement file');
});

test('in the other branch it is looked at, parties are chosen and added, and a draft of it opens', async () => {
  const page = london;
  const [first, ...others] = file.participations;
  if (first === undefined) throw new Error('The slip has no line.');
  const insurer = { ...first.insurer, name: 'Syndicate 1910 at Lloyd’s' };
  const insured = { ...file.insured, name: 'Naivasha Growers' };
  await give(page, 'slip.json', { ...file, insured, participations: [{ ...first, insurer }, ...others] });
  await page.getByRole('heading', { name: 'Parties and lines' }).waitFor();
  await expectAccessible(page, 'a placement before its draft');
  const make = page.getByRole('button', { name: 'Make draft' });
  expect(await make.getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('combobox', { name: 'Not in the register: choose the security' }).click();
  await chooseOption(page, /^Syndicate 1910/);
  await page.getByText('Chosen').waitFor();
  await page.getByRole('button', { name: 'Add the insured…' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('textbox', { name: /^Name/ }).inputValue()).toBe('Naivasha Growers');
  await dialog.getByRole('textbox', { name: /^Address/ }).fill('Moi South Lake Road\nNaivasha');
  await dialog.getByRole('button', { name: 'Add insured' }).click();
  await page.getByText('Chosen').nth(1).waitFor();
  await make.click();
  await page.waitForURL(/\/underwriting\/london\/\d+\/edit$/);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByLabel('Situation').inputValue()).toBe('Kisumu, Kenya');
});

test('its history says whose record it was, and the file is known when it comes again', async () => {
  const page = london;
  await page.goto(page.url().replace('/edit', '?tab=history'));
  await page.getByText(`from a file: ${slip.number} of`).waitFor();
  await page.goto('/underwriting/interchange');
  await give(page, 'slip.json', file);
  await page.getByText('This placement is here already.').waitFor();
  await page.getByRole('button', { name: 'Make another draft' }).waitFor();
  expect(office.faults()).toEqual([]);
});
