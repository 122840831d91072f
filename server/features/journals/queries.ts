import type { Ctx } from '../../platform/http/context.ts';
import { selectRecord } from '../records.ts';

/** A manual journal as its actions work with it. */
export type Journal = Awaited<ReturnType<typeof lockJournal>>;

const JOURNAL = { kind: 'journal', columns: ['day', 'narration', 'amount', 'search_text'] } as const;

/** One manual journal within the caller's branches, locked until the commit. */
export const lockJournal = (ctx: Ctx, id: number) => selectRecord(ctx, JOURNAL, { id, lock: true });

/** The same without the lock, for what only looks. */
export const readJournal = (ctx: Ctx, id: number) => selectRecord(ctx, JOURNAL, { id, lock: false });

/** The lines of a manual journal in their order, in minor units, debit positive, with what their accounts are for now. */
export async function linesOf(ctx: Ctx, journalId: number) {
  return ctx.db
    .selectFrom('manual_journal_lines as l')
    .innerJoin('ledger_accounts as a', 'a.code', 'l.account')
    .leftJoin('parties as p', 'p.id', 'l.party_id')
    .leftJoin('taxes as t', 't.id', 'l.tax_id')
    .select(['l.account', 'l.party_id as partyId', 'l.tax_id as taxId', 'l.currency', 'l.amount'])
    .select(['a.name as accountName', 'a.sub_kind', 'a.status', 'a.function', 'p.name as party', 't.name as tax'])
    .where('l.journal_id', '=', journalId)
    .where('l.branch_id', 'in', ctx.scope)
    .orderBy('l.position')
    .execute();
}

export type JournalLine = Awaited<ReturnType<typeof linesOf>>[number];
