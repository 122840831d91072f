import { type RawBuilder, sql } from 'kysely';
import type { Day } from '../../../../domain/values/day.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { accountsOf } from '../../firm/chart.ts';
import { partsAt, paymentsSince } from '../../ledger/parts-at.ts';
import { partsReleasedAt } from '../../ledger/parts-released.ts';
import { PAYABLE } from './aged.ts';
import { heldNotes, REACHED, unpaidOf } from './released.ts';

/**
 * Debit notes of which money, payments or parts have moved since a day: those that were there `earlier`, and those that were issued `since`. Of one security
 * (`party`), those that something of is its own.
 */
export type Moved = { day: Day; party: number | null; earlier: readonly number[]; since: readonly number[] };
/** From what a report says what is released: from what is kept today, from that and what moved since its day, or not at all. */
export type ReleasedBy = 'KEPT' | 'NOT_ASKED' | Moved;
export const isMoved = (released: ReleasedBy): released is Moved => typeof released === 'object';

/**
 * The debit notes of which what is released or paid may have been another at the end of a day than it is now: what moved since, those of which something is
 * held back, and those that are not folded yet. Of all others what is kept now is what it was then. They are asked for by themselves, so that the planner
 * knows how many they are.
 */
async function movedSince(ctx: Ctx, { day, party }: Pick<Moved, 'day' | 'party'>): Promise<Moved> {
  const scope = sql`branch_id = any(${[...ctx.scope]}::int[])`;
  const ofPremium = sql`i.account = any(${accountsOf('PREMIUM_RECEIVABLE', 'PREMIUM_PAYABLE')}) and i.note_id is not null`;
  const { rows } = await sql<{ id: number; was_there: boolean }>`
    with ${paymentsSince(ctx, day)},
    -- Each is looked up by its key, in the order of the keys, however many the planner takes them to be.
    notes_moved as materialized (
      select i.note_id as id from open_items i where i.id = any(array(select item_id from settlements where ${scope} and day > ${day}::date)) and ${ofPremium}
      union
      -- What another system had paid before it was noted; we book no payment before its note.
      select i.note_id from notes h join open_items i on i.note_id = h.id
      where h.${scope} and h.history_id is not null and h.posted_on > ${day}::date and i.settled_from is not null and ${ofPremium}),
    moved as (
      select n.id from notes n where n.id = any(array(select id from notes_moved)) and n.kind = 'DN' and n.debit_note_id is null
      union
      select p.debit_note_id from note_parts p where p.credit_note_id = any(array(select id from notes_moved))
      union
      select n.id from journal_entries e join endorsements x on x.id = e.source_id join notes n on n.policy_id = x.policy_id
      where e.source_kind = 'endorsement' and e.event = 'ENDORSEMENT_APPROVED' and e.reverses_id is null and e.${scope} and e.day > ${day}::date
        and n.kind = 'DN' and n.debit_note_id is null
      union
      -- Others waited then for what was held of a part beyond what is released: it has been let go or taken back since, or an override has covered it.
      select p.debit_note_id from payments_since s join note_parts p on p.id = s.part_id where s.committed > 0 or s.advanced < 0
      union
      select debit_note_id from (${heldNotes(ctx)}) held
      union
      select p.debit_note_id from released_touched t join note_parts p on p.credit_note_id = t.note_id where t.${scope})
    select n.id, n.posted_on <= ${day}::date as was_there from notes n
    where n.id = any(array(select id from moved)) ${party === null ? sql`` : sql`and (n.id in (select p.debit_note_id from note_parts p where p.party_id = ${party} and p.credit_note_id is not null)) is true`}`.execute(
    ctx.db,
  );
  const idsOf = (earlier: boolean) => rows.filter((row) => row.was_there === earlier).map(({ id }) => id);
  return { day, party, earlier: idsOf(true), since: idsOf(false) };
}

/** From what it is said what is released at the end of a day: of an earlier one than today where it is asked for. */
export async function releasedBy(
  ctx: Ctx,
  { asked, ...of }: Pick<Moved, 'day' | 'party'> & { asked: boolean },
): Promise<ReleasedBy> {
  if (of.day >= ctx.today) return 'KEPT';
  return asked ? movedSince(ctx, of) : 'NOT_ASKED';
}

/** Ids as a table's keys, which are looked up in their order however many the planner takes them to be. */
const keys = (ids: readonly number[]): RawBuilder<unknown> => sql`any((select ${[...ids]}::int[])::int[])`;

/** The parts of credit notes (`touched`), with whether their debit notes moved. */
const partsOfTouched = ({ earlier, since }: Moved): RawBuilder<unknown> => sql`
  (select id, credit_note_id, debit_note_id, released, paid from note_parts where credit_note_id = any(array(select id from touched))) p
  left join (select unnest(${[...earlier, ...since]}::int[]) as id) l on l.id = p.debit_note_id`;

/** Common table expressions that end in `unpaid_then`: of credit notes (`touched`), what was released of each, after what was held back, and not paid at the end of the day. M0. */
const unpaidThen = (ctx: Ctx, moved: Moved): RawBuilder<unknown> => sql`
    ${paymentsSince(ctx, moved.day)}, ${partsAt(sql`select unnest(${[...moved.earlier]}::int[])`, moved.day)},
    unpaid_then as (
      select p.credit_note_id as note_id, sum(greatest(case when l.id is null then p.released - p.paid
        else a.released - a.paid - a.held_back end, 0))::bigint as unpaid
      from ${partsOfTouched(moved)} left join parts_at a on a.id = p.id
      group by 1)`;

/** The credit notes of debit notes; those alone that are asked for. */
const creditNotesOf = (leads: readonly number[], asked: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select distinct p.credit_note_id as id from note_parts p where p.debit_note_id = ${keys(leads)} and p.credit_note_id is not null and ${asked}`;

/** Common table expressions that end in `unpaid`: what `unpaidOf` says of credit notes (`notes`, a query of their ids), today or at the end of a day since which something has moved. */
export const unpaidAt = (ctx: Ctx, moved: 'KEPT' | Moved, notes: RawBuilder<unknown>): RawBuilder<unknown> =>
  moved === 'KEPT'
    ? sql`unpaid as (${unpaidOf(ctx, notes)})`
    : sql`
    touched as materialized (${creditNotesOf(moved.earlier, sql`p.credit_note_id in (${notes})`)}),
    ${unpaidThen(ctx, moved)},
    unpaid as (
      select note_id, unpaid from unpaid_then
      union all
      select note_id, unpaid from (${unpaidOf(ctx, notes)}) kept where note_id not in (select id from touched))`;

/**
 * Common table expressions that end in `released`: what of the notes of one party or of all was released and unpaid at the end of a day, and what of that pays what
 * was due, by party and currency. What is kept now, less that of the notes that moved since, and what was of them then.
 */
export const releasedThen = (ctx: Ctx, moved: Moved): RawBuilder<unknown> => {
  const { day, party, earlier, since } = moved;
  const theirs = (of: string): RawBuilder<unknown> => sql`
    ${sql.ref(of)}.branch_id = any(${[...ctx.scope]}::int[]) ${party === null ? sql`` : sql`and ${sql.ref(of)}.party_id = ${party}`}`;
  return sql`
    touched as materialized (${creditNotesOf(earlier, theirs('p'))}),
    ${unpaidThen(ctx, moved)},
    owed_then as (
      select i.note_id, i.party_id, i.currency, -sum(i.outstanding + l.amount) as total, coalesce(-sum(i.outstanding + l.amount) filter (where i.due_on >= ${day}::date), 0) as not_due
      from open_items i
      cross join lateral (select coalesce(sum(amount), 0) as amount from settlements where item_id = i.id and day > ${day}::date offset 0) l
      where i.note_id = any(array(select id from touched)) and ${theirs('i')} and i.account = any(${accountsOf(...PAYABLE)}) and i.opened_on <= ${day}::date group by 1, 2, 3),
    released as (
      select party_id, currency, sum(amount)::bigint as released, sum(due)::bigint as due_released
      from (
        select party_id, currency, amount, case when due_on < ${day}::date then amount else 0 end as due from released_sums k where ${theirs('k')}
        union all
        select n.party_id, n.currency, -n.amount, case when n.due_on < ${day}::date then -n.amount else 0 end
        from released_notes n where n.note_id = any(array(${creditNotesOf([...earlier, ...since], theirs('p'))})) and ${theirs('n')}
        union all
        select w.party_id, w.currency, x.released, least(x.released, x.due) from owed_then w join unpaid_then r on r.note_id = w.note_id ${REACHED}) s
      group by 1, 2)`;
};

/** Common table expressions that end in `released_then`: of those of credit notes (`notes`, a query of their ids) that moved since a day, what had been released by its end. */
export const releasedOfNotes = (moved: Moved, notes: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    touched as materialized (${creditNotesOf(moved.earlier, sql`p.credit_note_id in (${notes})`)}),
    ${partsReleasedAt(sql`select unnest(${[...moved.earlier]}::int[])`, moved.day)},
    released_then as materialized (
      select p.credit_note_id as note_id, sum(case when l.id is null then p.released else coalesce(a.released, 0) end)::bigint as released
      from ${partsOfTouched(moved)} left join parts_released a on a.id = p.id
      group by 1)`;
