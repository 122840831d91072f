import { type RawBuilder, sql } from 'kysely';
import type { listClaims } from '../../../domain/claims/contract.ts';
import { claimTable } from '../../../domain/claims/table.ts';
import type { Decoded } from '../../../domain/endpoint.ts';
import { toCount } from '../../../domain/values/decimal.ts';
import type { Sortable, Values } from '../../../domain/tables/table.ts';
import { addDays } from '../../../domain/values/day.ts';
import { fact } from '../../platform/exports/facts.ts';
import { EVERY_MATCH, list } from '../../platform/exports/list.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { fewIds, type ListDefinition, same, when, ofCurrency, type Sorts } from '../../platform/http/lists.ts';
import { CLAIM_MONEY, CLAIM_STAGE, isOfClass, isOfStage } from './stages.ts';

/** The claims that a security bears: something was called of it, or it is among the lines that are kept of the claim, those at the date of loss. C1. */
const borneBy = (security: number): RawBuilder<unknown> => sql`
  select l.claim_id as id from claim_lines l where l.security_id = ${security}
  union select v.claim_id from movement_parts x join movements v on v.id = x.movement_id where x.security_id = ${security}`;

/** Whether a security bears a claim `t`. Few claims are found once, for the page and its count. */
async function isBorneBy(ctx: Ctx, security: number): Promise<RawBuilder<unknown>> {
  const few = await fewIds(ctx, borneBy(security));
  return few === null ? sql`t.id in (${borneBy(security)})` : sql`t.id = any(${few}::int[])`;
}

const definition = (ctx: Ctx): ListDefinition => ({
  table: 'claims',
  columns: sql`t.id, t.version, t.number, (select b.code from branches b where b.id = t.branch_id) as branch, t.status, ${CLAIM_STAGE} as stage, m.disputed,
    json_build_object('id', o.id, 'name', o.broker_reference) as policy, r.name as reinsured, r.id as reinsured_id, i.name as insured, i.id as insured_id, (select c.name from cover_types c where c.id = o.cover_type_id) as cover_type,
    t.cedant_claim_number as cedantclaimnumber, (select e.name from loss_events e where e.id = t.event_id) as event, t.loss_date as data_loss_date, t.notified_on,
    ${ctx.today}::date - t.notified_on as age, (select h.name from users h where h.id = t.handler_id) as handler, t.currency, t.ours_incurred as incurred, t.ours_called as called,
    m.collected, m.paid, t.ours_incurred - t.ours_called as outstanding`,
  joins: sql`join policies o on o.id = t.policy_id join parties r on r.id = o.reinsured_id
    join parties i on i.id = o.current_insured_id cross join lateral (${CLAIM_MONEY}) m`,
  sorts: {
    id: 'id',
    data_loss_date: 'loss_date',
    notified_on: 'notified_on',
    incurred: ofCurrency('ours_incurred'),
  } satisfies Sorts<Sortable<typeof claimTable>>,
  defaultSort: 'id,desc',
  matches: {},
});

type Query = Decoded<typeof listClaims>['query'];

/** Amounts are kept in minor units; a size is compared in the claim's own currency. */
const SIZE = (amount: string) =>
  sql`t.ours_incurred >= ${amount}::numeric * power(10, (select exponent from currencies where code = t.currency))`;

/** Claims of the caller's branches. §6 Paged lists. */
export const claims = list({
  table: claimTable,
  name: 'claims',
  title: 'Claims',
  facts: (_ctx, { size }: Query) => [fact('Incurred at least', size)],
  definition,
  where: async (ctx, query: Query) => [
    same({
      status: query.status,
      policy_id: query.policy,
      reinsured_id: query.reinsured,
      event_id: query.event,
      currency: query.currency,
      handler_id: query.handler,
    }),
    when(query.from, (day) => sql`t.loss_date >= ${day}`),
    when(query.to, (day) => sql`t.loss_date <= ${day}`),
    when(query.age, (days) => sql`t.notified_on <= ${addDays(ctx.today, -(toCount(days) ?? 0))}`),
    when(query.size, SIZE),
    when(query.cover_type, (id) => isOfClass(sql`t`, id)),
    query.security === undefined ? undefined : await isBorneBy(ctx, query.security),
    query.stage && (await isOfStage(ctx, sql`t`, query.stage)),
  ],
  search: (text) => sql`t.id in (select claims_matching(${text}, ${EVERY_MATCH}))`,
  rowOf: (row: Values<typeof claimTable>) => row,
});

/** All claims of the caller's branches that a condition on `t` holds for, newest loss first. */
export async function claimRows(ctx: Ctx, condition: RawBuilder<unknown>): Promise<Values<typeof claimTable>[]> {
  const { columns, joins = sql`` } = definition(ctx);
  const { rows } = await sql<Values<typeof claimTable>>`
    select ${columns} from claims t ${joins} where t.branch_id = any(${[...ctx.scope]}::int[]) and ${condition}
    order by t.loss_date desc, t.id desc limit ${MOST}`.execute(ctx.db);
  return rows;
}

const MOST = 500;
