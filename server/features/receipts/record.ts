import { sql } from 'kysely';
import type { Reply } from '../../../domain/endpoint.ts';
import { notFound } from '../../../domain/errors.ts';
import type { getReceipt } from '../../../domain/receipts/contract.ts';
import type { BankPurpose } from '../../../domain/firm/bank-accounts.ts';
import { leftOf } from '../../../domain/receipts/rules.ts';
import type { ReceiptStatus } from '../../../domain/receipts/states.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { peopleOf, refOf } from '../records.ts';
import { eitherId } from '../../platform/db/either-id.ts';

type ReceiptRecord = Reply<typeof getReceipt>;

async function headOf(ctx: Ctx, id: number) {
  return ctx.db
    .selectFrom('receipts as r')
    .innerJoin('branches as b', 'b.id', 'r.branch_id')
    .innerJoin('parties as p', 'p.id', 'r.payer_id')
    .leftJoin('bank_accounts as k', 'k.id', 'r.bank_account_id')
    .leftJoin('branches as s', 's.id', 'r.source_branch_id')
    .selectAll('r')
    .select([
      'b.code as branch_code',
      'b.name as branch_name',
      'p.name as payer_name',
      'k.name as bank_name',
      'k.purpose as bank_purpose',
      's.code as source_branch_code',
      's.name as source_branch_name',
    ])
    .where('r.id', '=', id)
    .where('r.branch_id', 'in', ctx.scope)
    .executeTakeFirstOrThrow(notFound);
}

type Row = {
  note: number;
  number: string;
  policy: number | null;
  reference: string | null;
  amount: bigint;
  note_amount: bigint;
  currency: string;
  purpose: string;
  fee_received: bigint;
  fee_drawn: bigint;
};

const NOTE_COLUMNS = [
  'n.id as note',
  'n.number',
  'n.currency',
  'n.purpose',
  'n.fee_received',
  'n.fee_drawn',
  'x.amount',
  'x.note_amount',
] as const;

async function proposedRows(ctx: Ctx, receiptId: number): Promise<(Row & { day: null; effective: boolean })[]> {
  const rows = await ctx.db
    .selectFrom('receipt_proposals as x')
    .innerJoin('notes as n', 'n.id', 'x.note_id')
    .leftJoin('claims as c', 'c.id', 'n.claim_id')
    .leftJoin('policies as p', (on) => on.on(sql<boolean>`p.id = ${eitherId('n.policy_id', 'c.policy_id')}`))
    .select([...NOTE_COLUMNS, 'p.id as policy', 'p.broker_reference as reference'])
    .where('x.receipt_id', '=', receiptId)
    .where('x.branch_id', 'in', ctx.scope)
    .orderBy('n.due_on')
    .orderBy('n.id')
    .execute();
  return rows.map((row) => ({ ...row, day: null, effective: false }));
}

async function allocatedRows(ctx: Ctx, receiptId: number): Promise<(Row & { day: string; effective: boolean })[]> {
  const rows = await ctx.db
    .selectFrom('allocations as x')
    .innerJoin('notes as n', 'n.id', 'x.note_id')
    .leftJoin('claims as c', 'c.id', 'n.claim_id')
    .leftJoin('policies as p', (on) => on.on(sql<boolean>`p.id = ${eitherId('n.policy_id', 'c.policy_id')}`))
    .select([...NOTE_COLUMNS, 'p.id as policy', 'p.broker_reference as reference', 'x.day', 'x.reversed_at'])
    .where('x.receipt_id', '=', receiptId)
    .where('x.branch_id', 'in', ctx.scope)
    .orderBy('x.id')
    .execute();
  return rows.map(({ reversed_at: reversedAt, ...row }) => ({ ...row, effective: reversedAt === null }));
}

type Lying = Row & { day: string | null; effective: boolean };

/** Where the money of our own fee lies, and what of it is not drawn yet: before the approval, what would have to be. */
function feeOf(row: Lying, bank: BankPurpose): ReceiptRecord['allocations'][number]['fee'] {
  if (row.purpose !== 'FEE') return null;
  const { note_amount: settles, currency, fee_received: received, fee_drawn: drawn } = row;
  const lying = received > drawn ? received - drawn : 0n;
  const left = row.day === null ? settles : row.effective ? (lying < settles ? lying : settles) : 0n;
  return { bank, undrawn: formatAmount(bank === 'CLIENT' ? left : 0n, currency) };
}

type Head = Awaited<ReturnType<typeof headOf>>;

/** The receipt of another branch from which the cash comes. */
function sourceOf(head: Head): ReceiptRecord['source'] {
  const { source_id: id, source_number: number, source_branch_id: branchId } = head;
  const { source_branch_code: code, source_branch_name: name } = head;
  if (id === null || number === null || branchId === null || code === null || name === null) return null;
  return { id, number, branch: { id: branchId, code, name } };
}

/** Which receipts of other branches hold or took cash of this one, by a function that says that much across branches. M16. */
export async function passingsOf(ctx: Ctx, receiptId: number) {
  const { rows } = await sql<{
    id: number;
    number: string | null;
    status: ReceiptStatus;
    amount: bigint;
    day: string;
    branch_id: number;
    code: string;
    name: string;
  }>`
    select p.id, p.number, p.status, p.amount, p.day, p.branch_id, b.code, b.name
    from receipts r cross join lateral cash_passed_on(r.id) p join branches b on b.id = p.branch_id
    where r.id = ${receiptId} and r.branch_id = any(${[...ctx.scope]}::int[]) order by p.id`.execute(ctx.db);
  return rows.map(({ branch_id: branchId, code, name, ...row }) => ({ ...row, branch: { id: branchId, code, name } }));
}

/** What of a receipt is left to allocate, in minor units; one that was reversed has nothing left. */
export const leftToAllocate = (receipt: Parameters<typeof leftOf>[0] & { status: string }): bigint =>
  receipt.status === 'REVERSED' ? 0n : leftOf(receipt);

/** One receipt as its page shows it: proposals until it is approved, allocations from then on. */
export async function receiptRecord(ctx: Ctx, id: number): Promise<ReceiptRecord> {
  const head = await headOf(ctx, id);
  const [rows, { made_by: issuedBy, ...people }, passings] = await Promise.all([
    head.number === null ? proposedRows(ctx, id) : allocatedRows(ctx, id),
    peopleOf(ctx, head),
    passingsOf(ctx, id),
  ]);
  const money = (amount: bigint) => formatAmount(amount, head.currency);
  return {
    id: head.id,
    version: head.version,
    status: head.status as ReceiptRecord['status'],
    receiptNumber: head.number,
    branch: { id: head.branch_id, code: head.branch_code, name: head.branch_name },
    receiptType: head.receipt_type as ReceiptRecord['receiptType'],
    method: head.method as ReceiptRecord['method'],
    bounced: head.bounced,
    dateOfIssue: head.bank_date,
    reinsured: { id: head.payer_id, name: head.payer_name },
    currency: head.currency,
    receiptAmount: money(head.amount),
    bank_account: refOf(head.bank_account_id, head.bank_name),
    source: sourceOf(head),
    bank_reference: head.bank_reference,
    narrationRef: head.narration,
    brokerRef: [...new Set(rows.flatMap((row) => row.reference ?? []))].join(', '),
    allocated: money(head.allocated),
    refunded: money(head.refunded),
    passed_on: money(head.passed_on),
    passings: passings.map(({ amount, ...passing }) => ({ ...passing, amount: money(amount) })),
    left: money(leftToAllocate(head)),
    allocations: rows.map((row) => ({
      note: { id: row.note, number: row.number },
      policy: refOf(row.policy, row.reference),
      amount: money(row.amount),
      note_amount: formatAmount(row.note_amount, row.currency),
      note_currency: row.currency,
      fee: feeOf(row, (head.bank_purpose ?? 'CLIENT') as BankPurpose),
      day: row.day,
      effective: row.effective,
    })),
    issuedBy,
    ...people,
  };
}
