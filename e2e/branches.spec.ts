import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examplePolicy } from '../server/testing/factories.ts';
import { expectAccessible } from './browser.ts';
import { chooseOption, pick, type } from './fields.ts';
import { openOffice, type Office } from './office.ts';
import { journeyBook } from './placements.ts';

/** A director enters policies in Nairobi and London, and takes money in Nairobi alone. */
const ROLES = [
  ['NBO', 'ROLE_UNDERWRITER'],
  ['NBO', 'ROLE_CASHIER'],
  ['LON', 'ROLE_UNDERWRITER'],
] as const;

let office: Office;
let page: Page;
const numbers = { nbo: '', lon: '' };

beforeAll(async () => {
  office = await openOffice();
  const client = new pg.Client({ connectionString: office.ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ id: number }>(
    `insert into users (email, email_key, name, status, password_hash)
     select 'director@slipway.test', 'director@slipway.test', 'director', 'ACTIVE', password_hash from users where name = 'root' returning id`,
  );
  for (const [code, role] of ROLES)
    await client.query(
      'insert into user_roles (user_id, branch_id, role) select $1, id, $2 from branches where code = $3',
      [rows[0]?.id, role, code],
    );
  await client.end();
  for (const branch of ['nbo', 'lon'] as const) {
    const maker = await office.caller(`underwriter.${branch}`);
    const { id } = await maker.call('POST underwriting/save', examplePolicy(await journeyBook(maker, 'LOCAL')));
    numbers[branch] = (await maker.call(`GET underwriting/${id}`)).broker_reference;
  }
  page = await office.desk('director');
});
afterAll(() => office?.close());

const branchSwitch = () =>
  page.getByRole('complementary', { name: 'Sidebar' }).getByRole('combobox', { name: 'Branch' });
const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true });

test('the branch switch has all branches last; the list then has the rows of each and says of which they are', async () => {
  await page.goto('/underwriting');
  await link(numbers.nbo).waitFor();
  expect(await link(numbers.lon).count()).toBe(0);
  expect(await page.getByRole('columnheader', { name: 'Branch' }).count()).toBe(0);
  await branchSwitch().focus();
  await page.keyboard.press('Enter');
  const offered = page.getByRole('listbox', { name: 'Branch' }).getByRole('option');
  await offered.first().waitFor();
  expect(await offered.allTextContents()).toEqual(['Nairobi', 'London', 'All branches']);
  await chooseOption(page, 'All branches');
  await link(numbers.lon).waitFor();
  await link(numbers.nbo).waitFor();
  expect(await page.getByRole('cell', { name: /^(NBO|LON)$/ }).allTextContents()).toEqual(['LON', 'NBO']);
  await page.getByText('2 policies').waitFor();
  await expectAccessible(page, 'a list of all branches');
});

test('it survives a reload, and is left and taken again from the palette', async () => {
  await page.reload();
  await link(numbers.lon).waitFor();
  expect(await branchSwitch().textContent()).toBe('All branches');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('switch branch lon');
  await page.getByRole('option', { name: 'Work in London' }).click();
  await page.getByText('You now work in London.').waitFor();
  await expect.poll(() => link(numbers.nbo).count()).toBe(0);
  await link(numbers.lon).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('switch branch all');
  await page.getByRole('option', { name: 'Work in all branches' }).click();
  await link(numbers.nbo).waitFor();
  expect(await branchSwitch().textContent()).toBe('All branches');
});

test('a view of all branches says so, and is opened by who works in one of them', async () => {
  await page.goto('/underwriting?status=DRAFT');
  await link(numbers.lon).waitFor();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as a view…' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Drafts of both');
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.waitForURL(/branches=ALL&status=DRAFT&view=\d+/);
  const address = page.url();
  await branchSwitch().click();
  await chooseOption(page, 'Nairobi');
  await expect.poll(() => link(numbers.lon).count()).toBe(0);
  expect(page.url()).not.toContain('branches=ALL');
  await page.goto(address);
  await link(numbers.lon).waitFor();
  expect(await branchSwitch().textContent()).toBe('All branches');
});

test('a record is opened in its own branch, by the rights there, and the switch stays', async () => {
  await link(numbers.lon).click();
  await page.getByRole('heading', { level: 1, name: numbers.lon }).waitFor();
  await page.locator('main header').getByText('London', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Submit policy' }).waitFor();
  await expectAccessible(page, 'a record of another branch');
  await page.goBack();
  await link(numbers.nbo).click();
  await page.getByRole('heading', { level: 1, name: numbers.nbo }).waitFor();
  await page.locator('main header').getByText('Nairobi', { exact: true }).waitFor();
  expect(await branchSwitch().textContent()).toBe('All branches');
});

test('a new policy asks for its branch first, and is of it', async () => {
  await page.goto('/underwriting');
  await page.getByRole('link', { name: 'New policy' }).first().click();
  await page.getByText('In which branch?').waitFor();
  await expectAccessible(page, 'the branch of a new policy');
  await page.getByRole('main').getByRole('combobox', { name: 'Branch' }).click();
  await chooseOption(page, 'London');
  await pick(page, 'Reinsured', 'Savannah Insurance Company');
  await pick(page, 'Insured', 'Kisumu Sugar Works');
  await pick(page, 'Class', 'Fire · Industrial all risks');
  await type(page, 'Date offered', 'today');
  await type(page, 'First day of cover', 'today');
  await type(page, 'Sum insured', '500m');
  await type(page, 'Rate', '0.25');
  await type(page, 'Fac (order)', '60');
  await type(page, 'Cedant commission', '25');
  await type(page, 'Brokerage', '5');
  await expectAccessible(page, 'a new policy of a chosen branch');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page
    .getByText(/LON\/FAC\/\d{4}\/000002/)
    .first()
    .waitFor();
  expect(await branchSwitch().textContent()).toBe('All branches');
});

test('where the right is held in one branch alone, nothing is asked', async () => {
  await page.goto('/receivables/new');
  await page.getByText('Nairobi · kept as you type').waitFor();
  expect(await page.getByRole('main').getByRole('combobox', { name: 'Branch' }).count()).toBe(0);
  expect(office.faults()).toEqual([]);
});
