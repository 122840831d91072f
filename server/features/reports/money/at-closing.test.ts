import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeReportBook, type ReportBook } from '../test-book.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';

const OVERVIEW = 'receivable/ageingoverviewreport';
const PAYABLE = 'paymentvoucher/ageingoverviewreport';
const OUTSTANDING = 'receivable/facultativereport';
const CLOSING = { rates: 'closing' };
let t: TestApp;
let book: ReportBook;

const get = (who: string, path: string, query: Record<string, string> = {}) =>
  t.call(who, `GET /api/sca/v1/${path}`, { query });
const rate = (day: string, value: string, currency = 'USD') =>
  t.ownerPool.query(
    `insert into exchange_rates (currency, day, rate, entered_by) values ($1, $2, ($3::numeric * 10000000000)::bigint, (select min(id) from users))
     on conflict (currency, day) do update set rate = excluded.rate`,
    [currency, day, value],
  );
const minor = (amount: string) => BigInt(amount.replace('.', ''));
const added = (rows: { base_closing: string }[]) => rows.reduce((sum, row) => sum + minor(row.base_closing), 0n);

beforeAll(async () => {
  t = await testApp();
  book = await makeReportBook(t);
  t.clock.set('2026-05-15T08:00:00Z');
});
afterAll(() => t?.close());

describe('at closing rates', () => {
  test('a missing rate is refused in a sentence, on the screen and in each file; booked rates are not asked for any', async () => {
    const message = 'There is no USD rate within 7 days of 15 May 2026. Enter one first.';
    for (const path of [OVERVIEW, PAYABLE, OUTSTANDING])
      for (const format of [undefined, 'csv', 'pdf']) {
        const { status, body } = await get('root', path, { ...CLOSING, ...(format && { format }) });
        expect([path, status, body?.title, body?.code]).toEqual([path, 409, message, 'NO_EXCHANGE_RATE']);
      }
    expect((await get('root', 'receivable/ageingsummaryreport', { ...CLOSING, param: 'ALL' })).status).toBe(409);
    expect((await get('root', 'paymentvoucher/ageingsummaryreport', { ...CLOSING, param: 'ALL' })).status).toBe(409);
    expect((await get('root', OVERVIEW)).body).toMatchObject({ base_total: '73387500.00', rates: [] });
  });

  test('a branch that owes in base alone needs no rate', async () => {
    const { body } = await get('cashier.nbo', OVERVIEW, CLOSING);
    expect(body).toMatchObject({ base_total: '262500.00', rates: [] });
    expect(body.data[0]).toMatchObject({ base_closing: '262500.00', rate: '1' });
  });

  test('the rate in force at the day: the last one on or before it, with its day', async () => {
    await rate('2026-05-10', '128');
    await rate('2026-05-13', '129.123456');
    await rate('2026-05-16', '140');
    const { body } = await get('root', OVERVIEW, CLOSING);
    // USD 562,500.00 × 129.123456 = KES 72,631,944.00, and KES 262,500.00.
    expect(body.rates).toEqual([{ currency: 'USD', rate: '129.123456', day: '2026-05-13' }]);
    expect(body.base_total).toBe('72894444.00');
    expect(body.data.find((row: { currency: string }) => row.currency === 'USD')).toMatchObject({
      total: '562500.00',
      base_closing: '72631944.00',
      rate: '129.123456',
      rate_day: '2026-05-13',
      base_total: '73125000.00',
    });
    const earlier = await get('root', OVERVIEW, { ...CLOSING, asat: '2026-05-12' });
    expect(earlier.body.rates).toEqual([{ currency: 'USD', rate: '128', day: '2026-05-10' }]);
  });

  test('each document is converted by itself, half away from zero, and what is behind a figure adds up to it', async () => {
    // Of USD 109,375.00 and 218,750.00 nothing is left over at this rate; at 0.00000001 more there is half a cent.
    await rate('2026-05-13', '129.0000000457');
    const [overview, notes, payable, payableNotes, outstanding] = await Promise.all([
      get('root', OVERVIEW, CLOSING),
      get('root', 'receivable/ageingsummaryreport', { ...CLOSING, param: 'ALL' }),
      get('root', PAYABLE, CLOSING),
      get('root', 'paymentvoucher/ageingsummaryreport', { ...CLOSING, param: 'ALL' }),
      get('root', OUTSTANDING, CLOSING),
    ]);
    expect(added(overview.body.data)).toBe(added(notes.body.data));
    expect(added(payable.body.data)).toBe(added(payableNotes.body.data));
    expect(added(outstanding.body.data)).toBe(added(overview.body.data));
    // Notes with something in one figure are added up by themselves.
    const narrowed = await Promise.all(
      ['receivable', 'paymentvoucher'].map((side) =>
        get('root', `${side}/ageingsummaryreport`, { ...CLOSING, param: 'ALL', figure: 'total' }),
      ),
    );
    for (const { body } of [notes, payableNotes, ...narrowed]) {
      expect(body.totals).toHaveLength(2);
      expect(added(body.totals)).toBe(added(body.data));
    }
    expect([overview, notes, outstanding].map(({ body }) => body.base_total)).toEqual([
      '72825000.03',
      '72825000.03',
      '72825000.03',
    ]);
    expect(minor(payable.body.base_total)).toBe(added(payableNotes.body.data));
    expect(payable.body.base_total).toBe(payableNotes.body.base_total);
    for (const { total, base_closing: closing, currency } of payableNotes.body.data)
      if (currency === 'USD') {
        const scaled = minor(total) * 1_290_000_000_457n;
        expect(minor(closing)).toBe((scaled + 5_000_000_000n) / 10_000_000_000n);
      }
  });

  test('the files say the rates: columns in CSV, in words on paper; booked files are without them', async () => {
    const text = async (query: Record<string, string>) =>
      (await get('root', OVERVIEW, { ...query, format: 'csv' })).bytes.toString('utf8').split('\r\n')[0];
    expect(await text({})).toContain('Total at booked rates (KES)');
    expect(await text({})).not.toContain('closing');
    expect(await text(CLOSING)).toContain('Closing rate,Day of the rate,Total at closing rates (KES)');
    expect(await text(CLOSING)).not.toContain('booked');
    expect((await get('root', OUTSTANDING, { ...CLOSING, format: 'xlsx' })).status).toBe(200);
  });

  test('rates that are none are refused', async () => {
    expect((await get('root', OVERVIEW, { rates: 'average' })).status).toBe(400);
    expect(book.policies.nbo).toBeGreaterThan(0);
  });
});
