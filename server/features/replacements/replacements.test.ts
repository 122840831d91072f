import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import { runOneJob } from '../../platform/jobs/jobs.ts';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { decideIn } from '../../testing/decide-record.ts';
import { replacementJobs } from './work.ts';

const R = '/api/sca/v1/securities/replacement';
const E = '/api/sca/v1/endorsement';
const DAY = '2026-10-01';
let t: TestApp;
let book: Book;
let successor: number;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  // A security with no line on any of the policies.
  successor = (await makeBook(t, ' Other')).a;
});
afterAll(async () => {
  await expectSound(t);
  await t?.close();
});

type Asked = Record<string, unknown>;
const body = (changes: Asked = {}) => ({
  security: book.a,
  effective_date: DAY,
  successors: [{ security: successor, share: '100' }],
  ...changes,
});
const plan = (changes: Asked = {}, who = 'underwriter.nbo') => t.call(who, `POST ${R}/plan`, { body: body(changes) });
const start = (changes: Asked, who = 'underwriter.nbo', headers: Record<string, string> = {}) =>
  t.call(who, `POST ${R}/batch`, { body: body(changes), headers });
const batchOf = async (id: number, who = 'underwriter.nbo') => (await t.call(who, `GET ${R}/${id}`)).body;
const work = async () => {
  const handlers = replacementJobs({ pool: t.pool, clock: t.clock.now });
  while (await runOneJob(t.pool, handlers, () => undefined));
};
const LINE = '25';
const of = (...ids: number[]) => ids.map((id) => ({ id, line: LINE }));
async function done(changes: Asked, who?: string) {
  const started = await start(changes, who);
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  await work();
  return batchOf(started.body.id, who);
}
const endorsement = async (id: number) => (await t.call('underwriter.nbo', `GET ${E}/${id}`)).body;

describe('what replaces a line', () => {
  test('is shown first: each policy with its line, how it is divided, and what is in the way', async () => {
    const [policy, later] = [
      await approvedPolicy(t, book),
      await approvedPolicy(t, book, { insurance_start_date: '2026-12-01', insurance_end_date: '2027-11-30' }),
    ];
    const successors = [
      { security: successor, share: '60' },
      { security: book.b, share: '40' },
    ];
    const { status, body: planned } = await plan({ successors });
    expect(status, JSON.stringify(planned)).toBe(200);
    const row = planned.data.find((one: { policy: { id: number } }) => one.policy.id === policy);
    expect(row).toMatchObject({ line: LINE, problem: null, endorsement: null, market: 'LOCAL' });
    // 60 % of its 25 %, and 40 % besides the 20 % that B has already.
    const share = (security: number) =>
      row.lines.find((one: { security: { id: number } }) => one.security.id === security).share;
    expect([share(successor), share(book.b)]).toEqual(['15', '30']);
    expect(planned.data.map((one: { policy: { id: number } }) => one.policy.id)).not.toContain(later);
    // Cover ends with February 2027; a day before the policy begins is in the way of nothing, since nothing is carried then.
    expect(
      (await plan({ effective_date: '2027-03-01' })).body.data.map((one: { policy: { id: number } }) => one.policy.id),
    ).toEqual([later]);
  });

  test.each([
    [{ successors: [] }, 'successors'],
    [{ successors: [{ security: 999_999, share: '100' }] }, 'successors.0.security'],
    [{ effective_date: '2026-02-30' }, 'effective_date'],
    [{ security: 0 }, 'security'],
  ])('%o is refused at its field', async (changes, field) => {
    const { status, body: refused } = await plan(changes);
    expect([status, refused.errors[0].field]).toEqual([400, field]);
  });

  test('shares that are not the whole of its line, itself, an inactive security, none at all', async () => {
    const to = (share: string, security = successor) => ({ successors: [{ security, share }] });
    expect((await plan(to('99'))).body.errors[0].message).toBe('The shares must add up to 100% of its line.');
    expect((await plan(to('100', book.a))).body.errors[0].message).toBe('A security cannot replace itself.');
    await t.ownerPool.query(`update parties set status = 'INACTIVE' where id = $1`, [successor]);
    expect((await plan(to('100'))).body.errors[0].message).toMatch(/is inactive/);
    await t.ownerPool.query(`update parties set status = 'ACTIVE' where id = $1`, [successor]);
    expect((await plan({ security: book.reinsured })).status).toBe(404);
  });
});

describe('a batch', () => {
  test('drafts the change of securities that one would make by hand; nothing is approved by it', async () => {
    const policy = await approvedPolicy(t, book);
    const batch = await done({ policies: of(policy) });
    expect(batch).toMatchObject({ state: 'DONE', security: { id: book.a }, effective_date: DAY });
    expect(batch.data).toMatchObject([{ outcome: 'DRAFTED', policy: { id: policy }, problem: '' }]);
    const drafted = await endorsement(batch.data[0].endorsement.id);
    expect(drafted).toMatchObject({ status: 'DRAFT', endorsementtype: 'SEC', effective_date: DAY });
    // By hand with the same lines it comes to the same.
    const other = await approvedPolicy(t, book);
    const { rows: lines } = await t.ownerPool.query(
      `select security_id as security, (share / 1000000.0)::text as share from policy_lines where policy_id = $1 order by position`,
      [other],
    );
    const securities = lines.map((line: { security: number; share: string }) =>
      line.security === book.a ? { ...line, security: successor } : line,
    );
    const byHand = await t.call('underwriter.nbo', 'POST /api/sca/v1/underwriting/endorsement', {
      body: { policy: other, endorsementtype: 'SEC', effective_date: DAY, description: 'By hand', securities },
    });
    expect(byHand.status, JSON.stringify(byHand.body)).toBe(200);
    const columns = 'premium, fac_premium, commission_total, brokerage_total, tax_total, net_total, debit_note_total';
    const figures = await t.ownerPool.query(`select ${columns} from endorsements where id = any($1) order by id`, [
      [drafted.id, byHand.body.id],
    ]);
    expect(figures.rows[0]).toEqual(figures.rows[1]);
    const trail = await t.ownerPool.query(
      `select entity, action from audit_trail where (entity = 'endorsement' and entity_id = $1) or (entity = 'replacement_batch' and entity_id = $2) order by id`,
      [drafted.id, batch.id],
    );
    expect(trail.rows).toEqual([
      { entity: 'replacement_batch', action: 'added' },
      { entity: 'endorsement', action: 'saved' },
    ]);
    await t.call('underwriter.nbo', `PUT ${E}/submit/${drafted.id}`);
    const approved = await decideIn(t)('manager.nbo', `PUT ${E}/approve/${drafted.id}/APPROVED`);
    expect(approved.status, JSON.stringify(approved.body)).toBe(200);
  });

  test('makes one draft of a policy, security and day, however often; one that was disabled may be made again', async () => {
    const policy = await approvedPolicy(t, book);
    const first = await done({ policies: of(policy) });
    const again = await done({ policies: of(policy) });
    const { id, name } = first.data[0].endorsement;
    expect(again.data).toMatchObject([
      { outcome: 'PROBLEM', endorsement: null, problem: `${name} replaces it from this day already.` },
    ]);
    expect((await plan()).body.data.find((one: { policy: { id: number } }) => one.policy.id === policy)).toMatchObject({
      endorsement: { id, name },
      problem: null,
    });
    // The schema keeps it, too.
    await expect(
      t.ownerPool.query(`update replacement_items set endorsement_id = $1, problem = null where batch_id = $2`, [
        id,
        again.id,
      ]),
    ).rejects.toThrow('security_replaced_once');
    const disabled = await t.call('underwriter.nbo', `DELETE ${E}/${id}`);
    expect(disabled.status, JSON.stringify(disabled.body)).toBe(200);
    expect((await done({ policies: of(policy) })).data).toMatchObject([{ outcome: 'DRAFTED' }]);
  });

  test('leaves what is not as it was shown, and says why; the others are drafted', async () => {
    const [moved, sound] = [await approvedPolicy(t, book), await approvedPolicy(t, book)];
    const batch = await done({
      policies: [
        { id: moved, line: '24' },
        { id: sound, line: LINE },
      ],
    });
    expect(batch.data).toMatchObject([
      { policy: { id: moved }, outcome: 'PROBLEM', problem: 'Its line was 24% and is now 25%. Look at it again.' },
      { policy: { id: sound }, outcome: 'DRAFTED' },
    ]);
    const file = await t.call('underwriter.nbo', `GET ${R}/${batch.id}`, { query: { format: 'csv' } });
    expect(file.bytes.toString('utf8')).toContain('Look at it again.');
  });

  test('is stopped after the policy in hand, and a job that is taken up again does nothing twice', async () => {
    const policies = of(await approvedPolicy(t, book), await approvedPolicy(t, book));
    const { body: started } = await start({ policies });
    expect((await t.call('underwriter.nbo', `PUT ${R}/cancel/${started.id}`)).status).toBe(200);
    await work();
    const batch = await batchOf(started.id);
    expect(batch.state).toBe('CANCELLED');
    expect(batch.data.map((row: { outcome: string }) => row.outcome)).toEqual(['LEFT', 'LEFT']);
    expect((await t.call('underwriter.nbo', `PUT ${R}/cancel/${started.id}`)).body.code).toBe('WRONG_STATE');
    const whole = await done({ policies });
    await t.ownerPool.query(
      `update jobs set state = 'WAITING', finished_at = null where payload ->> 'batch' = $1 and kind = 'replacements'`,
      [String(whole.id)],
    );
    await work();
    const { rows } = await t.ownerPool.query(
      `select count(*)::int as drafts from endorsements where policy_id = any($1)`,
      [policies.map((one) => one.id)],
    );
    expect(rows).toEqual([{ drafts: 2 }]);
  });

  test('is one’s own; another branch’s policies answer as what is missing; who lost the right makes nothing', async () => {
    const policy = await approvedPolicy(t, book);
    expect((await start({ policies: of(policy) }, 'underwriter.lon')).status).toBe(404);
    expect((await start({ policies: of(999_999) })).status).toBe(404);
    expect((await start({ policies: of(policy) }, 'accountant.nbo')).status).toBe(403);
    const key = { 'idempotency-key': 'replacement-once' };
    const [one, two] = [
      await start({ policies: of(policy) }, 'underwriter.nbo', key),
      await start({ policies: of(policy) }, 'underwriter.nbo', key),
    ];
    expect(two.body.id).toBe(one.body.id);
    expect((await t.call('underwriter.lon', `GET ${R}/${one.body.id}`)).status).toBe(404);
    expect((await t.call('underwriter.nbo', `GET ${R}/${one.body.id}`)).body).toMatchObject({
      branch: 'NBO',
      data: [{ branch: 'NBO' }],
    });
    const listed = async (who: string) => (await t.call(who, `GET ${R}/items`)).body;
    expect((await listed('underwriter.nbo')).data[0]).toMatchObject({
      id: one.body.id,
      security: { id: book.a },
      state: 'WAITING',
      policies: 1,
      drafted: 0,
      problems: 0,
      branch: 'NBO',
    });
    const ids = async (who: string) => (await listed(who)).data.map((row: { id: number }) => row.id);
    expect(await ids('root')).toContain(one.body.id);
    expect((await t.call('accountant.nbo', `GET ${R}/items`)).status).toBe(403);
    expect(await ids('underwriter.lon')).not.toContain(one.body.id);
    const other = await t.call('underwriter.nbo', `GET ${R}/items`, { query: { security: String(book.b) } });
    expect(other.body.data).toEqual([]);
    const roles = await t.ownerPool.query(
      `update users set status = 'INACTIVE' where email like 'underwriter.nbo@%' returning id`,
    );
    expect(roles.rowCount).toBe(1);
    await work();
    await t.ownerPool.query(`update users set status = 'ACTIVE' where email like 'underwriter.nbo@%'`);
    const batch = await batchOf(one.body.id);
    expect(batch.data).toMatchObject([{ outcome: 'PROBLEM', endorsement: null }]);
  });
});
