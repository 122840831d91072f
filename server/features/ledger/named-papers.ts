import { sql } from 'kysely';
import { firstOf, invalid } from '../../../domain/errors.ts';
import { COUNTED } from '../../../domain/tables/counted.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { columnContains } from '../../platform/http/folded.ts';
import { searchKey } from '../../platform/http/lists.ts';
import { contains } from '../registers/page.ts';

type Ids = readonly number[];

/**
 * What a text names: parties by a part of their name, a currency by its code, notes by how their number or that of their policy begins or ends, with
 * their parts, and receipts by a part of theirs.
 */
export type Named = { parties: Ids; currencies: readonly string[]; notes: Ids; parts: Ids; receipts: Ids };

type Found = Omit<Named, 'notes' | 'parts' | 'receipts'> & {
  notes: number[] | null;
  parts: number[] | null;
  receipts: number[] | null;
};

/** One more than is counted. */
export const MOST = sql.lit(COUNTED + 1);
/** Whether the rows of a part of a statement are no more than are counted. */
export const isCounted = (table: string) => sql`(select count(*) from ${sql.table(table)}) <= ${COUNTED}`;
/** What numbers are made of besides letters: a text without it is a name. */
const OF_NUMBERS = /[0-9/]/;

/** What a search names. Throws INVALID where more papers have such a number than are counted: what all of them come to is known of none. */
export async function namedBy(ctx: Ctx, text: string): Promise<Named> {
  const { rows } = await sql<Found>`
    with policy as materialized (select policies_numbered(${text}, ${MOST}) as id),
    note as materialized (select notes_matching(${text}, ${MOST}) as id),
    numbered as materialized (
      select id from note
      union select n.id from policy p join notes n on n.policy_id = p.id
      -- Claim by claim (offset 0): the planner takes a policy for a thousand, and would walk all notes of claims.
      union select n.id from policy p join claims c on c.policy_id = p.id cross join lateral (select n.id from notes n where n.claim_id = c.id offset 0) n),
    receipt as materialized (select receipts_matching(${text}, ${MOST}) as id)
    select
      array(select t.id from parties t where ${contains(sql`t.search_text`, text)} and ${columnContains('t.name', text)}) as parties,
      array(select code from currencies where lower(code) = ${text}) as currencies,
      case when ${isCounted('policy')} and ${isCounted('note')} then array(select id from numbered) end as notes,
      case when ${isCounted('policy')} and ${isCounted('note')} then array(select x.id from numbered d join note_parts x on x.debit_note_id = d.id) end as parts,
      case when ${isCounted('receipt')} then array(select c.id from receipt f join receipts c on c.id = f.id where ${columnContains('c.number', text)}) end as receipts`.execute(
    ctx.db,
  );
  const { notes, parts, receipts, ...named } = firstOf(rows);
  if (notes === null || parts === null || (receipts === null && OF_NUMBERS.test(text)))
    throw invalid({ field: 'searchValue', message: 'More than 10,000 papers have such a number. Enter more of it.' });
  return { ...named, notes, parts, receipts: receipts ?? [] };
}

/**
 * The notes that a text names: by how their number or that of their policy begins or ends, or by a part of the name of its insured, as far as those
 * are counted; null where nothing is looked for. Throws INVALID as `namedBy` does.
 */
export async function notesNamed(ctx: Ctx, searchValue: string | undefined): Promise<Ids | null> {
  const text = searchKey(searchValue ?? '');
  if (text === '') return null;
  const { notes, parties } = await namedBy(ctx, text);
  const insured = sql`any(${[...parties]}::int[])`;
  const { rows } = await sql<{ id: number }>`
    select n.id from policies p join notes n on n.policy_id = p.id
    where (p.insured_id = ${insured} or p.endorsed_insured_id = ${insured}) and p.branch_id = any(${[...ctx.scope]}::int[]) limit ${COUNTED}`.execute(
    ctx.db,
  );
  return [...notes, ...rows.map(({ id }) => id)];
}
