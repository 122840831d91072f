import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { voucherCalls } from './vouchers.factories.ts';

let t: TestApp;
let book: Book;
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await approvedPolicy(t, book);
  await t.ownerPool.query(`update currencies set active = false where code = 'GBP'`);
});
afterAll(() => t.close());

const { savePremium, saveOther } = voucherCalls(() => t);
const NOT_IN_USE = { field: 'currency', message: 'Choose an active currency.' };

test.each([
  ['ZZZ', 'that there is none of'],
  ['GBP', 'that is not in use'],
])('a currency %s, %s, is a fault of its field in every voucher, beside the others', async (currency) => {
  const kinds = [
    { kind: 'DRAWING', amount: '1.00' },
    { kind: 'BANK_CHARGE', amount: '1.00' },
    { kind: 'CLIENT_TRANSFER', amount: '1.00' },
    { kind: 'CLIENT_TRANSFER', amount: '1.00', into_currency: 'KES', into_amount: '1.00' },
    { kind: 'REFUND', amount: '1.00' },
  ];
  const replies = await Promise.all(kinds.map((body) => saveOther({ ...body, currency })));
  replies.push(await savePremium(book.a, '1.00', { currency }));
  for (const { status, body } of replies) {
    expect([status, body.code]).toEqual([400, 'VALIDATION']);
    expect(body.errors).toContainEqual(NOT_IN_USE);
  }
  const both = await saveOther({ kind: 'DRAWING', amount: '0', currency });
  expect(both.body.errors).toEqual([NOT_IN_USE, { field: 'amount', message: 'Amount must be more than 0.' }]);
});
