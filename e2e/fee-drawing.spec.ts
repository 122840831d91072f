import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Book } from '../server/testing/factories.ts';
import { expectAccessible } from './browser.ts';
import type { Caller } from './calls.ts';
import { TODAY } from './endorsement-cases.ts';
import { recurringInvoice } from './money-records.ts';
import { openOffice, type Office } from './office.ts';
import { journeyBook } from './placements.ts';

let office: Office;
let book: Book;
let people: { maker: Caller; checker: Caller };
beforeAll(async () => {
  office = await openOffice();
  people = { maker: await office.caller('accountant.lon'), checker: await office.caller('manager.lon') };
  book = await journeyBook(await office.caller('underwriter.lon'), 'LOCAL');
});
afterAll(() => office?.close());

test('a fee that comes into the client bank is shown there as ours, and drawn', async () => {
  await recurringInvoice(people, book.reinsured);
  const { page, context, faults } = await office.open({ who: 'accountant.lon' });
  const [note] = await people.maker.call(`GET receivable/opennotes?reinsured=${book.reinsured}&currency=KES`);
  const receipt = await people.maker.call('POST receivable/save', {
    dateOfIssue: TODAY,
    receiptType: 'OTHER',
    reinsured: book.reinsured,
    receiptAmount: '25000.00',
    currency: 'KES',
    allocations: [],
  });
  await page.goto(`/receivables/${receipt.id}/edit`);
  await page.getByRole('checkbox', { name: `Allocate to ${note.number}` }).check();
  await page.getByText('Our fee in it is ours, and lies in the client bank until it is drawn.').waitFor();
  await expectAccessible(page, 'form of a receipt with a fee');
  await page.getByRole('button', { name: 'Submit receipt' }).click();
  await page.getByRole('heading', { name: /^Receipt #/ }).waitFor();
  const { version } = await people.maker.call(`GET receivable/${receipt.id}`);
  await people.checker.call(`PUT receivable/approve/${receipt.id}/APPROVED`, { version });
  await page.reload();
  await page.getByText(/25,000.00 lies in the client bank until it is drawn$/).waitFor();
  await expectAccessible(page, 'page of a receipt with a fee');

  await page.goto('/clientmoney');
  await page.getByText(/25,000.00 of our fees lies in the client bank/).waitFor();
  await expectAccessible(page, 'client money with a fee');
  await page.getByRole('link', { name: 'Draw it of our fees in KES' }).click();
  expect(await page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('25,000.00');
  expect(await page.getByRole('radio', { name: 'Fee drawing' }).isChecked()).toBe(true);
  await expectAccessible(page, 'form of a fee drawing');
  await page.getByRole('button', { name: 'Submit voucher' }).click();
  await page.getByRole('heading', { name: /^Voucher #/ }).waitFor();
  await page.getByText(note.number).first().waitFor();
  await expectAccessible(page, 'page of a fee drawing');
  expect(faults).toEqual([]);
  await context.close();
});
