import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { decideIn } from '../../testing/decide-record.ts';

const SCA = '/api/sca/v1';
const E = `${SCA}/endorsement`;
let t: TestApp;
let book: Book;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterAll(() => t.close());

/** 146 of 365 days are left from this day. */
const typed = (policy: number, changes: Record<string, unknown> = {}) => ({
  policy,
  endorsementtype: 'AP',
  effective_date: '2026-10-06',
  description: 'New boiler house added',
  sum_insured: '600000000',
  ...changes,
});

async function pending(policy: number, changes: Record<string, unknown> = {}): Promise<number> {
  const saved = await t.call('underwriter.nbo', `POST ${SCA}/underwriting/endorsement`, {
    body: typed(policy, changes),
  });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
  await t.call('underwriter.nbo', `PUT ${E}/submit/${saved.body.id}`);
  return saved.body.id;
}
const preview = async (id: number) => (await t.call('manager.nbo', `GET ${E}/preview/${id}`)).body;
const decide = (id: number, body: Record<string, unknown>, a = 'APPROVED') =>
  decideIn(t)('manager.nbo', `PUT ${E}/approve/${id}/${a}`, { body });

describe('what a checker saw', () => {
  test('of a policy that was endorsed meanwhile is refused, and shown anew with what its maker saw', async () => {
    const policy = await approvedPolicy(t, book);
    const [first, second] = [
      await pending(policy, { sum_insured: '550000000' }),
      await pending(policy, { sum_insured: '600000000' }),
    ];
    const seen = await preview(second);
    expect(seen).toMatchObject({
      endorsed: 0,
      warnings: [],
      figures: { premium: '100000.00', debit_note: '45000.00' },
    });
    expect((await decide(first, { endorsed: 0 })).status).toBe(200);

    const refused = await decide(second, { version: seen.version, endorsed: seen.endorsed });
    expect([refused.status, refused.body.title]).toEqual([409, 'This record changed since you opened it.']);

    const anew = await preview(second);
    expect(anew).toMatchObject({ endorsed: 1, figures: { premium: '50000.00', debit_note: '22500.00' } });
    expect(anew.warnings).toEqual([expect.stringMatching(/KES 100,000\.00 and KES 45,000\.00 for the reinsured/)]);
    expect((await decide(second, { version: anew.version, endorsed: anew.endorsed })).status).toBe(200);
    await expectSound(t);
  });

  test('of one that can no longer be made may still be rejected', async () => {
    const policy = await approvedPolicy(t, book);
    const cancel = await pending(policy, { endorsementtype: 'CANCEL_PRORATA', sum_insured: null });
    const late = await pending(policy);
    expect((await decide(cancel, {})).status).toBe(200);
    expect(await preview(late)).toMatchObject({ can_decide: true, why_not: expect.any(String), figures: null });
    expect((await decide(late, {})).status).toBe(400);
    expect((await decide(late, { reason: 'The cover has ended.', endorsed: 0 }, 'REJECTED')).status).toBe(200);
  });
});

test('what changed since the rejection is told in words, to those who may see the endorsement', async () => {
  const policy = await approvedPolicy(t, book);
  const id = await pending(policy);
  await decide(id, { reason: 'Not the sum of the cedant’s letter' }, 'REJECTED');
  const { body: record } = await t.call('underwriter.nbo', `GET ${E}/${id}`);
  expect(record.policy).toMatchObject({ reinsured: { name: 'Savannah Insurance' }, insured: { id: book.insured } });
  const edited = await t.call('underwriter.nbo', `PUT ${E}/edit`, {
    body: typed(policy, {
      id,
      version: record.version,
      endorsementtype: 'SEC',
      sum_insured: null,
      securities: [{ security: book.a, share: '60' }],
    }),
  });
  expect(edited.status).toBe(200);
  const diff = (who: string) =>
    t.call(who, `GET ${SCA}/audit/diff`, { query: { entity: 'endorsement', id: String(id) } });
  const { body } = await diff('manager.nbo');
  expect(body.decision).toMatchObject({ action: 'rejected' });
  expect(body.changes.map((one: Record<string, string>) => [one['label'], one['before'], one['after']])).toEqual([
    ['Securities added', null, 'Security A'],
    ['Security A, signed line', null, '60%'],
    ['Sum insured', 'KES 600,000,000.00', null],
    ['Type', 'Additional premium', 'Change of securities'],
  ]);
  expect((await diff('manager.lon')).status).toBe(404);
});
