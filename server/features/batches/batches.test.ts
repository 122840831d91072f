import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import { allRoutes } from '../../app.ts';
import { type JobHandlers, runOneJob } from '../../platform/jobs/jobs.ts';
import { examplePolicy, makeBook, userId, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedClaim, pendingMovement } from '../claims/claims.factories.ts';
import { approveReceipt, exampleReceipt, pendingReceipt, RECEIVABLE } from '../receipts/receipts.factories.ts';
import { recordBatchJobs } from './work.ts';

const B = '/api/sca/v1/batch';
const UNDERWRITING = '/api/sca/v1/underwriting';
let t: TestApp;
let book: Book;
let handlers: JobHandlers;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  const routes = allRoutes(t.services);
  handlers = recordBatchJobs({ pool: t.pool, clock: t.clock.now, routes: () => routes });
});
afterAll(async () => {
  await expectSound(t);
  await t.close();
});

type Of = { kind?: string; act?: string; who?: string };
const plan = (ids: readonly number[], { kind = 'receipt', act = 'approve', who = 'manager.nbo' }: Of = {}) =>
  t.call(who, `POST ${B}/plan`, { body: { kind, act, ids } });
const start = (records: unknown, { kind = 'receipt', act = 'approve', who = 'manager.nbo' }: Of = {}, headers = {}) =>
  t.call(who, `POST ${B}/start`, { body: { kind, act, records }, headers });
const batchOf = async (id: number, who = 'manager.nbo') => (await t.call(who, `GET ${B}/${id}`)).body;
async function work(): Promise<void> {
  while (await runOneJob(t.pool, handlers, () => undefined));
}
/** Plans, starts and works through: as a person presses it. */
async function done(ids: readonly number[], of: Of = {}) {
  const planned = (await plan(ids, of)).body;
  const seen = planned.records.map((record: { seen: unknown }) => record.seen);
  const started = await start(seen, of);
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  await work();
  return batchOf(started.body.id, of.who);
}
let made = 0;
const pending = (changes: Record<string, unknown> = {}) => {
  made += 1;
  return pendingReceipt(
    t,
    exampleReceipt(book, { receiptAmount: `${made}00.00`, bank_reference: `B-${made}`, ...changes }),
  );
};
const statusOf = async (id: number) =>
  (await t.ownerPool.query('select status, number from receipts where id = $1', [id])).rows[0];

describe('what a batch would do', () => {
  test('is its records, their sums by currency, and those left out with why', async () => {
    const own = [await pending(), await pending({ currency: 'USD', exchange_rate: undefined })].toSorted();
    const booked = await pending();
    await approveReceipt(t, booked);
    const { status, body } = await plan([...own, booked]);
    expect(status, JSON.stringify(body)).toBe(200);
    const kes = body.sums.find((sum: { currency: string }) => sum.currency === 'KES');
    expect(kes).toMatchObject({ records: 1 });
    expect(body.left_out.map((row: { id: number }) => row.id)).toContain(booked);
    expect(body.left_out.find((row: { id: number }) => row.id === booked).why).toMatch(/[Aa]pproved/);
    expect(body.records.length + body.left_out.length).toBe(3);
  });

  test('leaves out what needs more than a yes: one’s own work, a warning that must be read', async () => {
    const id = await pending();
    const mine = await plan([id], { who: 'accountant.nbo' });
    expect(mine.body.records).toEqual([]);
    expect(mine.body.left_out[0].why).toBe('You cannot approve your own entry.');
    const same = { receiptAmount: '777.00', bank_reference: 'TWIN' };
    const twins = [await pending(same), await pending(same)];
    const { body } = await plan(twins);
    expect(body.records).toEqual([]);
    expect(body.left_out.map((row: { why: string }) => row.why)).toEqual([
      expect.stringMatching(/^Open it and read: /),
      expect.stringMatching(/^Open it and read: /),
    ]);
  });

  test.each([
    [{ kind: 'receipt', act: 'approve', ids: [] }, 400],
    [{ kind: 'receipt', act: 'approve', ids: Array.from({ length: 201 }, (_, i) => i + 1) }, 400],
    [{ kind: 'receipt', act: 'reject', ids: [1] }, 400],
    [{ kind: 'nothing', act: 'approve', ids: [1] }, 400],
    [{ kind: 'receipt', act: 'approve', ids: [999_999] }, 404],
  ])('%o is answered %i', async (body, status) => {
    expect((await t.call('manager.nbo', `POST ${B}/plan`, { body })).status).toBe(status);
  });

  test('of another branch answers as what is missing', async () => {
    const id = await pending();
    expect((await plan([id], { who: 'manager.lon' })).status).toBe(404);
    expect((await start([{ id, version: 2 }], { who: 'manager.lon' })).status).toBe(404);
  });
});

describe('the file of a selection', () => {
  const LIST = `GET ${RECEIVABLE}/items` as const;

  test('has its rows alone, and says on paper how many', async () => {
    const ids = [await pending(), await pending()];
    await pending();
    const query = { ids: ids.join(',') };
    const { body } = await t.call('manager.nbo', LIST, { query });
    expect(body.data.map((row: { id: number }) => row.id).toSorted()).toEqual(ids.toSorted());
    const csv = await t.call('manager.nbo', LIST, { query: { ...query, format: 'csv' } });
    expect(csv.body.trim().split('\n').length).toBe(3);
  });

  test('has nothing of another branch, and takes no more than a selection', async () => {
    const id = await pending();
    expect((await t.call('manager.lon', LIST, { query: { ids: String(id) } })).body.data).toEqual([]);
    const many = Array.from({ length: 201 }, (_, index) => index + 1).join(',');
    expect((await t.call('manager.nbo', LIST, { query: { ids: many } })).status).toBe(400);
  });
});

describe('a batch', () => {
  test('approves each as one would by hand, with its number, its row of the trail, and a report', async () => {
    const ids = [await pending(), await pending(), await pending()];
    const batch = await done(ids);
    expect(batch).toMatchObject({ state: 'DONE', act: 'approve', kind: 'receipt', records: 3, done: 3, failed: 0 });
    for (const id of ids) {
      const { status, number } = await statusOf(id);
      expect(status).toBe('APPROVED');
      expect(batch.data.find((row: { id: number }) => row.id === id)).toMatchObject({
        called: number,
        outcome: 'DONE',
      });
    }
    const { rows } = await t.ownerPool.query(
      `select user_id from audit_trail where entity = 'receipt' and action = 'approved' and entity_id = any($1)`,
      [ids],
    );
    expect(rows.map((row) => row.user_id)).toEqual(Array(3).fill(await userId(t, 'manager.nbo')));
    const sheet = await t.call('manager.nbo', `GET ${B}/${batch.id}`, { query: { format: 'csv' } });
    expect(sheet.status).toBe(200);
  });

  test('leaves what changed since it was seen, says why, and goes on', async () => {
    const [changed, fine] = [await pending(), await pending()];
    const seen = (await plan([changed, fine])).body.records.map((record: { seen: unknown }) => record.seen);
    await t.call('accountant.nbo', `PUT ${RECEIVABLE}/withdraw/${changed}`);
    await t.call('accountant.nbo', `PUT ${RECEIVABLE}/submit/${changed}`);
    const { id } = (await start(seen)).body;
    await work();
    const batch = await batchOf(id);
    expect(batch).toMatchObject({ state: 'DONE', done: 1, failed: 1 });
    expect(batch.data[0]).toMatchObject({
      id: changed,
      outcome: 'FAILED',
      problem: 'This record changed since you opened it.',
    });
    expect((await statusOf(changed)).status).toBe('PENDING');
    expect((await statusOf(fine)).status).toBe('APPROVED');
  });

  test('twins that became so while it ran are not both booked: the second needs a look', async () => {
    const same = { receiptAmount: '888.00', bank_reference: 'LATE-TWIN' };
    const first = await pending(same);
    const seen = (await plan([first])).body.records;
    const second = await pending(same);
    const { id } = (await start([seen[0].seen, { id: second, version: 2 }])).body;
    await work();
    const batch = await batchOf(id);
    expect(batch.failed).toBeGreaterThan(0);
    expect(batch.data[0].problem).toMatch(/^Open it and read: /);
  });

  test('is done once, however often its job is taken up or its call is sent', async () => {
    const id = await pending();
    const [{ seen }] = (await plan([id])).body.records;
    const headers = { 'idempotency-key': 'batch-of-one-0001' };
    const sent = [await start([seen], {}, headers), await start([seen], {}, headers)];
    expect(sent[0]?.body).toEqual(sent[1]?.body);
    await work();
    await t.ownerPool.query(
      `insert into jobs (kind, payload) select 'record_batch', jsonb_build_object('batch', id, 'user', made_by,
        'session', (select id from sessions where user_id = made_by limit 1), 'branch', branch_id, 'branches', array[branch_id])
        from record_batches where id = $1`,
      [sent[0]?.body.id],
    );
    await work();
    expect(await batchOf(sent[0]?.body.id)).toMatchObject({ state: 'DONE', done: 1, failed: 0 });
    const { rows } = await t.ownerPool.query(
      `select count(*)::int as n from journal_entries where source_kind = 'receipt' and source_id = $1`,
      [id],
    );
    expect(rows[0].n).toBe(1);
    const again = await start([seen]);
    await work();
    expect((await batchOf(again.body.id)).data[0].problem).toMatch(/^Already approved by/);
  });

  test('stops after the record in hand, and what is left stays as it was', async () => {
    const ids = [await pending(), await pending()];
    const seen = (await plan(ids)).body.records.map((record: { seen: unknown }) => record.seen);
    const { id } = (await start(seen)).body;
    expect((await t.call('manager.nbo', `PUT ${B}/stop/${id}`)).status).toBe(200);
    await work();
    const batch = await batchOf(id);
    expect(batch).toMatchObject({ state: 'CANCELLED', done: 0, failed: 0 });
    expect(batch.data.map((row: { outcome: string }) => row.outcome)).toEqual(['LEFT', 'LEFT']);
    expect((await t.call('manager.nbo', `PUT ${B}/stop/${id}`)).body.code).toBe('WRONG_STATE');
  });

  test('keeps to the rights of its maker at the moment: an authority that is too small now refuses each', async () => {
    const id = await pending({ receiptAmount: '5000.00' });
    const [{ seen }] = (await plan([id])).body.records;
    const started = await start([seen]);
    const limit = await t.call('root', 'POST /api/sca/v1/authority/save', {
      body: { role: 'ROLE_MANAGER', kind: 'receipt', amount: '10.00' },
    });
    await work();
    const batch = await batchOf(started.body.id);
    expect(limit.status).toBe(200);
    expect(batch.data[0].problem).toMatch(/above your authority/);
    expect((await statusOf(id)).status).toBe('PENDING');
    await t.ownerPool.query('delete from authority_limits');
  });

  test('approves a movement of a claim; another of the same claim was seen before that, and waits to be looked at again', async () => {
    const claim = await approvedClaim(t, book);
    const calls = [await pendingMovement(t, claim), await pendingMovement(t, claim, { reason: 'Second payment' })];
    const batch = await done(calls, { kind: 'movement' });
    expect(batch).toMatchObject({ state: 'DONE', done: 1, failed: 1 });
    expect(batch.data[0].problem).not.toBe('');
    const { rows } = await t.ownerPool.query('select status from movements where id = any($1) order by id', [calls]);
    expect(rows.map((row) => row.status)).toEqual(['APPROVED', 'PENDING']);
  });

  test('submits drafts of either market, each by its own call', async () => {
    const draft = await t.call('underwriter.nbo', `POST ${UNDERWRITING}/save`, { body: examplePolicy(book) });
    const of = { kind: 'policy', act: 'submit', who: 'underwriter.nbo' };
    const batch = await done([draft.body.id], of);
    expect(batch).toMatchObject({ state: 'DONE', done: 1 });
    const again = (await plan([draft.body.id], of)).body;
    expect(again.left_out[0].why).toMatch(/submit/);
    const approved = await done([draft.body.id], { ...of, act: 'approve', who: 'manager.nbo' });
    expect(approved.data[0]).toMatchObject({ outcome: 'DONE' });
    const { rows } = await t.ownerPool.query('select status from policies where id = $1', [draft.body.id]);
    expect(rows[0].status).toBe('APPROVED');
  });

  test('is seen and stopped by its maker alone', async () => {
    const id = await pending();
    const [{ seen }] = (await plan([id])).body.records;
    const batch = (await start([seen])).body.id;
    expect((await t.call('accountant.nbo', `GET ${B}/${batch}`)).status).toBe(404);
    expect((await t.call('accountant.nbo', `PUT ${B}/stop/${batch}`)).status).toBe(404);
    const others = (await t.call('accountant.nbo', `GET ${B}/items`)).body;
    expect(others.data).toEqual([]);
    const own = (await t.call('manager.nbo', `GET ${B}/items`, { query: { kind: 'receipt', state: 'WAITING' } })).body;
    expect(own.data.find((row: { id: number }) => row.id === batch)).toMatchObject({ records: 1, branch: 'NBO' });
    expect((await batchOf(batch)).data[0].branch).toBe('NBO');
    await work();
  });

  test('is refused where the right is missing', async () => {
    const id = await pending();
    expect((await start([{ id, version: 2 }], { who: 'auditor' })).status).toBe(403);
    // Who may not even see it, is not told that there is one.
    expect((await start([{ id, version: 2 }], { who: 'underwriter.nbo' })).status).toBe(404);
  });
});
