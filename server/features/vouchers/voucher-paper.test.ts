import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf } from '../../testing/chart.ts';
import { approvedPolicy, confirmedAccounts, makeBook, type Book } from '../../testing/factories.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { ourBankAccount } from '../banks/banks.factories.ts';
import { approvedClaim, approvedMovement, invoicesOf } from '../claims/claims.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../receipts/receipts.factories.ts';
import { PV, voucherCalls } from './vouchers.factories.ts';

let t: TestApp;
let book: Book;
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterAll(() => t.close());

const { savePremium, saveOther, submit, decide, pay, through } = voucherCalls(() => t);

async function textOf(id: number): Promise<string> {
  const { body, status } = await t.call('accountant.nbo', `PUT ${PV}/document?id=${id}`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  const { bytes } = await t.call('accountant.nbo', `GET ${body.url}`);
  return readPdfText(bytes).replace(/\s+/g, ' ');
}

test('a voucher names its kind and the account that it is paid from, and is not paid before it is', async () => {
  await ourBankAccount(t, { name: 'Claims and premiums' });
  const note = await debitNoteOf(t, await approvedPolicy(t, book));
  await approvedReceipt(
    t,
    exampleReceipt(book, { receiptAmount: '562500.00', allocations: [{ note: note.id, amount: '562500.00' }] }),
  );
  const { id } = (await savePremium(book.a, '218750.00')).body;
  await submit(id);
  await decide(id);
  const approved = await textOf(id);
  expect(approved).toContain('For Premium to a security');
  expect(approved).toContain('Client money, Claims and premiums, Bahari Bank, 0100200301');
  expect(approved).toContain('KES 218,750.00 to be paid 2 March 2026');
  expect((await pay(id)).status).toBe(200);
  expect(await textOf(id)).toContain('KES 218,750.00 paid 2 March 2026');
});

test('a voucher of an amount alone has no list of items, and says what it is booked on', async () => {
  const saved = await saveOther({
    kind: 'EXPENSE',
    account: codeOf('EXPENSES'),
    amount: '1000.00',
    narration: 'Rent of March',
  });
  expect((await through(saved)).status).toBe(200);
  const text = await textOf(saved.body.id);
  expect(text).not.toContain('Payment for');
  expect(text).not.toContain('Pay to');
  expect(text).toMatch(/For Expense/);
  expect(text).toMatch(/Booked on \d+ /);
  expect(text).toContain('Paid from Office');
});

test('a bank charge is of the bank that took it', async () => {
  const saved = await saveOther({ kind: 'BANK_CHARGE', amount: '10.00', narration: 'Charges of March' });
  await submit(saved.body.id);
  await decide(saved.body.id);
  const text = await textOf(saved.body.id);
  expect(text).toMatch(/Pay to Number \S+ Bahari Bank/);
  expect(text.match(/Bank charge on the client account/g)).toHaveLength(1);
});

test('a set-off names neither an account that it is paid from nor one that it is paid to, and a payment of the same claim both', async () => {
  await confirmedAccounts(t, [book.reinsured]);
  const policy = await approvedPolicy(t, book);
  const note = await debitNoteOf(t, policy);
  const claim = await approvedClaim(t, book, { policy });
  await approvedMovement(t, claim);
  const invoice = (await invoicesOf(t, claim)).get(book.a);
  await approvedReceipt(
    t,
    exampleReceipt(book, {
      reinsured: book.a,
      receiptType: 'CLAIM',
      receiptAmount: '2500000.00',
      allocations: [{ note: invoice?.id, amount: '2500000.00' }],
    }),
  );
  const printed = async (body: Record<string, unknown>) => {
    const saved = await saveOther({ claim, ...body });
    await submit(saved.body.id);
    await decide(saved.body.id);
    return textOf(saved.body.id);
  };
  const paid = await printed({ kind: 'CLAIM', amount: '1000000.00' });
  expect(paid).toContain('Paid from Client money, Claims and premiums');
  expect(paid).toContain(`0100${book.reinsured}`);
  const setOff = await printed({ kind: 'SET_OFF', note: note.id, amount: '281250.00' });
  expect(setOff).not.toContain('Paid from');
  expect(setOff).not.toContain(`0100${book.reinsured}`);
  expect(setOff).toContain(note.number);
});
