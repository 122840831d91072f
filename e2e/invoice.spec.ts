import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from './browser.ts';
import { pick, type } from './fields.ts';
import { openOffice, type Office } from './office.ts';
import { journeyBook } from './placements.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
  await journeyBook(await office.caller('underwriter.lon'), 'LOCAL');
  const root = await office.caller('root');
  const { data } = await root.call('GET tax/items');
  const stamp = data.find((tax: { name: string }) => tax.name === 'Stamp duty');
  await root.call('POST tax/rate', {
    tax_id: stamp.id,
    rate: '16',
    basis: 'INVOICE',
    borne_by: 'REINSURED',
    applies_to: 'ALL',
    market: null,
    class_id: null,
    effective_from: '2020-01-01',
    effective_to: null,
    enabled: true,
  });
});
afterAll(() => office?.close());

/** The record whose page is open. */
const idOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1);

test('a fee is invoiced with its tax, approved by another, credited in part and paid into the office bank', async () => {
  const { page } = await office.open({ who: 'accountant.lon' });
  await page.goto('/receivables?tab=');
  await page.getByRole('navigation', { name: 'Receivables' }).getByRole('link', { name: 'Invoices' }).click();
  await page.getByRole('link', { name: 'New invoice' }).first().click();
  await page.getByRole('heading', { name: 'New invoice' }).waitFor();
  await page.getByRole('button', { name: 'Submit invoice' }).click();
  await page.getByText('Description must be 2 to 200 characters.').first().waitFor();
  await pick(page, 'To', 'Acacia Reinsurance');
  await type(page, 'Description', 'Consulting days');
  await type(page, 'Quantity', '2.5');
  await type(page, 'Price', '40000');
  await pick(page, 'Tax', 'Stamp duty');
  await page.getByRole('region', { name: 'This invoice' }).getByText('116,000.00').waitFor();
  await expectAccessible(page, 'form of an invoice');
  await page.getByRole('button', { name: 'Submit invoice' }).click();
  await page.getByRole('heading', { name: /^Invoice #/ }).waitFor();
  const invoice = new URL(page.url()).pathname;
  await expectAccessible(page, 'page of an invoice');

  const checker = (await office.open({ who: 'manager.lon' })).page;
  await checker.goto(`${invoice}?do=decide`);
  await checker.getByRole('dialog').getByText('Invoices receivable').first().waitFor();
  await checker
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve/ })
    .click();
  await checker.getByRole('heading', { name: /^INV\/LON/ }).waitFor();

  await page.goto(`/receivables/invoices/new?credits=${idOf(page)}`);
  await page.getByRole('heading', { name: 'New credit' }).waitFor();
  await type(page, 'Quantity', '0.5');
  await page.getByRole('region', { name: 'This credit' }).getByText('92,800.00').waitFor();
  await page.getByRole('button', { name: 'Submit invoice' }).click();
  await page.getByRole('heading', { name: /^Credit #/ }).waitFor();
  await checker.goto(`${new URL(page.url()).pathname}?do=decide`);
  await checker
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve/ })
    .click();
  await checker.getByRole('heading', { name: /^CN\/LON/ }).waitFor();

  await page.goto(invoice);
  await page.getByRole('link', { name: 'Enter receipt' }).click();
  await page.getByRole('checkbox', { name: /^Allocate to INV\/LON/ }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Amount', exact: true }).inputValue()).toMatch(/^92,?800\.00$/);
  await page.getByRole('button', { name: 'Submit receipt' }).click();
  await page.getByRole('heading', { name: /^Receipt #/ }).waitFor();
  await checker.goto(`${new URL(page.url()).pathname}?do=decide`);
  await checker.getByRole('dialog').getByText('Office bank').first().waitFor();
  await checker
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve/ })
    .click();
  await checker.getByRole('heading', { name: /^RV\/LON/ }).waitFor();
  await page.goto(invoice);
  await page.getByText('CN/LON').first().waitFor();
  await page.getByRole('link', { name: 'Enter receipt' }).waitFor({ state: 'detached' });
  expect(office.faults()).toEqual([]);
});

test('an invoice is repeated by the calendar, its schedule edited and stopped', async () => {
  const { page } = await office.open({ who: 'accountant.lon' });
  await page.goto('/receivables/invoices/recurring');
  await page.getByText('No recurring invoices yet.').waitFor();
  await page.getByRole('link', { name: 'Open invoices' }).click();
  await page
    .getByRole('link', { name: /^INV\/LON/ })
    .first()
    .click();
  await page.getByRole('heading', { name: /^INV\/LON/ }).waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Repeat…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Repeat', exact: true }).click();
  await dialog.getByText('Enter the first day.').waitFor();
  await type(dialog, 'First day', '+30');
  await expectAccessible(page, 'dialog of a recurring invoice');
  await dialog.getByRole('button', { name: 'Repeat', exact: true }).click();
  await page.getByRole('heading', { name: /^INV\/LON.* every month$/ }).waitFor();
  await page.getByText('No day has come yet.').waitFor();
  await expectAccessible(page, 'page of a recurring invoice');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await dialog.getByRole('combobox', { name: 'Lines of' }).waitFor();
  await expectAccessible(page, 'editing a recurring invoice');
  await type(dialog, 'Last day', '+20');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('The last day cannot be before the first.').waitFor();
  await type(dialog, 'Last day', '+90');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Stop…' }).click();
  await dialog.getByRole('textbox').fill('They left');
  await dialog.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByText('Stopped', { exact: true }).first().waitFor();
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByText('They left').waitFor();
  expect(office.faults()).toEqual([]);
});
