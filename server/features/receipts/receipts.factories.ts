import { CONTROL_FUNCTIONS } from '../../../domain/ledger/accounts.ts';
import type { Book } from '../../testing/factories.ts';
import type { TestReply } from '../../testing/rig.ts';
import type { TestApp } from '../../testing/testApp.ts';
import { codeOf } from '../../testing/chart.ts';
import { decideIn } from '../../testing/decide-record.ts';

export const RECEIVABLE = '/api/sca/v1/receivable';

/** Half of the example's debit note, received by the bank on the test firm's day. */
export function exampleReceipt(book: Book, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    dateOfIssue: '2026-03-02',
    receiptType: 'PREMIUM',
    reinsured: book.reinsured,
    receiptAmount: '281250.00',
    currency: 'KES',
    ...changes,
  };
}

/** The debit note of a policy. */
export async function debitNoteOf(t: TestApp, policyId: number): Promise<{ id: number; number: string }> {
  return t.ownerDatabase
    .selectFrom('notes')
    .select(['id', 'number'])
    .where('policy_id', '=', policyId)
    .where('debit_note_id', 'is', null)
    .executeTakeFirstOrThrow();
}

/** Saves and submits a receipt by Nairobi's accountant; gives its id. */
export async function pendingReceipt(t: TestApp, body: Record<string, unknown>): Promise<number> {
  const saved = await t.call('accountant.nbo', `POST ${RECEIVABLE}/save`, { body });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
  const submitted = await t.call('accountant.nbo', `PUT ${RECEIVABLE}/submit/${saved.body.id}`);
  if (submitted.status !== 200) throw new Error(JSON.stringify(submitted.body));
  return saved.body.id;
}

export function approveReceipt(t: TestApp, id: number, who = 'manager.nbo'): Promise<TestReply> {
  return decideIn(t)(who, `PUT ${RECEIVABLE}/approve/${id}/APPROVED`);
}

/** A receipt that is booked and allocated as its maker proposed; gives its id. */
export async function approvedReceipt(t: TestApp, body: Record<string, unknown>): Promise<number> {
  const id = await pendingReceipt(t, body);
  const approved = await approveReceipt(t, id);
  if (approved.status !== 200) throw new Error(JSON.stringify(approved.body));
  return id;
}

/** Balances of the ledger's lines by account, debit positive, in minor units; accounts at zero are left out. */
export async function trialBalance(
  t: TestApp,
  column: 'amount' | 'base_amount' = 'amount',
): Promise<Record<string, bigint>> {
  const { rows } = await t.ownerPool.query<{ account: string; balance: bigint }>(
    `select account, sum(${column})::bigint as balance from journal_lines group by 1 having sum(${column}) <> 0 order by 1`,
  );
  return Object.fromEntries(rows.map((row) => [row.account, row.balance]));
}

/** What must hold whatever was done: daily balances say what the lines say, open items say what their accounts say. */
export async function discrepancies(t: TestApp): Promise<unknown[]> {
  const { rows } = await t.ownerPool.query(
    `
    select 'balance' as what, coalesce(b.account, l.account) as account, b.net, l.net as lines
    from (select branch_id, account, currency, sum(debit - credit) as net, sum(base_debit - base_credit) as base from daily_balances group by 1, 2, 3) b
    full join (select branch_id, account, currency, sum(amount) as net, sum(base_amount) as base from journal_lines group by 1, 2, 3) l
      using (branch_id, account, currency)
    where b.net is distinct from l.net or b.base is distinct from l.base
    union all
    select 'items', coalesce(i.account, l.account), i.net, l.net
    from (select account, party_id, currency, sum(outstanding) as net, sum(base_outstanding) as base from open_items group by 1, 2, 3) i
    full join (select account, party_id, currency, sum(amount) as net, sum(base_amount) as base from journal_lines
      where account = any($1) group by 1, 2, 3) l using (account, party_id, currency)
    where i.net is distinct from l.net or i.base is distinct from l.base
    union all
    select 'note', n.number, n.settled, n.amount - coalesce(sum(abs(i.outstanding)), 0)
    from notes n left join open_items i on i.note_id = n.id where n.status = 'ISSUED'
    group by n.id having n.settled <> n.amount - coalesce(sum(abs(i.outstanding)), 0)
    union all
    select 'settled', i.id::text, i.amount - i.outstanding, coalesce(sum(s.amount), 0)
    from open_items i left join settlements s on s.item_id = i.id
    group by i.id having i.amount - i.outstanding <> coalesce(sum(s.amount), 0)`,
    [CONTROL_FUNCTIONS.map(codeOf)],
  );
  return rows;
}
