import { afterAll, beforeAll, expect, test } from 'vitest';
import { RENEWAL_STATES } from '../../../domain/renewals/states.ts';
import { openPool } from '../../platform/db/pool.ts';
import { expectSound } from '../../proofs/expect-sound.ts';
import { approvedEndorsement } from '../endorsements/endorsements.factories.ts';
import { decideIn } from '../../testing/decide-record.ts';
import { approvedPolicy, makeBook, userId, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const UW = '/api/sca/v1/underwriting';
const RANGE = { startdate: '2027-01-01', enddate: '2027-12-31' };
let t: TestApp;
let book: Book;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterAll(() => t.close());

const get = async (path: string, query: Record<string, string> = {}) =>
  (await t.call('underwriter.nbo', `GET ${UW}/renewals${path}`, { query: { ...RANGE, ...query } })).body;
const put = async (path: string, body?: unknown) => {
  const done = await t.call('underwriter.nbo', `PUT ${UW}/${path}`, { ...(body !== undefined && { body }) });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  return done.body;
};
const approving = async (id: number) =>
  decideIn(t)('manager.nbo', `PUT ${UW}/approve/${id}/APPROVED/${await userId(t, 'manager.nbo')}`);

test('what is kept of days comes to what their policies come to, in every state, folded or not', async () => {
  const [open, drafted, renewed, left, longer, gone] = [
    await approvedPolicy(t, book),
    await approvedPolicy(t, book),
    await approvedPolicy(t, book),
    await approvedPolicy(t, book),
    await approvedPolicy(t, book),
    await approvedPolicy(t, book),
  ];
  await approvedEndorsement(t, open);
  await put(`renew/${drafted}`);
  await put(`notrenewed/${renewed}`, { reason: 'Thought again' });
  const { id } = await put(`renew/${renewed}`);
  await put(`submit/${id}`);
  expect((await approving(id)).status).toBe(200);
  await put(`notrenewed/${left}`, { reason: 'Sold' });
  await approvedEndorsement(t, longer, {
    endorsementtype: 'EXT',
    sum_insured: null,
    effective_date: '2027-03-01',
    insurance_end_date: '2027-03-31',
  });
  await approvedEndorsement(t, gone, { endorsementtype: 'CANCEL_PRORATA', sum_insured: null });
  const all = { OPEN: 2, DRAFT: 1, RENEWED: 1, NOT_RENEWED: 1 };
  const agree = async () => {
    for (const state of RENEWAL_STATES) {
      const kept = await get('', { state });
      // Of one reinsured its policies are added up, whose all of them are.
      const added = await get('', { state, reinsured: String(book.reinsured) });
      expect(kept.totals, state).toEqual([expect.objectContaining({ policies: all[state] })]);
      expect([kept.totals, kept.base_total], state).toEqual([added.totals, added.base_total]);
    }
    expect(await get('/days')).toEqual(await get('/days', { reinsured: String(book.reinsured) }));
  };
  await agree();
  await t.ownerPool.query('select fold_expiry_changes(1000)');
  await agree();
  expect(await get('', { market: 'LONDON' })).toMatchObject({ totals: [], base_total: '0.00' });
  await expectSound(t);
});

test('a renewal that is approved while its policy moves to another day counts on that day', async () => {
  const policy = await approvedPolicy(t, book);
  const { id } = await put(`renew/${policy}`);
  await put(`submit/${id}`);
  const mover = openPool({ url: t.ownerUrl, max: 1 });
  try {
    await mover.query('begin');
    await mover.query(`update policies set endorsed_end_date = '2027-06-30' where id = $1`, [policy]);
    const approved = approving(id);
    const waiting = `select from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`;
    await expect.poll(async () => (await t.ownerPool.query(waiting)).rowCount).toBe(1);
    await mover.query('commit');
    expect((await approved).status).toBe(200);
  } finally {
    await mover.end();
  }
  await expectSound(t);
});
