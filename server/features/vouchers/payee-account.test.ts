import { afterAll, beforeAll, expect, test } from 'vitest';
import { showDay } from '../../../domain/values/day.ts';
import { decideIn } from '../../testing/decide-record.ts';
import { approvedPolicy, makeBook, userId, type Book } from '../../testing/factories.ts';
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
  await t.ownerPool.query('delete from party_bank_accounts');
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
  expect((await record()).payee_account).toEqual({
    ...body,
    confirmed_by: { id: await userId(t, 'manager.nbo'), name: 'manager.nbo' },
    confirmed_at: t.clock.now().toISOString(),
    notice: NOTICE,
  });
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

const NONE = 'Security A has no confirmed KES account. Have one confirmed first, or say why it is paid anyway.';
const REASON = 'Banker’s cheque, collected by hand';
const needed = async (id: number) => (await must('manager.nbo', `GET ${PV}/preview/${id}`)).reason_needed;
const faultsOf = (reply: { status: number; body: { errors?: unknown } }) => [reply.status, reply.body.errors];
const refused = [400, [{ field: 'reason', message: NONE }]];

async function trail(id: number, action: string) {
  const { rows } = await t.ownerPool.query(
    `select facts from audit_trail where entity = 'voucher' and entity_id = $1 and action = $2`,
    [id, action],
  );
  return rows[0]?.facts;
}

async function submitted(): Promise<number> {
  const [item] = await must('accountant.nbo', `GET ${PV}/findPoliciesBySecurity?security=${book.a}`);
  const items = [{ item: item.item, amount: '500.00' }];
  const body = { currency: 'KES', bank_date: '2026-03-02', security: book.a, items };
  const { id } = await must('accountant.nbo', `POST ${PV}/save2`, body);
  await must('accountant.nbo', `PUT ${PV}/submit/${id}`);
  return id;
}

test('without a confirmed account it is approved and paid for a reason alone, which is kept', async () => {
  const id = await submitted();
  expect(await needed(id)).toBe(NONE);
  const approve = (body?: object) => decideIn(t)('manager.nbo', `PUT ${PV}/approve/${id}/APPROVED`, { body });
  expect(faultsOf(await approve())).toEqual(refused);
  expect(faultsOf(await approve({ reason: '   ' }))).toEqual(refused);
  expect((await approve({ reason: REASON })).status).toBe(200);
  expect(await trail(id, 'approved')).toMatchObject({ noAccount: true, reason: REASON });
  expect(await needed(id)).toBe(NONE);
  const pay = (changes: Record<string, string> = {}) =>
    t.call('cashier.nbo', `PUT ${PV}/pay/${id}`, { body: { version: 3, bank_reference: 'FT 1', ...changes } });
  expect(faultsOf(await pay())).toEqual(refused);
  expect(faultsOf(await pay({ reason: '  ' }))).toEqual(refused);
  expect((await must('cashier.nbo', `GET ${PV}/${id}`)).status).toBe('APPROVED');
  expect((await pay({ reason: 'Cheque 000123' })).status).toBe(200);
  expect(await must('cashier.nbo', `GET ${PV}/${id}`)).toMatchObject({
    decision_reason: REASON,
    pay_reason: 'Cheque 000123',
    bank_reference: 'FT 1',
  });
  expect(await trail(id, 'paid')).toMatchObject({ noAccount: true, reason: 'Cheque 000123', bankReference: 'FT 1' });
});

test('the reference of the bank is asked for, shown in the list and exported', async () => {
  const id = await submitted();
  await must('manager.nbo', `PUT ${PV}/approve/${id}/APPROVED`, { reason: REASON, version: 2 });
  for (const bank_reference of [undefined, '', '  ']) {
    const body = { version: 3, reason: REASON, bank_reference };
    const reply = await t.call('cashier.nbo', `PUT ${PV}/pay/${id}`, { body });
    expect([reply.status, reply.body.errors?.map((one: { field: string }) => one.field)]).toEqual([
      400,
      ['bank_reference'],
    ]);
  }
  await must('cashier.nbo', `PUT ${PV}/pay/${id}`, { version: 3, reason: REASON, bank_reference: 'FT=2041' });
  const { data } = await must('cashier.nbo', `GET ${PV}/items2?searchValue=FT%3D2041`);
  expect(data).toEqual([expect.objectContaining({ id, bank_reference: 'FT=2041' })]);
  const query = { searchValue: 'FT=2041', format: 'csv' };
  const file = (await t.call('cashier.nbo', `GET ${PV}/items2`, { query })).bytes.toString();
  expect(file).toMatch(/Bank reference/);
  expect(file).toMatch(/FT=2041/);
});

test('with an account that was confirmed since nothing is asked, and no reason is kept', async () => {
  const id = await submitted();
  await must('manager.nbo', `PUT ${PV}/approve/${id}/APPROVED`, { reason: REASON, version: 2 });
  await t.ownerPool.query(`update party_bank_accounts set currency = 'KES'`);
  expect(await needed(id)).toBeUndefined();
  await must('cashier.nbo', `PUT ${PV}/pay/${id}`, { version: 3, bank_reference: 'FT 3', reason: 'Not needed' });
  expect((await must('cashier.nbo', `GET ${PV}/${id}`)).pay_reason).toBe('');
  expect(await trail(id, 'paid')).not.toHaveProperty('noAccount');
});

test('what goes to no party has no account to confirm', async () => {
  const body = { kind: 'DRAWING', currency: 'KES', amount: '100.00', bank_date: '2026-03-02' };
  const { id } = await must('accountant.nbo', `POST ${PV}/save`, body);
  await must('accountant.nbo', `PUT ${PV}/submit/${id}`);
  expect(await needed(id)).toBeUndefined();
  await must('manager.nbo', `PUT ${PV}/approve/${id}/APPROVED`, { version: 2 });
  await must('cashier.nbo', `PUT ${PV}/pay/${id}`, { version: 3, bank_reference: 'FT 4' });
});
