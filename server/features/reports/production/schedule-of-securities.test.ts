import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideIn } from '../../../testing/decide-record.ts';
import { approvedPolicy, makeBook, type Book } from '../../../testing/factories.ts';
import type { TestCall } from '../../../testing/rig.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { approvedEndorsement, typedEndorsement } from '../../endorsements/endorsements.factories.ts';

const SCA = '/api/sca/v1';
let t: TestApp;
let book: Book;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterAll(() => t?.close());

async function must(who: string, call: `${string} ${string}`, request: TestCall = {}) {
  const reply = await t.call(who, call, request);
  if (reply.status !== 200) throw new Error(`${call}: ${JSON.stringify(reply.body)}`);
  return reply.body;
}
const schedule = (param: number, who = 'underwriter.nbo') =>
  must(who, `GET ${SCA}/underwriting/ss`, { query: { param } });
type Security = { security: { name: string }; share: string; netpayable: string };
const lines = (securities: Security[]) => securities.map((one) => [one.security.name, one.share, one.netpayable]);

/** A change to the shares of A, B and C from a day on: one without a share has left. */
const shared = (effectiveDate: string, ...shares: readonly string[]) => ({
  endorsementtype: 'SEC',
  effective_date: effectiveDate,
  sum_insured: undefined,
  securities: shares.map((share, index) => ({ security: [book.a, book.b, book.c][index], share })),
});

test('a security that has left has no line now, whatever is added to the policy later', async () => {
  const policy = await approvedPolicy(t, book);
  await approvedEndorsement(t, policy, shared('2026-10-06', '25', '35'));
  expect(lines((await schedule(policy)).securities)).toEqual([
    ['Security A', '25', '218750.00'],
    ['Security B', '35', '227500.00'],
    ['Security C', '0', '73125.00'],
  ]);
  // An additional premium of a day before it left is borne by it in part.
  const earlier = { effective_date: '2026-07-25', sum_insured: undefined, premium: '219000', reason: 'As agreed' };
  await approvedEndorsement(t, policy, earlier);
  expect(lines((await schedule(policy)).securities)).toEqual([
    ['Security A', '25', '257075.00'],
    ['Security B', '35', '273490.00'],
    ['Security C', '0', '80242.50'],
  ]);
});

test('endorsements count in the order of their approval, not of their numbers', async () => {
  const policy = await approvedPolicy(t, book);
  const submitted = async (change: Record<string, unknown>) => {
    const body = typedEndorsement(policy, change);
    const saved = await must('underwriter.nbo', `POST ${SCA}/underwriting/endorsement`, { body });
    await must('underwriter.nbo', `PUT ${SCA}/endorsement/submit/${saved.id}`);
    return saved;
  };
  const first = await submitted(shared('2026-08-27', '5', '5', '50'));
  const second = await submitted(shared('2026-08-20', '15', '5', '40'));
  for (const { id } of [second, first])
    expect((await decideIn(t)('manager.nbo', `PUT ${SCA}/endorsement/approve/${id}/APPROVED`)).status).toBe(200);
  const { data, securities } = await schedule(policy);
  expect(lines(securities).map(([name, share]) => [name, share])).toEqual([
    ['Security A', '5'],
    ['Security B', '5'],
    ['Security C', '50'],
  ]);
  expect(data.slice(0, 3).map((row: { endorsement: string | null }) => row.endorsement)).toEqual([
    null,
    second.number,
    first.number,
  ]);
});
