import { type RawBuilder, sql } from 'kysely';
import type { listClaims } from '../../../domain/claims/contract.ts';
import type { ClaimStage } from '../../../domain/claims/states.ts';
import { claimTable } from '../../../domain/claims/table.ts';
import type { Decoded } from '../../../domain/endpoint.ts';
import { toCount } from '../../../domain/values/decimal.ts';
import type { Sortable, Values } from '../../../domain/tables/table.ts';
import { addDays } from '../../../domain/values/day.ts';
import { fact } from '../../platform/exports/facts.ts';
import { EVERY_MATCH, list } from '../../platform/exports/list.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { type ListDefinition, same, when, ofCurrency, type Sorts } from '../../platform/http/lists.ts';

/** What was collected and paid of a claim, and whether a security disputes what it owes: `m` of a claim `t`. */
const CLAIM_MONEY = sql`
  select coalesce(sum(n.settled - n.set_off), 0)::bigint as collected, coalesce(sum(x.paid), 0)::bigint as paid,
    coalesce(bool_or(n.settled < n.amount and a.answer in ('DENIED', 'DISPUTED')), false) as disputed
  from notes n join note_parts x on x.debit_note_id = n.id
  left join claim_agreements a on a.movement_id = n.movement_id and a.security_id = n.party_id
  where n.claim_id = t.id and n.purpose = 'CLAIM' and n.status = 'ISSUED'`;

/** All that was asked of the securities: indemnity, fees, ex gratia. */
const ASKED = sql`(t.ours_called + t.ours_fees + t.ours_ex_gratia)`;

/** The stage of an approved claim `t` with its money `m`, as `stageOf` has it. §4. */
const CLAIM_STAGE = sql`case when t.status <> 'APPROVED' then null when t.closed_on is not null then 'CLOSED'
  when ${ASKED} = 0 then 'NOTIFIED' when m.paid >= ${ASKED} then 'SETTLED' when m.collected >= ${ASKED} then 'COLLECTED'
  when m.collected > 0 then 'PART_COLLECTED' else 'CALLED' end`;

/** Claims of a stage. One that is closed, or of which nothing was asked yet, is told by its own row; the money of the others alone is added up. */
function isOfStage(stage: ClaimStage): RawBuilder<unknown> {
  const open = sql`t.status = 'APPROVED' and t.closed_on is null`;
  if (stage === 'CLOSED') return sql`t.status = 'APPROVED' and t.closed_on is not null`;
  if (stage === 'NOTIFIED') return sql`${open} and ${ASKED} = 0`;
  return sql`${open} and ${ASKED} <> 0 and ${stage} = (select ${CLAIM_STAGE} from (${CLAIM_MONEY}) m)`;
}

/** Whether a security bears a claim `t`: something was called of it, or it is among the lines that are kept of the claim, those at the date of loss. C1. */
const isBorneBy = (security: number): RawBuilder<unknown> => sql`(
  t.id in (select l.claim_id from claim_lines l where l.security_id = ${security})
  or t.id in (select v.claim_id from movement_parts x join movements v on v.id = x.movement_id where x.security_id = ${security}))`;

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

const ofPolicies = (condition: ReturnType<typeof sql>) =>
  sql`exists (select 1 from policies o where o.id = t.policy_id and ${condition})`;

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
  where: (ctx, query: Query) => [
    same({
      status: query.status,
      policy_id: query.policy,
      event_id: query.event,
      currency: query.currency,
      handler_id: query.handler,
    }),
    when(query.from, (day) => sql`t.loss_date >= ${day}`),
    when(query.to, (day) => sql`t.loss_date <= ${day}`),
    when(query.age, (days) => sql`t.notified_on <= ${addDays(ctx.today, -(toCount(days) ?? 0))}`),
    when(query.size, SIZE),
    when(query.reinsured, (id) => ofPolicies(sql`o.reinsured_id = ${id}`)),
    when(query.cover_type, (id) =>
      ofPolicies(sql`o.cover_type_id in (select id from cover_types where ${id} in (id, class_id))`),
    ),
    when(query.security, isBorneBy),
    when(query.stage, isOfStage),
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
