import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import { runOneJob } from '../../platform/jobs/jobs.ts';
import { approvedPolicy, examplePolicy, makeBook } from '../../testing/factories.ts';
import { approvedSlip } from '../../testing/slip-factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { recordPaperJobs } from './papers-work.ts';

const B = '/api/sca/v1/batch';
let t: TestApp;

beforeAll(async () => {
  t = await testApp();
});
afterAll(async () => {
  await expectSound(t);
  await t.close();
});

const ALL = ['debit-note', 'credit-note', 'cover-note'];
type Of = { papers?: readonly string[]; again?: boolean; who?: string };
const plan = (ids: readonly number[], { papers = ALL, again = false, who = 'underwriter.nbo' }: Of = {}) =>
  t.call(who, `POST ${B}/papers/plan`, { body: { ids, papers, again } });
const send = (records: unknown, { papers = ALL, again = false, who = 'underwriter.nbo' }: Of = {}, headers = {}) =>
  t.call(who, `POST ${B}/papers/send`, { body: { records, papers, again }, headers });
async function work(): Promise<void> {
  const jobs = recordPaperJobs({
    pool: t.pool,
    clock: t.clock.now,
    renderer: t.services.renderer,
    publicUrl: t.services.publicUrl,
  });
  while (await runOneJob(t.pool, jobs, () => undefined));
}
const batchOf = async (id: number, who = 'underwriter.nbo') => (await t.call(who, `GET ${B}/${id}`)).body;
/** Plans, sends and works through: as a person presses it. */
async function sent(ids: readonly number[], of: Of = {}) {
  const planned = (await plan(ids, of)).body;
  const started = await send(
    planned.records.map((record: { seen: unknown }) => record.seen),
    of,
  );
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  await work();
  return batchOf(started.body.id, of.who);
}
const mails = async () =>
  (
    await t.ownerPool.query(
      `select d.kind, d.party_name as party, s.recipients as to from document_sendings s
       join documents d on d.id = s.document_id order by s.id`,
    )
  ).rows;
/** Gives a party an address, or takes it. */
const addressed = (party: number, email: string) =>
  t.ownerPool.query('update parties set email = $2 where id = $1', [party, email]);

describe('papers of a selection', () => {
  test('are shown first: how many go where, who has no address, and what is left out with why', async () => {
    const own = await makeBook(t, ' Plan');
    const policy = await approvedPolicy(t, own);
    const bare = await plan([policy]);
    expect(bare.body).toMatchObject({ records: [], papers: 0, addresses: 0, mailed_before: 0 });
    expect(bare.body.left_out[0].why).toMatch(/^No address is known of /);
    await addressed(own.reinsured, 'cedant@plan.test');
    await addressed(own.a, 'a@plan.test');
    const { status, body } = await plan([policy]);
    expect(status, JSON.stringify(body)).toBe(200);
    // A debit note and a cover note to the reinsured, a credit note to one of three securities.
    expect(body).toMatchObject({ papers: 3, addresses: 3, mailed_before: 0, left_out: [] });
    expect(body.unaddressed).toHaveLength(2);
    const { id: draft } = (
      await t.call('underwriter.nbo', 'POST /api/sca/v1/underwriting/save', { body: examplePolicy(own) })
    ).body;
    const withDraft = (await plan([policy, draft], { papers: ['cover-note'] })).body;
    expect(withDraft).toMatchObject({ papers: 1, addresses: 1, unaddressed: [] });
    expect(withDraft.left_out).toEqual([
      expect.objectContaining({ id: draft, why: expect.stringMatching(/approved/) }),
    ]);
  });

  test('are made and mailed each to its party, once; a second time only when that is wanted', async () => {
    const own = await makeBook(t, ' Sent');
    for (const [party, email] of [
      [own.reinsured, 'cedant@sent.test'],
      [own.a, 'a@sent.test'],
      [own.b, 'b@sent.test'],
      [own.c, 'c@sent.test'],
    ] as const)
      await addressed(party, email);
    const policy = await approvedPolicy(t, own);
    const before = (await mails()).length;
    const batch = await sent([policy]);
    expect(batch).toMatchObject({ state: 'DONE', act: 'send', records: 1, done: 1, failed: 0 });
    const left = (await mails()).slice(before);
    expect(left.map(({ kind, to }) => `${kind} ${to[0]}`).toSorted()).toEqual([
      'cover-note cedant@sent.test',
      'credit-note a@sent.test',
      'credit-note b@sent.test',
      'credit-note c@sent.test',
      'debit-note cedant@sent.test',
    ]);
    const again = (await plan([policy])).body;
    expect(again).toMatchObject({ records: [], papers: 0, mailed_before: 5 });
    expect(again.left_out[0].why).toBe('What was chosen of it was mailed before.');
    // Whoever sends what was mailed meanwhile sends nothing.
    const { version } = (await plan([policy], { again: true })).body.records[0].seen;
    const late = await send([{ id: policy, version }]);
    await work();
    expect((await batchOf(late.body.id)).data[0]).toMatchObject({ outcome: 'FAILED', problem: again.left_out[0].why });
    expect(await mails()).toHaveLength(before + 5);
    expect((await sent([policy], { papers: ['cover-note'], again: true })).done).toBe(1);
    expect(await mails()).toHaveLength(before + 6);
    const made = await t.ownerPool.query(
      `select count(*)::int as papers from documents where record_kind = 'policy' and record_id = $1`,
      [policy],
    );
    expect(made.rows[0].papers).toBe(1);
  });

  test('name who has no address, and go to the others', async () => {
    const own = await makeBook(t, ' Named');
    const policy = await approvedPolicy(t, own);
    await addressed(own.a, 'a@named.test');
    const { data, failed } = await sent([policy], { papers: ['credit-note'] });
    expect(failed).toBe(1);
    expect(data[0].problem).toMatch(/^Not mailed, since no address takes it: CN\/.* of .*, CN\/.* of .*\.$/);
    expect((await mails()).at(-1)).toMatchObject({ kind: 'credit-note', to: ['a@named.test'] });
  });

  test('go to ten addresses of a party at most, as they are counted first', async () => {
    const own = await makeBook(t, ' Many');
    const policy = await approvedPolicy(t, own);
    await t.ownerPool.query(
      `insert into party_contacts (party_id, position, name, email, documents)
       select $1, n, 'Contact ' || n, 'c' || n || '@many.test', '{debit-note}' from generate_series(1, 12) n`,
      [own.reinsured],
    );
    expect((await plan([policy], { papers: ['debit-note'] })).body).toMatchObject({ papers: 1, addresses: 10 });
    expect(await sent([policy], { papers: ['debit-note'] })).toMatchObject({ done: 1, failed: 0 });
    const { to } = (await mails()).at(-1);
    expect(new Set(to).size).toBe(10);
  });

  test('of a London slip are its own cover note and its notes', async () => {
    await t.ownerPool.query(`update firm set lloyds_broker_number = '1234'`);
    const own = await makeBook(t, ' Slip');
    await addressed(own.reinsured, 'cedant@slip.test');
    const slip = await approvedSlip(t, own);
    const before = (await mails()).length;
    expect((await plan([slip])).body).toMatchObject({ papers: 2, addresses: 2, left_out: [] });
    const batch = await sent([slip], { papers: ['debit-note', 'cover-note'] });
    expect(batch).toMatchObject({ state: 'DONE', done: 1, failed: 0, branch: 'NBO' });
    expect((await mails()).slice(before)).toEqual([
      expect.objectContaining({ kind: 'debit-note', to: ['cedant@slip.test'] }),
      expect.objectContaining({ kind: 'cover-note', to: ['cedant@slip.test'] }),
    ]);
  });

  test('are not sent once the batch is stopped', async () => {
    const own = await makeBook(t, ' Stopped');
    await addressed(own.reinsured, 'cedant@stopped.test');
    const policies = [await approvedPolicy(t, own), await approvedPolicy(t, own)];
    const before = (await mails()).length;
    const { body } = await plan(policies);
    const started = await send(body.records.map((record: { seen: unknown }) => record.seen));
    expect((await t.call('manager.nbo', `PUT ${B}/stop/${started.body.id}`)).status).toBe(404);
    expect((await t.call('underwriter.nbo', `PUT ${B}/stop/${started.body.id}`)).status).toBe(200);
    await work();
    const batch = await batchOf(started.body.id);
    expect(batch).toMatchObject({ state: 'CANCELLED', records: 2, done: 0, failed: 0 });
    expect(batch.data.map((row: { outcome: string }) => row.outcome)).toEqual(['LEFT', 'LEFT']);
    expect(await mails()).toHaveLength(before);
    // What was left leaves with the next one.
    expect((await sent(policies, { papers: ['debit-note'] })).done).toBe(2);
  });

  test('of a policy that changed since are not sent', async () => {
    const own = await makeBook(t, ' Stale');
    await addressed(own.reinsured, 'cedant@stale.test');
    const policy = await approvedPolicy(t, own);
    const before = (await mails()).length;
    const started = await send([{ id: policy, version: 1 }]);
    await work();
    const { data } = await batchOf(started.body.id);
    expect(data[0]).toMatchObject({ outcome: 'FAILED', problem: 'This record changed since you opened it.' });
    expect(await mails()).toHaveLength(before);
  });

  test('are not sent for who lost the right since they were started', async () => {
    const own = await makeBook(t, ' Lost');
    await addressed(own.reinsured, 'cedant@lost.test');
    const policy = await approvedPolicy(t, own);
    const before = (await mails()).length;
    const started = await send((await plan([policy])).body.records.map((record: { seen: unknown }) => record.seen));
    const become = (status: string) =>
      t.ownerPool.query(`update users set status = $1 where email = 'underwriter.nbo@slipway.test'`, [status]);
    await become('INACTIVE');
    await work();
    await become('ACTIVE');
    expect(await batchOf(started.body.id)).toMatchObject({
      state: 'FAILED',
      message: 'You no longer have the right to make papers. What is mailed already stays.',
    });
    expect(await mails()).toHaveLength(before);
  });

  test.each([
    [{ ids: [], papers: ALL, again: false }, 400],
    [{ ids: [1], papers: [], again: false }, 400],
    [{ ids: [1], papers: ['statement'], again: false }, 400],
    [{ ids: [1], papers: ALL }, 400],
    [{ ids: Array.from({ length: 201 }, (_, i) => i + 1), papers: ALL, again: false }, 400],
    [{ ids: [999_999], papers: ALL, again: false }, 404],
  ])('%o is answered %i', async (body, status) => {
    expect((await t.call('underwriter.nbo', `POST ${B}/papers/plan`, { body })).status).toBe(status);
  });

  test('are of one’s own branch, by the right to make papers, and started once by one key', async () => {
    const policy = await approvedPolicy(t, await makeBook(t, ' Key'));
    const { version } = (await t.call('underwriter.nbo', `GET /api/sca/v1/underwriting/${policy}`)).body;
    expect((await plan([policy], { who: 'underwriter.lon' })).status).toBe(404);
    expect((await send([{ id: policy, version }], { who: 'underwriter.lon' })).status).toBe(404);
    expect((await plan([policy], { who: 'auditor' })).status).toBe(403);
    const headers = { 'idempotency-key': 'papers-once' };
    const first = await send([{ id: policy, version }], {}, headers);
    const second = await send([{ id: policy, version }], {}, headers);
    expect(second.body.id).toBe(first.body.id);
    const audit = await t.ownerPool.query(
      `select facts from audit_trail where entity = 'record_batch' and entity_id = $1`,
      [first.body.id],
    );
    expect(audit.rows).toHaveLength(1);
  });
});
