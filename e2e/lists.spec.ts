import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from './browser.ts';
import { examplePolicy } from '../server/testing/factories.ts';
import { claimRecords } from './claim-records.ts';
import { moneyRecords } from './money-records.ts';
import { openOffice, type Office } from './office.ts';
import { journeyBook, placedRecords, yearUnderWay } from './placements.ts';

/** Records are decided together from a list; a record's page leads along it; at 1280 the money of every list is in sight. */
let office: Office;
/** Receipts that wait for their checker, the newest first, as the list has them. */
const receipts: number[] = [];
const LONG_NAME = 'Consolidated Mombasa and Lamu Corridor Grain Terminals Company';

beforeAll(async () => {
  office = await openOffice();
  const maker = await office.caller('accountant.nbo');
  const { reinsured } = await journeyBook(maker, 'LOCAL');
  const { insurance_start_date: dateOfIssue } = yearUnderWay();
  for (const receiptAmount of ['1000.00', '2000.00', '3000.00']) {
    const body = { dateOfIssue, receiptType: 'ON_ACCOUNT', reinsured, receiptAmount, currency: 'KES' };
    const { id } = await maker.call('POST receivable/save', body);
    await maker.call(`PUT receivable/submit/${id}`);
    receipts.unshift(id);
  }
});
afterAll(() => office?.closeSound());

const heading = (page: Page, name: RegExp | string) => page.getByRole('heading', { level: 1, name }).waitFor();
const rowsOf = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('link') });

test('a record’s page leads to the next and the one before in the list, by key and by button', async () => {
  const page = await office.desk('manager.nbo');
  await page.goto('/receivables?status=PENDING');
  await rowsOf(page).first().getByRole('link').first().click();
  await page.waitForURL(`**/receivables/${receipts[0]}`);
  await page.getByText('1 of 3', { exact: true }).waitFor();
  await expectAccessible(page, 'a record with its neighbours');
  await page.keyboard.press(']');
  await page.waitForURL(`**/receivables/${receipts[1]}`);
  await page.getByRole('button', { name: 'Next in Receivables' }).click();
  await page.waitForURL(`**/receivables/${receipts[2]}`);
  await page.getByText('3 of 3', { exact: true }).waitFor();
  await page.keyboard.press('[');
  await page.waitForURL(`**/receivables/${receipts[1]}`);
  // However far one went along it, the list is the page before.
  await page.goBack();
  await page.waitForURL('**/receivables?status=PENDING');
});

test('a list stays as it is filtered while the code of a record is on its way, and leads along what it showed', async () => {
  const maker = await office.caller('underwriter.nbo');
  const book = await journeyBook(maker, 'LOCAL');
  const policies: number[] = [];
  for (let nth = 0; nth < 3; nth += 1) {
    const { id } = await maker.call('POST underwriting/save', examplePolicy(book, yearUnderWay()));
    policies.unshift(id);
  }
  await maker.call(`PUT underwriting/submit/${policies[0]}`);
  const { page, context } = await office.open({ who: 'underwriter.nbo' });
  await page.goto('/underwriting?status=DRAFT');
  await page.getByText('1–2 of 2').waitFor();
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await promise;
    await route.continue();
  });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await rowsOf(page).nth(1).getByRole('link').first().click();
  await page.waitForURL(`**/underwriting/${policies[2]}`);
  // The record's code stays away: what would ask the list anew has had its time.
  await page.evaluate('new Promise((done) => setTimeout(done, 500))');
  expect(await page.getByText('1–2 of 2').isVisible()).toBe(true);
  expect(asked.filter((url) => url.includes('underwriting/items'))).toEqual([]);
  resolve();
  await page.getByText('2 of 2', { exact: true }).waitFor();
  // The strip of its figures is filled at every width: beside the last of a line there is nothing.
  for (const width of [390, 640, 720, 900, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const [strip, last] = [page.locator('main header dl'), page.locator('main header dl > :last-child')];
    const [outer, inner] = [await strip.boundingBox(), await last.boundingBox()];
    if (outer === null || inner === null) throw new Error('There is no strip of figures.');
    expect(outer.x + outer.width - inner.x - inner.width, `at ${width} px`).toBeLessThan(3);
  }
  await context.close();
});

test('a selection moves no row, marks its own and says why nothing can be done with it', async () => {
  const { page, context } = await office.open({ who: 'accountant.nbo' });
  await page.goto('/receivables?status=PENDING');
  const first = rowsOf(page).first();
  await first.waitFor();
  const place = async () => (await first.boundingBox())?.y;
  const before = await place();
  const ground = () =>
    page.evaluate(`getComputedStyle(document.querySelector('main tbody td:nth-child(2)')).backgroundColor`);
  const plain = await ground();
  await first.getByRole('checkbox').click();
  await page.getByText('1 selected').waitFor();
  expect(await place()).toBe(before);
  await page.mouse.move(0, 0);
  expect(await ground()).not.toBe(plain);
  const submit = page.getByRole('button', { name: 'Submit…' });
  expect(await submit.getAttribute('aria-disabled')).toBe('true');
  expect(await page.locator(`[id="${await submit.getAttribute('aria-describedby')}"]`).textContent()).toBe(
    'None of these is a draft.',
  );
  await page.emulateMedia({ media: 'print' });
  const lefts = async (cells: string) => (await page.locator(cells).nth(1).boundingBox())?.x;
  expect(await lefts('main thead th')).toBe(await lefts('main tbody tr:first-child td'));
  await context.close();
});

test('the count of a list says how many of all its filters leave', async () => {
  const page = await office.desk('manager.nbo');
  await page.goto('/receivables');
  await page.getByText('3 receipts', { exact: true }).waitFor();
  await page.goto('/receivables?status=DRAFT');
  await page.getByText('0 of 3 receipts', { exact: true }).waitFor();
});

test.each([
  { asked: 'status=LOST', says: 'Status cannot be “LOST”.' },
  { asked: 'sort=colour,asc&status=DRAFT', says: 'This list cannot be ordered by “colour”.' },
])('a list that cannot be asked for $asked says so, and shows all of it again', async ({ asked, says }) => {
  const page = await office.desk('manager.nbo');
  await page.goto(`/receivables?${asked}`);
  await page.getByRole('alert').getByText(says, { exact: true }).waitFor();
  await expectAccessible(page, `a list asked for ${asked}`);
  await page.getByRole('button', { name: 'Show the whole list' }).click();
  await page.getByText('3 receipts', { exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe('');
});

test.each([
  { at: 7, says: 'There is no page 7.' },
  { at: 9999, says: 'There is no page 9,999.' },
])('page $at of a list that is not so long says so, and leads to its first and its last', async ({ at, says }) => {
  const page = await office.desk('manager.nbo');
  await page.goto(`/receivables?status=PENDING&page=${at}`);
  await page.getByText(says, { exact: true }).waitFor();
  await page.getByText('The list has one page.', { exact: true }).waitFor();
  await page.getByText('None of 3', { exact: true }).waitFor();
  await expectAccessible(page, `page ${at} of a short list`);
  await page.getByRole('button', { name: 'Go to the first page' }).click();
  await page.waitForURL('**/receivables?status=PENDING');
  await rowsOf(page).first().waitFor();
  await page.goto(`/receivables?size=2&status=PENDING&page=${at}`);
  await page.getByText('The last page is 2.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Go to the last page' }).click();
  await page.waitForURL('**/receivables?size=2&status=PENDING&page=2');
  await page.getByText('3–3 of 3', { exact: true }).waitFor();
});

test('at the end of a page of the list the next page is fetched', async () => {
  const page = await office.desk('manager.nbo');
  await page.goto('/receivables?status=PENDING&size=2');
  await page.getByText('1–2 of 3').waitFor();
  await rowsOf(page).nth(1).getByRole('link').first().click();
  await page.waitForURL(`**/receivables/${receipts[1]}`);
  await page.getByText('2 of 3', { exact: true }).waitFor();
  await page.keyboard.press(']');
  await page.waitForURL(`**/receivables/${receipts[2]}`);
  await page.getByText('3 of 3', { exact: true }).waitFor();
});

test('receipts are ticked by keys and approved together; what was not done is said, after a reload too', async () => {
  const page = await office.desk('manager.nbo');
  await page.goto('/receivables?status=PENDING');
  await rowsOf(page).first().getByRole('link').first().focus();
  await page.keyboard.press('Space');
  await page.getByText('1 selected').waitFor();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByText('3 selected').waitFor();
  await expectAccessible(page, 'a list with a selection');
  await page.getByRole('button', { name: 'Approve…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve 3 receipts?' });
  await dialog.getByText('KES 6,000.00').waitFor();
  await expectAccessible(page, 'what a batch would do');
  // Meanwhile its maker takes one back and submits it again: that one was not seen as it is now.
  const maker = await office.caller('accountant.nbo');
  await maker.call(`PUT receivable/withdraw/${receipts[1]}`);
  await maker.call(`PUT receivable/submit/${receipts[1]}`);
  await dialog.getByRole('button', { name: 'Approve 3 receipts' }).click();
  await page.waitForURL(/\/batches\/\d+$/);
  await heading(page, 'Approve 3 receipts');
  await page.reload();
  await page.getByText('This record changed since you opened it.').waitFor();
  await page.getByText('Done', { exact: true }).first().waitFor();
  expect(await rowsOf(page).count()).toBe(3);
  await expectAccessible(page, 'what became of a batch');
  // Once there is nothing more to stop, nothing moves, where there is least room as well.
  const ofBatch = /\/batch\/\d+/;
  await page.setViewportSize({ width: 320, height: 844 });
  await page.route(ofBatch, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), state: 'RUNNING' } });
  });
  await page.reload();
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  const rowsAt = async () => (await page.getByRole('heading', { name: 'Records' }).boundingBox())?.y;
  const before = await rowsAt();
  await page.unroute(ofBatch);
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
  expect(await rowsAt()).toBe(before);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('row').filter({ hasText: 'This record changed' }).getByRole('link').first().click();
  await page.waitForURL(`**/receivables/${receipts[1]}`);
  const { call } = await office.caller('manager.nbo');
  const states = await Promise.all(receipts.map(async (id) => (await call(`GET receivable/${id}`)).status));
  expect(states).toEqual(['APPROVED', 'PENDING', 'APPROVED']);
});

test('what cannot be done together is left out before anything is started, and says why', async () => {
  const page = await office.desk('manager.nbo');
  await page.goto('/receivables');
  await page.getByLabel('Select all rows of this page').click();
  await page.getByRole('button', { name: 'Approve…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve 1 receipt?' });
  await dialog.getByText('2 are left out').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('3 selected').waitFor();
});

test('columns are put in another order by keys, and back', async () => {
  const page = await office.desk('manager.nbo');
  await page.goto('/receivables');
  const heads = async () =>
    (await page.getByRole('columnheader').allTextContents()).filter((text) => !/^(Select|Actions|$)/.test(text));
  await rowsOf(page).first().waitFor();
  const before = await heads();
  const open = () => page.getByRole('button', { name: 'Columns' }).click();
  await open();
  await page.getByRole('button', { name: 'Move Status' }).focus();
  await page.keyboard.press('Home');
  await page
    .getByRole('status')
    .filter({ hasText: /^Status: 1 of \d+$/ })
    .waitFor({ state: 'attached' });
  await expectAccessible(page, 'the columns of a list');
  await page.keyboard.press('Escape');
  expect((await heads())[1]).toBe('Status');
  await page.reload();
  await rowsOf(page).first().waitFor();
  expect((await heads())[1]).toBe('Status');
  await open();
  await page.getByRole('button', { name: 'Reset columns' }).click();
  await page.keyboard.press('Escape');
  expect(await heads()).toEqual(before);
});

type Measured = { beyond: string[]; cut: string[] };

/** The columns of the table that are not whole in sight, and figures, numbers and states whose text is cut. */
const measured = (page: Page): Promise<Measured> =>
  page.evaluate(`(() => {
    const table = document.querySelector('main section > table');
    const edge = table.querySelector('tbody td:last-child').getBoundingClientRect();
    const pinned = getComputedStyle(table.querySelector('tbody td:last-child')).position === 'sticky';
    const right = pinned ? edge.left : table.parentElement.getBoundingClientRect().right;
    const heads = [...table.querySelectorAll('thead th')].filter((th) => th.querySelector('.sr-only') === null);
    const beyond = heads.filter((th) => th.getBoundingClientRect().right > right + 1).map((th) => th.textContent);
    const cells = [...table.querySelectorAll('tbody td.figures, tbody td:nth-child(2)')];
    const cut = cells.filter((td) => td.scrollWidth > td.clientWidth + 1).map((td) => td.textContent);
    return { beyond, cut };
  })()`);

describe('at 1280 nothing of a list is cut beside its pinned columns', () => {
  let page: Page;
  /** Opens a list in the window that all of them have, once all of it is there. */
  const openList = async (address: string, width: number): Promise<void> => {
    await page.setViewportSize({ width, height: width === 1280 ? 800 : 900 });
    await page.goto(address);
    await page.getByRole('table').getByRole('link').first().waitFor();
    await page.waitForLoadState('networkidle');
  };
  beforeAll(async () => {
    const checker = await office.caller('manager.lon');
    const maker = await office.caller('underwriter.lon');
    const root = await office.caller('root');
    const { insured } = await journeyBook(maker, 'LOCAL');
    const { policy } = await placedRecords({ maker, checker });
    await claimRecords({ handler: await office.caller('claims.lon'), checker }, policy);
    await moneyRecords(await office.caller('accountant.lon'), policy, root);
    // Renamed last: the examples find their parties by their names.
    const named = await root.call(`GET insurancecompany/${insured}`);
    const email = 'accounts.payable.grain@consolidated-terminals.example';
    await root.call(`PUT insurancecompany/edit?id=${insured}&name=${encodeURIComponent(LONG_NAME)}`, {
      name: LONG_NAME,
      address: named.address,
      email,
      version: named.version,
    });
    page = await office.desk('root');
  });

  test.each([
    ['/underwriting', ['Reference', 'Status', 'Insured, reinsured', 'Premium, brokerage', 'Payment']],
    ['/underwriting?tab=london', ['Reference', 'Status, stage', 'Insured, reinsured', 'Fac premium', 'Payment']],
    ['/receivables', ['Receipt', 'Payer, bank reference', 'Status', 'Amount']],
    ['/receivables/invoices', ['Invoice', 'Party', 'Status', 'Amount', 'Outstanding']],
    ['/receivables/adjustments', ['Adjustment, day', 'Party', 'Status', 'Amount']],
    ['/payables', ['Voucher', 'Payee, narration', 'Status', 'Amount']],
    ['/claims', ['Claim, policy', 'Insured, reinsured', 'Status', 'Incurred', 'Called, collected', 'Outstanding']],
    ['/journals', ['Journal', 'Narration', 'Status']],
    ['/setting?section=insureds', ['Name, short name', 'Address, country', 'Email', 'Status']],
  ])('%s shows %j', async (address, shown) => {
    await openList(address, 1280);
    const heads = await page.getByRole('columnheader').allTextContents();
    expect(heads).toEqual(expect.arrayContaining(shown));
    expect(await measured(page)).toEqual({ beyond: [], cut: [] });
  });

  test.each([
    '/underwriting',
    '/underwriting?tab=london',
    '/claims',
    '/receivables',
    '/payables',
    `/renewal?startdate=${yearUnderWay().insurance_start_date}&enddate=${yearUnderWay().insurance_end_date}`,
    '/parties/clients',
    '/parties/reinsurers',
  ])('%s of all branches shows each row’s branch whole at 1440', async (address) => {
    await openList(address, 1440);
    expect(await measured(page)).toEqual({ beyond: [], cut: [] });
  });

  test('an e-mail of a register is read whole', async () => {
    await openList('/setting?section=insureds', 1440);
    const mail = page.getByText('accounts.payable.grain@consolidated-terminals.example');
    expect(
      await mail.evaluate((cell: { scrollWidth: number; clientWidth: number }) => cell.scrollWidth - cell.clientWidth),
    ).toBe(0);
  });
});

test('on a telephone the columns of a sheet fade where they go on, until one is at their end', async () => {
  const { page, context } = await office.open({ who: 'root', width: 320, height: 700 });
  await page.goto('/trialbalance');
  const table = page.getByRole('region', { name: 'Trial balance' });
  await table.waitFor();
  const fades = () =>
    table.evaluate((one: { parentElement: { hasAttribute: (name: string) => boolean } }) =>
      one.parentElement.hasAttribute('data-more'),
    );
  await expect.poll(fades).toBe(true);
  await table.evaluate((one: { scrollLeft: number; scrollWidth: number }) => {
    one.scrollLeft = one.scrollWidth;
  });
  await expect.poll(fades).toBe(false);
  expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
  await context.close();
});

test('the trial balance has one line an account with its currencies beneath, whole at 1440, and no base-only line is blank', async () => {
  const { page, context } = await office.open({ who: 'root', width: 1440 });
  await page.goto('/trialbalance');
  await page.getByText('Balanced', { exact: true }).waitFor();
  const table = page.getByRole('region', { name: 'Trial balance' });
  const [scroll, client] = await table.evaluate((one: { scrollWidth: number; clientWidth: number }) => [
    one.scrollWidth,
    one.clientWidth,
  ]);
  expect(scroll).toBe(client);
  const codes = await table
    .getByRole('rowheader')
    .filter({ hasText: /^\d{4}/ })
    .allTextContents();
  expect(new Set(codes).size).toBe(codes.length);
  await expectAccessible(page, 'the trial balance of a firm');
  // Its heads stay in sight down to its end.
  await page.setViewportSize({ width: 1440, height: 400 });
  await table.getByText(/^Total in/).scrollIntoViewIfNeeded();
  expect((await table.getByRole('columnheader').first().boundingBox())?.y).toBeGreaterThanOrEqual(48);
  await context.close();
});
