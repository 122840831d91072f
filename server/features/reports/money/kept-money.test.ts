import { afterAll, beforeAll, expect, test } from 'vitest';
import { MATTERS_OF } from '../../../../domain/reports/client-money.ts';
import { approvedPolicy, type Book, confirmedAccounts, makeBook } from '../../../testing/factories.ts';
import { expectExplained } from '../../../testing/client-money.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { unsound } from '../../../proofs/sound.ts';
import { ourBankAccount } from '../../banks/banks.factories.ts';
import { approvedClaim, approvedMovement, invoicesOf } from '../../claims/claims.factories.ts';
import { approvedEndorsement } from '../../endorsements/endorsements.factories.ts';
import { clientAccountsAt } from '../../ledger/client-accounts.ts';
import { clientMoneyAt, type From, paidAheadAt } from '../../ledger/client-money.ts';
import { SUMMED } from '../../ledger/audit/sums.ts';
import { FOLDS } from '../../ledger/folds.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../../receipts/receipts.factories.ts';
import { PV, voucherCalls } from '../../vouchers/vouchers.factories.ts';

let t: TestApp;
let book: Book;
const calls = voucherCalls(() => t);
const paid = async (saved: Promise<{ body: { id: number } }>) => {
  const reply = await calls.through(await saved);
  expect([reply.status, reply.body]).toMatchObject([200, { status: 'PAID' }]);
};
const on = (day: string) => t.clock.set(`${day}T08:00:00Z`);

/** Money that came and went through two accounts and currencies, was paid ahead, came back and was reversed, each on a day of its own. */
async function liveThroughIt(): Promise<void> {
  const current = await ourBankAccount(t, { name: 'Current', number: '7001' });
  const savings = await ourBankAccount(t, { name: 'Savings', number: '7002', is_default: false });
  await ourBankAccount(t, { name: 'Dollars', number: '7003', currency: 'USD' });
  await t.ownerPool.query(
    `insert into exchange_rates (currency, day, rate) select 'USD', d, 1301000000000 from generate_series(date '2026-03-02', '2026-04-30', '1 day') d on conflict do nothing`,
  );
  const policies = [await approvedPolicy(t, book), await approvedPolicy(t, book), await approvedPolicy(t, book)];
  const [first, second, third] = await Promise.all(policies.map((policy) => debitNoteOf(t, policy)));
  const dollars = await debitNoteOf(t, await approvedPolicy(t, book, { currency: 'USD' }));
  const receive = (note: number, amount: string, changes: Record<string, unknown>) =>
    approvedReceipt(t, exampleReceipt(book, { allocations: [{ note, amount }], ...changes }));
  await receive(first!.id, '281250.00', { bank_account: savings });
  await receive(second!.id, '562500.00', { bank_account: current, receiptAmount: '563500.00' });
  await receive(dollars.id, '130100.00', { bank_account: savings, receiptAmount: '130100.00' });
  on('2026-03-05');
  const bounced = await receive(third!.id, '281250.00', { bank_account: current, dateOfIssue: '2026-03-05' });
  await paid(calls.savePremium(book.a, '109375.00', { bank_date: '2026-03-05' }));
  on('2026-03-10');
  const whole = (await calls.payable(book.a)).find(({ available }) => available === '218750.00');
  await paid(
    calls.savePremium(book.a, '218750.00', {
      bank_date: '2026-03-10',
      items: [{ item: whole?.item, amount: '218750.00' }],
    }),
  );
  await paid(calls.saveOther({ kind: 'BANK_CHARGE', amount: '50.00', bank_account: savings, bank_date: '2026-03-10' }));
  on('2026-03-15');
  const { version } = (await t.call('manager.nbo', `GET /api/sca/v1/receivable/${bounced}`)).body;
  const reversal = { body: { reason: 'Bounced', version } };
  expect((await t.call('root', `PUT /api/sca/v1/receivable/reverse/${bounced}`, reversal)).status).toBe(200);
  const transfer = { kind: 'CLIENT_TRANSFER', amount: '1000.00', bank_account: savings, into_account: current };
  await paid(calls.saveOther({ ...transfer, bank_date: '2026-03-15' }));
  on('2026-04-02');
  await approvedEndorsement(t, policies[1]!, {
    endorsementtype: 'CANCEL_FLAT',
    sum_insured: null,
    effective_date: '2026-03-01',
  });
  const { rows: due } = await t.ownerPool.query<{ id: number; party_id: number }>(
    `select id, party_id from notes where purpose = 'RETURN' and kind = 'DN' and party_id = $1`,
    [book.a],
  );
  await receive(due[0]!.id, '1000.00', {
    bank_account: savings,
    reinsured: book.a,
    receiptAmount: '1000.00',
    dateOfIssue: '2026-04-02',
  });
  const claim = await approvedClaim(t, book);
  await approvedMovement(t, claim);
  const invoice = (await invoicesOf(t, claim)).get(book.a)!;
  await receive(invoice.id, '2500000.00', {
    reinsured: book.a,
    receiptType: 'CLAIM',
    receiptAmount: '2500000.00',
    dateOfIssue: '2026-04-02',
  });
  const { id } = (
    await calls.saveOther({ kind: 'CLAIM', claim, amount: '3000000.00', override: true, bank_date: '2026-04-02' })
  ).body;
  await calls.submit(id);
  await calls.decide(id, 'manager.nbo', { reason: 'B has confirmed its payment' });
  expect((await calls.pay(id)).status).toBe(200);
}

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await confirmedAccounts(t, [book.reinsured]);
  await liveThroughIt();
}, 240_000);
afterAll(() => t?.close());

const MONEY = '/api/sca/v1/clientmoney';
const RECEIVABLE = '/api/sca/v1/receivable';
const DAYS = [
  '2026-03-01',
  '2026-03-02',
  '2026-03-05',
  '2026-03-09',
  '2026-03-10',
  '2026-03-15',
  '2026-04-01',
  '2026-04-02',
  '2026-12-31',
];
const REPORTS = [
  ...[
    'items',
    'accounts',
    'movements',
    'paidahead',
    ...['premiums', 'claims', 'fees'].map((of) => `paidahead?of=${of}`),
  ].map((what) => `${MONEY}/${what}`),
  `${PV}/ageingoverviewreport`,
  `${PV}/ageingsummaryreport?param=ALL`,
  `${RECEIVABLE}/ageingoverviewreport`,
  `${RECEIVABLE}/ageingsummaryreport?param=ALL`,
  `${RECEIVABLE}/facultativereport`,
];

/** Every report of it on every day, as an accountant reads them. */
async function everyReport(): Promise<[string, unknown][]> {
  const read: [string, unknown][] = [['releases', (await t.call('accountant.nbo', `GET ${PV}/releases`)).body]];
  for (const report of REPORTS)
    for (const asat of DAYS) {
      const [path, query] = report.split('?');
      const reply = await t.call('accountant.nbo', `GET ${path}`, {
        query: { ...Object.fromEntries(new URLSearchParams(query)), asat },
      });
      expect(reply.status, report).toBe(200);
      read.push([`${report} ${asat}`, reply.body]);
    }
  return read;
}

/** What was in hand on every day, from what is folded or from the first move on. */
async function inHand(way: From) {
  const ctx = { db: t.ownerDatabase, scope: [1], today: '2026-12-31' } as unknown as Ctx;
  const read: unknown[] = [];
  for (const day of DAYS) {
    read.push([day, await clientMoneyAt(ctx, day, way), await clientAccountsAt(ctx, day, way)]);
    for (const of of MATTERS_OF) read.push([day, of, await paidAheadAt(ctx, { day, of, way })]);
  }
  return read;
}

test('what is kept answers as the entries do, folded, in part or not at all, on every day', async () => {
  const unfolded = await everyReport();
  const { rows } = await t.ownerPool.query<{ acts: bigint; touched: bigint; moves: bigint }>(
    `select (select count(*) from client_acts) as acts, (select count(*) from released_touched) as touched, (select count(*) from client_moves) as moves`,
  );
  expect(rows[0]).toMatchObject({ moves: 0n });
  expect(await inHand('first')).toEqual(await inHand('folded'));
  expect(rows[0]?.acts).toBeGreaterThan(10n);
  expect(rows[0]?.touched).toBeGreaterThan(10n);
  for (const queue of ['client_acts', 'released_touched', 'release_changes', 'owed_touched'])
    expect(await faultsAfter(`delete from ${queue}`), queue).not.toEqual([]);
  for (const most of [1, 3, 5, 2, 4, 1_000]) {
    for (const fold of FOLDS) await t.ownerPool.query(`select ${fold}($1)`, [most]);
    for (const [at, [report, body]] of (await everyReport()).entries())
      expect([report, body], `${report}, ${most} folded`).toEqual(unfolded[at]);
    expect(await inHand('first')).toEqual(await inHand('folded'));
    expect(await unsound(t.ownerPool)).toEqual([]);
    await expectExplained(t);
  }
  const left = await t.ownerPool.query(
    'select entry_id from client_acts union all select note_id from released_touched union all select 1 from release_changes union all select note_id from owed_touched',
  );
  expect(left.rows).toEqual([]);
}, 240_000);

test('what is released and due by party is what its notes come to', async () => {
  const { body: all } = await t.call('accountant.nbo', `GET ${PV}/ageingoverviewreport`);
  const { body: notes } = await t.call('accountant.nbo', `GET ${PV}/ageingsummaryreport`, { query: { param: 'ALL' } });
  expect(notes.totals).toEqual(
    all.totals.map((of: object) => ({ ...of, beside: null, change: null, base_closing: null })),
  );
  const units = (text: string) => BigInt(text.replace('.', ''));
  for (const row of all.data)
    for (const figure of ['released', 'due_released', 'due_awaiting', 'returns', 'total']) {
      const own = notes.data.filter(
        (note: { security: { id: number }; currency: string }) =>
          note.security.id === row.party.id && note.currency === row.currency,
      );
      expect([
        row.party.name,
        figure,
        own.reduce((sum: bigint, note: Record<string, string>) => sum + units(note[figure] ?? ''), 0n),
      ]).toEqual([row.party.name, figure, units(row[figure])]);
    }
  expect(all.data.some((row: { released: string }) => units(row.released) > 0n)).toBe(true);
});

/** What the auditor finds of the sums that are kept once a statement has broken them; it is taken back. */
async function faultsAfter(statement: string): Promise<unknown[]> {
  const client = await t.ownerPool.connect();
  try {
    await client.query('begin');
    expect((await client.query(statement)).rowCount).toBeGreaterThan(0);
    const faults: unknown[] = [];
    for (const check of SUMMED) faults.push(...(await client.query(check)).rows);
    return faults;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test.each([
  'update client_moves set received = received + 1 where note_id > 0',
  'update client_moves set day = day + 1',
  'update client_moves set bank_id = bank_id + 1 where note_id > 0',
  'update client_sums set in_hand = in_hand + 1',
  'update client_totals set premiums = premiums + 1',
  'update client_totals set elsewhere = elsewhere - 1',
  'update client_days set unallocated = unallocated + 1',
  'update released_sums set amount = amount + 1',
  'update released_notes set due_on = due_on + 1',
  'update release_sums set available = available + 1',
  'delete from release_sums',
  'update owed_sums set notes = notes + 1',
  'update owed_sums set amount = amount - 1',
  'update owed_sums set month = month + 1',
  'update owed_notes set day = day + 1',
  'update owed_notes set notes = -notes, amount = -amount',
])('once all is folded, the auditor finds: %s', async (statement) => {
  expect(await faultsAfter(statement)).not.toEqual([]);
});
