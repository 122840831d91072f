import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, examplePolicy, makeBook, type Book } from '../../../testing/factories.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../../receipts/receipts.factories.ts';

const SCA = '/api/sca/v1';
let t: TestApp;
let book: Book;
let policy: number;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  policy = await approvedPolicy(t, book);
});
afterAll(() => t.close());

const schedule = (param: string | number, who = 'underwriter.nbo', query: Record<string, string> = {}) =>
  t.call(who, `GET ${SCA}/underwriting/ss`, { query: { param, ...query } });
type Row = Record<string, string> & { security: { name: string } };
const figures = (rows: Row[], ...fields: string[]) =>
  rows.map((row) => [row.security.name, ...fields.map((one) => row[one])]);

async function must(who: string, call: `${string} ${string}`, body?: unknown) {
  const reply = await t.call(who, call, body === undefined ? {} : { body });
  if (reply.status !== 200) throw new Error(`${call}: ${JSON.stringify(reply.body)}`);
  return reply.body;
}

test('the example: lines, nets, nothing paid yet', async () => {
  const { body } = await schedule(policy);
  expect(body).toMatchObject({
    policy: { id: policy },
    currency: 'KES',
    total: { netpayable: '515625.00', paid: '0.00' },
  });
  expect(figures(body.data, 'share', 'sharepremium', 'netpayable', 'paid', 'balance')).toEqual([
    ['Security A', '25', '312500.00', '218750.00', '0.00', '218750.00'],
    ['Security B', '20', '250000.00', '175000.00', '0.00', '175000.00'],
    ['Security C', '15', '187500.00', '121875.00', '0.00', '121875.00'],
  ]);
  expect(body.data[0]).toMatchObject({ endorsement: null, note: { number: expect.stringContaining('CN/') } });
});

test('by broker reference, and what was paid to one', async () => {
  const { id: note } = await debitNoteOf(t, policy);
  await approvedReceipt(t, {
    ...exampleReceipt(book),
    receiptAmount: '562500.00',
    allocations: [{ note, amount: '562500.00' }],
  });
  const [item] = await must('accountant.nbo', `GET ${SCA}/paymentvoucher/findPoliciesBySecurity?security=${book.a}`);
  const voucher = await must('accountant.nbo', `POST ${SCA}/paymentvoucher/save2`, {
    currency: 'KES',
    bank_date: '2026-03-02',
    security: book.a,
    items: [{ item: item.item, amount: '100000.00' }],
  });
  await must('accountant.nbo', `PUT ${SCA}/paymentvoucher/submit/${voucher.id}`);
  await must('manager.nbo', `PUT ${SCA}/paymentvoucher/approve/${voucher.id}/APPROVED`, { version: 2 });
  await must('cashier.nbo', `PUT ${SCA}/paymentvoucher/pay/${voucher.id}`, { version: 3, bank_reference: 'FT 901' });
  const { body: record } = await t.call('underwriter.nbo', `GET ${SCA}/underwriting/${policy}`);
  const { body } = await schedule(record.broker_reference);
  expect(figures(body.securities, 'paid', 'balance')).toEqual([
    ['Security A', '100000.00', '118750.00'],
    ['Security B', '0.00', '175000.00'],
    ['Security C', '0.00', '121875.00'],
  ]);
});

test('an endorsement stands under its original, and counts in the totals', async () => {
  const saved = await must('underwriter.nbo', `POST ${SCA}/underwriting/endorsement`, {
    policy,
    endorsementtype: 'AP',
    effective_date: '2026-06-01',
    description: 'Sum insured up',
    basis: 'KEYED',
    premium: '100000',
  });
  expect((await schedule(policy)).body.data).toHaveLength(3);
  await must('underwriter.nbo', `PUT ${SCA}/endorsement/submit/${saved.id}`);
  await must('manager.nbo', `PUT ${SCA}/endorsement/approve/${saved.id}/APPROVED`, { version: 2 });
  const { body } = await schedule(policy);
  expect(body.data.map((row: Row) => [row.security.name, row['endorsement'], row['netpayable']])).toEqual([
    ['Security A', null, '218750.00'],
    ['Security A', saved.number, '17500.00'],
    ['Security B', null, '175000.00'],
    ['Security B', saved.number, '14000.00'],
    ['Security C', null, '121875.00'],
    ['Security C', saved.number, '9750.00'],
  ]);
  expect(body.total).toMatchObject({ netpayable: '556875.00', paid: '100000.00', balance: '456875.00' });
});

test('a draft has its lines and no note', async () => {
  const { body: draft } = await t.call('underwriter.nbo', `POST ${SCA}/underwriting/save`, {
    body: examplePolicy(book),
  });
  const { body } = await schedule(draft.id);
  expect(body.data[0]).toMatchObject({
    netpayable: '218750.00',
    paid: '0.00',
    balance: '0.00',
    note: null,
    due_on: null,
  });
});

test('what is void is not owed', async () => {
  const other = await approvedPolicy(t, book);
  await must('manager.nbo', `DELETE ${SCA}/underwriting/${other}`, { reason: 'Keyed twice' });
  expect((await schedule(other)).body.total).toMatchObject({ paid: '0.00', balance: '0.00' });
});

test('as CSV, row for row', async () => {
  const file = await schedule(policy, 'underwriter.nbo', { format: 'csv' });
  const lines = file.bytes.toString('utf8').trim().split('\r\n');
  expect(lines).toHaveLength(7);
  expect(lines[1]).toContain('218750.00');
});

test('another branch finds none, whatever it asks; nothing and nonsense are said', async () => {
  const { body: record } = await t.call('underwriter.nbo', `GET ${SCA}/underwriting/${policy}`);
  for (const param of [policy, record.broker_reference, 999_999, '99999999999', "' or 1=1"])
    expect((await schedule(param, 'manager.lon')).status, String(param)).toBe(404);
  expect((await t.call('underwriter.nbo', `GET ${SCA}/underwriting/ss`)).status).toBe(400);
});

test('the policies of one reinsured with their specifics', async () => {
  const call = (who: string, query: Record<string, string | number>) =>
    t.call(who, `GET ${SCA}/underwriting/findUnderwritingSpecificsByReinsured`, { query });
  const { body } = await call('underwriter.nbo', { reinsured: book.reinsured, status: 'APPROVED' });
  expect(body.data).toMatchObject([{ id: policy, fac: '60', currency: 'KES', payment: 'PART' }]);
  expect((await call('underwriter.nbo', { reinsured: book.insured })).body.data).toEqual([]);
  expect((await call('underwriter.lon', { reinsured: book.reinsured })).body.data).toEqual([]);
  expect((await call('underwriter.nbo', {})).status).toBe(400);
});
