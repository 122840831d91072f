import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, type Book, makeBook } from '../../../testing/factories.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { approvedClaim, approvedMovement, CLAIM } from '../../claims/claims.factories.ts';

const CLOSING = { rates: 'closing' };
const REGISTER = 'claimreport';
const TOTALS = 'claimreport/totals';
const RESULTS = 'underwritingreport';
let t: TestApp;
let book: Book;
let odd: number;

type Rated = { id: number; currency: string; outstanding: string; incurred: string; base_closing: string };
const get = (path: string, query: Record<string, string> = {}) =>
  t.call('manager.nbo', `GET ${CLAIM}/${path}`, { query });
const rate = (day: string, value: string) =>
  t.ownerPool.query(
    `insert into exchange_rates (currency, day, rate, entered_by) values ('USD', $1, ($2::numeric * 10000000000)::bigint, (select min(id) from users))
     on conflict (currency, day) do update set rate = excluded.rate`,
    [day, value],
  );
const minor = (amount: string) => BigInt(amount.replace('.', ''));
const added = (rows: readonly Rated[]) => rows.reduce((sum, row) => sum + minor(row.base_closing), 0n);
/** At 129.1234567891, half away from zero. */
const atRate = (amount: string) => (minor(amount) * 1_291_234_567_891n + 5_000_000_000n) / 10_000_000_000n;

// Two claims in dollars, of one of which a part is called, one in shillings and one in dollars on a policy in shillings.
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await rate('2026-03-01', '129.5');
  const dollars = await approvedPolicy(t, book, { currency: 'USD' });
  odd = await approvedClaim(t, book, { policy: dollars, claimreserve: '100000.31' });
  await approvedClaim(t, book, { policy: dollars, claimreserve: '20000.31', cedantclaimnumber: 'JAI/C/992' });
  const shillings = await approvedPolicy(t, book);
  await approvedClaim(t, book, { policy: shillings, claimreserve: '300000.00', cedantclaimnumber: 'JAI/C/993' });
  const mixed = { policy: shillings, currency: 'USD', exchange_rate: '129.5', claimreserve: '400.35' };
  await approvedClaim(t, book, { ...mixed, cedantclaimnumber: 'JAI/C/994' });
  t.clock.set('2026-03-05T08:00:00Z');
  await approvedMovement(t, odd, { amount: '30000.05' });
  t.clock.set('2026-05-15T08:00:00Z');
});
afterAll(() => t?.close());

test('a missing rate is refused in a sentence, on the screen and in each file; without base none is asked for', async () => {
  const message = 'There is no USD rate within 7 days of 15 May 2026. Enter one first.';
  for (const path of [REGISTER, TOTALS, RESULTS, 'underwritingreport/claims'])
    for (const format of path === TOTALS ? [undefined] : [undefined, 'csv', 'xlsx', 'pdf']) {
      const { status, body } = await get(path, { ...CLOSING, ...(format && { format }) });
      expect([path, format, status, body?.title]).toEqual([path, format, 409, message]);
    }
  expect((await get(REGISTER)).body.data[0]).toMatchObject({ rate: null, rate_day: null, base_closing: null });
  expect((await get(TOTALS)).body).toMatchObject({ base_total: null, rates: [] });
  expect((await get(RESULTS)).body[0]).toMatchObject({ rate: null, base_closing: null });
  expect((await get(REGISTER, { rates: 'booked' })).status).toBe(400);
});

test('what is outstanding of each claim in base at the last rate on or before the day, and what all of them come to', async () => {
  await rate('2026-05-12', '129.1234567891');
  await rate('2026-05-16', '140');
  const { data } = (await get(REGISTER, CLOSING)).body as { data: Rated[] };
  expect(data).toHaveLength(4);
  for (const row of data) {
    expect(row).toMatchObject(
      row.currency === 'KES'
        ? { rate: '1', base_closing: row.outstanding }
        : { rate: '129.1234567891', rate_day: '2026-05-12' },
    );
    if (row.currency === 'USD') expect(minor(row.base_closing)).toBe(atRate(row.outstanding));
  }
  expect(data.find((row) => row.id === odd)).toMatchObject({ incurred: '60000.19', outstanding: '42000.16' });
  const { totals, base_total: total, rates } = (await get(TOTALS, CLOSING)).body;
  expect(rates).toEqual([{ currency: 'USD', rate: '129.1234567891', day: '2026-05-12' }]);
  expect(minor(total)).toBe(added(data));
  expect(totals.map(({ currency, claims }: Record<string, unknown>) => [currency, claims])).toEqual([
    ['KES', 1],
    ['USD', 3],
  ]);
  expect(added(totals)).toBe(added(data));
});

test('narrowed as the register is, and of a security its part', async () => {
  const narrowed: Record<string, string>[] = [
    { security: String(book.a) },
    { searchValue: 'jai/c/992' },
    { currency: 'USD' },
    { stage: 'NOTIFIED' },
    { asat: '2026-03-04', stage: 'NOTIFIED' },
  ];
  await rate('2026-03-03', '128.7');
  for (const query of narrowed) {
    const { data } = (await get(REGISTER, { ...CLOSING, ...query })).body as { data: Rated[] };
    const { base_total: total, totals } = (await get(TOTALS, { ...CLOSING, ...query })).body;
    expect([query, minor(total)]).toEqual([query, added(data)]);
    expect(data.length).toBe(totals.reduce((sum: number, { claims }: { claims: number }) => sum + claims, 0));
    expect(data.length).toBeGreaterThan(0);
  }
  expect((await get(TOTALS, { ...CLOSING, currency: 'EUR' })).body).toMatchObject({ base_total: '0.00', totals: [] });
});

test.each(['class', 'reinsured', 'security', 'year'])(
  'what is incurred by %s in base is its claims, each converted by itself',
  async (by) => {
    const rows = (await get(RESULTS, { ...CLOSING, by })).body as (Rated & { id: unknown })[];
    expect(rows.length).toBeGreaterThan(0);
    for (const { id, currency, incurred, base_closing: base } of rows) {
      const { data } = (await get('underwritingreport/claims', { ...CLOSING, by, key: String(id), currency })).body;
      expect([id, currency, minor(base)]).toEqual([id, currency, added(data)]);
      if (currency === 'KES') expect(base).toBe(incurred);
    }
    const dollars = rows.filter((row) => row.currency === 'USD');
    expect(dollars.every((row) => minor(row.base_closing) > 0n)).toBe(true);
  },
);

test('the files have the columns where they are asked for, and are without them otherwise', async () => {
  const head = async (path: string, query: Record<string, string>) =>
    (await get(path, { ...query, format: 'csv' })).bytes.toString('utf8').split('\r\n')[0];
  expect(await head(REGISTER, CLOSING)).toContain('Closing rate,Day of the rate,Outstanding at closing rates (KES)');
  expect(await head(RESULTS, CLOSING)).toContain('Closing rate,Day of the rate,Incurred at closing rates (KES)');
  for (const path of [REGISTER, RESULTS, 'underwritingreport/claims'])
    expect(await head(path, {})).not.toContain('losing rate');
});
