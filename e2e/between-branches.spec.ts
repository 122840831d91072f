import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examplePolicy, type Book } from '../server/testing/factories.ts';
import { expectAccessible } from './browser.ts';
import { TODAY } from './endorsement-cases.ts';
import { openOffice, type Office } from './office.ts';
import { journeyBook, notedPolicy, yearUnderWay } from './placements.ts';
import { approvedReceipt } from './receipts.ts';

let office: Office;
let book: Book;
/** KES 600,000.00 that Nairobi received, and its number. */
let source: { id: number; number: string };
let note: string;

/** A second root: cash between branches is root's, and somebody else decides it. */
async function secondRoot(): Promise<void> {
  const client = new pg.Client({ connectionString: office.ownerUrl });
  await client.connect();
  await client.query(
    `with made as (
       insert into users (email, email_key, name, status, password_hash)
       select 'partner@slipway.test', 'partner@slipway.test', 'partner', 'ACTIVE', password_hash from users where name = 'root' returning id)
     insert into user_roles (user_id, branch_id, role) select id, null, 'ROLE_ROOT' from made`,
  );
  await client.end();
}

async function noteInLondon(): Promise<string> {
  const [maker, checker] = [await office.caller('underwriter.lon'), await office.caller('manager.lon')];
  const { number } = await notedPolicy({ maker, checker }, { terms: examplePolicy(book, yearUnderWay()) });
  return number;
}

async function receivedInNairobi(): Promise<typeof source> {
  const desks = { maker: await office.caller('accountant.nbo'), checker: await office.caller('manager.nbo') };
  return approvedReceipt(desks, {
    dateOfIssue: TODAY,
    receiptType: 'PREMIUM',
    reinsured: book.reinsured,
    receiptAmount: '600000.00',
    currency: 'KES',
    bank_reference: 'FT-600',
  });
}

beforeAll(async () => {
  office = await openOffice();
  await secondRoot();
  book = await journeyBook(await office.caller('underwriter.lon'), 'LOCAL');
  note = await noteInLondon();
  source = await receivedInNairobi();
});
afterAll(() => office?.closeSound());

const menu = async (page: Page, entry: string) => {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};

test('root uses what is left of a receipt in another branch, and the other root approves it', async () => {
  const page = await office.desk('root');
  await page.goto(`/receivables/${source.id}`);
  await menu(page, 'Use in another branch');
  await page.getByRole('heading', { name: `Use ${source.number} in another branch` }).waitFor();
  const amount = page.getByRole('textbox', { name: 'Amount', exact: true });
  await amount.fill('300000');
  await page.getByRole('checkbox', { name: new RegExp(note) }).check();
  const books = page.getByRole('region', { name: 'What it books' });
  expect(await books.getByText('Inter-branch').count()).toBe(2);
  await expectAccessible(page, 'form of cash for another branch');
  await amount.fill('600000.01');
  await page.getByRole('button', { name: 'Submit receipt' }).click();
  await page.getByText(`Only KES 600,000.00 of ${source.number} is left.`).first().waitFor();
  await amount.fill('300000');
  await page.getByRole('button', { name: 'Submit receipt' }).click();
  await page.getByRole('heading', { name: /^Receipt #/ }).waitFor();
  await page.getByText('Waits for another root').waitFor();
  const { pathname } = new URL(page.url());

  const partner = await office.desk('partner');
  await partner.goto(pathname);
  await partner.getByRole('button', { name: 'Review receipt' }).click();
  const review = partner.getByRole('dialog');
  await review.getByText(/stays in the client bank of Nairobi/).waitFor();
  await expectAccessible(partner, 'review of cash for another branch');
  await review.getByRole('button', { name: 'Approve receipt' }).click();
  await partner.getByRole('heading', { name: /^RV\/LON\// }).waitFor();
  await partner.getByRole('main').getByRole('link', { name: source.number }).click();
  await partner.getByRole('heading', { name: source.number }).waitFor();
  await partner
    .getByRole('main')
    .getByRole('link', { name: /^RV\/LON\// })
    .waitFor();
  await partner.getByText('Used in other branches').waitFor();
});

test('client money of each branch says what lies with the other, and no branch leads where its people do not work', async () => {
  const lon = await office.desk('manager.lon');
  await lon.goto('/clientmoney');
  const table = lon.getByRole('table', { name: 'Client money by currency' });
  await table.getByRole('columnheader', { name: 'Other branches' }).waitFor();
  await table.getByText('300,000.00').first().waitFor();
  await lon.goto('/receivables');
  await lon.getByText(`Cash of ${source.number}`).waitFor();
  await lon
    .getByRole('main')
    .getByRole('link', { name: /^RV\/LON\// })
    .click();
  await lon.getByText('From another branch').waitFor();
  expect(await lon.getByRole('link', { name: source.number }).count()).toBe(0);
  expect(await lon.getByRole('main').getByText(source.number).count()).toBeGreaterThan(0);
  await lon.getByRole('button', { name: 'More actions' }).click();
  await lon.getByRole('menuitem').first().waitFor();
  expect(await lon.getByRole('menuitem', { name: /Reverse|Use in another branch/ }).count()).toBe(0);
});

test('the other root takes it back: the receipt has its cash again', async () => {
  const page = await office.desk('partner');
  await page.goto('/receivables');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^RV\/LON\// })
    .click();
  await menu(page, 'Reverse receipt');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/goes back to/).waitFor();
  await dialog.getByRole('textbox').fill('For the other branch after all');
  await dialog.getByRole('button', { name: /^Reverse/ }).click();
  await page.getByText('Reversed', { exact: true }).first().waitFor();
  const { left } = await (await office.caller('root')).call(`GET receivable/${source.id}`);
  expect(left).toBe('600000.00');
});
