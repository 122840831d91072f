import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, type Book, makeBook } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedClaim, CLAIM, exampleMovement, MOVEMENT } from './claims.factories.ts';

let t: TestApp;
let book: Book;
const SETTINGS = `${CLAIM}/settings`;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterAll(() => t?.close());

const settings = async () => (await t.call('root', `GET ${SETTINGS}`)).body;
const effect = async (claim: number, changes: Record<string, unknown> = {}) =>
  (await t.call('claims.nbo', `POST ${MOVEMENT}/effect`, { body: exampleMovement(claim, changes) })).body;

test('C14: calls are due in the firm’s days', async () => {
  const { version, claim_days: days } = await settings();
  expect(days).toBe(30);
  const claim = await approvedClaim(t, book);
  const put = (body: Record<string, unknown>, who = 'root') => t.call(who, `PUT ${SETTINGS}`, { body });
  expect((await put({ version, claim_days: 45 })).body).toEqual({ version: version + 1, claim_days: 45 });
  expect((await effect(claim)).due_on).toBe('2026-04-16');
  expect((await put({ version, claim_days: 30 })).status).toBe(409);
  expect((await put({ version: version + 1, claim_days: 30 }, 'manager.nbo')).status).toBe(403);
});

test('C13: a threshold is dated, and holds beside the market’s', async () => {
  const add = (body: Record<string, unknown>) =>
    t.call('root', `POST ${SETTINGS}/threshold`, {
      body: { loss_kind: 'THIRD_PARTY', valid_from: '2026-03-02', currency: 'KES', amount: '5000000.00', ...body },
    });
  expect((await add({})).status).toBe(200);
  expect((await add({})).status).toBe(409);
  expect((await add({ valid_from: '2026-03-01', amount: '0' })).body.errors).toEqual([
    { field: 'amount', message: 'Amount must be more than 0.' },
    { field: 'valid_from', message: 'It holds from today or from a day to come.' },
  ]);
  const { thresholds } = await settings();
  expect(thresholds).toContainEqual({
    loss_kind: 'FIRST_PARTY',
    valid_from: null,
    currency: 'GBP',
    amount: '2000000.00',
  });
  expect(thresholds).toContainEqual({
    loss_kind: 'THIRD_PARTY',
    valid_from: '2026-03-02',
    currency: 'KES',
    amount: '5000000.00',
  });
});

test('C18: from the class’s threshold the securities are to be advised, and the claim is a large loss', async () => {
  const { rows } = await t.ownerPool.query(`select version from cover_types where id = $1`, [book.coverType]);
  const body = { cover_type: book.coverType, version: rows[0].version, amount: '40000000.00' };
  expect((await t.call('root', `PUT ${SETTINGS}/largeloss`, { body })).status).toBe(200);
  expect((await settings()).large_losses).toMatchObject([
    { cover_type: { id: book.coverType }, amount: '40000000.00' },
  ]);
  const claim = await approvedClaim(t, book, { policy: await approvedPolicy(t, book) });
  const largeLoss = async () => (await t.call('manager.nbo', `GET ${CLAIM}/${claim}`)).body.large_loss;
  expect(await largeLoss()).toBe(false);
  const raised = await effect(claim, { type: 'RESERVE', amount: '40000000.00' });
  expect(raised.warnings).toEqual(['A large loss of its class: advise the securities.']);
  expect((await effect(claim, { type: 'RESERVE', amount: '39999999.99' })).warnings).toEqual([]);
});
