import { afterEach, beforeEach, expect, test } from 'vitest';
import { decideIn } from '../../testing/decide-record.ts';
import { type Book, makeBook, userId } from '../../testing/factories.ts';
import { approvedReceipt, exampleReceipt } from '../receipts/receipts.factories.ts';
import { completeSections, exampleSlip } from '../../testing/slip-factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import {
  approvedClaim,
  approvedMovement,
  approveMovement,
  CLAIM,
  exampleMovement,
  MOVEMENT,
  pendingMovement,
} from './claims.factories.ts';

let t: TestApp;
let book: Book;

beforeEach(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterEach(() => t?.close());

const answer = (movement: number, body: Record<string, unknown>) =>
  t.call('claims.nbo', `PUT ${CLAIM}/agreement`, { body: { movement, security: book.b, ...body } });
const DENIED = { answer: 'DENIED', remark: 'Late notice' };
const movementOf = async (id: number) => (await t.call('manager.nbo', `GET ${MOVEMENT}/${id}`)).body;
const answersOf = async (id: number): Promise<string[]> =>
  (await movementOf(id)).agreements.map((one: { answer: string }) => one.answer);
/** What a claim, its list, the recovery board and the list of its movements say of a dispute. */
async function saidOf(claim: number) {
  const page = (await t.call('manager.nbo', `GET ${CLAIM}/${claim}`)).body;
  const board = (await t.call('manager.nbo', `GET ${CLAIM}/recovery`)).body;
  return {
    page: page.disputed,
    movements: page.movements.map((one: { agreement: string | null }) => one.agreement),
    board: board.map((row: { disputed: string }) => row.disputed),
  };
}
async function taken(id: number, how: 'withdrawn' | 'rejected') {
  const done =
    how === 'withdrawn'
      ? await t.call('claims.nbo', `PUT ${MOVEMENT}/withdraw/${id}`)
      : await decideIn(t)('manager.nbo', `PUT ${MOVEMENT}/approve/${id}/REJECTED`, {
          body: { reason: 'Wrong amount' },
        });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
}
async function edited(id: number, claim: number, changes: Record<string, unknown>) {
  const { version } = await movementOf(id);
  const body = { ...exampleMovement(claim, changes), id, version };
  const done = await t.call('claims.nbo', `PUT ${MOVEMENT}/edit`, { body });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  expect((await t.call('claims.nbo', `PUT ${MOVEMENT}/submit/${id}`)).status).toBe(200);
}

/** A security pays its claim invoice in full. */
async function paidBy(claim: number, security: number) {
  const { rows } = await t.ownerPool.query<{ id: number; amount: string }>(
    `select id, round(amount / 100.0, 2)::text as amount from notes where claim_id = $1 and party_id = $2 and purpose = 'CLAIM'`,
    [claim, security],
  );
  const [{ id: note, amount } = { id: 0, amount: '' }] = rows;
  const allocations = [{ note, amount }];
  await approvedReceipt(
    t,
    exampleReceipt(book, { reinsured: security, receiptType: 'CLAIM', receiptAmount: amount, allocations }),
  );
}

test.each(['withdrawn', 'rejected'] as const)(
  'C13: a dispute ends with its movement: once it is %s nothing is denied of it, and nobody answers to it',
  async (how) => {
    const claim = await approvedClaim(t, book);
    const call = await pendingMovement(t, claim);
    expect((await answer(call, DENIED)).status).toBe(200);
    expect(await saidOf(claim)).toEqual({ page: false, movements: ['DENIED'], board: [] });
    await taken(call, how);
    expect(await saidOf(claim)).toEqual({ page: false, movements: [null], board: [] });
    expect((await movementOf(call)).agreement).toBeNull();
    // What was said stays to be read.
    expect(await answersOf(call)).toEqual(['ASKED', 'DENIED', 'ASKED']);
    const late = await answer(call, { answer: 'AGREED' });
    expect([late.status, late.body.code]).toEqual([409, 'WRONG_STATE']);
    expect((await t.call('claims.nbo', `POST ${CLAIM}/agreement/ask`, { body: { movement: call } })).status).toBe(409);
  },
);

test('C13: the same call put before them again finds the answers that it had; another one is asked anew, and the trail says what was answered', async () => {
  const claim = await approvedClaim(t, book);
  const call = await pendingMovement(t, claim);
  await answer(call, DENIED);
  await answer(call, { security: book.a, answer: 'AGREED', reference: 'A/77' });
  await taken(call, 'withdrawn');
  await edited(call, claim, { reason: 'Interim payment, second report' });
  expect(await answersOf(call)).toEqual(['AGREED', 'DENIED', 'ASKED']);
  await taken(call, 'rejected');
  await edited(call, claim, { amount: '8000000.00' });
  expect(await answersOf(call)).toEqual(['ASKED', 'ASKED', 'ASKED']);
  expect((await approveMovement(t, call)).status).toBe(200);
  expect(await saidOf(claim)).toEqual({ page: false, movements: ['ASKED'], board: ['0.00', '0.00', '0.00'] });
  const history = await t.call('manager.nbo', 'GET /api/sca/v1/audit/history', {
    query: { entity: 'movement', id: String(call) },
  });
  const said = history.body.flatMap(
    ({ action, facts }: { action: string; facts: Record<string, { answer?: string }> }) =>
      action === 'answered' ? [[facts['before']?.answer, facts['after']?.answer]] : [],
  );
  expect(said.toReversed()).toEqual([
    ['ASKED', 'DENIED'],
    ['ASKED', 'AGREED'],
    ['AGREED', 'ASKED'],
    ['DENIED', 'ASKED'],
  ]);
});

test('C13: an item that is denied ages apart until it is paid; the claim is in dispute as long', async () => {
  const claim = await approvedClaim(t, book);
  const call = await approvedMovement(t, claim);
  await answer(call, DENIED);
  const apart = (found: { board: string[] }) => found.board.toSorted();
  const denied = await saidOf(claim);
  expect([denied.page, apart(denied)]).toEqual([true, ['0.00', '0.00', '2000000.00']]);
  await paidBy(claim, book.b);
  const paid = await saidOf(claim);
  expect([paid.page, apart(paid)]).toEqual([false, ['0.00', '0.00', '0.00']]);
});

test('C13, London: what was denied of a call that is gone asks nothing more of the second lead', async () => {
  const sections = completeSections(book.a);
  const slip = { ...sections, subscription: { ...(sections['subscription'] as object), second_lead: book.b } };
  const { id } = (
    await t.call('underwriter.nbo', 'POST /api/sca/v1/londonslip/save', { body: exampleSlip(book, { slip }) })
  ).body;
  await t.call('underwriter.nbo', `PUT /api/sca/v1/londonslip/submit/${id}`);
  const address = `PUT /api/sca/v1/londonslip/approve/${id}/APPROVED/${await userId(t, 'manager.nbo')}` as const;
  expect((await decideIn(t)('manager.nbo', address, { body: { reason: 'As agreed' } })).status).toBe(200);
  await t.ownerPool.query(
    `insert into exchange_rates (currency, day, rate) values ('GBP', '2026-03-02', 1600000000000) on conflict do nothing`,
  );
  const claim = await approvedClaim(t, book, { policy: id });
  const requiredOf = async (movement: number) =>
    (await movementOf(movement)).agreements.flatMap((one: { required: boolean; security: { id: number } }) =>
      one.required ? [one.security.id] : [],
    );
  const call = await pendingMovement(t, claim, { amount: '1000.00' });
  await answer(call, { ...DENIED, security: book.a });
  const second = await pendingMovement(t, claim, { amount: '1000.00' });
  expect(await requiredOf(second)).toEqual([book.a, book.b]);
  await taken(call, 'withdrawn');
  await taken(second, 'withdrawn');
  const third = await pendingMovement(t, claim, { amount: '2000.00' });
  expect(await requiredOf(third)).toEqual([book.a]);
  // An item that is denied asks both, until it is paid.
  expect((await approveMovement(t, third)).status).toBe(200);
  await answer(third, { ...DENIED, security: book.a });
  const fourth = await pendingMovement(t, claim, { amount: '3000.00' });
  expect(await requiredOf(fourth)).toEqual([book.a, book.b]);
  await taken(fourth, 'withdrawn');
  await paidBy(claim, book.a);
  expect(await requiredOf(await pendingMovement(t, claim, { amount: '4000.00' }))).toEqual([book.a]);
});
