import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayIn } from '../domain/values/day.ts';
import { codeOf } from '../server/testing/chart.ts';
import { examplePolicy } from '../server/testing/factories.ts';
import { expectAccessible, settled } from './browser.ts';
import { expectFocus, pick } from './fields.ts';
import { openOffice, type Office } from './office.ts';
import { approvedPlacement, journeyBook, yearUnderWay } from './placements.ts';

/** A broker's day on a telephone, by touch: a client and what it owes, a policy, ten approvals. */
const CLIENT = 'Savannah Insurance Company';
const APPROVALS = 10;

let office: Office;
let client: number;
let security: number;
beforeAll(async () => {
  office = await openOffice();
  const maker = await office.caller('underwriter.lon');
  const checker = await office.caller('manager.lon');
  const book = await journeyBook(maker, 'LOCAL');
  client = book.reinsured;
  security = book.a;
  await approvedPlacement({ maker, checker }, book, 'LOCAL');
  for (let nth = 0; nth < APPROVALS; nth += 1) {
    const { id } = await maker.call('POST underwriting/save', examplePolicy(book, yearUnderWay()));
    await maker.call(`PUT underwriting/submit/${id}`);
  }
});
afterAll(() => office?.closeSound());

const telephone = async (who: string) => (await office.open({ who, touch: true, dark: true })).page;

/** Touches what can be touched by a finger: it is at least 24 px each way and lies within the screen. */
async function tap(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  expect(Math.min(box?.height ?? 0, box?.width ?? 0), String(target)).toBeGreaterThanOrEqual(24);
  expect((box?.x ?? 0) + (box?.width ?? 999), String(target)).toBeLessThanOrEqual(391);
  await target.tap();
}

type Part = { clientWidth: number; scrollWidth: number; textContent: string; childElementCount: number };

/** The texts of a place that end before their last word. */
const cutWords = (place: { querySelectorAll: (selector: string) => Iterable<Part> }) =>
  [...place.querySelectorAll('li span, th span')]
    .filter((one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.textContent);

const sideways = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

test('a client is found, what it owes is read and received', async () => {
  const page = await telephone('cashier.lon');
  await page.goto('/dashboard');
  await tap(page.getByRole('button', { name: /Search or jump to/ }));
  await page.getByRole('dialog', { name: 'Search or jump to' }).waitFor();
  await page.keyboard.type('savannah');
  await tap(page.getByRole('option').filter({ hasText: CLIENT }).first());
  await page.waitForURL(`**/parties/${client}`);
  await page.getByText('Owed to us').first().waitFor();
  await tap(page.getByRole('link', { name: /^Receive DN\// }).first());
  await page.waitForURL(/\/receivables\/new\?/);
  const amount = page.getByRole('textbox', { name: 'Amount', exact: true });
  await amount.waitFor();
  expect(await amount.inputValue()).toBe('562,500.00');
  await tap(page.getByRole('textbox', { name: 'Bank reference' }));
  await page.keyboard.type('FT-touch');
  await tap(page.getByRole('button', { name: 'Submit receipt' }));
  await page.waitForURL(/\/receivables\/\d+$/);
  await page.getByText('Pending').first().waitFor();
  expect(await sideways(page)).toBe(0);
});

/** Chooses by touch what is typed for. */
async function choose(page: Page, label: string, [text, name]: readonly [string, string]): Promise<void> {
  await tap(page.getByRole('combobox', { name: label, exact: true }));
  await page.getByPlaceholder(/^Type to search…|^Search…|^Filter/).waitFor();
  await page.keyboard.type(text);
  await tap(page.getByRole('option', { name, disabled: false }).first());
}

async function write(page: Page, label: string, text: string): Promise<void> {
  await tap(page.getByRole('textbox', { name: label, exact: true }));
  await page.keyboard.type(text);
}

test('a policy with its securities is entered and submitted', async () => {
  const page = await telephone('underwriter.lon');
  await page.goto('/underwriting/new');
  await choose(page, 'Reinsured', ['sav', CLIENT]);
  await choose(page, 'Insured', ['kis', 'Kisumu Sugar Works']);
  await choose(page, 'Class', ['indu', 'Fire · Industrial all risks']);
  await write(page, 'First day of cover', 'today');
  await write(page, 'Sum insured', '500m');
  await write(page, 'Rate', '0.25');
  await write(page, 'Fac (order)', '60');
  await write(page, 'Cedant commission', '25');
  await write(page, 'Brokerage', '5');
  for (const [row, letters, name, share] of [
    [1, 'aca', 'Acacia Reinsurance', '35'],
    [2, 'bao', 'Baobab Reinsurance', '25'],
  ] as const) {
    if (row > 1) await tap(page.getByRole('button', { name: 'Add security' }));
    await choose(page, `Security, row ${row}`, [letters, name]);
    await write(page, `Signed %, row ${row}`, share);
  }
  await page.getByText('Fully placed').first().waitFor();
  await expectAccessible(page, 'a policy on a telephone');
  await tap(page.getByRole('button', { name: /^Submit policy/ }));
  await page.waitForURL(/\/underwriting\/\d+$/);
  await page.getByText('562,500.00').first().waitFor();
  expect(await sideways(page)).toBe(0);
});

test('ten policies are approved from My work', async () => {
  const page = await telephone('manager.lon');
  await page.goto('/dashboard');
  const waiting = page.getByRole('region', { name: 'My work', exact: true }).last().getByRole('link');
  const before = async () => {
    await waiting.first().waitFor();
    await settled(page);
    return waiting.count();
  };
  const first = await before();
  expect(first).toBeGreaterThanOrEqual(APPROVALS);
  for (let nth = 0; nth < APPROVALS; nth += 1) {
    await expect.poll(() => waiting.count()).toBe(first - nth);
    await tap(waiting.filter({ hasText: 'Kisumu' }).first());
    const approve = page.getByRole('dialog').getByRole('button', { name: 'Approve policy' });
    await approve.waitFor();
    await expect.poll(() => approve.getAttribute('aria-disabled')).not.toBe('true');
    await tap(approve);
    const done = page.getByRole('dialog', { name: /is approved$/ });
    await done.waitFor();
    await tap(done.getByRole('button', { name: 'Close' }).first());
    await done.waitFor({ state: 'detached' });
    await tap(page.getByRole('button', { name: 'Open navigation' }));
    await tap(page.getByRole('dialog').getByRole('link', { name: /^Dashboard/ }));
    await page.waitForURL('**/dashboard');
  }
  await expect.poll(() => waiting.count()).toBe(first - APPROVALS);
});

test('what an approval books is read whole: each amount with its side, none cut by the edge', async () => {
  const maker = await office.caller('accountant.lon');
  const line = (account: string, side: object) => ({ currency: 'KES', account, ...side });
  const { id } = await maker.call('POST journal/save', {
    day: dayIn('Africa/Nairobi', new Date()),
    narration: 'Rent of the year',
    lines: [line(codeOf('EXPENSES'), { debit: '123456789.50' }), line(codeOf('EQUITY'), { credit: '123456789.50' })],
  });
  await maker.call(`PUT journal/submit/${id}`);
  const page = await telephone('manager.lon');
  await page.goto(`/journals/${id}?do=decide`);
  const table = page.getByRole('dialog').getByRole('table');
  await table.getByText('123,456,789.50').first().waitFor();
  expect((await table.locator('tbody tr').allTextContents()).map((row) => row.slice(-2))).toEqual(['Dr', 'Cr']);
  expect(await table.evaluate((sheet) => sheet.scrollWidth - (sheet.parentElement?.clientWidth ?? 0))).toBe(0);
  await expectAccessible(page, 'an approval on a telephone');
});

test('the desk of a director cuts no word, and says what each mark on a bar comes to', async () => {
  const page = await telephone('manager.lon');
  await page.goto('/dashboard');
  const desk = page.getByRole('region', { name: 'The firm' });
  const brokerage = desk.getByRole('table', { name: /^Brokerage this year by class/ });
  await page
    .getByText(/^Premium by market/)
    .first()
    .waitFor();
  // It comes once it is near the window.
  await page
    .getByRole('main')
    .evaluate((main: { scrollIntoView: (to: { block: 'end' }) => void }) => main.scrollIntoView({ block: 'end' }));
  await brokerage
    .getByRole('cell', { name: /^Last year to date .* Budget / })
    .first()
    .waitFor();
  await desk.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  expect(await desk.getByRole('listitem').count()).toBeGreaterThan(0);
  expect(await desk.evaluate(cutWords)).toEqual([]);
  await expectAccessible(page, 'the desk of a director on a telephone');
});

test('a label and its value are on one line where rows are stacked', async () => {
  const page = await telephone('manager.lon');
  await page.goto(`/insolvencydrill?param=${security}`);
  const pairs = page.getByRole('main').locator('dl > div');
  await pairs.getByText('Insured', { exact: true }).first().waitFor();
  const apart: number[] = await page.evaluate(`[...document.querySelectorAll('main dl > div')].map((pair) => {
    const middle = (part) => {
      const range = document.createRange();
      range.selectNodeContents(document.createTreeWalker(part, NodeFilter.SHOW_TEXT).nextNode() ?? part);
      const { top, bottom } = range.getClientRects()[0];
      return (top + bottom) / 2;
    };
    return Math.abs(middle(pair.children[0]) - middle(pair.children[1]));
  })`);
  expect(apart.length).toBeGreaterThan(3);
  expect(Math.max(...apart)).toBeLessThanOrEqual(2);
});

test('what is paid, the periods and a budget are read without scrolling sideways', async () => {
  const page = await telephone('accountant.lon');
  await page.goto('/payables/new');
  await pick(page, 'Security', 'Acacia Reinsurance');
  const note = page.getByRole('list', { name: 'Credit notes' }).getByRole('listitem').first();
  await note.getByText('Available').waitFor();
  await note.getByRole('textbox', { name: /^Amount for CN/ }).waitFor();

  const desks = { maker: await office.caller('underwriter.lon'), checker: await office.caller('manager.lon') };
  await approvedPlacement(desks, await journeyBook(desks.maker, 'LOCAL'), 'LOCAL');
  await page.goto(`/receivables/new?reinsured=${client}&currency=KES`);
  const open = page.getByRole('list', { name: 'Open debit notes' }).getByRole('listitem');
  await tap(open.first().getByRole('checkbox', { name: /^Allocate to DN\// }));
  const given = open.first().getByRole('textbox', { name: /^Amount for DN\// });
  expect(await given.inputValue()).toBe('562,500.00');
  await open.first().getByText('settled').waitFor();
  expect([await page.getByRole('table').count(), await sideways(page)]).toEqual([0, 0]);
  await expectAccessible(page, 'the open notes of a receipt on a telephone');
  await given.press('Enter');
  await expectFocus(open.nth(1).getByRole('textbox'));

  await page.goto('/setting?section=periods');
  await page.getByRole('region', { name: 'Periods' }).getByText('December').waitFor();
  expect(await page.getByRole('table').count()).toBe(0);

  const manager = await telephone('manager.lon');
  await manager.goto('/budgets');
  await manager.getByRole('button', { name: 'New budget' }).first().tap();
  const last = manager.getByRole('dialog').getByRole('textbox', { name: 'Brokerage, row 1', exact: true });
  const box = await last.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(391);
});
