import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { approvedPolicy, makeBook, type Book } from '../../../testing/factories.ts';
import { readPdfText } from '../../../testing/pdf.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { approvedEndorsement } from '../../endorsements/endorsements.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../../receipts/receipts.factories.ts';
import { voucherCalls } from '../../vouchers/vouchers.factories.ts';
import { londonPolicy, makeReportBook, type ReportBook } from '../test-book.ts';

const STATEMENTS = [
  ['facultativereportitem', { param: 'ALL' }],
  ['receivable/facultativereportitem', { param: 'ALL' }],
  ['facultativereportall', {}],
  ['receivable/facultativereportall', {}],
  ['paymentvoucher/securityreport', { param: 'ALL' }],
  ['underwriting/s3', {}],
] as const;
const SECURITIES = 'paymentvoucher/securityreport';
const SUMMARY = 'underwriting/s3';
const CLOSING = { rates: 'closing' };
type Query = Record<string, string | number>;
type Row = Record<string, string | null> & { note: { number: string } | null };

const minor = (amount: string | null | undefined) => BigInt((amount ?? '0').replace('.', ''));
const added = (rows: readonly Row[], column: string) => rows.reduce((sum, row) => sum + minor(row[column]), 0n);
const pick = (rows: readonly Row[], ...columns: string[]) => rows.map((row) => columns.map((column) => row[column]));
const asker = (app: () => TestApp) => async (path: string, query: Query) => {
  const { status, body } = await app().call('root', `GET /api/sca/v1/${path}`, { query });
  expect([path, status, status === 200 ? '' : body]).toEqual([path, 200, '']);
  return body;
};
const headings = async (app: TestApp, path: string, query: Query) => {
  const { bytes } = await app.call('root', `GET /api/sca/v1/${path}`, { query: { ...query, format: 'csv' } });
  return bytes.toString('utf8').split('\r\n')[0] ?? '';
};

const paper = async (app: TestApp, path: string, query: Query) =>
  readPdfText(
    (await app.call('root', `GET /api/sca/v1/${path}`, { query: { ...query, format: 'pdf' } })).bytes,
  ).replace(/\s+/g, ' ');

describe('in base', () => {
  let t: TestApp;
  let book: ReportBook;
  const ask = asker(() => t);
  const rate = (day: string, value: string) =>
    t.ownerPool.query(
      `insert into exchange_rates (currency, day, rate, entered_by) values ('USD', $1, ($2::numeric * 10000000000)::bigint, (select min(id) from users))
       on conflict (currency, day) do update set rate = excluded.rate`,
      [day, value],
    );
  beforeAll(async () => {
    t = await testApp();
    book = await makeReportBook(t);
    t.clock.set('2026-03-02T08:00:00Z');
    await londonPolicy(t, book.lon, { cover_type: book.nbo.coverType });
    t.clock.set('2026-05-15T08:00:00Z');
  });
  afterAll(() => t?.close());

  test('as it was booked: each balance, what a currency and all of it come to; files name it', async () => {
    for (const [path, query] of STATEMENTS) {
      const { data, totals, base_total: whole, base_currency: base, rates } = await ask(path, query);
      expect([path, base, rates, added(data, 'base_balance')]).toEqual([path, 'KES', [], minor(whole)]);
      expect(added(totals, 'base_balance')).toBe(minor(whole));
      // KES 281,250.00 are left of the note in Nairobi; twice USD 562,500.00 at 130.
      if (path.includes('facultative')) expect(whole).toBe('146531250.00');
      expect(await headings(t, path, query)).toContain('Balance at booked rates (KES)');
      expect(await headings(t, path, query)).not.toMatch(/closing rates|Closing rate|other day|Difference/);
    }
  });

  test('at closing rates a missing one is refused in a sentence, on the screen and in each file', async () => {
    const message = 'There is no USD rate within 7 days of 15 May 2026. Enter one first.';
    for (const [path, query] of STATEMENTS)
      for (const format of [undefined, 'csv', 'xlsx', 'pdf']) {
        const asked = { query: { ...query, ...CLOSING, ...(format && { format }) } };
        const { status, body } = await t.call('root', `GET /api/sca/v1/${path}`, asked);
        expect([path, format, status, body?.title, body?.code]).toEqual([
          path,
          format,
          409,
          message,
          'NO_EXCHANGE_RATE',
        ]);
      }
  });

  test('each note is converted by itself, and they add up to their currency and to the whole', async () => {
    // At this rate each of the notes has half a cent left over.
    await rate('2026-05-13', '129.0000000457');
    for (const [path, query] of STATEMENTS) {
      const { data, totals, base_total: whole, rates } = await ask(path, { ...query, ...CLOSING });
      expect([path, rates]).toEqual([path, [{ currency: 'USD', rate: '129.0000000457', day: '2026-05-13' }]]);
      expect([path, added(data, 'base_closing'), added(totals, 'base_closing')]).toEqual([
        path,
        minor(whole),
        minor(whole),
      ]);
      const [dollars] = data.filter((row: Row) => row['currency'] === 'USD');
      expect(dollars).toMatchObject({ rate: '129.0000000457', rate_day: '2026-05-13' });
    }
    const { data } = await ask(SECURITIES, { param: 'ALL', ...CLOSING });
    for (const { currency, balance, base_closing: closing } of data)
      if (currency === 'USD')
        expect(minor(closing)).toBe((minor(balance) * 1_290_000_000_457n + 5_000_000_000n) / 10_000_000_000n);
    expect((await ask(SUMMARY, CLOSING)).base_total).toBe(
      (await ask(SECURITIES, { param: 'ALL', ...CLOSING })).base_total,
    );
  });

  test('of one party, one class or one currency alone', async () => {
    await rate('2026-05-13', '129.0000000457');
    const one = await ask('facultativereportitem', { param: book.lon.reinsured, ...CLOSING });
    // Added up before they are converted, they would come to a cent less.
    expect(one.base_total).toBe('145125000.06');
    const own = await ask(SECURITIES, { param: book.lon.a, ...CLOSING });
    const { class: name } = own.data[0];
    const ofClass = await ask(SECURITIES, { param: book.lon.a, class: name, ...CLOSING });
    expect(ofClass.data).toHaveLength(1);
    for (const of of [ofClass.base_total, ofClass.totals[0].base_closing])
      expect(of).toBe(ofClass.data[0].base_closing);
    const { data: classes } = await ask(SUMMARY, { param: book.lon.a, ...CLOSING });
    expect(pick(classes, 'base_closing')).toEqual(pick(own.data, 'base_closing'));
    expect((await ask(SECURITIES, { param: book.lon.a, class: '-', ...CLOSING })).base_total).toBe('0.00');
    expect((await ask(SUMMARY, { param: book.lon.a, ...CLOSING })).base_total).toBe(own.base_total);
    const inBase = await ask('facultativereportitem', { param: 'ALL', currency: 'KES', ...CLOSING });
    expect([inBase.base_total, inBase.rates]).toEqual(['281250.00', []]);
    expect(inBase.data[0]).toMatchObject({ base_closing: '281250.00', rate: '1' });
  });

  test('a file at closing rates has the rates, and what was booked no more', async () => {
    await rate('2026-05-13', '129.0000000457');
    for (const [path, query] of STATEMENTS) {
      const columns = await headings(t, path, { ...query, ...CLOSING });
      expect(columns).toContain('Closing rate,Day of the rate,Balance at closing rates (KES)');
      expect(columns).not.toContain('booked');
      const printed = await paper(t, path, { ...query, ...CLOSING });
      expect([path, printed.includes('USD 129.0000000457 of 13 May 2026')]).toEqual([path, true]);
    }
  });

  test('a day without a rate of its own has the last one before it, of an earlier day its own', async () => {
    await rate('2026-05-02', '128');
    const { rates } = await ask('facultativereportall', { asat: '2026-05-04', ...CLOSING });
    expect(rates).toEqual([{ currency: 'USD', rate: '128', day: '2026-05-02' }]);
  });
});

test('amounts that come to nothing have a base where they were booked at other rates', async () => {
  const t = await testApp();
  onTestFinished(() => t.close());
  const book = await makeBook(t);
  const usd = { currency: 'USD' };
  await t.ownerPool.query(
    `insert into exchange_rates (currency, day, rate) values ('USD', '2026-03-01', 1300000000000), ('USD', '2026-03-10', 1350000000000)`,
  );
  const cancelled = await approvedPolicy(t, book, usd);
  const { id: note } = await debitNoteOf(t, cancelled);
  const allocations = [{ note, amount: '562500.00' }];
  await approvedReceipt(t, exampleReceipt(book, { ...usd, receiptAmount: '562500.00', allocations }));
  const { savePremium, through } = voucherCalls(() => t);
  expect((await through(await savePremium(book.a, '218750.00', usd))).status).toBe(200);
  await approvedEndorsement(t, cancelled, {
    endorsementtype: 'CANCEL_FLAT',
    sum_insured: null,
    effective_date: '2026-03-01',
  });
  t.clock.set('2026-03-10T08:00:00Z');
  await approvedPolicy(t, book, usd);
  // USD 218,750.00 are to be given back at 130, and as much is owed at 135.
  for (const path of [SECURITIES, SUMMARY]) {
    const { data, totals, base_total: whole } = await asker(() => t)(path, { param: book.a });
    expect([path, added(data, 'balance'), added(data, 'base_balance')]).toEqual([path, 0n, 109_375_000n]);
    expect([path, added(totals, 'base_balance'), whole]).toEqual([path, 109_375_000n, '1093750.00']);
  }
});

describe('beside another day', () => {
  let t: TestApp;
  let book: Book;
  const ask = asker(() => t);
  const DAYS = ['2026-03-20', '2026-05-15'] as const;
  const [EARLIER, LATER] = DAYS;
  const disable = async (id: number) => {
    const { status, body } = await t.call('root', `DELETE /api/sca/v1/underwriting/${id}`, {
      body: { reason: 'Entered twice' },
    });
    expect([status, status === 200 ? '' : body]).toEqual([200, '']);
  };

  // Of three policies of March one is paid in April, one is taken back, and one is left as it was; a fourth is of May.
  beforeAll(async () => {
    t = await testApp();
    book = await makeBook(t);
    const paid = await approvedPolicy(t, book);
    const back = await approvedPolicy(t, book);
    await approvedPolicy(t, book);
    t.clock.set('2026-04-10T08:00:00Z');
    const { id: note } = await debitNoteOf(t, paid);
    const allocations = [{ note, amount: '562500.00' }];
    await approvedReceipt(
      t,
      exampleReceipt(book, { receiptAmount: '562500.00', dateOfIssue: '2026-04-10', allocations }),
    );
    await disable(back);
    t.clock.set('2026-05-15T08:00:00Z');
    await approvedPolicy(t, book);
  });
  afterAll(() => t?.close());

  const OWN = [
    ['562500.00', '562500.00', '0.00'],
    ['0.00', '0.00', '0.00'],
    ['562500.00', '0.00', '562500.00'],
    ['562500.00', '0.00', '562500.00'],
  ];
  const BESIDES = [
    ['562500.00', '-562500.00'],
    ['562500.00', '-562500.00'],
    ['562500.00', '0.00'],
    ['0.00', '562500.00'],
  ];
  const RECEIVED = STATEMENTS.filter(([path]) => path.includes('facultative'));

  test('each note with what it was then, also those that one of the days does not know', async () => {
    for (const [path, query] of RECEIVED) {
      const { data, totals } = await ask(path, { ...query, asat: LATER, beside: EARLIER });
      expect([path, pick(data, 'amount', 'paid', 'balance')]).toEqual([path, OWN]);
      expect([path, pick(data, 'beside', 'change')]).toEqual([path, BESIDES]);
      expect(pick(totals, 'amount', 'paid', 'balance', 'beside', 'change')).toEqual([
        ['1687500.00', '562500.00', '1125000.00', '1687500.00', '-562500.00'],
      ]);
    }
  });

  test('the other way round, the difference has the other sign', async () => {
    const { data, totals } = await ask('facultativereportitem', { param: 'ALL', asat: EARLIER, beside: LATER });
    expect(pick(data, 'amount', 'balance', 'beside', 'change')).toEqual([
      ['562500.00', '562500.00', '0.00', '562500.00'],
      ['562500.00', '562500.00', '0.00', '562500.00'],
      ['562500.00', '562500.00', '562500.00', '0.00'],
      ['0.00', '0.00', '562500.00', '-562500.00'],
    ]);
    expect(pick(totals, 'amount', 'balance', 'beside', 'change')).toEqual([
      ['1687500.00', '1687500.00', '1125000.00', '562500.00'],
    ]);
  });

  test('of open notes those that are open on either day, and their totals', async () => {
    const open = { param: 'ALL', open: 'only' };
    const both = await ask('facultativereportitem', { ...open, asat: LATER, beside: EARLIER });
    expect([pick(both.data, 'amount', 'paid', 'balance'), pick(both.data, 'beside', 'change')]).toEqual([OWN, BESIDES]);
    expect(pick(both.totals, 'amount', 'paid', 'balance', 'beside')).toEqual([
      ['1687500.00', '562500.00', '1125000.00', '1687500.00'],
    ]);
    const then = await ask('facultativereportitem', { ...open, asat: LATER });
    expect(then.data).toHaveLength(2);
  });

  test('what a security is owed, by note and by class', async () => {
    const { data, totals } = await ask(SECURITIES, { param: book.a, asat: LATER, beside: EARLIER });
    expect(pick(data, 'amount', 'released', 'balance', 'beside', 'change')).toEqual([
      ['218750.00', '218750.00', '218750.00', '218750.00', '0.00'],
      ['0.00', null, '0.00', '218750.00', '-218750.00'],
      ['218750.00', '0.00', '218750.00', '218750.00', '0.00'],
      ['218750.00', '0.00', '218750.00', '0.00', '218750.00'],
    ]);
    const sums = ['656250.00', '656250.00', '0.00'];
    expect(pick(totals, 'balance', 'beside', 'change')).toEqual([sums]);
    const { class: name } = data[0];
    const ofClass = await ask(SECURITIES, { param: book.a, class: name, asat: LATER, beside: EARLIER });
    expect(pick(ofClass.totals, 'balance', 'beside', 'change')).toEqual([sums]);
    const { data: classes } = await ask(SUMMARY, { param: book.a, asat: LATER, beside: EARLIER });
    expect(pick(classes, 'balance', 'beside', 'change')).toEqual([sums]);
  });

  test('last month’s end and the same day last year follow from the report’s own day', async () => {
    const { totals } = await ask('facultativereportall', { asat: LATER, beside: 'month_end' });
    expect(pick(totals, 'beside', 'change')).toEqual([['562500.00', '562500.00']]);
    const { totals: year } = await ask(SECURITIES, { param: book.a, asat: LATER, beside: 'last_year' });
    expect(pick(year, 'beside', 'change')).toEqual([['0.00', '656250.00']]);
    expect((await t.call('root', 'GET /api/sca/v1/facultativereportall', { query: { beside: 'once' } })).status).toBe(
      400,
    );
  });

  test('the ageing by note has the total of each note then', async () => {
    for (const [path, param, amount] of [
      ['receivable/ageingsummaryreport', book.reinsured, '562500.00'],
      ['paymentvoucher/ageingsummaryreport', book.a, '218750.00'],
    ] as const) {
      const { data, totals } = await ask(path, { param, asat: LATER, beside: EARLIER });
      const overview = await ask(path.replace('summary', 'overview'), { asat: LATER, beside: EARLIER });
      const [row] = overview.data.filter(({ party }: { party: { id: number } }) => party.id === param);
      const { total, beside, change } = row;
      expect(pick(totals, 'total', 'beside', 'change')).toEqual([[total, beside, change]]);
      const gone = data.filter((note: Row) => note['total'] === '0.00');
      expect(pick(gone, 'overdue', 'd31_60', 'beside', 'change')[0]).toEqual([0, '0.00', amount, `-${amount}`]);
      expect([added(data, 'total'), added(data, 'beside'), added(data, 'change')]).toEqual(
        [total, beside, change].map(minor),
      );
      const due = await ask(path, { param, asat: LATER, beside: EARLIER, figure: 'total' });
      expect(due.data).toHaveLength(data.length - gone.length);
      expect(pick(due.data, 'total', 'beside', 'change')[0]).toEqual([amount, amount, '0.00']);
      expect(added(due.totals, 'beside')).toBe(added(due.data, 'beside'));
    }
  });

  test('a difference opens to the entries that made it', async () => {
    const { data } = await ask('facultativereportitem', { param: 'ALL', asat: LATER, beside: EARLIER });
    for (const { note, change } of data) {
      const query = { side: 'RECEIVABLE', note: note.id, from: '2026-03-21', asat: LATER, length: 100 };
      expect(added((await ask('ledger/openitems', query)).data, 'amount')).toBe(minor(change));
    }
  });

  test('files have the columns, and paper says the day; without another day they are left out', async () => {
    const query = { param: book.reinsured, asat: LATER, beside: EARLIER };
    expect(await headings(t, 'facultativereportitem', query)).toContain('Balance,At the other day,Difference');
    const { bytes } = await t.call('root', 'GET /api/sca/v1/facultativereportitem', {
      query: { ...query, format: 'xlsx' },
    });
    const { sheets } = await readXlsx(bytes);
    expect(sheets[0]?.rows).toHaveLength(5);
    expect(await headings(t, 'facultativereportitem', { param: book.reinsured })).not.toContain('other day');
    for (const [path, own] of STATEMENTS)
      expect(await paper(t, path, { ...own, asat: LATER, beside: EARLIER })).toMatch(/Beside 20 Mar 2026/);
  });
});
