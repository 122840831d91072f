import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvedPolicy, makeBook } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const API = '/api/sca/v1';
let t: TestApp;

beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const get = (query: Record<string, string | number>, who = 'cashier.nbo') =>
  t.call(who, `GET ${API}/currency/rates`, { query });
const enter = (currency: string, day: string, rate: string) =>
  t.call('accountant.nbo', `PUT ${API}/currency/rate`, { body: { currency, day, rate } });
const remove = (currency: string, day: string, who = 'accountant.nbo') =>
  t.call(who, `DELETE ${API}/currency/rate`, { query: { currency, day } });
const preview = (text: string, who = 'accountant.nbo') =>
  t.call(who, `POST ${API}/currency/rates/preview`, { body: { text } });
const commit = (text: string, digest: string, who = 'accountant.nbo') =>
  t.call(who, `POST ${API}/currency/rates/import`, { body: { text, digest } });
const standing = async (currency: string) =>
  (await get({ currency, length: 500 })).body.data.map(({ day, rate }: { day: string; rate: string }) => [day, rate]);

describe('the list of rates', () => {
  beforeAll(async () => {
    await t.ownerPool.query(`insert into exchange_rates (currency, day, rate)
      select 'GBP', d::date, (160 + extract(day from d)) * 10000000000 from generate_series(date '2024-01-01', date '2026-02-28', '1 day') d`);
  });

  test('is paged, newest first or last, within days', async () => {
    const first = (await get({ currency: 'GBP', length: 2 })).body;
    expect(first).toMatchObject({ recordsTotal: 790, recordsFiltered: 790, base: 'KES', currency: 'GBP' });
    expect(first.data).toEqual([
      { day: '2026-02-28', rate: '188', before: '187', enteredBy: null },
      { day: '2026-02-27', rate: '187', before: '186', enteredBy: null },
    ]);
    expect((await get({ currency: 'GBP', sort: 'day,asc', length: 1 })).body.data).toEqual([
      { day: '2024-01-01', rate: '161', before: null, enteredBy: null },
    ]);
    const within = (await get({ currency: 'GBP', from: '2025-01-01', to: '2025-01-31', length: 1, start: 30 })).body;
    expect(within).toMatchObject({ recordsTotal: 790, recordsFiltered: 31, data: [{ day: '2025-01-01' }] });
    expect((await get({ currency: 'GBP', searchValue: '2025-12' })).body.recordsFiltered).toBe(31);
    expect((await get({ currency: 'GBP', sort: 'rate' })).status).toBe(400);
    expect((await get({ currency: 'GBP', from: 'soon' })).body.errors).toEqual([
      { field: 'from', message: 'Choose a day.' },
    ]);
  });

  test('gives itself as CSV in the columns that an import reads back', async () => {
    const { bytes } = await get({ currency: 'GBP', from: '2026-02-27', format: 'csv' });
    const text = bytes.toString('utf8');
    expect(text).toBe('\uFEFFDay,Currency,Rate,Entered by\r\n2026-02-28,GBP,188,\r\n2026-02-27,GBP,187,\r\n');
    expect((await preview(text)).body).toMatchObject({
      counts: { same: 2, new: 0, errors: 0 },
      ignored: ['Entered by'],
    });
  });

  test('walks the primary key', async () => {
    await t.ownerPool.query('analyze exchange_rates');
    const client = await t.pool.connect();
    try {
      const { rows } = await client.query(
        `explain select t.day, t.rate from (select r.day as id, r.currency, r.day, r.rate, r.entered_by from exchange_rates r) t
         where t.currency = 'GBP' and t.day <= '2025-12-31' order by t.day desc, t.id desc limit 25`,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toMatch(/Index Scan Backward using exchange_rates_pkey/);
      expect(plan).not.toMatch(/Sort/);
    } finally {
      client.release();
    }
  });
});

describe('taking a rate back', () => {
  test('one that nothing was booked at goes, and the trail tells', async () => {
    await enter('EUR', '2026-02-20', '140');
    expect((await remove('EUR', '2026-02-20', 'manager.nbo')).status).toBe(403);
    expect((await remove('EUR', '2026-02-20')).body).toEqual({ currency: 'EUR', day: '2026-02-20', rate: '140' });
    expect(await standing('EUR')).toEqual([]);
    expect((await remove('EUR', '2026-02-20')).status).toBe(404);
    expect((await remove('KES', '2026-02-20')).status).toBe(400);
    const { rows } = await t.ownerPool.query(`select facts from audit_trail where action = 'rate_deleted'`);
    expect(rows[0].facts).toMatchObject({ before: { '2026-02-20': '140' }, after: { '2026-02-20': null } });
  });

  test('one that an entry was booked at stays, whoever asks, in whichever branch it was booked', async () => {
    await enter('USD', '2026-02-23', '128');
    await enter('USD', '2026-02-27', '129');
    await enter('USD', '2026-03-01', '130');
    // Booked today, the 2nd of March: at the rate of the 1st.
    const book = await makeBook(t);
    await approvedPolicy(t, book, { currency: 'USD' });
    const refused = await remove('USD', '2026-03-01', 'accountant.lon');
    expect(refused.status).toBe(409);
    expect(refused.body.title).toBe(
      'Entries in USD were booked at the rate of 2026-03-01. Correct it instead of taking it back.',
    );
    expect((await remove('USD', '2026-02-27')).status).toBe(200);
    // Corrected, it prices what comes; what was booked keeps its base.
    const base = async () =>
      (
        await t.ownerPool.query(
          `select sum(base_amount)::text as base from journal_lines where currency = 'USD' and base_amount > 0`,
        )
      ).rows[0].base;
    const before = await base();
    expect((await enter('USD', '2026-03-01', '131')).status).toBe(200);
    expect(await base()).toBe(before);
  });
});

describe('rates from a file', () => {
  const csv = (...rows: string[]) => ['day;currency;rate', ...rows].join('\n');

  test('is looked at row by row, then entered whole', async () => {
    await enter('EUR', '2026-02-10', '140');
    await enter('EUR', '2026-02-11', '141');
    const text = csv('2026-02-10;EUR;140,0', '2026-02-11;eur;141,5', '2026-02-12;EUR;170', '2026-02-13;EUR;142');
    const { status, body } = await preview(text);
    expect(status).toBe(200);
    expect(body.counts).toEqual({ new: 2, changed: 1, same: 1, errors: 0, warnings: 1 });
    expect(body.rows).toEqual([
      {
        line: 2,
        day: '2026-02-10',
        currency: 'EUR',
        rate: '140',
        outcome: 'SAME',
        before: '140',
        warnings: [],
        errors: [],
      },
      {
        line: 3,
        day: '2026-02-11',
        currency: 'EUR',
        rate: '141.5',
        outcome: 'CHANGED',
        before: '141',
        warnings: [],
        errors: [],
      },
      {
        line: 4,
        day: '2026-02-12',
        currency: 'EUR',
        rate: '170',
        outcome: 'NEW',
        before: null,
        warnings: ['20% or more off from 141.5 on Feb 11, 2026.'],
        errors: [],
      },
      {
        line: 5,
        day: '2026-02-13',
        currency: 'EUR',
        rate: '142',
        outcome: 'NEW',
        before: null,
        warnings: [],
        errors: [],
      },
    ]);
    expect(await standing('EUR')).toEqual([
      ['2026-02-11', '141'],
      ['2026-02-10', '140'],
    ]);
    const done = await commit(text, body.digest);
    expect(done.body).toEqual({ new: 2, changed: 1, same: 1 });
    expect(await standing('EUR')).toEqual([
      ['2026-02-13', '142'],
      ['2026-02-12', '170'],
      ['2026-02-11', '141.5'],
      ['2026-02-10', '140'],
    ]);
    const { rows } = await t.ownerPool.query(`select facts from audit_trail where action = 'rates_imported'`);
    expect(rows.map((row) => row.facts)).toEqual([
      {
        currency: 'EUR',
        rates: [
          { day: '2026-02-11', before: '141', after: '141.5' },
          { day: '2026-02-12', before: null, after: '170' },
          { day: '2026-02-13', before: null, after: '142' },
        ],
      },
    ]);
  });

  test.each([
    ['2026-03-03;USD;130', 'day', 'Day cannot be in the future.'],
    ['03/02/2026;USD;130', 'day', 'Write the day as YYYY-MM-DD.'],
    ['2026-02-01;KES;1', 'currency', 'KES is the base currency and needs no rate.'],
    ['2026-02-01;QQQ;1', 'currency', 'QQQ is not in the register.'],
    ['2026-02-01;KWD;420', 'currency', 'KWD is disabled. Activate it, or leave it out.'],
    [
      '2026-02-01;USD;abc',
      'rate',
      'Rate must be a number more than 0 with at most 10 decimals, such as 129.5 or 129,5.',
    ],
  ])('%s is an error, and nothing of its file is entered', async (row, column, message) => {
    const text = csv('2026-01-05;USD;127', row);
    const before = await standing('USD');
    const { body } = await preview(text);
    expect(body.counts).toMatchObject({ new: 1, errors: 1 });
    expect(body.rows[1]).toMatchObject({ line: 3, outcome: 'ERROR', errors: [{ column, message }] });
    const refused = await commit(text, body.digest);
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual([{ field: `line 3.${column}`, message }]);
    expect(await standing('USD')).toEqual(before);
  });

  test('what changed since it was looked at is looked at again', async () => {
    const text = csv('2026-01-10;USD;127');
    const { body } = await preview(text);
    await enter('USD', '2026-01-10', '126');
    expect((await commit(text, body.digest)).status).toBe(409);
    expect((await commit(csv('2026-01-11;USD;127'), body.digest)).status).toBe(409);
    expect((await commit(text, 'x')).body.errors).toEqual([{ field: 'digest', message: 'Look at the preview first.' }]);
    expect((await commit(text, (await preview(text)).body.digest)).body).toEqual({ new: 0, changed: 1, same: 0 });
  });

  test('a file that cannot be read, is too long, or comes from whom may not', async () => {
    expect((await preview('a,b,c\n1,2,3')).body.errors).toEqual([
      {
        field: 'text',
        message: 'The first line must name the columns day, currency and rate. Missing: day, currency, rate.',
      },
    ]);
    expect((await preview('')).body.errors).toEqual([{ field: 'text', message: 'Choose a file of at most 1 MB.' }]);
    expect((await preview('x'.repeat(1_000_001))).status).toBe(400);
    expect((await preview('x'.repeat(2_000_000))).status).toBe(413);
    for (const who of ['manager.nbo', 'cashier.nbo', 'auditor'])
      expect((await preview(csv('2026-02-01;USD;1'), who)).status, who).toBe(403);
  });

  test('5,000 rates in one go', async () => {
    const days = Array.from({ length: 5000 }, (_, n) => new Date(Date.UTC(2010, 0, 1 + n)).toISOString().slice(0, 10));
    const text = ['day,currency,rate', ...days.map((day, n) => `${day},EUR,${100 + (n % 7)}`)].join('\n');
    const { body } = await preview(text);
    expect(body.counts).toEqual({ new: 5000, changed: 0, same: 0, errors: 0, warnings: 0 });
    expect((await commit(text, body.digest)).body).toEqual({ new: 5000, changed: 0, same: 0 });
    expect((await get({ currency: 'EUR' })).body.recordsTotal).toBe(5004);
  });
});

describe('a currency', () => {
  test('has a record with its uses and history, and is renamed', async () => {
    const { body: page } = await t.call('manager.nbo', `GET ${API}/currency/items`, { query: { searchValue: 'USD' } });
    const { id } = page.data[0];
    const renamed = await t.call('manager.nbo', `PUT ${API}/currency/edit`, {
      body: { id, name: 'American dollar', version: page.data[0].version },
    });
    expect(renamed.status).toBe(200);
    const { body } = await t.call('manager.nbo', `GET ${API}/currency/${id}`);
    expect(body).toMatchObject({ code: 'USD', name: 'American dollar', uses: { drafts: 0, inForce: 1, all: 1 } });
    const history = await t.call('cashier.nbo', `GET ${API}/audit/history`, { query: { entity: 'currency', id } });
    expect(history.body[0]).toMatchObject({
      action: 'edited',
      facts: { before: { name: page.data[0].name }, after: { name: 'American dollar' } },
    });
    const off = await t.call('manager.nbo', `PUT ${API}/currency/activatedisable`, { body: { id, tag: 'disable' } });
    expect(off.body.status).toBe('DISABLED');
    expect((await t.call('manager.nbo', `PUT ${API}/currency/activatedisable`, { body: { id } })).body.errors).toEqual([
      { field: 'tag', message: 'tag must be activate or disable.' },
    ]);
    expect((await t.call('manager.nbo', `GET ${API}/currency/999999`)).status).toBe(404);
  });
});
