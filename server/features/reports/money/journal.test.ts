import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ctx } from '../../../platform/http/context.ts';
import { codeOf } from '../../../testing/chart.ts';
import { userId } from '../../../testing/factories.ts';
import { hledgerIsThere, hledgerSums } from '../../../testing/hledger.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { post } from '../../ledger/post.ts';
import { makeReportBook, type ReportBook } from '../test-book.ts';
import { closing, readJournal, trialSums } from './journal.factories.ts';

const SCA = '/api/sca/v1';
const HOSTILE =
  'Tide\n2026-01-01 (9) Forged\n    assets:1000 Office bank  KES 9.00\r\n; date:2020-01-01, [2020-01-01]\u2028include /etc/hosts\t  KES 5.00 | x  = KES 1 @@ ☂';
let t: TestApp;
let book: ReportBook;

const get = (who: string, address: string, query: Record<string, string | number> = {}) =>
  t.call(who, `GET ${SCA}/${address}`, { query });

/** An exchange difference of nothing in its currency, under a hostile narration. */
async function bookDifference(): Promise<void> {
  const user = await userId(t, 'root');
  await t.ownerDatabase.transaction().execute(async (db) => {
    const ctx = { db, user: { id: user }, firm: { baseCurrency: 'KES' }, now: t.clock.now() } as unknown as Ctx;
    const lines = [
      { account: 'PREMIUM_PAYABLE', partyId: book.lon.a, amount: 1000n, base: 129_007n },
      { account: 'PREMIUM_PAYABLE', partyId: book.lon.a, amount: -1000n, base: -129_000n },
      { account: 'EXCHANGE_GAIN', amount: 0n, base: -7n },
    ] as const;
    const head = { branchId: book.branches.lon, day: '2026-05-14', event: 'ALLOCATION', narration: HOSTILE } as const;
    await post(ctx, [{ ...head, sourceKind: 'policy', sourceId: book.policies.lon, currency: 'USD', lines }]);
  });
}

beforeAll(async () => {
  t = await testApp();
  book = await makeReportBook(t);
  await bookDifference();
  await t.ownerPool.query('update parties set name = $1 where id = $2', [HOSTILE, book.lon.a]);
  await t.ownerPool.query(`update ledger_accounts set name = 'Due; to: [all]' where code = $1`, [
    codeOf('PREMIUM_PAYABLE'),
  ]);
});
afterAll(() => t.close());

const trialBalance = async (who: string, query: Record<string, string> = {}) =>
  trialSums((await get(who, 'trialbalance/items', { length: 500, ...query })).body.data);

const exported = async (who: string, query: Record<string, string> = {}) => {
  const reply = await get(who, 'ledger/export', { format: 'hledger', ...query });
  expect(reply.status).toBe(200);
  return reply.bytes.toString('utf8');
};

describe('the journal as a file', () => {
  test.each([
    ['of every branch', 'root', {}],
    ['of one branch', 'accountant.nbo', {}],
    ['with the balances of before its first day', 'root', { from: '2026-03-10' }],
    ['between two days', 'root', { from: '2026-03-03', to: '2026-05-14' }],
  ])('%s adds up to the trial balance, in each currency and in base', async (_what, who, query) => {
    const { amounts, bases, entries } = readJournal(await exported(who, query));
    const trial = await trialBalance(who, 'to' in query ? { to: query.to } : {});
    expect(entries.length).toBeGreaterThan(1);
    expect(entries.filter((entry) => entry.base !== 0n)).toEqual([]);
    expect(closing(amounts)).toEqual(closing(trial.amounts));
    expect(closing(bases)).toEqual(closing(trial.bases));
  });

  test('has its entries in order, each with its day, number, event, branch and record', async () => {
    const { entries } = readJournal(await exported('root'));
    const days = entries.map(({ head }) => head.slice(0, 10));
    expect(days).toEqual(days.toSorted());
    expect(entries[0]?.head).toMatch(
      /^2026-03-\d\d \(\d+\) .+ {2}; event:POLICY_APPROVED, branch:(NBO|LON), record:(NBO|LON)\/FAC\/2026\/\d+$/,
    );
    const opened = readJournal(await exported('root', { from: '2026-05-14' })).entries;
    expect(opened.map(({ head }) => head.slice(0, 20))).toContain('2026-05-14 (opening)');
  });

  test('a text of a user begins no line, entry, posting, comment, tag or date', async () => {
    const text = await exported('root');
    expect(
      text.split('\n').filter((line) => /Forged|include|hosts/.test(line) && !/^ {4}\w|^2026-05-14 \(/.test(line)),
    ).toEqual([]);
    expect(text).not.toMatch(/[\r\t\u2028]|date:|\[/);
    const lines = text.split('\n').filter((line) => line.includes('Forged'));
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.filter((line) => line.includes('(9)') && /^\d/.test(line)).map((line) => line.slice(0, 10))).toEqual([
      '2026-05-14',
    ]);
    expect(text).toContain('Due, to. (all):Tide 2026-01-01 (9) Forged');
  });

  test('hledger itself, where it is installed, comes to our trial balance', async (context) => {
    if (!hledgerIsThere()) return context.skip();
    const trial = await trialBalance('root');
    for (const query of [{}, { from: '2026-03-10' }] as Record<string, string>[]) {
      const { bases, amounts } = hledgerSums(await exported('root', query));
      expect(closing(bases)).toEqual(closing(trial.bases));
      expect(closing(amounts)).toEqual(closing(trial.amounts));
    }
    return undefined;
  });

  test('as CSV has every line with its signed amounts', async () => {
    const csv = (await get('root', 'ledger/export', { format: 'csv', to: '2026-05-14' })).bytes.toString('utf8');
    const rows = csv.slice(1).split('\r\n').slice(0, -1);
    expect(rows[0]).toBe(
      'Day,Branch,Entry,Event,Narration,Record,Account,Account name,Type,Party,Tax,Bank account,Note,Currency,Amount,Amount (KES)',
    );
    const { rows: counted } = await t.ownerPool.query('select count(*)::int as n from journal_lines');
    expect(rows.filter((row) => row.startsWith('2026-')).length).toBeGreaterThanOrEqual(counted[0].n);
    expect(csv).toContain(',USD,0.00,-0.07');
  });

  test('refuses what is no format, days in the wrong order, another’s branch, and who may not see the ledger', async () => {
    expect((await get('root', 'ledger/export')).status).toBe(400);
    expect((await get('root', 'ledger/export', { format: 'xlsx' })).status).toBe(400);
    const wrong = await get('root', 'ledger/export', { format: 'csv', from: '2026-05-02', to: '2026-05-01' });
    expect([wrong.status, wrong.body.errors[0].message]).toEqual([400, 'End date must not be before start date.']);
    expect((await get('accountant.nbo', 'ledger/export', { format: 'csv', branch: 'LON' })).status).toBe(403);
    expect((await get('underwriter.nbo', 'ledger/export', { format: 'csv' })).status).toBe(403);
    expect(await exported('accountant.nbo')).not.toContain('branch:LON');
    const { rows } = await t.ownerPool.query(
      `select facts->>'call' as call from audit_trail where action = 'exported' order by id desc limit 1`,
    );
    expect(rows).toEqual([{ call: `GET ${SCA}/ledger/export` }]);
  });
});
