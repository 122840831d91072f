import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Day } from '../../../../domain/values/day.ts';
import { approvedPolicy, makeBook, type Book } from '../../../testing/factories.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { approvedClaim } from '../../claims/claims.factories.ts';
import { approvedEndorsement, dividedAmong } from '../../endorsements/endorsements.factories.ts';

const SCA = '/api/sca/v1';
let t: TestApp;
let book: Book & { d: number };
let policy: number;

/** A leaves on 1 September, D takes its 25 %. The change was approved a month before. */
beforeEach(async () => {
  t = await testApp();
  book = { ...(await makeBook(t)), d: (await makeBook(t, ' D')).a };
  policy = await approvedPolicy(t, book, { warranty: { kind: 'PPW', days: 30 } });
  at('2026-08-01');
  await approvedEndorsement(t, policy, {
    ...dividedAmong([book.d, '25'], [book.b, '20'], [book.c, '15']),
    effective_date: '2026-09-01',
  });
});
afterEach(() => t.close());

const at = (day: Day) => t.clock.set(`${day}T08:00:00Z`);
const [BEFORE, AFTER] = ['2026-08-31', '2026-09-01'] as const;
const read = async (who: string, address: `GET ${string}`, query: Record<string, string> = {}) => {
  const { status, body } = await t.call(who, address, { query });
  expect(status, `${address} ${JSON.stringify(body)}`).toBe(200);
  return body;
};
/** Of A and D, whom a report names. */
const ofBoth = async (names: (security: number) => Promise<boolean>) => [await names(book.a), await names(book.d)];
const A = [true, false];
const D = [false, true];

test.each([
  [BEFORE, A],
  [AFTER, D],
])(
  'on %s exposure, the policies behind it, warranties and the drill name who carries the policy',
  async (asat, who) => {
    at('2026-10-01');
    const exposed = (await read('underwriter.nbo', `GET ${SCA}/underwriting/exposure`, { by: 'security', asat })).data;
    expect(await ofBoth(async (id) => exposed.some((row: { id: string }) => row.id === String(id)))).toEqual(who);
    const behind = `GET ${SCA}/underwriting/exposure/policies` as const;
    expect(
      await ofBoth(
        async (id) =>
          (await read('underwriter.nbo', behind, { by: 'security', key: String(id), asat })).data.length > 0,
      ),
    ).toEqual(who);
    const warranties = `GET ${SCA}/underwriting/warranties` as const;
    expect(
      await ofBoth(
        async (id) => (await read('underwriter.nbo', warranties, { security: String(id), asat })).data.length > 0,
      ),
    ).toEqual(who);
    const drill = async (id: number) =>
      (await read('accountant.nbo', `GET ${SCA}/securities/insolvency`, { param: String(id), asat })).data;
    expect(await ofBoth(async (id) => (await drill(id)).some((row: { part: string }) => row.part === 'LINE'))).toEqual(
      who,
    );
  },
);

test.each([
  [BEFORE, [1, 0]],
  [AFTER, [0, 1]],
])('on %s the list of reinsurers counts it for who carries it', async (day, counts) => {
  at(day);
  const { data } = await read('manager.nbo', `GET ${SCA}/party/reinsurers`, { length: '100' });
  const inForce = (id: number) => data.find((row: { id: number }) => row.id === id)?.in_force ?? 0;
  expect([inForce(book.a), inForce(book.d)]).toEqual(counts);
});

test('what making a security inactive touches are the policies that it carries, or will', async () => {
  const touched = async (id: number) => (await read('manager.nbo', `GET ${SCA}/securities/${id}/effects`)).in_force;
  at(BEFORE);
  expect([await touched(book.a), await touched(book.d), await touched(book.b)]).toEqual([1, 1, 1]);
  at(AFTER);
  expect([await touched(book.a), await touched(book.d), await touched(book.b)]).toEqual([0, 1, 1]);
  // Both are asked of it still: who left has its premium.
  const used = async (id: number) =>
    (await read('manager.nbo', `GET ${SCA}/securities/${id}/uses`)).policies.data.length;
  expect([await used(book.a), await used(book.d)]).toEqual([1, 1]);
});

test('a claim is listed for who carried its policy on the day of the loss', async () => {
  at('2026-10-01');
  const early = await approvedClaim(t, book, { policy, data_loss_date: BEFORE, notified_on: '2026-10-01' });
  const late = await approvedClaim(t, book, {
    policy,
    data_loss_date: AFTER,
    notified_on: '2026-10-01',
    cedantclaimnumber: 'JAI/C/2',
  });
  const listed = async (id: number) =>
    (await read('claims.nbo', `GET ${SCA}/claim/items`, { security: String(id) })).data
      .map((row: { id: number }) => row.id)
      .toSorted();
  expect([await listed(book.a), await listed(book.d)]).toEqual([[early], [late]]);
  expect(await listed(book.b)).toEqual([early, late].toSorted());
});

test('a renewal and a slip are of those who carry it since', async () => {
  at(AFTER);
  const names = (rows: { security: { id: number } }[]) => rows.map((row) => row.security.id);
  const { body } = await t.call('underwriter.nbo', `PUT ${SCA}/underwriting/renew/${policy}`);
  const renewal = await read('underwriter.nbo', `GET ${SCA}/underwriting/${body.id}`);
  expect(names(renewal.securities)).toEqual([book.d, book.b, book.c]);
  const summary = await read('accountant.nbo', `GET ${SCA}/underwriting/s3`, { param: 'ALL', asat: AFTER });
  const premium = (id: number) =>
    (summary.data ?? summary).find((row: { security: { id: number } }) => row.security.id === id)?.sharepremium;
  // 312,500.00, of which 181 of 365 days went to D, with the cent that was left.
  expect([premium(book.a), premium(book.d)]).toEqual(['157534.24', '154965.76']);
});
