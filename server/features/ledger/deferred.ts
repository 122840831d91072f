import { sql } from 'kysely';
import { brokerageSetRight, type Deferred, type Issued } from '../../../domain/ledger/deferred.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { accountsOf } from '../firm/chart.ts';
import { post, type Posting } from './post.ts';

/**
 * Brokerage of these debit notes that was deferred, by note: of each its approval's, which names no note where it issued them, and what
 * was moved on it since.
 */
async function everDeferred(ctx: Ctx, noteIds: readonly number[]): Promise<Map<number, Issued & { currency: string }>> {
  if (noteIds.length === 0) return new Map();
  const { rows } = await sql<Omit<Issued, 'parts'> & { note: number; currency: string }>`
    select n.id as note, n.currency, booked.amount + moved.amount as waiting, booked.base + moved.base as base,
      booked.amount as issued, booked.base as "issuedBase",
      n.settled - n.set_off - (select coalesce(sum(x.certified + x.uncollectable), 0)::bigint from note_parts x where x.debit_note_id = n.id) as cash
    from notes n
    cross join lateral (
      select coalesce(-sum(l.amount), 0)::bigint as amount, coalesce(-sum(l.base_amount), 0)::bigint as base
      from journal_entries e join journal_lines l on l.entry_id = e.id
      where e.source_kind = case when n.endorsement_id is null then 'policy' else 'endorsement' end
        and e.source_id = coalesce(n.endorsement_id, n.policy_id)
        and e.event = case when n.endorsement_id is null then 'POLICY_APPROVED' else 'ENDORSEMENT_APPROVED' end
        and l.account = any(${accountsOf('DEFERRED_BROKERAGE')}) and l.note_id is null) booked
    cross join lateral (
      select coalesce(-sum(l.amount), 0)::bigint as amount, coalesce(-sum(l.base_amount), 0)::bigint as base
      from journal_lines l where l.note_id = n.id and l.account = any(${accountsOf('DEFERRED_BROKERAGE')})) moved
    where n.id = any(${[...noteIds]}::int[]) and n.debit_note_id is null
      and (booked.amount <> 0 or booked.amount + moved.amount <> 0)`.execute(ctx.db);
  if (rows.length === 0) return new Map();
  const parts = await ctx.db
    .selectFrom('note_parts')
    .select(['id', 'kind', 'effective', 'certified', 'debit_note_id as note'])
    .where(
      'debit_note_id',
      'in',
      rows.map((row) => row.note),
    )
    .where('branch_id', 'in', ctx.scope)
    .orderBy('id')
    .execute();
  return new Map(
    rows.map(({ note, ...deferred }) => [note, { ...deferred, parts: parts.filter((part) => part.note === note) }]),
  );
}

/** Deferred brokerage that waits on these debit notes, by note; those on which nothing waits are left out. */
export async function deferredOf(ctx: Ctx, noteIds: readonly number[]): Promise<Map<number, Deferred>> {
  const all = await everDeferred(ctx, noteIds);
  return new Map([...all].filter(([, { waiting }]) => waiting !== 0n));
}

/**
 * Books, today, what a reversal leaves to be set right of brokerage on the debit notes that it took money or a certificate from: its
 * mirrors are booked, and the notes, with what they are settled by, are as it leaves them. §3 brokerage collected, M0.
 */
export async function setBrokerageRight(
  ctx: Ctx,
  of: Pick<Posting, 'branchId' | 'sourceKind' | 'sourceId' | 'narration'>,
  noteIds: readonly number[],
): Promise<void> {
  const lines = [...(await everDeferred(ctx, noteIds))].flatMap(([noteId, deferred]) =>
    brokerageSetRight(deferred).map((line) => ({ ...line, currency: deferred.currency, noteId })),
  );
  if (lines.length === 0) return;
  await post(ctx, [{ ...of, day: ctx.today, event: 'BROKERAGE_SET_RIGHT', currency: ctx.firm.baseCurrency, lines }]);
}
