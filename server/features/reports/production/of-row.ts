/** The production of a row of the monthly report. */
import { type RawBuilder, sql } from 'kysely';
import type { MonthlyGroup } from '../../../../domain/reports/monthly.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { type Condition, every, when } from '../../../platform/http/lists.ts';
import { fewPolicies } from '../few-policies.ts';
import { GROUPED, nameInWords } from './monthly.ts';

/** By what it is grouped, and the row's key and currency; of all production where neither is said. */
type RowQuery = { by?: MonthlyGroup | undefined; key?: string | undefined; currency?: string | undefined };

/** Which policies `p` are of a type that is theirs; the other types are of endorsements. */
const TYPE_OF_POLICY: ReadonlyMap<string, RawBuilder<unknown>> = new Map([
  ['NEW', sql`p.renewed_from_id is null`],
  ['RENEWAL', sql`p.renewed_from_id is not null`],
]);

/** Whether production `t` is of policies: by their ids where they are few, else asked of each. */
async function isOfPolicies(ctx: Ctx, is: RawBuilder<unknown>): Promise<RawBuilder<unknown>> {
  const few = await fewPolicies(ctx, is);
  return few === null
    ? sql`exists (select 1 from policies p where p.id = t.policy_id and ${is})`
    : sql`t.policy_id = any(${few}::int[])`;
}

/** Whether production `t` is of a type. What has an endorsement and what has none lie apart, so that the other is not read. */
async function isOfType(ctx: Ctx, type: string): Promise<RawBuilder<unknown>> {
  const ofPolicy = TYPE_OF_POLICY.get(type);
  return ofPolicy === undefined
    ? sql`t.endorsement_id is not null and exists (select 1 from endorsements e where e.id = t.endorsement_id and e.endorsement_type = ${type})`
    : sql`t.endorsement_id is null and ${await isOfPolicies(ctx, ofPolicy)}`;
}

/** Production `t` of a row. */
export async function ofRow(ctx: Ctx, { by = 'class', key, currency }: RowQuery): Promise<Condition> {
  const ofKey = async (one: string) => (by === 'type' ? isOfType(ctx, one) : isOfPolicies(ctx, GROUPED[by].is(one)));
  return every([when(currency, (code) => sql`t.currency = ${code}`), key === undefined ? undefined : await ofKey(key)]);
}

/** The same of sums that are kept, `p`. */
export const keptOfRow = ({ by = 'class', key, currency }: RowQuery): Condition =>
  every([when(currency, (code) => sql`p.currency = ${code}`), when(key, GROUPED[by].is)]);

/** What the row of a key is called, or its key where nothing was made of it. */
export async function rowName(ctx: Ctx, by: MonthlyGroup, key: string): Promise<string> {
  const { names, name, is } = GROUPED[by];
  const kept = (table: string) =>
    sql`select ${name} as name from ${sql.table(table)} p ${names} where p.branch_id = any(${[...ctx.scope]}::int[]) and ${is(key)}`;
  const { rows } = await sql<{ name: string }>`
    (${kept('production_months')} limit 1) union all (${kept('production_changes')} limit 1)`.execute(ctx.db);
  return nameInWords(by, rows[0]?.name ?? key);
}
