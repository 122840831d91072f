import { afterEach, beforeEach, expect, test } from 'vitest';
import { approvedPolicy, type Book, makeBook } from '../../../testing/factories.ts';
import { decideIn } from '../../../testing/decide-record.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { approvedClaim, CLAIM } from '../../claims/claims.factories.ts';
import { approvedEndorsement } from '../../endorsements/endorsements.factories.ts';

const SCA = '/api/sca/v1';
let t: TestApp;
let book: Book;

beforeEach(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterEach(() => t?.close());

const at = (day: string) => t.clock.set(`${day}T08:00:00Z`);
const result = async (asat: string) =>
  (await t.call('manager.nbo', `GET ${CLAIM}/underwritingreport`, { query: { by: 'reinsured', asat } })).body;
const unearned = async (asat: string): Promise<string[]> =>
  (
    await t.call('accountant.nbo', `GET ${SCA}/securities/insolvency`, { query: { param: String(book.a), asat } })
  ).body.data.flatMap((row: { part: string; amount: string }) => (row.part === 'UNEARNED' ? [row.amount] : []));

test('of a policy that was cancelled from its first day nothing is earned nor to be earned, whatever was added to it', async () => {
  const policy = await approvedPolicy(t, book);
  at('2026-05-01');
  await approvedEndorsement(t, policy, { effective_date: '2026-05-01' });
  at('2026-08-31');
  expect((await unearned('2026-08-31')).length).toBe(1);
  await approvedEndorsement(t, policy, {
    endorsementtype: 'CANCEL_FLAT',
    effective_date: '2026-03-01',
    sum_insured: null,
  });
  expect(await result('2026-08-31')).toMatchObject([{ written: '0.00', earned: '0.00' }]);
  expect(await unearned('2026-08-31')).toEqual([]);
  // The day before nobody knew of it.
  const [before] = await result('2026-08-30');
  expect(before.written).not.toBe('0.00');
  expect((await unearned('2026-08-30')).length).toBe(1);
});

test('C12: the premium of a reinstatement is earned at once', async () => {
  const claim_terms = { reinstatement_percent: '100', reinstatement_as_to_time: true };
  const period = { insurance_start_date: '2025-07-27', insurance_end_date: '2026-07-26' };
  const policy = await approvedPolicy(t, book, { claim_terms, ...period, dateoffered: '2025-07-20' });
  at('2026-03-03');
  const claim = await approvedClaim(t, book, { policy, data_loss_date: '2026-03-03', notified_on: '2026-03-03' });
  const [before] = await result('2026-03-03');
  const waits = await unearned('2026-03-03');
  const { id } = (await t.call('underwriter.nbo', `POST ${CLAIM}/reinstatement`, { body: { claim } })).body;
  await t.call('underwriter.nbo', `PUT ${SCA}/endorsement/submit/${id}`);
  expect((await decideIn(t)('manager.nbo', `PUT ${SCA}/endorsement/approve/${id}/APPROVED`)).status).toBe(200);
  // Ours of 39,000.00: 9,750.00, 7,800.00 and 5,850.00.
  const minor = (text: string) => BigInt(text.replace('.', ''));
  const [after] = await result('2026-03-03');
  expect(minor(after.written) - minor(before.written)).toBe(23_400_00n);
  expect(minor(after.earned) - minor(before.earned)).toBe(23_400_00n);
  expect(await unearned('2026-03-03')).toEqual(waits);
});

test('a policy that is taken back in a later month is in the result and the drill of the days before', async () => {
  const policy = await approvedPolicy(t, book);
  at('2026-04-10');
  const march = [await result('2026-03-31'), await unearned('2026-03-31')];
  expect(march[0]).toMatchObject([{ policies: 1, written: '750000.00' }]);
  expect(march[1]).toHaveLength(1);
  const body = { reason: 'Written twice' };
  expect((await t.call('manager.nbo', `DELETE ${SCA}/underwriting/${policy}`, { body })).status).toBe(200);
  expect([await result('2026-03-31'), await unearned('2026-03-31')]).toEqual(march);
  expect([await result('2026-04-10'), await unearned('2026-04-10')]).toEqual([[], []]);
});

test('once the cover of a policy that was cancelled has ended all that it kept is earned, also of an addition that would have begun later', async () => {
  const policy = await approvedPolicy(t, book);
  at('2026-08-01');
  await approvedEndorsement(t, policy, { effective_date: '2026-10-06' });
  const cancelled = { endorsementtype: 'CANCEL_PRORATA', effective_date: '2026-09-01', sum_insured: null };
  await approvedEndorsement(t, policy, cancelled);
  // 750,000.00 × 184 ÷ 365, of which 153 days are over on 1 August.
  expect(await result('2026-08-01')).toMatchObject([{ written: '378082.19', earned: '316438.36' }]);
  for (const asat of ['2026-09-01', '2026-09-15', '2026-10-31', '2027-02-28']) {
    expect(await result(asat), asat).toMatchObject([{ written: '378082.19', earned: '378082.19' }]);
    expect(await unearned(asat), asat).toEqual([]);
  }
});

test('what a cancellation at short rates keeps is earned with the end of cover', async () => {
  const policy = await approvedPolicy(t, book);
  at('2026-08-01');
  const cancelled = { endorsementtype: 'CANCEL_SHORT', effective_date: '2026-09-01', sum_insured: null };
  await approvedEndorsement(t, policy, { ...cancelled, premium: '100000' });
  expect(await unearned('2026-08-31')).toHaveLength(1);
  expect(await result('2026-09-01')).toMatchObject([{ written: '690000.00', earned: '690000.00' }]);
  expect(await unearned('2026-09-01')).toEqual([]);
});
