import { afterEach, beforeEach, expect, test } from 'vitest';
import { addDays, type Day } from '../../../../domain/values/day.ts';
import { sum } from '../../../../domain/values/money.ts';
import { approvedPolicy, type Book, makeBook } from '../../../testing/factories.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { CLAIM } from '../../claims/claims.factories.ts';
import { approvedEndorsement } from '../../endorsements/endorsements.factories.ts';

const SCA = '/api/sca/v1';
let t: TestApp;
let book: Book & { d: number };

beforeEach(async () => {
  t = await testApp();
  book = { ...(await makeBook(t)), d: (await makeBook(t, ' D')).a };
  t.clock.set('2026-08-01T08:00:00Z');
});
afterEach(() => t?.close());

const minor = (text: string) => BigInt(text.replace('.', ''));
const results = async (by: 'security' | 'reinsured', asat: Day): Promise<{ name: string; earned: string }[]> =>
  (await t.call('manager.nbo', `GET ${CLAIM}/underwritingreport`, { query: { by, asat } })).body;
const earned = async (asat: Day): Promise<Record<string, bigint>> =>
  Object.fromEntries((await results('security', asat)).map((row) => [row.name.at(-1), minor(row.earned)]));
const ofPolicy = async (asat: Day): Promise<bigint> =>
  sum((await results('reinsured', asat)).map((row) => minor(row.earned)));
const unearned = async (security: number, asat: Day): Promise<bigint> => {
  const { body } = await t.call('accountant.nbo', `GET ${SCA}/securities/insolvency`, {
    query: { param: String(security), asat },
  });
  return sum(
    body.data.flatMap(({ part, amount }: { part: string; amount: string }) =>
      part === 'UNEARNED' ? [minor(amount)] : [],
    ),
  );
};
/** What the rows behind a security's figures are earned, added up. */
const behind = async (security: number, asat: Day): Promise<bigint> => {
  const query = { by: 'security', asat, key: String(security) };
  const { body } = await t.call('manager.nbo', `GET ${CLAIM}/underwritingreport/premiums`, { query });
  return sum(body.data.map((row: { earned: string }) => minor(row.earned)));
};

type Shares = Partial<Record<'a' | 'b' | 'c' | 'd', string>>;
const changed = (policy: number, effective_date: Day, { fac, ...shares }: Shares & { fac?: string }) =>
  approvedEndorsement(t, policy, {
    endorsementtype: 'SEC',
    effective_date,
    sum_insured: null,
    ...(fac !== undefined && { fac }),
    securities: Object.entries(shares).map(([name, share]) => ({ security: book[name as 'a'], share })),
  });

/** Days on which a security is earned less than on the day before, or on which they do not come to the policy but for a cent of each. */
async function walked(from: Day, to: Day): Promise<string[]> {
  const wrong: string[] = [];
  let before: Record<string, bigint> = {};
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const now = await earned(day);
    for (const [name, amount] of Object.entries(now))
      if (amount < (before[name] ?? 0n)) wrong.push(`${day} ${name} ${amount} after ${before[name]}`);
    const [own, whole] = [sum(Object.values(now)), await ofPolicy(day)];
    if (own - whole > 3n || whole - own > 3n) wrong.push(`${day}: ${own} of ${whole}`);
    before = now;
  }
  return wrong;
}

test('C16: a change of securities before an addition that begins later takes nothing of what was earned', async () => {
  const policy = await approvedPolicy(t, book);
  await approvedEndorsement(t, policy);
  await changed(policy, '2026-09-01', { a: '25', b: '20', d: '15' });
  // 184 of 365 days of 187,500.00, and nothing of the addition, which D carries from its first day.
  expect((await earned('2026-08-31'))['C']).toBe(94_520_55n);
  // 219 of 365 days: D has 35 of them, 187,500.00 × 35 ÷ 365.
  expect(await earned('2026-10-05')).toEqual({ A: 187_500_00n, B: 150_000_00n, C: 94_520_55n, D: 17_979_45n });
  expect(await ofPolicy('2026-10-05')).toBe(450_000_00n);
  // 107,979.45 less 15 % of what is to come: 1,250,000 × 59 ÷ 365 and 100,000 × 59 ÷ 146.
  expect(await earned('2026-12-31')).toEqual({ A: 276_883_56n, B: 221_506_85n, C: 94_520_55n, D: 71_609_59n });
  expect(await unearned(book.d, '2026-12-31')).toBe(36_369_86n);
  expect(await unearned(book.c, '2026-10-05')).toBe(0n);
  for (const one of ['c', 'd'] as const) {
    const name = one.toUpperCase();
    for (const day of ['2026-08-31', '2026-10-05', '2026-12-31', '2027-02-28'])
      expect([day, name, await behind(book[one], day)]).toEqual([day, name, (await earned(day))[name] ?? 0n]);
  }
  expect(await walked('2026-08-28', '2026-10-12')).toEqual([]);
  expect(await earned('2027-02-28')).toEqual({ A: 337_500_00n, B: 270_000_00n, C: 94_520_55n, D: 107_979_45n });
});

test('C16: nor one before days that were added, nor two of them, nor one that changes the order', async () => {
  const policy = await approvedPolicy(t, book);
  await approvedEndorsement(t, policy, {
    endorsementtype: 'EXT',
    effective_date: '2027-03-01',
    insurance_end_date: '2027-03-30',
    sum_insured: null,
    premium: '10000',
  });
  await changed(policy, '2026-09-01', { a: '25', b: '20', d: '15' });
  await approvedEndorsement(t, policy);
  await changed(policy, '2026-09-10', { a: '40', d: '20' });
  await changed(policy, '2026-09-20', { a: '30', d: '20', fac: '50' });
  expect(await walked('2026-08-30', '2026-09-23')).toEqual([]);
  expect(await walked('2026-10-04', '2026-10-08')).toEqual([]);
  expect(await walked('2027-02-26', '2027-03-31')).toEqual([]);
});
