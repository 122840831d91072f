import { type RawBuilder, sql } from 'kysely';
import type { AccountFunction } from '../../../../domain/ledger/accounts.ts';
import { firstOf } from '../../../../domain/errors.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { searchKey } from '../../../platform/http/lists.ts';
import type { Database } from '../../../platform/db/pool.ts';
import { codesOf } from '../../firm/chart.ts';
import { isCounted, MOST, type Named, namedBy } from '../../ledger/named-papers.ts';
import { fewPolicies } from '../few-policies.ts';
import { noteIsOfHistory, policyIsOf } from './class-of-note.ts';

type Ids = readonly number[];

/** One party, as if it were named. */
export const onlyParty = (id: number): Named => ({ parties: [id], currencies: [], notes: [], parts: [], receipts: [] });

/** The notes of a class by its name with their parts, as if they were named; null where its policies or its notes of another system are more than are counted. */
async function namedOfClass(ctx: Ctx, name: string): Promise<Named | null> {
  const few = await fewPolicies(ctx, policyIsOf(name));
  if (few === null) return null;
  const some = sql`any(${few}::int[])`;
  const { rows } = await sql<{ notes: number[] | null; parts: number[] }>`
    with brought as materialized (
      select n.id from notes n where n.branch_id = any(${[...ctx.scope]}::int[]) and ${noteIsOfHistory(name)} limit ${MOST}),
    own as materialized (
      select id from brought
      union select n.id from notes n where n.policy_id = ${some}
      union select n.id from claims c cross join lateral (select n.id from notes n where n.claim_id = c.id offset 0) n where c.policy_id = ${some})
    select case when ${isCounted('brought')} then array(select id from own) end as notes,
      array(select x.id from own o join note_parts x on x.debit_note_id = o.id) as parts`.execute(ctx.db);
  const { notes, parts } = firstOf(rows);
  return notes && { parties: [], currencies: [], notes, parts, receipts: [] };
}

/** The open items of a class where it has few policies; null where it has many: its first items are soon met. */
export async function soughtOfClass(
  ctx: Ctx,
  name: string,
  functions: readonly AccountFunction[],
): Promise<Sought | null> {
  const named = await namedOfClass(ctx, name);
  return named && { named, few: await fewNamed(ctx, named, functions) };
}

/** Items `i` of the parties and in the currency that are named: of these there are sums. */
export const isOfNamedParty = ({ parties, currencies }: Named): RawBuilder<unknown> =>
  sql`(i.party_id = any(${[...parties]}::int[]) or i.currency = any(${[...currencies]}::bpchar[]))`;

const isOfNamedPaper = ({ notes, parts, receipts }: Named): RawBuilder<unknown> =>
  sql`(i.note_id = any(${[...notes]}::int[]) or i.part_id = any(${[...parts]}::int[]) or i.receipt_id = any(${[...receipts]}::int[]))`;

/** Items `i` that are named. */
export const isNamed = (named: Named): RawBuilder<unknown> =>
  sql`(${isOfNamedParty(named)} or ${isOfNamedPaper(named)})`;

/** Those of them that no sum of a party or a currency has. */
export const isNamedByPaperAlone = (named: Named): RawBuilder<unknown> =>
  sql`(not ${isOfNamedParty(named)} and ${isOfNamedPaper(named)})`;

/**
 * The open items of accounts with some functions that are named, each found by its own index; null where their parties and currencies have more than are counted: the first of these
 * are soon met along their order.
 */
export async function fewNamed(ctx: Ctx, named: Named, functions: readonly AccountFunction[]): Promise<Ids | null> {
  const open = sql`select i.id from open_items i where i.branch_id = any(${[...ctx.scope]}::int[])
    and i.account = any(${await codesOf(ctx.db, ...functions)}::text[]) and i.outstanding <> 0`;
  const { rows } = await sql<{ ids: number[] | null }>`
    with many as materialized (
      (${open} and i.party_id = any(${[...named.parties]}::int[]) limit ${MOST})
      union all (${open} and i.currency = any(${[...named.currencies]}::bpchar[]) limit ${MOST}))
    select case when ${isCounted('many')} then array(
      select id from many
      union select i.id from open_items i where i.note_id = any(${[...named.notes]}::int[]) and i.outstanding <> 0
      union select i.id from open_items i where i.part_id = any(${[...named.parts]}::int[]) and i.outstanding <> 0
      union select i.id from open_items i where i.receipt_id = any(${[...named.receipts]}::int[]) and i.outstanding <> 0) end as ids`.execute(
    ctx.db,
  );
  return firstOf(rows).ids;
}

/** What is looked for: what is named, and the open items of it where they are few. */
export type Sought = { named: Named; few: Ids | null };

/** What was looked up in a transaction, by its text, accounts and branches. */
const lookedUp = new WeakMap<Database, Map<string, Promise<Sought>>>();

/**
 * What a search names among the open items of accounts with some functions; null where nothing is searched for. The rows of a page and what all of them come to ask for the
 * same: it is looked up once in a transaction. Throws INVALID as `namedBy` does.
 */
export async function soughtBy(
  ctx: Ctx,
  searchValue: string | undefined,
  functions: readonly AccountFunction[],
): Promise<Sought | null> {
  const text = searchKey(searchValue ?? '');
  if (text === '') return null;
  const lookUp = async (): Promise<Sought> => {
    const named = await namedBy(ctx, text);
    return { named, few: await fewNamed(ctx, named, functions) };
  };
  const known = lookedUp.get(ctx.db) ?? new Map<string, Promise<Sought>>();
  lookedUp.set(ctx.db, known);
  const key = JSON.stringify([text, functions, ctx.scope]);
  const sought = known.get(key) ?? lookUp();
  known.set(key, sought);
  return sought;
}

/** Items `i` that are looked for, by their ids where they are few. */
export const isSought = ({ named, few }: Sought): RawBuilder<unknown> =>
  few === null ? isNamed(named) : sql`i.id = any(${[...few]}::int[])`;
