import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, makeBook, userId, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../receipts/receipts.factories.ts';
import { PV, voucherCalls } from './vouchers.factories.ts';

const SCA = '/api/sca/v1';
let t: TestApp;
let book: Book;
const { saveOther, savePremium, submit } = voucherCalls(() => t);

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  const note = await debitNoteOf(t, await approvedPolicy(t, book));
  const allocations = [{ note: note.id, amount: '562500.00' }];
  await approvedReceipt(t, exampleReceipt(book, { receiptAmount: '562500.00', allocations }));
});
afterAll(() => t?.close());

const lend = async (to: string, permission: string) => {
  const body = { borrower: await userId(t, to), permission, from: '2026-03-02', to: '2026-03-08', reason: 'On leave' };
  expect((await t.call('manager.nbo', `POST ${SCA}/lending/save`, { body })).status).toBe(200);
};
const toApprove = async (who: string): Promise<number[]> => {
  const { body } = await t.call(who, `GET ${SCA}/aggregate/mywork`);
  return body.data
    .filter((one: { kind: string; reason: string }) => one.kind === 'voucher' && one.reason === 'APPROVE')
    .map((one: { id: number }) => one.id);
};
/** Whether somebody may decide it by its preview, and what the decision answers. */
async function decides(who: string, id: number): Promise<[boolean | undefined, number]> {
  const { body } = await t.call(who, `GET ${PV}/preview/${id}`);
  const { status } = await t.call(who, `PUT ${PV}/approve/${id}/REJECTED`, { body: { version: 2, reason: 'Not yet' } });
  return [body.can_decide, status];
}

test('a voucher is decided by the right of its kind alone: in my work, in its preview and by the call alike', async () => {
  const drawing = (await saveOther({ kind: 'DRAWING', amount: '30000.00' })).body.id;
  const premium = (await savePremium(book.a, '1000.00')).body.id;
  for (const id of [drawing, premium]) expect((await submit(id)).status).toBe(200);
  await lend('underwriter.nbo', 'vouchers.decide');
  await lend('claims.nbo', 'drawings.decide');
  expect(await toApprove('underwriter.nbo')).toEqual([premium]);
  expect(await toApprove('claims.nbo')).toEqual([drawing]);
  expect(new Set(await toApprove('manager.nbo'))).toEqual(new Set([drawing, premium]));
  expect(await decides('claims.nbo', premium)).toEqual([false, 403]);
  expect(await decides('claims.nbo', drawing)).toEqual([true, 200]);
});

test('who may draw brokerage and make no other voucher saves, submits and disables drawings alone', async () => {
  const permissions = ['registers.view', 'dashboard.view', 'vouchers.view', 'drawings.create'];
  const saved = await t.call('root', `POST ${SCA}/role/save`, {
    body: { name: 'Drawing clerk', permissions, secondFactorRequired: false },
  });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  const email = 'drawer@slipway.test';
  await t.call('root', `POST ${SCA}/user/create`, {
    body: { name: 'drawer', email, role: 'ROLE_DRAWING_CLERK', branch: 1 },
  });
  const drawer = await t.signIn(email);
  const made = (body: object) =>
    t.call(drawer, `POST ${PV}/save`, { body: { currency: 'KES', bank_date: '2026-03-02', ...body } });
  const drawing = await made({ kind: 'DRAWING', amount: '500.00' });
  expect(drawing.status, JSON.stringify(drawing.body)).toBe(200);
  expect((await made({ kind: 'BANK_CHARGE', amount: '10.00' })).status).toBe(403);
  const charge = await saveOther({ kind: 'BANK_CHARGE', amount: '10.00' });
  const step = (name: string, id: number) => t.call(drawer, `PUT ${PV}/${name}/${id}`);
  expect((await step('submit', charge.body.id)).status).toBe(403);
  expect((await step('submit', drawing.body.id)).status).toBe(200);
  expect((await step('withdraw', drawing.body.id)).status).toBe(200);
  expect((await t.call(drawer, `DELETE ${PV}/${drawing.body.id}`)).status).toBe(200);
});
