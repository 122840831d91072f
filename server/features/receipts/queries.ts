import { sql } from 'kysely';
import type { Deferred } from '../../../domain/ledger/deferred.ts';
import type { Owed } from '../../../domain/ledger/settling.ts';
import type { Allocating } from '../../../domain/receipts/parts.ts';
import type { Allocatable } from '../../../domain/receipts/rules.ts';
import type { Day } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { deferredOf } from '../ledger/deferred.ts';
import { selectRecord } from '../records.ts';
import { eitherId } from '../../platform/db/either-id.ts';

/** A receipt as its actions work with it: amounts in minor units. */
export type Receipt = Awaited<ReturnType<typeof lockReceipt>>;

const RECEIPT = {
  kind: 'receipt',
  columns: [
    'receipt_type',
    'method',
    'payer_id',
    'bank_date',
    'bank_account_id',
    'currency',
    'amount',
    'allocated',
    'refunded',
    'passed_on',
    'source_id',
    'source_branch_id',
    'source_number',
    'passing_entry_id',
    'bank_reference',
    'search_text',
  ],
} as const;

/** One receipt within the caller's branches, locked until the commit. */
export const lockReceipt = (ctx: Ctx, id: number) => selectRecord(ctx, RECEIPT, { id, lock: true });

/** The same without the lock, for what only looks. */
export const readReceipt = (ctx: Ctx, id: number) => selectRecord(ctx, RECEIPT, { id, lock: false });

/** What the maker of a receipt proposes to settle, oldest due first. */
export async function proposalsOf(ctx: Ctx, receiptId: number): Promise<Allocating[]> {
  return ctx.db
    .selectFrom('receipt_proposals as p')
    .innerJoin('notes as n', 'n.id', 'p.note_id')
    .select(['p.note_id as note', 'p.amount', 'p.note_amount as noteAmount'])
    .where('p.receipt_id', '=', receiptId)
    .where('p.branch_id', 'in', ctx.scope)
    .orderBy('n.due_on')
    .orderBy('n.id')
    .execute();
}

export type NoteToSettle = Allocatable & {
  postedOn: Day;
  reference: string | null;
};

function selectNotes(ctx: Ctx, ids: readonly number[]) {
  return ctx.db
    .selectFrom('notes as n')
    .leftJoin('claims as c', 'c.id', 'n.claim_id')
    .leftJoin('policies as p', (on) => on.on(sql<boolean>`p.id = ${eitherId('n.policy_id', 'c.policy_id')}`))
    .select([
      'n.id',
      'n.number',
      'n.kind',
      'n.purpose',
      'n.status',
      'n.party_id as partyId',
      'n.branch_id as branchId',
      'n.currency',
      'n.amount',
      'n.settled',
      'n.posted_on as postedOn',
    ])
    .select((e) => e.fn.coalesce('c.number', 'p.broker_reference').as('reference'))
    .where('n.id', 'in', ids)
    .where('n.branch_id', 'in', ctx.scope)
    .orderBy('n.id');
}

/** Notes by id as they are now; one that is missing or foreign is not in the answer. */
export async function notesById(ctx: Ctx, ids: readonly number[]): Promise<Map<number, NoteToSettle>> {
  if (ids.length === 0) return new Map();
  const rows = await selectNotes(ctx, ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

type Instalment = Owed & { id: number; noteId: number };
type Cash = Owed & { id: number };
/** What an allocation works with: the receipt's unallocated cash, the notes, their open instalments, waiting brokerage. */
export type Settling = {
  notes: Map<number, NoteToSettle>;
  instalments: Instalment[];
  cash: Cash | null;
  deferred: Map<number, Deferred>;
};

// Instalments of the notes (receivable) and the receipt's own item (unallocated cash) are one set of rows, locked by id.
async function itemsFor(ctx: Ctx, ids: { noteIds: readonly number[]; receiptId: number }, lock: boolean) {
  const query = ctx.db
    .selectFrom('open_items')
    .select(['id', 'account', 'note_id', 'due_on', 'sequence', 'outstanding', 'base_outstanding as baseOutstanding'])
    .where((e) => e.or([e('note_id', 'in', [0, ...ids.noteIds]), e('receipt_id', '=', ids.receiptId)]))
    .where('branch_id', 'in', ctx.scope)
    .orderBy('id');
  return (lock ? query.forUpdate() : query).execute();
}

/** Loads what an allocation settles, in the order of the locks: open items by id, then notes by id. */
export async function loadSettling(
  ctx: Ctx,
  ids: { noteIds: readonly number[]; receiptId: number },
  { lock }: { lock: boolean },
): Promise<Settling> {
  const items = await itemsFor(ctx, ids, lock);
  if (lock && ids.noteIds.length > 0) {
    await ctx.db
      .selectFrom('notes')
      .select('id')
      .where('id', 'in', ids.noteIds)
      .where('branch_id', 'in', ctx.scope)
      .orderBy('id')
      .forUpdate()
      .execute();
  }
  const oldestFirst = items.toSorted((a, b) =>
    a.due_on === b.due_on ? a.sequence - b.sequence : a.due_on < b.due_on ? -1 : 1,
  );
  return {
    notes: await notesById(ctx, ids.noteIds),
    instalments: oldestFirst.flatMap((item) => (item.note_id === null ? [] : [{ ...item, noteId: item.note_id }])),
    cash: items.find((item) => item.note_id === null) ?? null,
    deferred: await deferredOf(ctx, ids.noteIds),
  };
}

/** Whether the same payer, amount and bank reference are on another receipt that counts. §8 bank reference. */
export async function hasTwin(
  ctx: Ctx,
  receipt: { id: number | null; payerId: number; amount: bigint; currency: string; bankReference: string },
): Promise<boolean> {
  if (receipt.bankReference === '') return false;
  const row = await ctx.db
    .selectFrom('receipts')
    .select('id')
    .where('payer_id', '=', receipt.payerId)
    .where('amount', '=', receipt.amount)
    .where('currency', '=', receipt.currency)
    .where('bank_reference', '=', receipt.bankReference)
    .where('status', 'in', ['DRAFT', 'PENDING', 'APPROVED'])
    .where('branch_id', 'in', ctx.scope)
    .where('id', '!=', receipt.id ?? 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
