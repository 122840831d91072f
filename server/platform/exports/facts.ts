import { sql } from 'kysely';
import type { Columns, Table } from '../../../domain/tables/table.ts';
import { writtenDay, type Day } from '../../../domain/values/day.ts';
import type { LabelledText } from '../documents/page-model.ts';
import type { Ctx } from '../http/context.ts';

/** Something that a list or a report was narrowed to, in words; undefined says nothing. */
export type Fact = LabelledText | undefined;

/** A filter in words; one that is not set says nothing. */
export const fact = (label: string, value: string | undefined): Fact =>
  value === undefined || value === '' ? undefined : { label, value };

/** The days that a list or a report is of. */
export function periodOf(from: Day | undefined, to: Day): string {
  return from === undefined ? `As at ${writtenDay(to)}` : `${writtenDay(from)} to ${writtenDay(to)}`;
}

/** Filters that name a record by its id: what they are called, and where its name is. */
const NAMED: Readonly<Record<string, { label: string; table: string; name?: string }>> = {
  reinsured: { label: 'Reinsured', table: 'parties' },
  security: { label: 'Security', table: 'parties' },
  leader: { label: 'Slip leader', table: 'parties' },
  party: { label: 'Party', table: 'parties' },
  tax: { label: 'Tax', table: 'taxes' },
  bank: { label: 'Bank account', table: 'bank_accounts' },
  statement: { label: 'Statement to', table: 'bank_statements', name: 'last_day' },
  cover_type: { label: 'Class', table: 'cover_types' },
  clause: { label: 'Clause', table: 'clauses', name: 'code' },
  policy: { label: 'Policy', table: 'policies', name: 'broker_reference' },
  event: { label: 'Event', table: 'loss_events' },
  producer: { label: 'Producer', table: 'users' },
  handler: { label: 'Handler', table: 'users' },
};

/** Whether a filter names a record, which its paper then calls by its name. */
export const namesRecord = (filter: string): boolean => Object.hasOwn(NAMED, filter);

async function nameOf(ctx: Ctx, { table, name = 'name' }: { table: string; name?: string }, id: unknown) {
  const { rows } = await sql<{ name: string }>`
    select ${sql.ref(name)} as name from ${sql.table(table)} where id = ${id}`.execute(ctx.db);
  return rows[0]?.name;
}

/** The branches that a paper is of, by their names. */
async function branchesOf(ctx: Ctx): Promise<Fact> {
  const branches = await ctx.db
    .selectFrom('branches')
    .select('name')
    .where('id', 'in', ctx.scope)
    .orderBy('name')
    .execute();
  const names = branches.map((branch) => branch.name);
  return { label: names.length === 1 ? 'Branch' : 'Branches', value: names.join(', ') };
}

/** The filters of a request in words, as far as they say it themselves, its search, and its branches. §7. */
export async function factsOf<C extends Columns>(
  ctx: Ctx,
  table: Table<C>,
  query: Readonly<Record<string, unknown>>,
): Promise<Fact[]> {
  const facts: Fact[] = [];
  const columns: Columns = table.columns;
  for (const [name, value] of Object.entries(query)) {
    const [named, column] = [NAMED[name], columns[name]];
    if (value === undefined || name === 'branch') continue;
    if (named) facts.push(fact(named.label, await nameOf(ctx, named, value)));
    // No list is narrowed by an amount: `beside` is a day here, and a column of amounts there.
    else if (column && column.kind !== 'amount')
      facts.push(fact(column.label, column.shown(value, ctx.firm.baseCurrency, ctx.firm.timeZone)));
  }
  const search = query['searchValue'];
  const ids = query['ids'];
  if (Array.isArray(ids)) facts.push(fact('Selected rows', String(ids.length)));
  return [...facts, fact('Search', typeof search === 'string' ? search : undefined), await branchesOf(ctx)];
}

/** Beside which other day a report of a day is. */
export const besideFact = (beside: Day | undefined): Fact => fact('Beside', beside && writtenDay(beside));
