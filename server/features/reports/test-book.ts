import { examplePolicy, approvedPolicy, makeBook, userId, type Book } from '../../testing/factories.ts';
import type { TestApp } from '../../testing/testApp.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { post } from '../ledger/post.ts';
import { decideIn } from '../../testing/decide-record.ts';

const UW = '/api/sca/v1/underwriting';

/** A name that a spreadsheet would run. */
export const FORMULA = '=2+5 Insurance, "Accra"';

export type ReportBook = {
  nbo: Book;
  lon: Book;
  branches: { nbo: number; lon: number };
  policies: { nbo: number; lon: number };
  receipt: number;
};

async function idOf(t: TestApp, statement: string, values: unknown[] = []): Promise<number> {
  const { rows } = await t.ownerPool.query<{ id: number }>(statement, values);
  const [row] = rows;
  if (!row) throw new Error(`Nothing from: ${statement}`);
  return row.id;
}

/** A policy in dollars, approved in London by its own people. */
export async function londonPolicy(t: TestApp, book: Book, changes: Record<string, unknown> = {}): Promise<number> {
  const body = examplePolicy(book, { currency: 'USD', ...changes });
  const saved = await t.call('underwriter.lon', `POST ${UW}/save`, { body });
  await t.call('underwriter.lon', `PUT ${UW}/submit/${saved.body.id}`);
  const manager = await userId(t, 'manager.lon');
  const approved = await decideIn(t)('manager.lon', `PUT ${UW}/approve/${saved.body.id}/APPROVED/${manager}`);
  if (approved.status !== 200) throw new Error(JSON.stringify(approved.body));
  return saved.body.id;
}

type Cash = { branch: number; payer: number; policy: number; received: bigint; allocated: bigint; day: string };

/** Cash of a reinsured, part of it allocated to a debit note, booked through post() as the actions do. */
async function receiveCash(t: TestApp, cash: Cash): Promise<number> {
  const user = await userId(t, 'accountant.nbo');
  const receipt = await idOf(
    t,
    `insert into receipts (branch_id, number, status, receipt_type, payer_id, bank_date, bank_account_id, currency, amount, allocated, base_amount, made_by, edited_by, hands, search_text)
     values ($1, 'RV/NBO/2026/000001', 'APPROVED', 'PREMIUM', $2, $3, (select id from bank_accounts where stands_in and purpose = 'CLIENT' and currency = 'KES'), 'KES', $4, $5, $4, $6, $6, array[$6::int], 'rv/nbo/2026/000001 savannah insurance') returning id`,
    [cash.branch, cash.payer, cash.day, cash.received, cash.allocated, user],
  );
  const bank = await idOf(t, `select bank_account_id as id from receipts where id = ${receipt}`, []);
  const { rows: items } = await t.ownerPool.query<{ id: number; note_id: number }>(
    `select i.id, i.note_id from open_items i join notes n on n.id = i.note_id where n.policy_id = $1 and n.debit_note_id is null`,
    [cash.policy],
  );
  const [debitItem] = items;
  if (!debitItem) throw new Error('No debit note.');
  await t.ownerDatabase.transaction().execute(async (db) => {
    const firm = { baseCurrency: 'KES' };
    const ctx = { db, user: { id: user }, firm, now: t.clock.now() } as unknown as Ctx;
    const common = {
      branchId: cash.branch,
      day: cash.day,
      sourceKind: 'receipt',
      sourceId: receipt,
      currency: 'KES',
    } as const;
    const unallocated = { account: 'UNALLOCATED_CASH' as const, partyId: cash.payer };
    const received = { amount: -cash.received, base: -cash.received };
    await post(ctx, [
      {
        ...common,
        event: 'RECEIPT',
        narration: 'Received from Savannah',
        lines: [
          { account: 'CLIENT_BANK', bankAccountId: bank, amount: cash.received, base: cash.received },
          { ...unallocated, ...received, opens: [{ receiptId: receipt, sequence: 1, dueOn: cash.day, ...received }] },
        ],
      },
    ]);
    const credit = await db
      .selectFrom('open_items')
      .select('id')
      .where('receipt_id', '=', receipt)
      .executeTakeFirstOrThrow();
    const part = { amount: cash.allocated, base: cash.allocated };
    const mirrored = { amount: -cash.allocated, base: -cash.allocated };
    await post(ctx, [
      {
        ...common,
        event: 'ALLOCATION',
        narration: 'Allocated',
        lines: [
          { ...unallocated, ...part, settles: [{ item: credit.id, ...mirrored }] },
          {
            account: 'PREMIUM_RECEIVABLE',
            partyId: cash.payer,
            noteId: debitItem.note_id,
            ...mirrored,
            settles: [{ item: debitItem.id, ...part }],
          },
        ],
      },
    ]);
    await db.updateTable('notes').set({ settled: cash.allocated }).where('id', '=', debitItem.note_id).execute();
  });
  return receipt;
}

/**
 * A small book: in Nairobi the example in KES (debit note 562,500.00 due 2026-04-01, approved 2026-03-02) with 300,000.00
 * received on 2026-04-10, of which half the note is allocated; in London the same in USD at 130 for a reinsured with a
 * formula as its name. It is 2026-05-15 afterwards.
 */
export async function makeReportBook(t: TestApp): Promise<ReportBook> {
  await t.ownerPool.query(
    `insert into exchange_rates (currency, day, rate) values ('USD', '2026-03-01', 1300000000000)`,
  );
  const branches = {
    nbo: await idOf(t, `select id from branches where code = 'NBO'`),
    lon: await idOf(t, `select id from branches where code = 'LON'`),
  };
  const nbo = await makeBook(t);
  const lon = await makeBook(t, ' London');
  await t.ownerPool.query('update parties set name = $1 where id = $2', [FORMULA, lon.reinsured]);
  const policies = { nbo: await approvedPolicy(t, nbo), lon: await londonPolicy(t, lon) };
  t.clock.set('2026-04-10T08:00:00Z');
  const receipt = await receiveCash(t, {
    branch: branches.nbo,
    payer: nbo.reinsured,
    policy: policies.nbo,
    received: 30_000_000n,
    allocated: 28_125_000n,
    day: '2026-04-10',
  });
  t.clock.set('2026-05-15T08:00:00Z');
  return { nbo, lon, branches, policies, receipt };
}
