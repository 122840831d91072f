/** The notes that a statement shows, and of which of them something is open. */
import { type RawBuilder, sql } from 'kysely';
import type { AccountFunction } from '../../../../domain/ledger/accounts.ts';
import { fact } from '../../../platform/exports/facts.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import type { Condition } from '../../../platform/http/lists.ts';
import { onDays, openBeside } from './open-items.ts';
import type { Named } from './party.ts';
import type { Stated } from './stated.ts';

type Asked = { open?: 'only' | undefined };

/** Whose notes a statement is of, on a day and beside another one. */
type Whose = Pick<Stated, 'day' | 'beside'> & { party: Named | null };

const openOf = (ctx: Ctx, { party, day, beside }: Whose, functions: readonly AccountFunction[]): RawBuilder<unknown> =>
  openBeside(ctx, { day, beside, functions, party: party?.id ?? null });

/** The notes of items `o` by which something of them is open, on the day or on the one beside it. */
function openNotes(stated: Whose, which: RawBuilder<unknown>): RawBuilder<unknown> {
  const { own, other } = onDays(stated);
  return sql`
    select o.note_id from open_at o where o.note_id is not null and ${which} group by 1
    having sum(${own(sql`o.open`)}) <> 0 or ${other(sql`o.open`)} <> 0`;
}

/** A common table expression `still_open`: the notes of which something is open. */
export const stillOpen = (ctx: Ctx, stated: Whose, functions: readonly AccountFunction[]): RawBuilder<unknown> => sql`
  still_open as materialized (with ${openOf(ctx, stated, functions)} ${openNotes(stated, sql`true`)})`;

/** A note `n` of which something is open, where those alone are asked for. They are looked into as a set: joined, they would be walked for each note, since the planner takes them to be few. */
export const isStillOpen = ({ open }: Asked): Condition =>
  open === 'only' ? sql`(n.id in (select note_id from still_open)) is true` : undefined;

/** What a paper says of it. */
export const openFact = ({ open }: Asked) => fact('Notes', open && 'of which something is open');

type Shown = Whose &
  Asked & {
    /** The parties `r`. */
    parties: RawBuilder<unknown>;
    /** The notes `n` of them. */
    own: Condition;
    functions: readonly AccountFunction[];
    /** How many are shown, where not all are. */
    most: number | undefined;
  };

/**
 * Common table expressions that end in `shown`: notes in the order of a statement, party by party, and of each no more than are asked for. Those of which
 * something is open are looked up by their keys, in the order of these; others come branch by branch off the index of a party's notes.
 */
export function shownNotes(ctx: Ctx, { open, own, parties, functions, most, ...stated }: Shown): RawBuilder<unknown> {
  const first = most === undefined ? sql`` : sql`limit ${most}`;
  const [before, notes] =
    open === 'only'
      ? [
          sql`${openOf(ctx, stated, functions)},`,
          sql`cross join lateral (
        select n.id, n.posted_on from notes n where n.id = any(array(${openNotes(stated, sql`o.party_id = r.id`)})) and ${own}
        order by n.posted_on, n.id ${first}) n`,
        ]
      : [
          sql``,
          sql`cross join unnest(${[...ctx.scope]}::int[]) as b (id) cross join lateral (
        select n.id, n.posted_on from notes n where n.party_id = r.id and n.branch_id = b.id and ${own}
        order by n.posted_on, n.id ${first}) n`,
        ];
  return sql`${before}
    shown as materialized (
      select n.id, n.posted_on, r.id as party_id, r.name as party, r.name_key from parties r ${notes}
      where ${parties} and r.merged_into is null ${stated.party ? sql`and r.id = ${stated.party.id}` : sql``}
      order by r.name_key, r.id, n.posted_on, n.id ${first})`;
}
