import { afterAll, beforeAll, expect, test } from 'vitest';
import { showDay } from '../../../domain/values/day.ts';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../receipts/receipts.factories.ts';

const API = '/api/sca/v1';
const PV = `${API}/paymentvoucher`;
const NOTICE = `The bank account of Security A was changed on ${showDay('2026-03-02')} by accountant.nbo, confirmed by manager.nbo.`;
let t: TestApp;
let book: Book;
let voucher: number;

async function must(who: string, address: `${string} ${string}`, body?: unknown) {
  const reply = await t.call(who, address, body === undefined ? {} : { body });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return reply.body;
}

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  const { id: note } = await debitNoteOf(t, await approvedPolicy(t, book));
  await approvedReceipt(t, exampleReceipt(book, { allocations: [{ note, amount: '281250.00' }] }));
  const [item] = await must('accountant.nbo', `GET ${PV}/findPoliciesBySecurity?security=${book.a}`);
  const items = [{ item: item.item, amount: '1000.00' }];
  const saved = await must('accountant.nbo', `POST ${PV}/save2`, {
    currency: 'KES',
    bank_date: '2026-03-02',
    security: book.a,
    items,
  });
  voucher = saved.id;
  await must('accountant.nbo', `PUT ${PV}/submit/${voucher}`);
});
afterAll(() => t.close());

const record = (who = 'manager.nbo') => must(who, `GET ${PV}/${voucher}`);
const warnings = async (who: string) => (await must(who, `GET ${PV}/preview/${voucher}`)).warnings;

test('a voucher shows where its payee is paid, and for 24 hours that this was changed', async () => {
  expect((await record()).payee_account).toBeNull();
  const at = `${API}/securities/${book.a}/bankaccount`;
  const body = {
    currency: 'KES',
    bank: 'Absa',
    branch: 'Westlands',
    account_name: 'Security A Ltd',
    account_number: '4455667788',
    swift: '',
  };
  const { id } = await must('accountant.nbo', `POST ${at}`, body);
  expect((await record()).payee_account).toBeNull();
  expect(await warnings('manager.nbo')).toEqual([]);
  await must('manager.nbo', `PUT ${at}/${id}/decide`, { decision: 'ACTIVE', version: 1 });
  expect((await record()).payee_account).toEqual({ ...body, notice: NOTICE });
  expect(await warnings('manager.nbo')).toEqual([NOTICE]);
  await must('manager.nbo', `PUT ${PV}/approve/${voucher}/APPROVED`, { version: 2 });
  expect(await warnings('cashier.nbo')).toEqual([NOTICE]);
  t.clock.advance(86_400_000 - 1);
  expect((await record()).payee_account.notice).toBe(NOTICE);
  t.clock.advance(1);
  expect((await record()).payee_account.notice).toBeNull();
  expect(await warnings('cashier.nbo')).toEqual([]);
});

test('an account in another currency is not where this voucher is paid', async () => {
  await t.ownerPool.query(`update party_bank_accounts set currency = 'USD'`);
  expect((await record()).payee_account).toBeNull();
});
