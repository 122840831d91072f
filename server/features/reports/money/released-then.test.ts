import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { chance } from '../../../../domain/testing/chance.ts';
import { LONG_FORM } from '../../../../domain/testing/runs.ts';
import type { Day } from '../../../../domain/values/day.ts';
import { unsound } from '../../../proofs/sound.ts';
import { daysOfMoney, type Days } from '../../../testing/days-of-money.ts';
import { approvedPolicy, makeBook } from '../../../testing/factories.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../../receipts/receipts.factories.ts';
import { PV, voucherCalls } from '../../vouchers/vouchers.factories.ts';

const STATEMENT = '/api/sca/v1/paymentvoucher/securityreport';
const BRANCHES: readonly Record<string, string>[] = [{ branch: 'NBO' }, { branches: 'ALL' }];
let t: TestApp;
afterEach(() => t.close());

const get = async (path: string, query: Record<string, string>) => {
  const { status, body } = await t.call('root', `GET ${path}`, { query });
  expect([status, path, query, status === 200 ? '' : body]).toEqual([200, path, query, '']);
  return body;
};

/** Each report in which something is released, as at a day: of all and of each security, of a branch and of all together. */
async function releasedOn({ book, others }: Days, asat: Day): Promise<[string, unknown][]> {
  const securities = [book.a, book.b, book.c, others.a].map(String);
  const asked: [string, Record<string, string>][] = [
    [`${PV}/ageingoverviewreport`, { released: 'true' }],
    [`${PV}/ageingoverviewreport`, { released: 'true', rates: 'closing' }],
    [`${PV}/ageingsummaryreport`, { param: 'ALL', released: 'true' }],
    [`${PV}/ageingsummaryreport`, { param: 'ALL', figure: 'due_released' }],
    ...securities.map((param): [string, Record<string, string>] => [`${PV}/ageingsummaryreport`, { param }]),
    ...['ALL', ...securities].map((param): [string, Record<string, string>] => [STATEMENT, { param }]),
  ];
  const read: [string, unknown][] = [];
  for (const [path, query] of asked)
    for (const branch of BRANCHES)
      read.push([
        `${path} ${JSON.stringify(query)} ${JSON.stringify(branch)}`,
        await get(path, { ...query, ...branch, asat }),
      ]);
  return read;
}

/** How the holds of an earlier version are taken from the trail. */
const OF_THE_TRAIL = `insert into past_holds ${readFileSync('server/platform/db/migrations/358_past_holds.sql', 'utf8').split('insert into past_holds')[1]}`;

const INSTALMENTS = { payment_terms: 'INSTALMENTS_4' };

test.each(LONG_FORM ? [1, 2, 3, 4, 5, 6, 7, 8] : [2])(
  'what is released on each day of walk %d is the same when it is asked for later',
  async (seed) => {
    t = await testApp();
    const days = await daysOfMoney(t, seed, [INSTALMENTS]);
    const c = chance(seed);
    const known: { day: Day; said: [string, unknown][] }[] = [];
    for (let day = 0; day < 6; day += 1) {
      await days.live(4);
      known.push({ day: days.today(), said: await releasedOn(days, days.today()) });
      if (c.happens(0.4)) await t.ownerPool.query('select fold_released(1000)');
      days.go(c.int(1, 30));
    }
    for (const { day, said } of known)
      for (const [at, [report, body]] of (await releasedOn(days, day)).entries())
        expect([day, report, body]).toEqual([day, ...(said[at] ?? [])]);
  },
  300_000,
);

test('of all securities on an earlier day it is said where it is asked for, of one always', async () => {
  t = await testApp();
  const days = await daysOfMoney(t, 1);
  const asat = days.today();
  await days.live(6);
  days.go(3);
  const releasedIn = async (path: string, query: Record<string, string>): Promise<(string | null)[]> =>
    (await get(`${PV}/${path}`, { branch: 'NBO', ...query })).totals.map(
      (row: { released: string | null }) => row.released,
    );
  const param = String(days.book.a);
  expect(await releasedIn('ageingoverviewreport', {})).not.toContain(null);
  expect(await releasedIn('ageingoverviewreport', { asat })).toEqual([null]);
  expect(await releasedIn('ageingoverviewreport', { asat, released: 'true' })).not.toContain(null);
  expect(await releasedIn('ageingsummaryreport', { asat, param: 'ALL' })).toEqual([null]);
  // Files that are not asked to say it have no columns of it, which would say that nothing was.
  const headsOf = async (path: string, query: Record<string, string>): Promise<string> => {
    const { bytes } = await t.call('root', `GET ${PV}/${path}`, { query: { branch: 'NBO', format: 'csv', ...query } });
    return bytes.toString('utf8').split('\r\n')[0] ?? '';
  };
  const RELEASED = 'Due and released,Due and awaiting';
  expect(await headsOf('ageingoverviewreport', {})).toContain(RELEASED);
  expect(await headsOf('ageingoverviewreport', { asat })).not.toMatch(/released|awaiting/i);
  expect(await headsOf('ageingoverviewreport', { asat, released: 'true' })).toContain(RELEASED);
  expect(await headsOf('ageingsummaryreport', { asat, param: 'ALL' })).not.toMatch(/released|awaiting/i);
  const asked: Record<string, string>[] = [{ param }, { param: 'ALL', figure: 'released' }];
  for (const query of asked) expect(await headsOf('ageingsummaryreport', { asat, ...query })).toContain(RELEASED);
  expect(await releasedIn('ageingsummaryreport', { asat, param: 'ALL', figure: 'released' })).not.toContain(null);
  expect(await releasedIn('ageingsummaryreport', { asat, param })).not.toContain(null);
  expect(await releasedIn('securityreport', { asat, param: 'ALL' })).not.toContain(null);
});

test('what the drawing of our brokerage took too much was held back from the securities, until it was taken back', async () => {
  t = await testApp();
  const book = await makeBook(t);
  const { saveOther, through, reverse } = voucherCalls(() => t);
  const { id: note } = await debitNoteOf(t, await approvedPolicy(t, book));
  const half = () => approvedReceipt(t, exampleReceipt(book, { allocations: [{ note, amount: '281250.00' }] }));
  await half();
  const receipt = await half();
  const drawn = (await through(await saveOther({ kind: 'DRAWING', amount: '37500.00' }))).body;
  const releasedIn = async (asat: Day): Promise<unknown> => {
    const query = { branch: 'NBO', asat, released: 'true' };
    const [row] = (await get(`${PV}/ageingoverviewreport`, query)).totals;
    return row.released;
  };
  expect(await releasedIn('2026-03-02')).toBe('515625.00');
  t.clock.set('2026-03-04T08:00:00Z');
  const { version } = (await t.call('manager.nbo', `GET /api/sca/v1/receivable/${receipt}`)).body;
  const { status } = await t.call('manager.nbo', `PUT /api/sca/v1/receivable/reverse/${receipt}`, {
    body: { reason: 'Bounced', version },
  });
  expect(status).toBe(200);
  // Half of it is released to the securities, less their share of what the drawing took beyond half of our brokerage; the tax has the rest.
  expect(await releasedIn('2026-03-04')).toBe('239397.32');
  t.clock.set('2026-03-06T08:00:00Z');
  expect((await reverse(drawn.id, drawn.version)).status).toBe(200);
  await t.ownerPool.query('select fold_released(1000)');
  expect(await releasedIn('2026-03-06')).toBe('257812.50');
  expect([await releasedIn('2026-03-02'), await releasedIn('2026-03-04')]).toEqual(['515625.00', '239397.32']);
});

describe('what a voucher held too much was held back from others until it let go', () => {
  const released = async (asat: Day): Promise<unknown> => {
    const query = { branch: 'NBO', asat, released: 'true' };
    return (await get(`${PV}/ageingoverviewreport`, query)).totals[0].released;
  };
  /** How it lets go what it holds since 2 March, on 6 March; whether it was approved before, or is submitted again on 9 March as an override. */
  type Way = {
    letGo: (calls: ReturnType<typeof voucherCalls>, id: number) => Promise<{ status: number }>;
    approved?: true;
    override?: true;
  };
  const WAYS: Record<string, Way> = {
    withdrawn: { letGo: ({ withdraw }, id) => withdraw(id) },
    rejected: { letGo: ({ reject }, id) => reject(id) },
    'reversed before it is paid': { letGo: ({ reverse }, id) => reverse(id, 3), approved: true },
    'withdrawn, and held again ahead of what is released': {
      letGo: ({ withdraw }, id) => withdraw(id),
      override: true,
    },
  };
  test.each(Object.entries(WAYS))('%s', async (_, { letGo, approved = false, override = false }) => {
    t = await testApp();
    const calls = voucherCalls(() => t);
    const book = await makeBook(t);
    const { id: note } = await debitNoteOf(t, await approvedPolicy(t, book));
    const half = () => approvedReceipt(t, exampleReceipt(book, { allocations: [{ note, amount: '281250.00' }] }));
    await half();
    const receipt = await half();
    const all = (await calls.payable(book.a))[0]?.available ?? '';
    const { id } = (await calls.savePremium(book.a, all, { override })).body;
    expect((await calls.submit(id)).status).toBe(200);
    if (approved) expect((await calls.decide(id)).status).toBe(200);
    t.clock.set('2026-03-04T08:00:00Z');
    const { version } = (await t.call('manager.nbo', `GET /api/sca/v1/receivable/${receipt}`)).body;
    const body = { reason: 'Bounced', version };
    expect((await t.call('manager.nbo', `PUT /api/sca/v1/receivable/reverse/${receipt}`, { body })).status).toBe(200);
    const held = await released('2026-03-04');
    t.clock.set('2026-03-06T08:00:00Z');
    expect((await letGo(calls, id)).status).toBe(200);
    const free = await released('2026-03-06');
    // Half is released to the three securities; what A's voucher holds beyond its half is held back from the others, brokerage and tax: 94,460.23 of B and C.
    expect([held, free]).toEqual(['163352.27', '257812.50']);
    t.clock.set('2026-03-09T08:00:00Z');
    if (override) expect((await calls.submit(id)).status).toBe(200);
    // Nothing waits to be folded, by which the note would be known to have moved.
    await t.ownerPool.query('select fold_released(1000)');
    expect([await released('2026-03-02'), await released('2026-03-04'), await released('2026-03-06')]).toEqual([
      '515625.00',
      held,
      free,
    ]);
    const holds = async () =>
      (
        await t.ownerPool.query(
          'select voucher_id as id, amount, held_from::text as since, held_until::text as until from past_holds',
        )
      ).rows;
    const kept = [{ id, amount: 21_875_000n, since: '2026-03-02', until: '2026-03-06' }];
    expect(await holds()).toEqual(kept);
    // Once, and over a night at least: the schema says so too.
    const again = t.ownerPool.query('insert into past_holds select * from past_holds');
    await expect(again).rejects.toThrow(/past_holds_pkey/);
    const within = t.ownerPool.query('update past_holds set held_until = held_from');
    await expect(within).rejects.toThrow(/held_over_night/);
    if (!override) {
      // Of a version that kept none, the trail says the same.
      await t.ownerPool.query('delete from past_holds');
      await t.ownerPool.query(OF_THE_TRAIL);
      expect(await holds()).toEqual(kept);
    }
    expect(await unsound(t.ownerPool)).toEqual([]);
  });
});
