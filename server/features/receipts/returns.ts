import { sql } from 'kysely';
import { exchangeLine } from '../../../domain/ledger/entries.ts';
import { after, settleInOrder } from '../../../domain/ledger/settling.ts';
import { sum } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { addSetOff } from '../endorsements/set-off.ts';
import { post, type Posting, type PostLine } from '../ledger/post.ts';
import { settling as settlingLines } from './booking.ts';
import { loadSettling, type Settling } from './queries.ts';

type Refund = { part: number; endorsement: number; note: number; given: number; free: bigint };

/** What of returns is to be refunded out of these debit notes and no voucher holds, oldest first. */
async function refundsOf(ctx: Ctx, noteIds: readonly number[], { lock }: { lock: boolean }): Promise<Refund[]> {
  const query = ctx.db
    .selectFrom('note_parts as p')
    .select(['p.id as part', 'p.endorsement_id as endorsement', 'p.debit_note_id as note'])
    .select(['p.credit_note_id as given', 'p.effective', 'p.committed'])
    .where('p.debit_note_id', 'in', [0, ...noteIds])
    .where('p.kind', '=', 'REFUND')
    .where('p.branch_id', 'in', ctx.scope)
    .whereRef('p.committed', '<', 'p.effective')
    .orderBy('p.id');
  const rows = await (lock ? query.forUpdate() : query).execute();
  return rows.flatMap(({ given, endorsement, effective, committed, ...row }) =>
    given === null || endorsement === null ? [] : [{ ...row, given, endorsement, free: (effective ?? 0n) - committed }],
  );
}

const least = (...amounts: bigint[]): bigint => amounts.reduce((a, b) => (a < b ? a : b));

type Item = Settling['instalments'][number];
type SetOff = Refund & { amount: bigint };

/** Sets returns against their debit notes as far as both are open, the last instalments first, as an approval does. */
function against(
  refunds: readonly Refund[],
  { notes, instalments }: Settling,
): { setOffs: SetOff[]; lines: PostLine[] } {
  let items: readonly Item[] = instalments;
  const itemsOf = (id: number) => items.filter((item) => item.noteId === id && item.outstanding !== 0n);
  const openOf = (id: number) => {
    const open = sum(itemsOf(id).map((item) => item.outstanding));
    return open < 0n ? -open : open;
  };
  const take = (id: number, own: readonly Item[], amount: bigint): PostLine[] => {
    const { steps } = settleInOrder(own, amount);
    items = items.map((item) => {
      const step = steps.find((one) => one.item === item);
      return step ? after(item, step) : item;
    });
    return settlingLines(id, steps, notes.get(id)?.partyId ?? 0);
  };
  const lines: PostLine[] = [];
  const setOffs = refunds.flatMap((refund) => {
    const amount = least(refund.free, openOf(refund.note), openOf(refund.given));
    if (amount <= 0n) return [];
    const currency = notes.get(refund.note)?.currency;
    const given = take(refund.given, itemsOf(refund.given), amount);
    const own = [...given, ...take(refund.note, itemsOf(refund.note).toReversed(), amount)];
    lines.push(...[...own, ...exchangeLine(own)].map((line) => ({ ...line, currency })));
    return [{ ...refund, amount }];
  });
  return { setOffs, lines };
}

/** What each return gave up for its note: the notes settled one another, the parts are to be refunded by so much less. */
async function keep(
  ctx: Ctx,
  setOffs: readonly SetOff[],
  { entryId, ...of }: { entryId: number } & Reversal,
): Promise<void> {
  const both = setOffs.flatMap(({ note, given, amount }) => [note, given].map((noteId) => ({ noteId, amount })));
  await addSetOff(ctx, both);
  await ctx.db
    .insertInto('note_offsets')
    .values(
      [...Map.groupBy(setOffs, ({ note, given }) => `${note}/${given}`).values()].flatMap((own) =>
        own.slice(0, 1).map(({ note, given }) => ({
          branch_id: of.branchId,
          source_kind: of.sourceKind,
          source_id: of.sourceId,
          return_note_id: given,
          note_id: note,
          entry_id: entryId,
          amount: sum(own.map((one) => one.amount)),
          day: ctx.today,
        })),
      ),
    )
    .execute();
  const [parts, endorsements, amounts] = [
    setOffs.map(({ part }) => part),
    setOffs.map(({ endorsement }) => endorsement),
    setOffs.map(({ amount }) => amount),
  ];
  await sql`
    with given as (select * from unnest(${parts}::int[], ${endorsements}::int[], ${amounts}::bigint[]) as s (part, endorsement, amount)),
    kept as (
      insert into part_returns (branch_id, part_id, endorsement_id, amount, entry_id)
      select ${of.branchId}::int, part, endorsement, amount, ${entryId}::int from given)
    update note_parts p set returned = p.returned + g.amount from given g where p.id = g.part`.execute(ctx.db);
}

/** The record that is reversed, and why. */
type Reversal = Pick<Posting, 'branchId' | 'sourceKind' | 'sourceId' | 'narration'>;

/**
 * Debit notes that a reversal opened again are set, today, against what returns were to give back of them: they would have been, had the
 * money never come. Nothing of a return is refunded that its note still owes. §2, M0, M17.
 */
export async function setReturnsOff(ctx: Ctx, of: Reversal, noteIds: readonly number[]): Promise<void> {
  const found = await refundsOf(ctx, noteIds, { lock: false });
  if (found.length === 0) return;
  const ids = [...new Set(found.flatMap(({ note, given }) => [note, given]))];
  const settling = await loadSettling(ctx, { noteIds: ids, receiptId: 0 }, { lock: true });
  const { setOffs, lines } = against(await refundsOf(ctx, noteIds, { lock: true }), settling);
  if (setOffs.length === 0) return;
  // Each note is in one currency; a receipt may have been for several.
  const [entryId = 0] = await post(ctx, [
    { ...of, day: ctx.today, event: 'RETURN_SET_OFF', currency: ctx.firm.baseCurrency, lines },
  ]);
  await keep(ctx, setOffs, { entryId, ...of });
}
