import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedEndorsement, typedEndorsement } from './endorsements.factories.ts';

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

test('refused where a later return could not be borne any more; other types keep their order', async () => {
  const policy = await approvedPolicy(t, book);
  await approvedEndorsement(t, policy, { endorsementtype: 'RP', sum_insured: undefined, premium: '1250000' });
  const back = earlier({ endorsementtype: 'RP', sum_insured: undefined, premium: '1' });
  expect((await effect(policy, back)).faults).toEqual([
    { field: 'premium', message: 'Return premium exceeds the premium on the policy.' },
  ]);
  const cancelled = earlier({ endorsementtype: 'CANCEL_PRORATA', sum_insured: undefined });
  expect((await effect(policy, cancelled)).faults).toEqual([
    {
      field: 'effective_date',
      message: expect.stringMatching(/^Effective date must not be before the last approved endorsement/),
    },
  ]);
});
