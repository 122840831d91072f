import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { earnedBy, lossRatio } from '../../../../domain/claims/ratios.ts';
import { minor } from '../../../testing/money-walk.ts';
import { formatRate } from '../../../../domain/values/rate.ts';
import { approvedPolicy, type Book, makeBook } from '../../../testing/factories.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { approvedClaim, approvedMovement, CLAIM } from '../../claims/claims.factories.ts';
import { approvedEndorsement } from '../../endorsements/endorsements.factories.ts';

let t: TestApp;
let book: Book;
let policy: number;

type Row = Record<string, string | number | null> & { id: string; name: string; currency: string };
const results = async (query: Record<string, string> = {}, who = 'manager.nbo'): Promise<Row[]> =>
  (await t.call(who, `GET ${CLAIM}/underwritingreport`, { query })).body;
const at = (day: string) => t.clock.set(`${day}T08:00:00Z`);

// C16: fac premium 750,000.00 from 1 March 2026 to 28 February 2027, of which 28 August is the 181st day.
const DAY_181 = '2026-08-28';

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  policy = await approvedPolicy(t, book);
  await approvedClaim(t, book, { policy, claimreserve: '200000.00' });
});
afterAll(() => t?.close());

describe('C16', () => {
  test('16.0 % of what is written, 32.3 % of what is earned after 181 days', async () => {
    expect(await results({ asat: DAY_181 })).toEqual([
      {
        id: String(book.coverType),
        name: 'Test class',
        currency: 'KES',
        policies: 1,
        written: '750000.00',
        earned: '371917.81',
        claims: 1,
        incurred: '120000.00',
        called: '0.00',
        fees: '0.00',
        ex_gratia: '0.00',
        salvage: '0.00',
        ratio_written: '16',
        ratio_earned: '32.3',
        rate: null,
        rate_day: null,
        base_closing: null,
      },
    ]);
  });

  test('by reinsured, security and year: the parts of the securities make the whole', async () => {
    const [reinsured] = await results({ asat: DAY_181, by: 'reinsured' });
    expect(reinsured).toMatchObject({ id: String(book.reinsured), written: '750000.00', ratio_written: '16' });
    const [year] = await results({ asat: DAY_181, by: 'year' });
    expect(year).toMatchObject({ id: '2026', name: '2026', earned: '371917.81', ratio_earned: '32.3' });
    const rows = await results({ asat: DAY_181, by: 'security' });
    expect(rows.map((row) => [row.name, row['written'], row['incurred'], row['ratio_written']])).toEqual([
      ['Security A', '312500.00', '50000.00', '16'],
      ['Security B', '250000.00', '40000.00', '16'],
      ['Security C', '187500.00', '30000.00', '16'],
    ]);
  });

  test.for(['class', 'security'])('by %s, what is behind a total is what is behind all of its rows', async (by) => {
    const behind = async (of: string) =>
      (
        await t.call('manager.nbo', `GET ${CLAIM}/underwritingreport/${of}`, {
          query: { by, asat: DAY_181, currency: 'KES' },
        })
      ).body.data;
    const sumOf = (rows: Row[], name: string) => rows.reduce((sum, row) => sum + minor(String(row[name]), 'KES'), 0n);
    const rows = await results({ asat: DAY_181, by });
    const [claims, premiums] = [await behind('claims'), await behind('premiums')];
    expect([sumOf(claims, 'incurred'), sumOf(premiums, 'written'), sumOf(premiums, 'earned')]).toEqual([
      sumOf(rows, 'incurred'),
      sumOf(rows, 'written'),
      sumOf(rows, 'earned'),
    ]);
    expect(sumOf(claims, 'incurred')).toBe(12_000_000n);
  });

  test('where nothing is known a ratio is nothing', async () => {
    expect(await results({ asat: '2026-03-01' })).toEqual([]);
    expect(await results({ from: '2026-03-02' })).toEqual([]);
    expect(await results({ from: '2026-03-01', to: '2026-03-01' })).toHaveLength(1);
    expect(await results({}, 'manager.lon')).toEqual([]);
  });

  test('a range that ends before it begins is refused; a group that nobody knows too', async () => {
    const call = (query: Record<string, string>) => t.call('manager.nbo', `GET ${CLAIM}/underwritingreport`, { query });
    expect(await call({ from: '2026-03-02', to: '2026-03-01' })).toMatchObject({ status: 400 });
    expect(await call({ by: 'colour' })).toMatchObject({ status: 400 });
  });

  test('it comes as CSV', async () => {
    const reply = await t.call('manager.nbo', `GET ${CLAIM}/underwritingreport`, {
      query: { asat: DAY_181, format: 'csv' },
    });
    expect(reply.bytes.toString('utf8')).toContain('371917.81');
  });
});

describe('endorsements', () => {
  // What is earned is worked out by SQL here, and by the domain's own rule in the expectations.
  const MARCH_TO_FEBRUARY = { start: '2026-03-01', end: '2027-02-28', premium: 750_000_00n };
  const minor = (text: string | number | null | undefined) => BigInt(String(text).replace('.', ''));

  test('an addition, an extension, a return and a cancellation are earned over their own days', async () => {
    // Without a claim: a return on a policy that has one asks for a reason.
    const other = await makeBook(t, ' other');
    const plain = await approvedPolicy(t, other);
    const own = (rows: Row[]) => rows.find((row) => row.id === String(other.coverType));
    at('2026-10-06');
    await approvedEndorsement(t, plain, { effective_date: '2026-10-06' });
    at('2026-11-01');
    await approvedEndorsement(t, plain, {
      endorsementtype: 'RP',
      effective_date: '2026-11-01',
      sum_insured: null,
      premium: '50000',
    });
    at('2026-12-01');
    await approvedEndorsement(t, plain, {
      endorsementtype: 'EXT',
      effective_date: '2027-03-01',
      sum_insured: null,
      insurance_end_date: '2027-03-31',
    });
    at('2027-03-10');
    const [extension] = (await t.ownerPool.query(`select fac_premium from endorsements where endorsement_type = 'EXT'`))
      .rows;
    const layers = [
      MARCH_TO_FEBRUARY,
      { start: '2026-10-06', end: '2027-02-28', premium: 60_000_00n },
      { start: '2026-11-01', end: '2027-02-28', premium: -30_000_00n },
      { start: '2027-03-01', end: '2027-03-31', premium: BigInt(extension.fac_premium) },
    ];
    expect(BigInt(extension.fac_premium)).toBeGreaterThan(0n);
    for (const asat of ['2026-12-01', '2027-01-15', '2027-02-28', '2027-03-01', '2027-03-31']) {
      const row = own(await results({ asat }));
      expect(minor(row?.['earned']), asat).toBe(earnedBy(layers, asat));
      const parts = (await results({ asat, by: 'security' })).filter((part) => part.name.endsWith(' other'));
      const total = (name: string) => parts.reduce((sum, part) => sum + minor(part[name]), 0n);
      expect(total('written'), asat).toBe(minor(row?.['written']));
    }
    // What was posted later is not in an earlier day's report.
    expect(own(await results({ asat: DAY_181 }))).toMatchObject({ written: '750000.00', earned: '371917.81' });
  });

  test('of a policy that never was, nothing is written and nothing earned', async () => {
    const flat = await approvedPolicy(t, book, {
      insurance_start_date: '2027-03-05',
      insurance_end_date: '2028-03-04',
    });
    await approvedEndorsement(t, flat, {
      endorsementtype: 'CANCEL_FLAT',
      effective_date: '2027-03-05',
      sum_insured: null,
    });
    const [row] = await results({ asat: '2027-03-10', by: 'year', from: '2027-01-01' });
    expect(row).toMatchObject({ id: '2027', written: '0.00', earned: '0.00', ratio_written: null, ratio_earned: null });
  });

  test('incurred is indemnity, as in the register; fees, ex gratia and salvage have their own columns; the ratio counts ex gratia with what is incurred', async () => {
    const lossOn = { data_loss_date: '2026-09-09', notified_on: '2026-09-10' };
    const claim = await approvedClaim(t, book, { policy, claimreserve: '1000000.00', ...lossOn });
    await approvedMovement(t, claim, { amount: '500000.00' });
    await approvedMovement(t, claim, { type: 'FEE', amount: '500000.00' });
    await approvedMovement(t, claim, { type: 'SALVAGE', amount: '100000.00' });
    await approvedMovement(t, claim, { amount: '1000000.00', ex_gratia: true, agreed: [book.a, book.c] });
    const [row] = await results({ by: 'year', to: '2026-12-31' });
    expect(row).toMatchObject({
      claims: 2,
      incurred: '720000.00',
      called: '300000.00',
      fees: '300000.00',
      ex_gratia: '400000.00',
      salvage: '60000.00',
    });
    const { data: registered } = (
      await t.call('manager.nbo', `GET ${CLAIM}/claimreport`, {
        query: { reinsured: String(book.reinsured), asat: '2027-03-10' },
      })
    ).body;
    for (const amount of ['incurred', 'ex_gratia']) {
      const sum = registered.reduce((total: bigint, one: Row) => total + minor(one[amount]), 0n);
      expect(sum, amount).toBe(minor(row?.[amount]));
    }
    // 1,120,000.00 of the premium.
    expect(row?.['ratio_written']).toBe(
      formatRate(lossRatio({ incurred: 720_000_00n, exGratia: 400_000_00n }, minor(row?.['written'])) ?? 0n),
    );
    const all = await results({ by: 'security', to: '2026-12-31' });
    const rows = all.filter((one) => !one.name.endsWith(' other'));
    expect(
      rows.map((one) => [one.name, one['incurred'], one['called'], one['fees'], one['ex_gratia'], one['salvage']]),
    ).toEqual([
      ['Security A', '300000.00', '125000.00', '125000.00', '250000.00', '25000.00'],
      ['Security B', '240000.00', '100000.00', '100000.00', '0.00', '20000.00'],
      ['Security C', '180000.00', '75000.00', '75000.00', '150000.00', '15000.00'],
    ]);
  });
});

test('a claim in another currency than its policy is converted at its own rate, beside those that are summed where they lie; what is behind a row adds up to it', async () => {
  const other = await makeBook(t, ' in dollars');
  const placed = await approvedPolicy(t, other);
  await approvedClaim(t, other, { policy: placed, claimreserve: '200000.00' });
  // 60 % of 1,000.00 dollars at 130.10 is 78,060.00, beside 120,000.00.
  await approvedClaim(t, other, { policy: placed, claimreserve: '1000.00', currency: 'USD', exchange_rate: '130.10' });
  for (const [by, key] of [
    ['class', other.coverType],
    ['reinsured', other.reinsured],
  ] as const) {
    const row = (await results({ by })).find(({ id }) => id === String(key));
    expect(row, by).toMatchObject({ currency: 'KES', claims: 2, incurred: '198060.00' });
  }
  const securities = [other.a, other.b, other.c].map(String);
  const parts = (await results({ by: 'security' })).filter(({ id }) => securities.includes(id));
  expect(parts.map((row) => [row['claims'], row['incurred']])).toEqual([
    [2, '82525.00'],
    [2, '66020.00'],
    [2, '49515.00'],
  ]);
  const query = { by: 'class', key: String(other.coverType) };
  const { body } = await t.call('manager.nbo', `GET ${CLAIM}/underwritingreport/claims`, { query });
  expect(body.data.map((row: Row) => row['incurred'])).toEqual(['120000.00', '78060.00']);
});
