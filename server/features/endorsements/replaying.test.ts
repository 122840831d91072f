import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedEndorsement, typedEndorsement } from './endorsements.factories.ts';
import { decideIn } from '../../testing/decide-record.ts';

const UW = '/api/sca/v1/underwriting';
const E = '/api/sca/v1/endorsement';
/** 219 of 365 days are left from it; from the day of the example 146. */
const EARLY = '2026-07-25';
let t: TestApp;
let book: Book;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterAll(() => t.close());

const effect = async (policy: number, changes: Record<string, unknown>) =>
  (await t.call('underwriter.nbo', `POST ${E}/effect`, { body: typedEndorsement(policy, changes) })).body;
const policyOf = async (id: number, query = {}) => (await t.call('underwriter.nbo', `GET ${UW}/${id}`, { query })).body;
const earlier = (changes: Record<string, unknown> = {}) => ({
  effective_date: EARLY,
  sum_insured: '550000000',
  ...changes,
});
const giveBack = { endorsementtype: 'RP', sum_insured: '400000000' };

test('one of an earlier day is worked out in its place, said so, and booked for the difference', async () => {
  const policy = await approvedPolicy(t, book);
  await approvedEndorsement(t, policy);
  const shown = await effect(policy, earlier());
  expect(shown).toMatchObject({
    faults: [],
    warnings: [expect.stringContaining('before an approved endorsement')],
    change: { premium: '75000.00', debit_note: '33750.00' },
    after: { premium: '1425000.00', sum_insured: '650000000.00' },
  });
  const id = await approvedEndorsement(t, policy, earlier());
  const { body } = await t.call('underwriter.nbo', `GET ${E}/${id}`);
  expect(body.figures).toMatchObject({ premium: '75000.00', debit_note: '33750.00' });
  expect(await policyOf(policy)).toMatchObject({ current: { premium: '1425000.00', sum_insured: '650000000.00' } });
  expect(await policyOf(policy, { asat: EARLY })).toMatchObject({
    current: { premium: '1325000.00', sum_insured: '550000000.00' },
  });
  await expectSound(t);
});

test('a later return takes its part of it; a cancellation from the first day mirrors all of it', async () => {
  const policy = await approvedPolicy(t, book);
  await approvedEndorsement(t, policy, giveBack);
  // 75,000 less a fifth of the 50,000 that is unearned of it on the later day.
  expect((await effect(policy, earlier())).change).toMatchObject({ premium: '65000.00', debit_note: '29250.00' });
  await approvedEndorsement(t, policy, earlier());
  expect((await policyOf(policy)).current).toMatchObject({ premium: '1215000.00', sum_insured: '450000000.00' });
  await approvedEndorsement(t, policy, {
    endorsementtype: 'CANCEL_FLAT',
    effective_date: '2026-03-01',
    sum_insured: undefined,
  });
  expect((await policyOf(policy)).current).toMatchObject({ premium: '0.00', debit_note: '0.00', netpayable: '0.00' });
  await expectSound(t);
});

test('refused where a later return could not be borne any more', async () => {
  const policy = await approvedPolicy(t, book);
  await approvedEndorsement(t, policy, { endorsementtype: 'RP', sum_insured: undefined, premium: '1250000' });
  const back = earlier({ endorsementtype: 'RP', sum_insured: undefined, premium: '1' });
  expect((await effect(policy, back)).faults).toEqual([
    { field: 'premium', message: 'Return premium exceeds the premium on the policy.' },
  ]);
});

test('a cancellation of an earlier day gives back what was added since, and is booked', async () => {
  const policy = await approvedPolicy(t, book);
  await approvedEndorsement(t, policy);
  const cancelled = earlier({ endorsementtype: 'CANCEL_PRORATA', sum_insured: undefined });
  expect((await effect(policy, cancelled)).change).toMatchObject({ premium: '-850000.00' });
  await approvedEndorsement(t, policy, cancelled);
  expect(await policyOf(policy)).toMatchObject({ current: { premium: '500000.00', cancelled_from: EARLY } });
  await expectSound(t);
});

const swapped = (date: string, changes: Record<string, unknown> = {}) => ({
  endorsementtype: 'SEC',
  effective_date: date,
  sum_insured: undefined,
  securities: [
    { security: book.a, share: '25' },
    { security: book.b, share: '35' },
  ],
  ...changes,
});

test('a change of securities of an earlier day moves what was added since, and nothing to the reinsured', async () => {
  const policy = await approvedPolicy(t, book);
  await approvedEndorsement(t, policy);
  const { change, notes } = await effect(policy, swapped(EARLY));
  expect(change).toMatchObject({ premium: '0.00', fac_premium: '0.00', debit_note: '0.00' });
  expect(notes.map((note: { party: string }) => note.party)).not.toContain('Savannah');
  await approvedEndorsement(t, policy, swapped(EARLY));
  const { current } = await policyOf(policy);
  expect(current).toMatchObject({ premium: '1350000.00' });
  // One before it is refused: of a change of securities there is no amount that could be keyed.
  expect((await effect(policy, swapped('2026-07-24'))).faults).toMatchObject([{ field: 'effective_date' }]);
  await expectSound(t);
});

test('before a change of securities the amount is keyed, with a reason that its checker reads', async () => {
  const policy = await approvedPolicy(t, book);
  await approvedEndorsement(t, policy, swapped('2026-10-06'));
  const worked = await effect(policy, earlier());
  expect(worked).toMatchObject({
    across: 'a change of securities',
    faults: [
      { field: 'reason', message: 'Say how the amount before a change of securities was worked out.' },
      { field: 'premium', message: 'Key the premium: this takes effect before a change of securities.' },
    ],
  });
  const keyed = earlier({ sum_insured: undefined, premium: '219000', reason: 'As agreed with the leader by email' });
  const shown = await effect(policy, keyed);
  expect([shown.faults, shown.alternatives.map((one: { basis: string }) => one.basis)]).toEqual([[], ['KEYED']]);
  expect(shown.change).toMatchObject({ premium: '219000.00', fac_premium: '131400.00', debit_note: '98550.00' });
  // Of 15 % for 73 of 219 days the one that left has 10,950.00.
  const had = (name: string) =>
    shown.securities.find((line: { security: { id: number } }) => line.security.id === book[name as 'c'])?.sharepremium;
  expect([had('a'), had('b'), had('c')]).toEqual(['54750.00', '65700.00', '10950.00']);
  const saved = await t.call('underwriter.nbo', `POST ${UW}/endorsement`, { body: typedEndorsement(policy, keyed) });
  await t.call('underwriter.nbo', `PUT ${E}/submit/${saved.body.id}`);
  const preview = await t.call('manager.nbo', `GET ${E}/preview/${saved.body.id}`);
  expect(preview.body.warnings).toContain(
    'Its premium is keyed, as it takes effect before a change of securities: As agreed with the leader by email',
  );
  await approvedEndorsement(t, policy, { ...keyed, premium: '100' });
  await expectSound(t);
});

test('before a cancellation too, for the days that were covered', async () => {
  const policy = await approvedPolicy(t, book);
  await approvedEndorsement(t, policy, { endorsementtype: 'CANCEL_PRORATA', sum_insured: undefined });
  const keyed = earlier({ sum_insured: undefined, premium: '73000', reason: 'Stock declared late' });
  expect((await effect(policy, { ...keyed, effective_date: '2026-10-06' })).faults).toMatchObject([
    { field: 'endorsementtype' },
  ]);
  await approvedEndorsement(t, policy, keyed);
  expect(await policyOf(policy)).toMatchObject({ current: { premium: '823000.00', cancelled_from: '2026-10-06' } });
  await approvedEndorsement(t, policy, {
    endorsementtype: 'CANCEL_FLAT',
    effective_date: '2026-03-01',
    sum_insured: undefined,
  });
  expect((await policyOf(policy)).current).toMatchObject({ premium: '0.00', debit_note: '0.00', netpayable: '0.00' });
  await expectSound(t);
});

test('what was approved first counts first, whatever it is numbered and at whatever instant it was decided', async () => {
  const policy = await approvedPolicy(t, book);
  const panel = (effective_date: string, ...shares: string[]) =>
    typedEndorsement(policy, {
      endorsementtype: 'SEC',
      effective_date,
      sum_insured: null,
      securities: [book.a, book.b, book.c].map((security, index) => ({ security, share: shares[index] })),
    });
  const submitted = async (body: Record<string, unknown>): Promise<number> => {
    const saved = await t.call('underwriter.nbo', `POST ${UW}/endorsement`, { body });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    await t.call('underwriter.nbo', `PUT ${E}/submit/${saved.body.id}`);
    return saved.body.id;
  };
  const numberedFirst = await submitted(panel('2026-08-27', '5', '5', '50'));
  const approvedFirst = await submitted(panel('2026-08-20', '15', '5', '40'));
  for (const id of [approvedFirst, numberedFirst])
    expect((await decideIn(t)('manager.nbo', `PUT ${E}/approve/${id}/APPROVED`)).status).toBe(200);
  // The clock is stopped here, as it may for two who decide at once; the later of them is the last change of securities.
  const { rows } = await t.ownerPool.query(
    'select approval, count(*) over (partition by decided_at)::int as at_once from endorsements where policy_id = $1 order by id',
    [policy],
  );
  expect(rows).toEqual([
    { approval: 2, at_once: 2 },
    { approval: 1, at_once: 2 },
  ]);
  const between = await t.call('underwriter.nbo', `POST ${UW}/endorsement`, {
    body: panel('2026-08-23', '30', '20', '10'),
  });
  expect(between.body.errors).toEqual([
    {
      field: 'effective_date',
      message: 'Effective date must not be before the last change of securities, Aug 27, 2026.',
    },
  ]);
  await expectSound(t);
  await expect(
    t.ownerPool.query('update endorsements set approval = 1 where id = $1', [numberedFirst]),
  ).rejects.toThrow('approved_in_its_place');
});
