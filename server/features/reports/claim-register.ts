import { sql } from 'kysely';
import type { claimReport } from '../../../domain/claims/report-contract.ts';
import { registerTable } from '../../../domain/claims/table.ts';
import type { Decoded } from '../../../domain/endpoint.ts';
import type { Sortable, Values } from '../../../domain/tables/table.ts';
import { addDays, type Day, writtenDay, yearOf } from '../../../domain/values/day.ts';
import { listing } from '../../platform/exports/list.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { anyContains } from './folded.ts';
import { reportPage, type ReportQuery, reportRows } from './paging.ts';

type Query = Decoded<typeof claimReport>['query'];
type Stored = Omit<Values<typeof registerTable>, 'policy'> & { policy_id: number; reference: string };

const asAtOf = (ctx: Ctx, query: Query): Day => query.asat ?? ctx.today;
const fromOf = (ctx: Ctx, query: Query): Day => query.from ?? `${yearOf(asAtOf(ctx, query))}-01-01`;

/** The last approved movement of a claim on or before a day: what the claim was then. Before the first, its reserve. */
const movedBy = (day: Day) => sql`(
  select m.* from movements m where m.claim_id = c.id and m.status = 'APPROVED' and m.posted_on <= ${day}
  order by m.posted_on desc, m.id desc limit 1)`;
const FIRST = sql`round(c.claim_reserve::numeric * c.claim_share / 100000000)::bigint`;

/** Settled of a claim's invoices by a day in money: of what is owed to us, or of what we owe to the reinsured for it. */
const settledBy = (day: Day, items: ReturnType<typeof sql>) => sql`(
  select coalesce(sum(s.amount * sign(i.amount)), 0)
    - coalesce((select sum(x.amount) from note_offsets x join notes r on r.id = x.note_id
        where r.claim_id = c.id and r.purpose = 'CLAIM' and x.day <= ${day}), 0)
  from notes n join note_parts p on p.debit_note_id = n.id join open_items i on ${items}
  join settlements s on s.item_id = i.id
  where n.claim_id = c.id and n.purpose = 'CLAIM' and n.status = 'ISSUED' and s.day <= ${day})::bigint`;

/** What was approved on or before the day, of the caller's branches: a past register never changes. */
function registerOf(ctx: Ctx, query: Query): ReportQuery {
  const [day, from] = [asAtOf(ctx, query), fromOf(ctx, query)];
  const search = anyContains(
    ['c.number', 'o.broker_reference', 'r.name', 'i.name', 'c.cedant_claim_number'],
    query.searchValue,
  );
  const asked = sql`coalesce(m.after_ours_called + m.after_ours_fees + m.after_ours_ex_gratia, 0)`;
  const conditions = [
    sql`c.branch_id = any(${[...ctx.scope]}::int[]) and c.approved_on <= ${day} and (c.disabled_on is null or c.disabled_on > ${day})`,
    ...(query.reinsured === undefined ? [] : [sql`o.reinsured_id = ${query.reinsured}`]),
    ...(query.security === undefined
      ? []
      : [sql`exists (select 1 from claim_lines l where l.claim_id = c.id and l.security_id = ${query.security})`]),
    ...(query.cover_type === undefined ? [] : [sql`${query.cover_type} in (t.id, t.class_id)`]),
    ...(query.event === undefined ? [] : [sql`c.event_id = ${query.event}`]),
    ...(query.currency === undefined ? [] : [sql`c.currency = ${query.currency}`]),
    ...(search ? [search] : []),
  ];
  return {
    ctes: sql`standing as (
        select c.id, c.number, b.code as branch, o.id as policy_id, o.broker_reference as reference, r.name as reinsured, i.name as insured,
          t.name as cover_type, c.cedant_claim_number as cedantclaimnumber, e.name as event, c.loss_date as data_loss_date, c.notified_on,
          c.currency, c.claim_share, coalesce(m.after_incurred, c.claim_reserve) as incurred_whole,
          coalesce(m.after_ours_incurred, ${FIRST}) as incurred, coalesce(m.after_ours_called, 0)::bigint as called,
          ${settledBy(day, sql`i.note_id = n.id`)} as collected, ${settledBy(day, sql`i.part_id = p.id`)} as paid,
          coalesce(m.after_ours_fees, 0)::bigint as fees, coalesce(m.after_ours_ex_gratia, 0)::bigint as ex_gratia,
          coalesce(m.after_ours_salvage, 0)::bigint as salvage, ${asked}::bigint as asked,
          case when c.approved_on < ${from} then coalesce(w.after_ours_incurred, ${FIRST}) else 0 end as was_incurred,
          coalesce(w.after_ours_called, 0) as was_called,
          (select x.movement_type from movements x where x.claim_id = c.id and x.status = 'APPROVED' and x.posted_on <= ${day}
            and x.movement_type in ('CLOSE', 'REOPEN') order by x.posted_on desc, x.id desc limit 1) as door
        from claims c join branches b on b.id = c.branch_id join policies o on o.id = c.policy_id join parties r on r.id = o.reinsured_id
        join parties i on i.id = o.current_insured_id join cover_types t on t.id = o.cover_type_id
        left join loss_events e on e.id = c.event_id
        left join lateral ${movedBy(day)} m on true left join lateral ${movedBy(addDays(from, -1))} w on true
        where ${sql.join(conditions, sql` and `)}),
      staged as (
        select *, incurred - called as outstanding, (incurred - was_incurred)::bigint as incurred_moved, (called - was_called)::bigint as called_moved,
          case when door = 'CLOSE' then 'CLOSED' when asked = 0 then 'NOTIFIED' when paid >= asked then 'SETTLED'
            when collected >= asked then 'COLLECTED' when collected > 0 then 'PART_COLLECTED' else 'CALLED' end as stage
        from standing),
      found as (select * from staged ${query.stage === undefined ? sql`` : sql`where stage = ${query.stage}`})`,
    sorts: { id: 'id' } satisfies Record<Sortable<typeof registerTable>, string>,
    defaultSort: 'id,asc',
    key: ['id'],
  };
}

const rowOf = ({ policy_id: id, reference: name, ...row }: Stored): Values<typeof registerTable> => ({
  ...row,
  policy: { id, name },
});

const register = listing({
  table: registerTable,
  name: 'claims-register',
  title: 'Register of claims',
  period: (ctx, query: Query) =>
    `As at ${writtenDay(asAtOf(ctx, query))}, moved since ${writtenDay(fromOf(ctx, query))}`,
  page: async (ctx, query: Query) => (await reportPage<Stored>(ctx, registerOf(ctx, query), query)).page,
  all: (ctx, query) => reportRows<Stored>(ctx, registerOf(ctx, query), query),
  rowOf,
});

/** The register of claims as at a day, with what moved in a period. §2, Words. */
export const claimRegister = {
  ...register,
  reply: async (ctx: Ctx, input: { query: Query }) => ({
    ...(await register.reply(ctx, input)),
    asat: asAtOf(ctx, input.query),
    from: fromOf(ctx, input.query),
  }),
};
