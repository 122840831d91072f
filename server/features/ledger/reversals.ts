import { AppError } from '../../../domain/errors.ts';
import type { LedgerEvent } from '../../../domain/ledger/entries.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Posting, PostLine, Settling } from './post.ts';

type Source = { sourceKind: Posting['sourceKind']; sourceId: number; event: LedgerEvent };

type LineOfEntry = { account: string; party_id: number | null; tax_id: number | null; amount: bigint; base_amount: bigint; note_id: number | null };

function asPostLine(line: LineOfEntry): PostLine {
  return {
    account: line.account,
    amount: line.amount,
    base: line.base_amount,
    partyId: line.party_id ?? undefined,
    taxId: line.tax_id ?? undefined,
    noteId: line.note_id ?? undefined,
  };
}

/**
 * The posting that a record's event made, linked for its reversal: its lines as booked (mirror them), and on its first
 * line of each party the closing of the items that it opened. The items must be whole: what was settled is undone first.
 */
export async function reversalOf(ctx: Ctx, source: Source): Promise<Omit<Posting, 'day' | 'event' | 'narration'>> {
  const entry = await ctx.db
    .selectFrom('journal_entries')
    .select(['id', 'branch_id'])
    .where('source_kind', '=', source.sourceKind)
    .where('source_id', '=', source.sourceId)
    .where('event', '=', source.event)
    .where('reverses_id', 'is', null)
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirst();
  if (!entry) throw new AppError('NOT_FOUND');
  const lines = await ctx.db
    .selectFrom('journal_lines')
    .select(['account', 'party_id', 'tax_id', 'currency', 'amount', 'base_amount', 'note_id'])
    .where('entry_id', '=', entry.id)
    .orderBy('id')
    .execute();
  const items = await ctx.db
    .selectFrom('open_items')
    .select(['id', 'account', 'party_id', 'outstanding', 'base_outstanding', 'amount', 'note_id'])
    .where('entry_id', '=', entry.id)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (items.some((item) => item.outstanding !== item.amount)) throw new AppError('IN_USE');
  const taken = new Set<number>();
  return {
    branchId: entry.branch_id,
    sourceKind: source.sourceKind,
    sourceId: source.sourceId,
    currency: lines[0]?.currency ?? '',
    reversesId: entry.id,
    lines: lines.map((line) => {
      const own = items.filter((item) => item.account === line.account && item.party_id === line.party_id && item.note_id === line.note_id && !taken.has(item.id));
      for (const item of own) taken.add(item.id);
      const settles: Settling[] = own.map((item) => ({ itemId: item.id, amount: item.outstanding, base: item.base_outstanding }));
      return { ...asPostLine(line), ...(settles.length > 0 && { settles }) };
    }),
  };
}
