import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, test } from 'vitest';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { makeReportBook, type ReportBook } from './test-book.ts';
let t: TestApp; let book: ReportBook;
beforeAll(async () => {
  t = await testApp(); book = await makeReportBook(t);
  const o = await t.ownerPool.connect();
  await o.query(`set session_replication_role = replica`);
  await o.query(`insert into parties (kind, name, name_key, search_text) select 'REINSURED', 'Cedant ' || g, 'cedant' || g, 'cedant ' || g from generate_series(1, 500) g`);
  const ids = `(select array_agg(id order by id) as ids from parties where name_key like 'cedant%')`;
  const accounts = `(array['1010', '1190', '1200', '2100'])[1 + g % 4]`;
  await o.query(`insert into daily_balances (branch_id, account, party_id, currency, day, debit, credit, base_debit, base_credit)
    select ${book.branches.nbo}, ${accounts}, ids[1 + g / 4 % 500], 'KES', date '2024-01-01' + (g / 2000) * 7, 100, 100, 100, 100 from generate_series(0, 199999) g, ${ids} i`);
  await o.query(`insert into journal_entries (branch_id, day, event, source_kind, source_id, narration, made_by)
    select ${book.branches.nbo}, date '2024-01-01' + (g / 400), 'RECEIPT', 'receipt', 100000 + g, 'Generated', 1 from generate_series(0, 249999) g`);
  await o.query(`insert into journal_lines (entry_id, branch_id, day, account, party_id, currency, amount, base_amount)
    select e.id, e.branch_id, e.day, ${accounts}, ids[1 + e.id % 500], 'KES', g + 1, g + 1 from journal_entries e, generate_series(0, 3) g, ${ids} i`);
  await o.query(`insert into open_items (branch_id, account, party_id, currency, entry_id, opened_on, due_on, amount, base_amount, outstanding, base_outstanding)
    select e.branch_id, '1200', ids[1 + e.id % 500], 'KES', e.id, e.day, e.day + 30, 100, 100, case when e.id % 10 = 0 then 100 else 0 end, case when e.id % 10 = 0 then 100 else 0 end from journal_entries e, ${ids} i`);
  await o.query(`insert into settlements (branch_id, item_id, entry_id, day, amount, base_amount) select branch_id, id, entry_id, opened_on + 10, 100, 100 from open_items where outstanding = 0 and amount = 100`);
  await o.query(`insert into policies (branch_id, market, broker_reference, reinsured_id, insured_id, cover_type_id, date_offered, insurance_start_date, insurance_end_date,
     currency, sum_insured, premium, fac, cedant_commission, brokerage, payment_terms, fac_premium, base_fac_premium, base_brokerage, status, posted_on, placed, decided_by, made_by, edited_by, search_text)
     select ${book.branches.nbo}, 'LOCAL', 'BULK/' || g, ids[1 + g % 500], ${book.nbo.insured}, ${book.nbo.coverType}, '2026-01-01', '2026-01-01', '2026-12-31', 'KES', 100000 + g, 1000, 100000000, 0, 0, 'LUMP_30', 1000, 1000, 50, 'APPROVED', date '2025-01-01' + g % 500, 100000000, 2, 1, 1, 'bulk ' || g from generate_series(1, 200000) g, ${ids} i`);
  await o.query(`set session_replication_role = origin`); await o.query('vacuum analyze'); o.release();
}, 180_000);
afterAll(() => t.close());
test('perf', async () => {
  const time = async (name: string, who: string, path: string, query: Record<string, string | number> = {}) => {
    const runs: number[] = [];
    for (let i = 0; i < 7; i++) { const a = performance.now(); const r = await t.call(who, `GET /api/sca/v1/${path}`, { query }); runs.push(performance.now() - a); if (r.status !== 200) console.log(name, r.status, r.body); }
    console.log(name, runs.toSorted((a, b) => a - b)[3]!.toFixed(1), 'ms');
  };
  await time('tb account', 'accountant.nbo', 'trialbalance/items');
  await time('tb sub (2000 rows)', 'accountant.nbo', 'trialbalance/items', { detail: 'sub' });
  await time('tb one account sub', 'accountant.nbo', 'trialbalance/items', { detail: 'sub', account: '1200' });
  await time('tb root', 'root', 'trialbalance/items');
  await time('tb from-to', 'accountant.nbo', 'trialbalance/items', { from: '2025-01-01', to: '2025-06-30' });
  await time('ledger all', 'accountant.nbo', 'ledger/items');
  await time('ledger account', 'accountant.nbo', 'ledger/items', { account: '1200' });
  await time('ledger account party', 'accountant.nbo', 'ledger/items', { account: '1200', party: book.nbo.reinsured + 20 });
  await time('ledger account party currency', 'accountant.nbo', 'ledger/items', { account: '1200', party: book.nbo.reinsured + 20, currency: 'KES' });
  await time('ageing now', 'accountant.nbo', 'receivable/ageingoverviewreport');
  await time('ageing a year ago', 'accountant.nbo', 'receivable/ageingoverviewreport', { asat: '2025-05-15' });
  await time('premium', 'accountant.nbo', 'aggregate/dashboardpremiumoverview');
  await time('due to us', 'accountant.nbo', 'aggregate/dashboardamoundduetouusoverview');
  await time('metrics', 'accountant.nbo', 'underwriting/cumulativemetricsuser');
  await time('mywork', 'manager.nbo', 'aggregate/mywork');
  for (const format of ['csv', 'xlsx']) {
    for (const path of ['underwriting/items', 'ledger/items']) {
      globalThis.gc?.();
      const before = process.memoryUsage().rss; let peak = 0;
      const timer = setInterval(() => { peak = Math.max(peak, process.memoryUsage().rss); }, 20);
      const h = monitorEventLoopDelay({ resolution: 1 }); h.enable();
      const token = await t.signIn('accountant.nbo');
      const a = performance.now();
      const address = await t.app.listen({ port: 0 }).catch(() => `http://127.0.0.1:${(t.app.server.address() as { port: number }).port}`);
      const r = await fetch(`${address}/api/sca/v1/${path}?format=${format}`, { headers: { authorization: `Bearer ${token}` } });
      const first = performance.now() - a; let bytes = 0;
      for await (const c of r.body!) bytes += c.length;
      h.disable(); clearInterval(timer);
      console.log(format, path, r.status, bytes, 'bytes', (performance.now() - a).toFixed(0), 'ms, first byte', first.toFixed(0), 'rss +', ((peak - before) / 1e6).toFixed(0), 'MB, loop delay p99', (h.percentile(99) / 1e6).toFixed(1), 'max', (h.max / 1e6).toFixed(1));
    }
  }
}, 300_000);
