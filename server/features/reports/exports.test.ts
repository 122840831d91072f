import { readdir } from 'node:fs/promises';
import os from 'node:os';
import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TRACKED_HEADER } from '../../../domain/tracked.ts';
import { allRoutes } from '../../app.ts';
import { namesRecord } from '../../platform/exports/facts.ts';
import type { Services } from '../../services.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { someoneWaits } from '../../testing/lock-wait.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { FORMULA, makeReportBook, type ReportBook } from './test-book.ts';
import { codeOf } from '../../testing/chart.ts';

const SCA = '/api/sca/v1';
let t: TestApp;
let book: ReportBook;
/** Where it is served, once a test needs a client that can go away. */
let listening: Promise<string> | undefined;

beforeAll(async () => {
  t = await testApp();
  book = await makeReportBook(t);
});
afterAll(() => t.close());

const get = (who: string, address: string, query: Record<string, string | number>) =>
  t.call(who, `GET ${SCA}/${address}`, { query });

async function sheetOf(bytes: Uint8Array) {
  const workbook = await readXlsx(bytes);
  const [sheet] = workbook.sheets;
  if (!sheet) throw new Error('No sheet.');
  return sheet;
}

describe('exports over HTTP', () => {
  test('policies as CSV: a mark, headings, CRLF, a formula made harmless', async () => {
    const reply = await get('root', 'underwriting/items', { format: 'csv', length: 1 });
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="policies-2026-05-15.csv"',
    });
    const text = reply.bytes.toString('utf8');
    expect([...reply.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = text.slice(1).split('\r\n');
    expect(lines[0]).toMatch(/^Broker reference,Branch,Status,Reinsured,/);
    expect(lines).toHaveLength(4);
    expect(text).toContain(`,Approved,"'=2+5 Insurance, ""Accra""",`);
    expect(text).toContain(
      ',2026-03-01,2027-02-28,KES,500000000.00,1250000.00,60,750000.00,37500.00,,Part paid,underwriter.nbo',
    );
  });

  test('policies as XLSX open again: text is text, amounts are numbers with their decimals, days are dates', async () => {
    const reply = await get('root', 'underwriting/items', { format: 'xlsx', sort: 'id,asc' });
    const { rows } = await sheetOf(reply.bytes);
    expect(rows).toHaveLength(3);
    const nairobi = rows[1] ?? [];
    const london = rows[2] ?? [];
    expect(london[3]).toBe(FORMULA);
    expect(nairobi.slice(10, 15)).toEqual([500_000_000, 1_250_000, 60, 750_000, 37_500]);
    expect(nairobi[7]).toEqual(new Date('2026-03-01T00:00:00Z'));
  });

  test('filters, search, order, scope and rights are the list’s', async () => {
    const csv = async (who: string, query: Record<string, string | number> = {}) =>
      (await get(who, 'underwriting/items', { format: 'csv', ...query })).bytes
        .toString('utf8')
        .split('\r\n')
        .slice(1, -1);
    expect(await csv('underwriter.nbo')).toHaveLength(1);
    expect(await csv('root', { currency: 'USD' })).toHaveLength(1);
    expect(await csv('root', { searchValue: '=2+5' })).toHaveLength(1);
    expect((await csv('root', { sort: 'id,asc' }))[0]).toMatch(/^NBO/);
    expect((await get('underwriter.nbo', 'underwriting/items', { format: 'csv', branch: 'LON' })).status).toBe(403);
    expect((await get('root', 'underwriting/items', { format: 'csv', sort: 'secret,asc' })).status).toBe(400);
    expect((await get('root', 'underwriting/items', { format: 'docx' })).status).toBe(400);
    expect((await get('underwriter.nbo', 'trialbalance/items', { format: 'xlsx' })).status).toBe(403);
  });

  test.each([
    [
      'trialbalance/items',
      { detail: 'sub' },
      14,
      [codeOf('CLIENT_BANK'), codeOf('UNALLOCATED_CASH'), codeOf('PREMIUM_RECEIVABLE')],
    ],
    ['ledger/items', { sort: 'id,asc' }, 16, ['2026-03-02']],
    ['receivable/ageingoverviewreport', {}, 2, [FORMULA.slice(1, 5)]],
    ['facultativereportitem', { param: 'ALL' }, 2, ['562500.00,281250.00,0.00,281250.00']],
    ['facultativereportall', {}, 2, ['562500.00,281250.00,0.00,281250.00']],
    ['receivable/facultativereport', {}, 2, ['562500.00,281250.00,0.00,281250.00,281250.00,18750.00,262500.00']],
    ['receivable/ageingsummaryreport', { param: 'ALL' }, 3, ['RV/NBO/2026/000001', '-18750.00']],
    ['paymentvoucher/ageingoverviewreport', {}, 6, ['218750.00']],
    ['paymentvoucher/ageingsummaryreport', { param: 'ALL' }, 6, ['109375.00']],
    ['paymentvoucher/securityreport', { param: 'ALL' }, 6, ['218750.00,109375.00,0.00,0.00,218750.00']],
    ['underwriting/s3', {}, 6, ['Test class', '218750.00']],
    ['underwriting/monthlyreport', { date: '2026-03-01', by: 'market' }, 2, ['Local', '97500000.00']],
    ['paymentvoucher/releases', {}, 5, ['109375.00']],
    ['aggregate/dashboardpremiumoverview', {}, 2, ['97500000.00']],
    ['aggregate/dashboardbrokerageoverview', {}, 2, ['4875000.00']],
    ['aggregate/dashboardamoundduetouusoverview', {}, 2, ['281250.00']],
    ['aggregate/dashboardamoundduetoreinsurersoverview', {}, 6, ['109375.00']],
  ])('%s has all its rows in both formats', async (...[address, query, count, holding]) => {
    const csv = (await get('root', address, { ...query, format: 'csv' })).bytes.toString('utf8');
    const lines = csv.split('\r\n');
    expect(lines).toHaveLength(count + 2);
    for (const text of holding) expect(csv).toContain(text);
    const { rows } = await sheetOf((await get('root', address, { ...query, format: 'xlsx' })).bytes);
    expect(rows).toHaveLength(count + 1);
    expect(rows[0]).toEqual(parseCsv(csv)[0]);
  });

  test.each([
    [
      'trialbalance/items',
      { detail: 'sub', to: '2026-12-31' },
      ['Trial balance', 'As at 31 Dec 2026', 'All in KES', 'Detail per party and tax'],
    ],
    [
      'trialbalance/items',
      { from: '2026-01-01', account: codeOf('PREMIUM_RECEIVABLE') },
      ['1 Jan 2026 to 15 May 2026', `Account ${codeOf('PREMIUM_RECEIVABLE')}`],
    ],
    ['trialbalance/items', { year_end: 'without' }, ['Trial balance', 'Year’s closing left out']],
    ['year/preview', { year: 2026 }, ['Year’s closing', '1 Jan 2026 to 31 Dec 2026', 'Brokerage income']],
    ['revaluation/preview', { month: '2026-02' }, ['Revaluation', 'As at 28 Feb 2026']],
    ['revaluation/items', { month: '2026-04' }, ['Revaluations', 'Month April 2026']],
    ['position/items', {}, ['Positions per currency', 'USD']],
    ['position/items', { beside: '2026-02-28' }, ['Beside 28 Feb 2026', 'Realised, difference']],
    ['ledger/items', { party: 1 }, ['Journal lines', 'All in KES', 'Party Savannah Insurance']],
    [
      'receivable/ageingoverviewreport',
      { branch: 'NBO' },
      ['Receivables ageing', 'As at 15 May 2026', 'Branch Nairobi'],
    ],
    [
      'receivable/ageingoverviewreport',
      { beside: 'month_end' },
      ['Beside 30 Apr 2026', 'At the other day', 'Difference'],
    ],
    ['paymentvoucher/ageingoverviewreport', { beside: 'last_year' }, ['Beside 15 May 2025', 'Difference']],
    ['trialbalance/items', { to: '2026-04-30', beside: 'month_end' }, ['Trial balance', 'Beside 31 Mar 2026']],
    [
      'receivable/ageingoverviewreport',
      { rates: 'closing', asat: '2026-03-05' },
      ['Closing rates USD 130 of 1 Mar 2026', 'Total at closing rates (KES)'],
    ],
    ['facultativereportitem', { param: 'ALL' }, ['Statement of account', 'All reinsureds', '562,500.00']],
    ['receivable/facultativereportitem', { param: 'ALL' }, ['Statement of account', '281,250.00']],
    ['facultativereportall', { asat: '2026-04-09' }, ['All reinsureds', 'As at 9 Apr 2026']],
    ['receivable/facultativereport', {}, ['Outstanding', 'Total KES', '262,500.00']],
    ['receivable/ageingsummaryreport', { param: '1' }, ['Receivables ageing by note', 'Reinsured Savannah Insurance']],
    ['paymentvoucher/ageingoverviewreport', {}, ['Payables ageing', 'Total KES', 'Due and awaiting']],
    ['paymentvoucher/ageingsummaryreport', { param: 'ALL' }, ['Payables ageing by note', 'All securities']],
    ['paymentvoucher/securityreport', { param: 'ALL' }, ['Security statement', 'Released', '109,375.00']],
    ['underwriting/s3', {}, ['Securities summary statement', 'Premium ceded']],
    [
      'underwriting/monthlyreport',
      { date: '2026-03-10', by: 'type' },
      ['Monthly production', '1 Mar 2026 to 31 Mar 2026', 'By Type', 'New business'],
    ],
    ['underwriting/ss', { param: '1' }, ['Schedule of securities', 'Share premium']],
    ['aggregate/dashboardpremiumoverview', {}, ['Fac premium', '1 Jan 2026 to 15 May 2026', '97,500,000.00']],
    ['aggregate/dashboardbrokerageoverview', {}, ['Brokerage']],
    [
      'aggregate/dashboardamoundduetouusoverview',
      { searchValue: 'nothing at all' },
      ['Search nothing at all', 'Nothing was found'],
    ],
    ['aggregate/dashboardamoundduetoreinsurersoverview', {}, ['Due to reinsurers', 'Total KES']],
    [
      'underwriting/items',
      { reinsured: 1, status: 'APPROVED', from: '2026-01-01' },
      ['Policies', 'As at 15 May 2026', 'Reinsured Savannah Insurance', 'Status Approved', 'Starts from 1 Jan 2026'],
    ],
    ['londonslip/items', { to_notify: 'all' }, ['London slips', 'Signed lines Not notified']],
    ['receivable/items', { currency: 'KES' }, ['Receipts', 'Currency KES', '281,250.00']],
    ['receivable/items', { ids: '1,2' }, ['Receipts', 'Selected rows 2']],
    ['journal/items', { left: 'JOURNALS.2026-03' }, ['Manual journals', 'March 2026, not decided']],
    ['paymentvoucher/items2', { left: 'VOUCHERS.2026-03' }, ['Vouchers', 'March 2026, not decided or not paid']],
    ['paymentvoucher/items2', { currency: 'USD' }, ['Vouchers', 'Currency USD']],
    [
      'underwriting/renewals',
      { startdate: '2027-01-01', enddate: '2027-12-31', market: 'LOCAL' },
      ['Renewals', '1 Jan 2027 to 31 Dec 2027', 'Market Local', 'Total KES', 'All in KES'],
    ],
    ['lending/items', { status: 'ENDED' }, ['Lent rights', 'Status Ended']],
    ['statements/accounts', { side: 'SECURITY' }, ['Statements', 'Accounts of Securities']],
  ])('%s %j is printed on the letterhead', async (...[address, query, holding]) => {
    const reply = await get('root', address, { ...query, format: 'pdf' });
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe('application/pdf');
    expect(reply.headers['content-disposition']).toMatch(
      /^attachment; filename="[a-z-]+-\d{4}-\d\d-\d\d(-to-\d{4}-\d\d-\d\d)?\.pdf"$/,
    );
    const text = readPdfText(reply.bytes).replace(/\s+/g, ' ');
    // A heading may be in several lines, among those of the columns beside it.
    const words = new Set(text.split(' '));
    const isSaid = (part: string) => text.includes(part) || part.split(' ').every((word) => words.has(word));
    expect([...holding, 'Made on 15 May 2026', 'Page 1 of 1'].filter((part) => !isSaid(part))).toEqual([]);
  });

  test.each([
    ['underwriting/monthlyreport', {}, 'Class'],
    ['underwriting/monthlyreport', { by: 'producer' }, 'Producer'],
    ['underwriting/brokerage', {}, 'Producer'],
    ['underwriting/brokerage', { by: 'class' }, 'Class'],
    ['underwriting/brokerage/lines', { by: 'class' }, 'Class'],
    ['underwriting/exposure', {}, 'Country'],
    ['underwriting/exposure', { by: 'security' }, 'Security'],
    ['underwriting/exposure/policies', { by: 'reinsured' }, 'Reinsured'],
    ['claim/underwritingreport', { by: 'year' }, 'Year in which the policy began'],
    ['claim/underwritingreport/claims', {}, 'Class'],
    ['claim/underwritingreport/premiums', { by: 'security' }, 'Security'],
  ])('%s %j says in its files by what its rows are', async (path, query, heading) => {
    const { bytes } = await get('root', path, { ...query, format: 'csv' });
    const [first] = bytes.toString('utf8').slice(1).split('\r\n');
    expect(first?.split(',')).toContain(heading);
    expect(first?.split(',')).not.toContain('Name');
    const paper = readPdfText((await get('root', path, { ...query, format: 'pdf' })).bytes).replace(/\s+/g, ' ');
    expect(paper).not.toMatch(/\bName\b/);
  });

  test.each([
    ['paymentvoucher/releases', {}, 'release-queue-2026-05-15'],
    ['ledgeraccount/items', {}, 'chart-of-accounts-2026-05-15'],
    ['receivable/ageingoverviewreport', {}, 'ageing-2026-05-15'],
    ['receivable/ageingoverviewreport', { asat: '2026-04-30' }, 'ageing-2026-04-30'],
    ['trialbalance/items', { to: '2026-03-31' }, 'trial-balance-2026-03-31'],
    ['trialbalance/items', { from: '2026-01-01', to: '2026-03-31' }, 'trial-balance-2026-01-01-to-2026-03-31'],
    ['underwriting/renewals', { startdate: '2027-01-01', enddate: '2027-12-31' }, 'renewals-2027-01-01-to-2027-12-31'],
  ])('%s %j is called by the days that it is of', async (path, query, name) => {
    const { headers } = await t.call('root', `GET ${SCA}/${path}`, { query: { ...query, format: 'csv' } });
    expect(headers['content-disposition']).toBe(`attachment; filename="${name}.csv"`);
  });

  /** What a list itself says on its paper, and what is no filter. */
  const SAID = {
    page: ['start', 'length', 'after', 'sort', 'format', 'searchValue', 'branch'],
    period: ['from', 'to', 'asat', 'date', 'startdate', 'enddate', 'month', 'year'],
    facts: [
      'id',
      'import',
      'to_notify',
      'role',
      'detail',
      'param',
      'account',
      'size',
      'by',
      'year_end',
      'waiting',
      'side',
      'left',
      'money',
      'beside',
      'rates',
      'part',
      'figure',
      'open',
      'of',
      'key',
      'class',
      'age',
      'due_to',
      'policies',
      'ids',
    ],
  };

  test.each(
    allRoutes({} as Services)
      .map(({ endpoint }) => endpoint)
      .filter(({ query }) => {
        const format = query?.shape['format'];
        return format !== undefined && z.safeParse(format, 'pdf').success;
      })
      .map((endpoint) => [endpoint.path, endpoint] as const),
  )('no filter of %s is left out on its paper', (path, { query, reply }) => {
    const rows = reply instanceof z.ZodMiniObject ? reply.shape['data'] : reply;
    const row = rows instanceof z.ZodMiniArray ? rows.def.element : undefined;
    // A column that does not travel is on paper all the same.
    const unsent = path.endsWith('/currency/rates') ? ['currency'] : [];
    const columns = new Set([...unsent, ...(row instanceof z.ZodMiniObject ? Object.keys(row.shape) : [])]);
    const silent = Object.keys(query?.shape ?? {}).filter(
      (name) => !Object.values(SAID).flat().includes(name) && !columns.has(name) && !namesRecord(name),
    );
    expect(silent).toEqual([]);
  });

  test('a PDF is under the rights of its report', async () => {
    expect((await get('underwriter.nbo', 'trialbalance/items', { format: 'pdf' })).status).toBe(403);
    expect((await get('underwriter.nbo', 'aggregate/dashboardbrokerageoverview', { format: 'pdf' })).status).toBe(403);
    expect((await get('root', 'facultativereportitem', { param: '999', format: 'pdf' })).status).toBe(404);
    expect((await get('root', 'trialbalance/items', { format: 'docx' })).status).toBe(400);
  });

  test('leaves no file behind', async () => {
    const left = async () => (await readdir(os.tmpdir())).filter((name) => name.startsWith('slipway-export-'));
    const before = await left();
    await get('root', 'underwriting/items', { format: 'csv' });
    await get('root', 'underwriting/items', { format: 'xlsx', sort: 'nothing,asc' });
    await expect.poll(async () => (await left()).filter((name) => !before.includes(name))).toEqual([]);
  });

  test('more exports than run at a time wait for their turn', async () => {
    const calls = Array.from({ length: 6 }, () => get('root', 'trialbalance/items', { format: 'csv' }));
    const replies = await Promise.all(calls);
    expect(new Set(replies.map((reply) => reply.bytes.toString('utf8'))).size).toBe(1);
    // None of them leaves a transaction open on a connection that others have next.
    const open = async () =>
      (
        await t.ownerPool.query(
          `select 1 from pg_stat_activity where state like 'idle in transaction%' and usename <> current_user and datname = current_database()`,
        )
      ).rows;
    await expect.poll(open).toEqual([]);
  });

  test('two are made at a time and twenty wait; one more is told when to ask again, and pages come meanwhile', async () => {
    const holder = await t.ownerPool.connect();
    const asked: ReturnType<typeof get>[] = [];
    try {
      await holder.query('begin; lock table policies in access exclusive mode');
      for (let nth = 0; nth < 23; nth += 1) asked.push(get('root', 'underwriting/items', { format: 'csv' }));
      await expect
        .poll(() => Promise.race([...asked, Promise.resolve(null)]))
        .toMatchObject({ status: 503, headers: { 'retry-after': '60' }, body: { code: 'EXPORTS_FULL' } });
      await someoneWaits(t, 2);
      expect((await get('root', 'reinsured/items', {})).status).toBe(200);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array<number>(22).fill(200), 503]);
  });

  test.each([
    { what: 'a list', table: 'policies', who: 'manager.nbo', address: 'underwriting/items', format: 'csv' },
    { what: 'the journal', table: 'journal_lines', who: 'accountant.nbo', address: 'ledger/export', format: 'hledger' },
  ])('$what says how far it is to who asked for it, and stops when they go', async (one) => {
    const { table, who, address, format } = one;
    listening ??= t.app.listen({ port: 0, host: '127.0.0.1' });
    const url = await listening;
    const holder = await t.ownerPool.connect();
    try {
      // What the export reads waits, as a long one would take its time.
      await holder.query(`begin; lock table ${table} in access exclusive mode`);
      const stop = new AbortController();
      const headers = { authorization: `Bearer ${await t.signIn(who)}`, [TRACKED_HEADER]: 'export-0001' };
      const fetched = fetch(`${url}${SCA}/${address}?format=${format}`, { headers, signal: stop.signal });
      const failed = fetched.then(
        () => false,
        () => true,
      );
      const reading = async () =>
        (
          await t.ownerPool.query(
            `select 1 from pg_locks where relation = $1::regclass and not granted and database = (select oid from pg_database where datname = current_database())`,
            [table],
          )
        ).rows.length;
      await expect.poll(reading).toBe(1);
      const far = async (whom: string) => (await get(whom, 'export/progress', { name: 'export-0001' })).body;
      expect(await far(who)).toEqual({ rows: 0, waits: false });
      expect(await far('manager.lon')).toEqual({ rows: null, waits: false });
      stop.abort();
      expect(await failed).toBe(true);
      // It gives up although what it waits for is still held.
      await expect.poll(reading).toBe(0);
      await expect.poll(() => far(who)).toEqual({ rows: null, waits: false });
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect((await get(who, address, { format })).status).toBe(200);
  });

  test('every row of a longer list, more than one batch, in order', async () => {
    await t.ownerPool.query(
      `insert into policies (branch_id, market, broker_reference, reinsured_id, insured_id, cover_type_id, date_offered, insurance_start_date, insurance_end_date,
         currency, sum_insured, premium, fac, cedant_commission, brokerage, payment_terms, producer_id, made_by, edited_by, hands, search_text)
       select $1, 'LOCAL', 'BULK/' || g, $2, $3, $4, '2026-01-01', '2026-01-01', '2026-12-31', 'JPY', 1000 + g, 100, 100000000, 0, 0, 'LUMP_30', 1, 1, 1, '{1}', 'bulk ' || g
       from generate_series(1, 1700) g`,
      [book.branches.lon, book.lon.reinsured, book.lon.insured, book.lon.coverType],
    );
    const { rows } = await sheetOf(
      (await get('root', 'underwriting/items', { format: 'xlsx', sort: 'id,asc', searchValue: 'bulk' })).bytes,
    );
    expect(rows).toHaveLength(1701);
    expect(rows.slice(1).map((row) => row[0])).toEqual(Array.from({ length: 1700 }, (_, index) => `BULK/${index + 1}`));
  });
});
