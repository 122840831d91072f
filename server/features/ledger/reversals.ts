import { AppError, notFound } from '../../../domain/errors.ts';
import { mirror, type LedgerEvent } from '../../../domain/ledger/entries.ts';
import type { EntrySource } from '../../../domain/records/kinds.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { post, type Posting, type PostLine, type Settling } from './post.ts';

type Source = { sourceKind: EntrySource; sourceId: number; event: LedgerEvent };
/** What a record has booked, or of that one entry alone. */
type Undoing = Pick<Source, 'sourceKind' | 'sourceId'> & { entryId?: number };
/** What was booked, on its day. */
type Booked = Omit<Posting, 'event' | 'narration'>;

type LineOfEntry = {
  account: string;
  party_id: number | null;
  tax_id: number | null;
  bank_account_id: number | null;
  currency: string;
  amount: bigint;
  base_amount: bigint;
  note_id: number | null;
};

function asPostLine(line: LineOfEntry): PostLine {
  return {
    account: { code: line.account },
    currency: line.currency,
    amount: line.amount,
    base: line.base_amount,
    partyId: line.party_id ?? undefined,
    taxId: line.tax_id ?? undefined,
    bankAccountId: line.bank_account_id ?? undefined,
    noteId: line.note_id ?? undefined,
  };
}

/**
 * The posting that a record's event made, linked for its reversal: its lines as booked (mirror them), and on its first
 * line of each party the closing of the items that it opened. The items must be whole: what was settled is undone first.
 */
export async function reversalOf(ctx: Ctx, source: Source): Promise<Booked> {
  const entry = await ctx.db
    .selectFrom('journal_entries')
    .select(['id', 'branch_id', 'day'])
    .where('source_kind', '=', source.sourceKind)
    .where('source_id', '=', source.sourceId)
    .where('event', '=', source.event)
    .where('reverses_id', 'is', null)
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirstOrThrow(notFound);
  const lines = await ctx.db
    .selectFrom('journal_lines')
    .select(['account', 'party_id', 'tax_id', 'bank_account_id', 'currency', 'amount', 'base_amount', 'note_id'])
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
    day: entry.day,
    sourceKind: source.sourceKind,
    sourceId: source.sourceId,
    currency: lines[0]?.currency ?? '',
    reversesId: entry.id,
    lines: lines.map((line) => {
      const own = items.filter(
        (item) =>
          item.account === line.account &&
          item.party_id === line.party_id &&
          item.note_id === line.note_id &&
          !taken.has(item.id),
      );
      for (const item of own) taken.add(item.id);
      const settles: Settling[] = own.map((item) => ({
        item: item.id,
        amount: item.outstanding,
        base: item.base_outstanding,
      }));
      return { ...asPostLine(line), ...(settles.length > 0 && { settles }) };
    }),
  };
}

async function entriesLeft(ctx: Ctx, source: Undoing) {
  const query = ctx.db
    .selectFrom('journal_entries as e')
    .select(['e.id', 'e.branch_id', 'e.day'])
    .where('e.source_kind', '=', source.sourceKind)
    .where('e.source_id', '=', source.sourceId)
    .where('e.reverses_id', 'is', null)
    .where('e.branch_id', 'in', ctx.scope)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('journal_entries as r').select('r.id').whereRef('r.reverses_id', '=', 'e.id'))),
    )
    .orderBy('e.id');
  return (source.entryId === undefined ? query : query.where('e.id', '=', source.entryId)).execute();
}

/** What entries settled is open again, and what they opened is closed, when nothing else has settled it. Locks by id. */
async function stepsBack(ctx: Ctx, entryIds: readonly number[]): Promise<Map<number, Settling[]>> {
  const settled = await ctx.db
    .selectFrom('settlements')
    .select(['item_id', 'entry_id', 'amount', 'base_amount'])
    .where('entry_id', 'in', entryIds)
    .where('branch_id', 'in', ctx.scope)
    .execute();
  const items = await ctx.db
    .selectFrom('open_items')
    .select(['id', 'entry_id', 'amount', 'base_amount', 'outstanding'])
    .where((eb) => eb.or([eb('entry_id', 'in', entryIds), eb('id', 'in', [0, ...settled.map((step) => step.item_id)])]))
    .where('branch_id', 'in', ctx.scope)
    .orderBy('id')
    .forUpdate()
    .execute();
  const back = new Map<number, Settling[]>(entryIds.map((id) => [id, []]));
  for (const step of settled)
    back.get(step.entry_id)?.push({ item: step.item_id, amount: -step.amount, base: -step.base_amount });
  for (const item of items.filter((one) => entryIds.includes(one.entry_id))) {
    const own = settled.filter((step) => step.item_id === item.id).reduce((total, step) => total + step.amount, 0n);
    if (item.outstanding + own !== item.amount) throw new AppError('IN_USE');
    back.get(item.entry_id)?.push({ item: item.id, amount: item.amount, base: item.base_amount });
  }
  return back;
}

/**
 * Everything that a record has booked and not reversed, or of that one entry, as postings for its reversal: lines as booked (mirror them), on
 * the first of each entry the steps that give back what the entry settled and close what it opened. Throws IN_USE where
 * another record has settled an item that this one opened. §3 reversal.
 */
export async function reversalsOf(ctx: Ctx, source: Undoing): Promise<Booked[]> {
  const entries = await entriesLeft(ctx, source);
  if (entries.length === 0) throw new AppError('NOT_FOUND');
  const ids = entries.map((entry) => entry.id);
  const lines = await ctx.db
    .selectFrom('journal_lines')
    .select([
      'entry_id',
      'account',
      'party_id',
      'tax_id',
      'bank_account_id',
      'currency',
      'amount',
      'base_amount',
      'note_id',
    ])
    .where('entry_id', 'in', ids)
    .where('branch_id', 'in', ctx.scope)
    .orderBy('id')
    .execute();
  const back = await stepsBack(ctx, ids);
  return entries.map((entry) => {
    const own = lines.filter((line) => line.entry_id === entry.id);
    return {
      branchId: entry.branch_id,
      day: entry.day,
      sourceKind: source.sourceKind,
      sourceId: source.sourceId,
      currency: own[0]?.currency ?? '',
      reversesId: entry.id,
      lines: own.map((line, index) => ({
        ...asPostLine(line),
        ...(index === 0 && { settles: back.get(entry.id) ?? [] }),
      })),
    };
  });
}

/** Books the mirror of each entry today, with its reason in words. §3 reversal. */
export async function postMirrors(
  ctx: Ctx,
  entries: readonly Booked[],
  { event, narration }: Pick<Posting, 'event' | 'narration'>,
): Promise<void> {
  await post(
    ctx,
    entries.map((entry) => ({ ...entry, event, narration, day: ctx.today, lines: mirror(entry.lines) })),
  );
}
