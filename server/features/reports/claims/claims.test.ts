import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyRows } from '../../../testing/copy-rows.ts';
import { approvedPolicy, type Book, makeBook } from '../../../testing/factories.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { approvedClaim, approvedMovement, CLAIM, invoicesOf } from '../../claims/claims.factories.ts';
import { approvedReceipt, exampleReceipt } from '../../receipts/receipts.factories.ts';

let t: TestApp;
let book: Book;
let policy: number;
let claim: number;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  policy = await approvedPolicy(t, book);
  claim = await approvedClaim(t, book, { policy, claimreserve: '200000.00' });
});
afterAll(() => t?.close());

const register = async (query: Record<string, string | number> = {}) =>
  (await t.call('manager.nbo', `GET ${CLAIM}/claimreport`, { query })).body;
const underwriting = async (query: Record<string, string | number> = {}) =>
  (await t.call('manager.nbo', `GET ${CLAIM}/underwritingreport`, { query })).body;

describe('C16', () => {
  test('120,000.00 is 16.0 % of what is written, and 32.3 % of what is earned after 181 of 365 days', async () => {
    const [row] = await underwriting({ asat: '2026-08-28' });
    expect(row).toMatchObject({
      name: 'Test class',
      written: '750000.00',
      earned: '371917.81',
      incurred: '120000.00',
      policies: 1,
      claims: 1,
      ratio_written: '16',
      ratio_earned: '32.3',
    });
    for (const by of ['reinsured', 'year'])
      expect(await underwriting({ by, asat: '2026-08-28' })).toMatchObject([
        { incurred: '120000.00', ratio_earned: '32.3' },
      ]);
  });

  test('by security each has its line of both, and all together are ours', async () => {
    const rows = await underwriting({ by: 'security', asat: '2026-08-28' });
    expect(
      rows.map((row: { name: string; written: string; incurred: string }) => [row.name, row.written, row.incurred]),
    ).toEqual([
      ['Security A', '312500.00', '50000.00'],
      ['Security B', '250000.00', '40000.00'],
      ['Security C', '187500.00', '30000.00'],
    ]);
  });

  test('before anything was written nothing is known', async () => {
    expect(await underwriting({ asat: '2026-03-01' })).toEqual([]);
  });
});

test('a past register never changes, and the next one says what moved', async () => {
  expect((await register({ asat: '2026-03-01' })).data).toEqual([]);
  const before = await register({ asat: '2026-03-02' });
  expect(before).toMatchObject({ from: '2026-01-01', recordsTotal: 1 });
  expect(before.data[0]).toMatchObject({ incurred: '120000.00', incurred_moved: '120000.00', stage: 'NOTIFIED' });
  t.clock.set('2026-03-05T08:00:00Z');
  await approvedMovement(t, claim, { type: 'RESERVE', amount: '300000.00' });
  await approvedMovement(t, claim, { amount: '100000.00' });
  const invoices = await invoicesOf(t, claim);
  const note = invoices.get(book.a);
  await approvedReceipt(
    t,
    exampleReceipt(book, {
      dateOfIssue: '2026-03-05',
      reinsured: book.a,
      receiptType: 'CLAIM',
      receiptAmount: '25000.00',
      allocations: [{ note: note?.id, amount: '25000.00' }],
    }),
  );
  expect(await register({ asat: '2026-03-02' })).toEqual(before);
  const now = await register({ asat: '2026-03-05', from: '2026-03-03' });
  expect(now.data[0]).toMatchObject({
    incurred: '180000.00',
    incurred_moved: '60000.00',
    called: '60000.00',
    called_moved: '60000.00',
    outstanding: '120000.00',
    collected: '25000.00',
    paid: '0.00',
    stage: 'PART_COLLECTED',
  });
  for (const query of ['stage=PART_COLLECTED', `security=${book.b}`, `reinsured=${book.reinsured}`, 'currency=KES'])
    expect((await t.call('manager.nbo', `GET ${CLAIM}/claimreport?${query}`)).body.data).toHaveLength(1);
  expect((await t.call('manager.nbo', `GET ${CLAIM}/claimreport?stage=CLOSED`)).body.data).toEqual([]);
  const file = await t.call('manager.nbo', `GET ${CLAIM}/claimreport?format=csv`);
  expect([file.status, file.bytes.toString().split('\n')[0]]).toEqual([200, expect.stringContaining('Incurred, 100%')]);
});

test('the recovery board: called, collected, overdue and disputed by security, opening to its items', async () => {
  const { rows } = await t.ownerPool.query(`select id from movements where claim_id = $1 and movement_type = 'CALL'`, [
    claim,
  ]);
  const body = { movement: rows[0].id, security: book.c, answer: 'DENIED', remark: 'Late notice' };
  expect((await t.call('claims.nbo', `PUT ${CLAIM}/agreement`, { body })).status).toBe(200);
  t.clock.set('2026-05-01T08:00:00Z');
  const board = (await t.call('manager.nbo', `GET ${CLAIM}/recovery`)).body;
  const shown = new Map(board.map((row: { security: { name: string } }) => [row.security.name, row]));
  expect(shown.get('Security A')).toMatchObject({
    called: '25000.00',
    collected: '25000.00',
    open: '0.00',
    usual_days: 0,
  });
  expect(shown.get('Security B')).toMatchObject({
    open: '20000.00',
    overdue: '20000.00',
    to_be_agreed: '20000.00',
    disputed: '0.00',
    oldest_due_on: '2026-04-04',
    claims: 1,
    usual_days: null,
  });
  expect(shown.get('Security C')).toMatchObject({ open: '15000.00', overdue: '0.00', disputed: '15000.00' });
  const items = (await t.call('manager.nbo', `GET ${CLAIM}/recoveryitems?security=${book.b}`)).body;
  expect(items).toMatchObject({
    data: [{ outstanding: '20000.00', overdue: 27, claim: { id: claim }, policy: { id: policy } }],
  });
  expect((await t.call('manager.lon', `GET ${CLAIM}/recovery`)).body).toEqual([]);
});

test('of very many open invoices of a security the first are shown, and whether there are more', async () => {
  const items = async () => (await t.call('manager.nbo', `GET ${CLAIM}/recoveryitems?security=${book.b}`)).body;
  const { data } = await items();
  const [{ id, number }] = data;
  // Each is of a movement of its own.
  const more = async (count: number) => {
    const name = `${number}/${count}/`;
    await copyRows(t.ownerPool, 'movements', {
      changed: { number: `'${name}' || g`, sequence: `${count} * 1000 + g`, approval: `${count} * 1000 + g` },
      from: `notes n join movements t on t.id = n.movement_id, generate_series(1, ${count}) g where n.id = ${id}`,
    });
    await copyRows(t.ownerPool, 'notes', {
      changed: { number: 'm.number', movement_id: 'm.id' },
      from: `notes t, movements m where t.id = ${id} and m.number like '${name}%'`,
    });
    await copyRows(t.ownerPool, 'open_items', {
      changed: { note_id: 'n.id' },
      from: `open_items t, notes n where t.note_id = ${id} and n.number like '${name}%'`,
    });
  };
  await more(500 - data.length);
  expect(await items()).toEqual({ data: expect.objectContaining({ length: 500 }) });
  await more(1);
  expect(await items()).toEqual({ data: expect.objectContaining({ length: 500 }), more: true });
});

test('an event has its claims and each security’s share of them', async () => {
  const saved = await t.call('claims.nbo', `POST ${CLAIM}/event/save`, {
    body: { name: 'Long rains', first_day: '2026-02-20' },
  });
  const again = await t.call('claims.nbo', `POST ${CLAIM}/event/save`, {
    body: { name: 'long RAINS', first_day: '2026-02-20' },
  });
  expect([saved.status, again.status, again.body.errors[0].field]).toEqual([200, 409, 'name']);
  const event = saved.body.id;
  await approvedClaim(t, book, { policy, claimreserve: '1000000.00', event });
  const record = (await t.call('manager.nbo', `GET ${CLAIM}/event/${event}`)).body;
  expect(record.claims).toHaveLength(1);
  expect(record.securities.map((one: { incurred: string }) => one.incurred)).toEqual([
    '250000.00',
    '200000.00',
    '150000.00',
  ]);
  const listed = (await t.call('manager.nbo', `GET ${CLAIM}/event/items?searchValue=rains`)).body;
  expect(listed.data).toMatchObject([{ id: event, claims: 1, last_day: '2026-02-20' }]);
  expect((await t.call('manager.lon', `GET ${CLAIM}/event/items?searchValue=rains`)).body.data[0].claims).toBe(0);
  const edit = { id: event, version: 1, name: 'Long rains', first_day: '2026-02-20', last_day: '2026-02-19' };
  const refused = await t.call('claims.nbo', `PUT ${CLAIM}/event/edit`, { body: edit });
  expect(refused.body.errors).toEqual([{ field: 'last_day', message: 'Its last day cannot be before its first.' }]);
  const nowhere = await t.call('claims.nbo', `PUT ${CLAIM}/event/edit`, {
    body: { ...edit, last_day: '2026-02-24', country: 'QQ' },
  });
  expect(nowhere.body.errors).toEqual([{ field: 'country', message: 'Choose a country.' }]);
  const closed = { ...edit, last_day: '2026-02-24', country: 'KE', status: 'INACTIVE' };
  expect((await t.call('claims.nbo', `PUT ${CLAIM}/event/edit`, { body: closed })).body).toMatchObject({ version: 2 });
  expect((await t.call('claims.nbo', `PUT ${CLAIM}/event/edit`, { body: closed })).status).toBe(409);
  expect((await t.call('manager.nbo', `GET ${CLAIM}/event/${event}`)).body).toMatchObject({
    country: 'KE',
    country_name: 'Kenya',
  });
});
