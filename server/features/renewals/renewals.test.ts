import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import { runOneJob } from '../../platform/jobs/jobs.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { approvedSlip } from '../../testing/slip-factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { renewalJobs } from './work.ts';
import { renewalMailJob } from './notices.ts';
import { decideIn } from '../../testing/decide-record.ts';

const UW = '/api/sca/v1/underwriting';
const R = `${UW}/renewals`;
const E = '/api/sca/v1/endorsement';
const RANGE = { startdate: '2027-01-01', enddate: '2027-12-31' };
let t: TestApp;
let book: Book;
const sent: OutgoingMail[] = [];

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await t.ownerPool.query(`update firm set lloyds_broker_number = '1234'`);
});
afterAll(() => t.close());

const list = (query: Record<string, string> = {}, who = 'underwriter.nbo') =>
  t.call(who, `GET ${R}`, { query: { ...RANGE, ...query } });
const rowOf = async (id: number, query: Record<string, string> = {}) =>
  (await list({ length: '500', ...query })).body.data.find((row: { id: number }) => row.id === id);
const send = (path: Parameters<TestApp['call']>[1], body: unknown, who = 'underwriter.nbo') =>
  t.call(who, path, { body });
const get = async (id: number) => (await t.call('underwriter.nbo', `GET ${UW}/${id}`)).body;

async function work(): Promise<void> {
  const work = { pool: t.pool, clock: t.clock.now };
  const handlers = {
    ...renewalJobs(work),
    renewal_mail: renewalMailJob({
      database: t.database,
      clock: t.clock.now,
      send: async (mail) => void sent.push(mail),
    }),
  };
  while (await runOneJob(t.pool, handlers, () => undefined));
}

async function endorsed(policy: number, changes: Record<string, unknown>): Promise<void> {
  const body = { policy, effective_date: '2026-10-06', description: 'Change', ...changes };
  const { body: saved } = await send(`POST ${UW}/endorsement`, body);
  await t.call('underwriter.nbo', `PUT ${E}/submit/${saved.id}`);
  const approved = await decideIn(t)('manager.nbo', `PUT ${E}/approve/${saved.id}/APPROVED`);
  expect(approved.status, JSON.stringify(approved.body)).toBe(200);
}

async function batch(ids: number[], who = 'underwriter.nbo') {
  const started = await send(`POST ${R}/batch`, { ids }, who);
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  return started.body.id as number;
}
const batchOf = async (id: number, who = 'underwriter.nbo') => t.call(who, `GET ${R}/batch/${id}`);

describe('the renewal list', () => {
  test('has both markets as endorsed, leaves cancelled ones out, and totals what it found', async () => {
    const [policy, slip] = [await approvedPolicy(t, book), await approvedSlip(t, book)];
    const [longer, gone] = [await approvedPolicy(t, book), await approvedPolicy(t, book)];
    await endorsed(policy, { endorsementtype: 'AP', sum_insured: '600000000' });
    await endorsed(longer, { endorsementtype: 'EXT', effective_date: '2027-03-01', insurance_end_date: '2027-03-31' });
    await endorsed(gone, { endorsementtype: 'CANCEL_PRORATA' });
    // 750,000.00 and 60 % of the additional 100,000.00: §2's example.
    expect(await rowOf(policy)).toMatchObject({ sum_insured: '600000000.00', fac_premium: '810000.00', state: 'OPEN' });
    expect(await rowOf(slip)).toMatchObject({ market: 'LONDON', state: 'OPEN', renewal: null, notice: null });
    expect(await rowOf(longer)).toMatchObject({ insurance_end_date: '2027-03-31' });
    expect(await rowOf(gone)).toBeUndefined();
    const { body } = await list({ startdate: '2027-02-28', enddate: '2027-02-28' });
    expect(body.totals).toEqual([
      { currency: 'KES', policies: 2, fac_premium: '1560000.00', base_fac_premium: '1560000.00' },
    ]);
    expect([body.base_total, body.recordsFiltered]).toEqual(['1560000.00', 2]);
    const first = (await list({ sort: 'fac_premium,desc', length: '1' })).body;
    expect([first.data.length, first.recordsFiltered]).toEqual([1, 3]);
    const found = (await list({ searchValue: 'ldn' })).body;
    expect(found.data.map((row: { id: number }) => row.id)).toEqual([slip]);
    expect(found.totals).toMatchObject([{ policies: 1 }]);
  });

  test('says by how much the rate of a renewal differs, once it is drafted', async () => {
    const policy = await approvedPolicy(t, book);
    expect(await rowOf(policy)).toMatchObject({ rate_change: null });
    const id = await batch([policy]);
    await work();
    const renewal = (await batchOf(id)).body.items[0].renewal.id as number;
    expect(await rowOf(policy)).toMatchObject({ rate_change: '0' });
    await t.ownerPool.query(`update policies set premium = premium * 11 / 10 where id = $1`, [renewal]);
    expect(await rowOf(policy)).toMatchObject({ rate_change: '10' });
    await t.ownerPool.query(`update policies set currency = 'USD' where id = $1`, [renewal]);
    expect(await rowOf(policy)).toMatchObject({ rate_change: null });
    await t.ownerPool.query(`update policies set currency = 'KES' where id = $1`, [renewal]);
    const file = await list({ format: 'csv' });
    expect(file.bytes.toString().split('\r\n')[0]).toContain('Rate change of the renewal');
  });

  test('goes on with what was keyed beside the sum insured, over a whole period; of what expires it is in the rate too', async () => {
    const policy = await approvedPolicy(t, book);
    // 50,000.00 for 146 of 365 days is 125,000.00 a year; 100,000,000.00 more is 250,000.00 a year.
    await endorsed(policy, { endorsementtype: 'AP', premium: '50000' });
    await endorsed(policy, { endorsementtype: 'AP', sum_insured: '600000000' });
    const id = await batch([policy]);
    await work();
    const renewal = (await batchOf(id)).body.items[0].renewal.id as number;
    const draft = await get(renewal);
    expect([draft.premium, draft.sum_insured, draft.rate]).toEqual(['1625000.00', '600000000.00', null]);
    expect(await rowOf(policy)).toMatchObject({ rate_change: '0' });
    await t.ownerPool.query(`update policies set premium = 150000000 where id = $1`, [renewal]);
    // 1,500,000.00 instead of 1,625,000.00: 7.7 % less.
    expect(await rowOf(policy)).toMatchObject({ rate_change: '-7.7' });
    const { terms } = (await t.call('underwriter.nbo', `GET ${R}/lastyear/${renewal}`)).body;
    expect([terms.premium, terms.rate]).toEqual(['1625000.00', null]);
  });

  test('is of the next 60 days unless it is told otherwise, and refuses a range that ends before it starts', async () => {
    const { body } = await t.call('underwriter.nbo', `GET ${R}`);
    expect([body.startdate, body.enddate]).toEqual(['2026-03-02', '2026-05-01']);
    for (const none of ['', 'garbage', '2026-02-30'])
      expect((await list({ startdate: none, enddate: none })).body, none).toEqual(body);
    const wrong = await list({ startdate: '2027-02-01', enddate: '2027-01-01' });
    expect([wrong.status, wrong.body.errors]).toEqual([
      400,
      [{ field: 'enddate', message: 'End date must not be before start date.' }],
    ]);
  });

  test('is counted for the dashboard as it lists what is open, by branch and right', async () => {
    const counted = async (who: string) => (await t.call(who, `GET ${R}/count`)).body;
    const listed = async (who: string) => (await t.call(who, `GET ${R}`, { query: { state: 'OPEN' } })).body;
    const enddate = '2026-05-01';
    expect(await counted('underwriter.nbo')).toEqual({ count: 0, enddate });
    const soon = { insurance_start_date: '2025-05-02', insurance_end_date: enddate };
    const policies = await Promise.all([1, 2, 3].map(() => approvedPolicy(t, book, soon)));
    await approvedPolicy(t, book, { ...soon, insurance_end_date: '2026-05-02' });
    await send(`PUT ${R}/notrenewed`, { ids: policies.slice(0, 1), reason: 'Placed elsewhere' });
    expect([await counted('underwriter.nbo'), (await listed('underwriter.nbo')).recordsFiltered]).toEqual([
      { count: 2, enddate },
      2,
    ]);
    expect(await counted('underwriter.lon')).toEqual({ count: 0, enddate });
    expect((await t.call('cashier.nbo', `GET ${R}/count`)).status).toBe(403);
  });

  test('is narrowed by state, class, reinsured and security', async () => {
    const policy = await approvedPolicy(t, book);
    const idsOf = async (query: Record<string, string>) =>
      (await list({ length: '500', ...query })).body.data.map((row: { id: number }) => row.id);
    expect(await idsOf({ state: 'OPEN', security: String(book.a), cover_type: String(book.coverType) })).toContain(
      policy,
    );
    expect(await idsOf({ security: String(book.reinsured) })).toEqual([]);
    expect(await idsOf({ reinsured: String(book.a) })).toEqual([]);
    expect(await idsOf({ state: 'RENEWED' })).not.toContain(policy);
    expect((await list({ state: 'LATER' })).status).toBe(400);
  });

  test('is another branch’s for another branch, and nobody’s without the right', async () => {
    expect((await list({}, 'underwriter.lon')).body.data).toEqual([]);
    expect((await list({}, 'cashier.nbo')).status).toBe(403);
    expect((await list({ branch: 'LON' })).status).toBe(403);
  });

  test('counts what expires on each day and what is still to do, narrowed like the list, over a year at most', async () => {
    const policy = await approvedPolicy(t, book);
    const days = (query: Record<string, string>, who = 'underwriter.nbo') =>
      t.call(who, `GET ${R}/days`, { query: { ...RANGE, ...query } });
    const rows: { insurance_end_date: string; state: string }[] = (await list({ length: '500' })).body.data;
    const byDay = Map.groupBy(rows, (row) => row.insurance_end_date);
    expect(rows.length).toBeGreaterThan(2);
    expect((await days({})).body).toEqual(
      [...byDay.keys()].toSorted().map((day) => ({
        day,
        policies: byDay.get(day)?.length,
        open: byDay.get(day)?.filter((row) => row.state === 'OPEN').length,
      })),
    );
    const before = (await days({ state: 'NOT_RENEWED' })).body;
    const left = await send(`PUT ${R}/notrenewed`, { ids: [policy], reason: 'Placed elsewhere' });
    expect(left.status).toBe(200);
    const { insurance_end_date: end } = await rowOf(policy);
    expect((await days({ state: 'NOT_RENEWED', startdate: end, enddate: end })).body).toEqual([
      { day: end, policies: (before.find((one: { day: string }) => one.day === end)?.policies ?? 0) + 1, open: 0 },
    ]);
    expect((await days({ searchValue: 'ldn' })).body.length).toBeLessThan(byDay.size + 1);
    const long = await days({ enddate: '2028-01-02' });
    expect([long.status, long.body.errors]).toEqual([
      400,
      [{ field: 'enddate', message: 'The calendar shows at most 366 days.' }],
    ]);
    expect((await days({ startdate: '2027-02-01', enddate: '2027-01-01' })).status).toBe(400);
    expect((await days({}, 'underwriter.lon')).body).toEqual([]);
    expect((await days({}, 'cashier.nbo')).status).toBe(403);
  });

  test('gives itself as CSV, all pages', async () => {
    const file = await list({ format: 'csv', length: '1' });
    const lines = file.bytes.toString().trim().split('\r\n');
    expect(lines[0]).toContain('Expires,Currency,Sum insured');
    expect(lines.length).toBeGreaterThan(3);
  });
});

describe('a batch of renewals', () => {
  test('says first what it will do, then renews each once and says why of the rest', async () => {
    const [one, two, gone] = [
      await approvedPolicy(t, book),
      await approvedSlip(t, book),
      await approvedPolicy(t, book),
    ];
    await endorsed(gone, { endorsementtype: 'CANCEL_PRORATA' });
    const effect = await send(`POST ${R}/effect`, { ids: [one, two, gone] });
    const names = new Map(
      effect.body.map((row: { policy: { id: number }; problem: string | null }) => [row.policy.id, row.problem]),
    );
    expect([names.get(one), names.get(two), names.get(gone)]).toEqual([null, null, 'It is cancelled.']);
    const id = await batch([one, two, gone]);
    expect((await batchOf(id)).body).toMatchObject({ state: 'WAITING', total: 3, done: 0 });
    await work();
    const { body } = await batchOf(id);
    expect(body).toMatchObject({ state: 'DONE', total: 3, done: 3 });
    const outcome = new Map<number, { renewal: { id: number } | null; problem: string | null }>(
      body.items.map((item: { policy: { id: number } }) => [item.policy.id, item]),
    );
    expect(outcome.get(gone)).toMatchObject({ renewal: null, problem: expect.stringMatching(/^Only an approved/) });
    expect(await rowOf(one)).toMatchObject({ state: 'DRAFT', renewal: { id: outcome.get(one)?.renewal?.id } });
    // Again, and twice at once: still one renewal each.
    const [a, b] = [await batch([one, two]), await batch([two, one])];
    await Promise.all([work(), work()]);
    for (const again of [a, b])
      expect((await batchOf(again)).body.items.map((item: { renewal: { id: number } }) => item.renewal.id)).toEqual([
        outcome.get(one)?.renewal?.id,
        outcome.get(two)?.renewal?.id,
      ]);
    await expectSound(t);
  });

  test('that is taken up again leaves alone what has its answer', async () => {
    const policy = await approvedPolicy(t, book);
    const id = await batch([policy]);
    await work();
    await t.ownerPool.query(`update jobs set state = 'WAITING', payload = $1 where kind = 'renewals'`, [
      JSON.stringify({ batch: id, user: 0, session: '', branch: 1 }),
    ]);
    // Whoever it would run as no longer matters: there is nothing left to do.
    await work();
    expect((await batchOf(id)).body).toMatchObject({ state: 'DONE', done: 1 });
  });

  test('that is stopped leaves the rest as it is, and its maker alone sees it', async () => {
    const policy = await approvedPolicy(t, book);
    const id = await batch([policy]);
    expect((await batchOf(id, 'underwriter.lon')).status).toBe(404);
    expect((await batchOf(id, 'manager.nbo')).status).toBe(403);
    expect((await t.call('underwriter.nbo', `PUT ${R}/cancel/${id}`)).status).toBe(200);
    await work();
    expect((await batchOf(id)).body).toMatchObject({ state: 'CANCELLED', done: 0 });
    expect((await get(policy)).renewal).toBeNull();
    expect((await t.call('underwriter.nbo', `PUT ${R}/cancel/${id}`)).status).toBe(409);
  });

  test('asks for the rights again when it runs', async () => {
    const policy = await approvedPolicy(t, book);
    const id = await batch([policy]);
    await t.ownerPool.query(`update users set status = 'INACTIVE' where email = 'underwriter.nbo@slipway.test'`);
    await work();
    await t.ownerPool.query(`update users set status = 'ACTIVE' where email = 'underwriter.nbo@slipway.test'`);
    const { rows } = await t.ownerPool.query('select state, message from renewal_batches where id = $1', [id]);
    expect(rows[0]).toMatchObject({ state: 'FAILED', message: expect.stringMatching(/no longer have the right/) });
    expect((await get(policy)).renewal).toBeNull();
  });

  test('refuses ids that are not there, another branch’s, and who may not', async () => {
    const policy = await approvedPolicy(t, book);
    for (const path of [`POST ${R}/batch`, `POST ${R}/effect`] as const) {
      expect((await send(path, { ids: [policy, 999_999] })).status).toBe(404);
      expect((await send(path, { ids: [policy] }, 'underwriter.lon')).status).toBe(404);
      expect((await send(path, { ids: [policy] }, 'manager.nbo')).status).toBe(403);
      expect((await send(path, { ids: [] })).status).toBe(400);
    }
    // Root works in one branch at a time.
    const root = await send(`POST ${R}/effect`, { ids: [policy] }, 'root');
    const renewed = await t.call('root', `PUT ${UW}/renew/${policy}`);
    expect(root.body[0].problem === null).toBe(renewed.status === 200);
  });

  test('leaves an inactive security out of the draft and says so', async () => {
    const policy = await approvedPolicy(t, book);
    await t.ownerPool.query(`update parties set status = 'INACTIVE' where id = $1`, [book.c]);
    const effect = await send(`POST ${R}/effect`, { ids: [policy] });
    const { body } = await t.call('underwriter.nbo', `PUT ${UW}/renew/${policy}`);
    await t.ownerPool.query(`update parties set status = 'INACTIVE' where id = $1`, [book.reinsured]);
    const closed = await send(`POST ${R}/effect`, { ids: [await approvedOther()] });
    await t.ownerPool.query(`update parties set status = 'ACTIVE' where id in ($1, $2)`, [book.c, book.reinsured]);
    expect(effect.body[0]).toMatchObject({
      problem: null,
      period: { start: '2027-03-01', end: '2028-02-29' },
      notes: ['Security C is inactive and left out of the draft.'],
    });
    expect((await get(body.id)).securities).toHaveLength(2);
    expect(closed.body[0].problem).toBe('Savannah Insurance is inactive.');
  });

  test('says nothing of an inactive security that a change of securities replaced', async () => {
    const policy = await approvedPolicy(t, book);
    const securities = [
      { security: book.a, share: '40' },
      { security: book.b, share: '20' },
    ];
    await endorsed(policy, { endorsementtype: 'SEC', securities });
    await t.ownerPool.query(`update parties set status = 'INACTIVE' where id = $1`, [book.c]);
    const effect = await send(`POST ${R}/effect`, { ids: [policy] });
    const { body } = await t.call('underwriter.nbo', `PUT ${UW}/renew/${policy}`);
    await t.ownerPool.query(`update parties set status = 'ACTIVE' where id = $1`, [book.c]);
    expect(effect.body[0]).toMatchObject({ problem: null, notes: [] });
    expect((await get(body.id)).securities).toHaveLength(2);
  });

  const approvedOther = async () => {
    const { rows } = await t.ownerPool.query(
      `select p.id from policies p where p.status = 'APPROVED' and p.cancelled_from is null and p.branch_id = 1
        and not exists (select 1 from policies n where n.renewed_from_id = p.id) limit 1`,
    );
    return rows[0].id as number;
  };
});

test('several are marked not renewed with a reason, and it is taken back until a renewal exists', async () => {
  const [one, two] = [await approvedPolicy(t, book), await approvedPolicy(t, book)];
  await t.call('underwriter.nbo', `PUT ${UW}/renew/${two}`);
  const { body } = await send(`PUT ${R}/notrenewed`, { ids: [one, two], reason: 'Placed elsewhere' });
  expect(body).toEqual([
    { policy: one, problem: null },
    { policy: two, problem: expect.stringMatching(/renewed already/) },
  ]);
  expect(await rowOf(one)).toMatchObject({ state: 'NOT_RENEWED', not_renewed_reason: 'Placed elsewhere' });
  await send(`PUT ${R}/notrenewed`, { ids: [one], reason: '' });
  expect(await rowOf(one)).toMatchObject({ state: 'OPEN', not_renewed_reason: null });
  expect((await send(`PUT ${R}/notrenewed`, { ids: [one], reason: 'x' }, 'underwriter.lon')).status).toBe(404);
});

test('notices go to the addresses of each reinsured, once, and are kept with the policy', async () => {
  const [one, two] = [await approvedPolicy(t, book), await approvedPolicy(t, book)];
  const before = await send(`POST ${R}/notice/effect`, { ids: [one, two] });
  expect(before.body).toMatchObject([{ to: [], policies: [{ id: one }, { id: two }] }]);
  expect((await send(`POST ${R}/notice`, { ids: [one] })).status).toBe(409);
  await t.ownerPool.query(`update parties set email = 'cedant@savannah.test' where id = $1`, [book.reinsured]);
  await t.call('underwriter.nbo', `PUT ${UW}/notrenewed/${two}`, { body: { reason: 'Sold' } });
  const effect = (await send(`POST ${R}/notice/effect`, { ids: [one, two] })).body[0];
  expect(effect).toMatchObject({ to: ['cedant@savannah.test'], policies: [{ id: one }] });
  expect(effect.left_out).toEqual([{ number: expect.any(String), why: 'It is not renewed.' }]);
  const key = { 'idempotency-key': 'notice-once' };
  const call = () => t.call('underwriter.nbo', `POST ${R}/notice`, { body: { ids: [one, two] }, headers: key });
  const replies = [await call(), await call()];
  expect(replies.map((reply) => reply.body[0].policies)).toEqual([1, 1]);
  await work();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ to: ['cedant@savannah.test'], subject: effect.subject });
  expect(sent[0]?.text).toContain('Kisumu Sugar Works · expires on Feb 28, 2027');
  expect(await rowOf(one)).toMatchObject({ notice: { to: ['cedant@savannah.test'], status: 'SENT' } });
  expect((await rowOf(two)).notice).toBeNull();
  const history = await t.call('underwriter.nbo', 'GET /api/sca/v1/audit/history', {
    query: { entity: 'policy', id: one },
  });
  expect(history.body[0]).toMatchObject({ action: 'renewal_notice', facts: { recipients: 1 } });
  await expectSound(t);
  const kept = await t.call('claims.nbo', `GET ${R}/notices/${one}`);
  expect(kept.body).toMatchObject([{ to: ['cedant@savannah.test'], status: 'SENT' }]);
  expect((await t.call('claims.lon', `GET ${R}/notices/${one}`)).status).toBe(404);
  expect((await send(`POST ${R}/notice`, { ids: [one] }, 'claims.nbo')).status).toBe(403);
});

test('a renewal’s terms of last year are those that it was endorsed to', async () => {
  const claim_terms = { reinstatement_percent: '100', cash_loss_limit: '2500000.00' };
  const [policy, slip] = [await approvedPolicy(t, book, { claim_terms }), await approvedSlip(t, book)];
  await endorsed(policy, { endorsementtype: 'AP', sum_insured: '600000000' });
  const [draft, londonDraft] = [
    (await t.call('underwriter.nbo', `PUT ${UW}/renew/${policy}`)).body.id,
    (await t.call('underwriter.nbo', `PUT ${UW}/renew/${slip}`)).body.id,
  ];
  const { body } = await t.call('manager.nbo', `GET ${R}/lastyear/${draft}`);
  expect(body).toMatchObject({
    policy: { id: policy },
    market: 'LOCAL',
    terms: { sum_insured: '600000000.00', rate: '0.25', fac: '60', insurance_end_date: '2027-02-28' },
  });
  expect(body.terms.claim_terms).toMatchObject(claim_terms);
  expect(body.names[`party ${book.a}`]).toBe('Security A');
  const london = await t.call('underwriter.nbo', `GET ${R}/lastyear/${londonDraft}`);
  expect(london.body.terms.slip.risk).toMatchObject({ choice_of_law: 'Kenya' });
  expect((await t.call('underwriter.nbo', `GET ${R}/lastyear/${policy}`)).status).toBe(404);
  expect((await t.call('underwriter.lon', `GET ${R}/lastyear/${draft}`)).status).toBe(404);
});
