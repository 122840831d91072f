import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import {
  FIRST_ROWS,
  SUBJECT_AHEAD_DAYS,
  SUBJECT_PAST_DAYS,
  type underwritingDesk,
} from '../../../../domain/reports/desks.ts';
import { addDays, daysBetween, type Day } from '../../../../domain/values/day.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { counted } from './counted.ts';

type Desk = Reply<typeof underwritingDesk>;

const scope = (ctx: Ctx) => sql`t.branch_id = any(${[...ctx.scope]}::int[])`;

/** Policies, slips and endorsements that the caller began and did not submit, the oldest first. */
async function draftsOf(ctx: Ctx, length: number): Promise<Desk['drafts']> {
  type Row = Omit<Desk['drafts']['data'][number], 'since'> & { since: Date; count: number };
  const { rows } = await sql<Row>`
    select x.*, count(*) over ()::int as count from (
      select 'policy' as kind, t.id, t.broker_reference as number, p.name as title, t.updated_at as since
      from policies t join parties p on p.id = t.current_insured_id
      where ${scope(ctx)} and t.status = 'DRAFT' and t.made_by = ${ctx.user.id}
      union all
      select 'endorsement', t.id, t.number, p.name, t.created_at
      from endorsements t join policies o on o.id = t.policy_id join parties p on p.id = o.current_insured_id
      where ${scope(ctx)} and t.status = 'DRAFT' and t.made_by = ${ctx.user.id}) x
    order by x.since, x.id limit ${length}`.execute(ctx.db);
  return counted(rows, (row) => ({ ...row, since: row.since.toISOString() }));
}

/** Lines that a security quoted on placements of the caller, and that are neither written nor signed. */
async function quotesOf(ctx: Ctx, length: number): Promise<Desk['quotes']> {
  type Row = {
    policy: number;
    reference: string;
    market: 'LOCAL' | 'LONDON';
    insured: string;
    security: number;
    name: string;
    quoted_on: Day;
    count: number;
  };
  const { rows } = await sql<Row>`
    select t.id as policy, t.broker_reference as reference, t.market, p.name as insured, l.security_id as security, s.name,
      l.quoted_on, count(*) over ()::int as count
    from policies t join policy_lines l on l.policy_id = t.id join parties p on p.id = t.current_insured_id
    join parties s on s.id = l.security_id
    where ${scope(ctx)} and t.status in ('DRAFT', 'PENDING', 'REJECTED') and ${ctx.user.id} in (t.made_by, t.producer_id)
      and l.quoted_on is not null and l.written_on is null and l.signed_on is null
    order by l.quoted_on, l.id limit ${length}`.execute(ctx.db);
  return counted(rows, (row) => ({
    policy: { id: row.policy, name: row.reference },
    market: row.market,
    insured: row.insured,
    security: { id: row.security, name: row.name },
    quoted_on: row.quoted_on,
    days: daysBetween(row.quoted_on, ctx.today),
  }));
}

/** What slips of the caller are subject to, where its day is near or has just passed. */
async function subjectivitiesOf(ctx: Ctx, length: number): Promise<Desk['subjectivities']> {
  type Row = { policy: number; reference: string; insured: string; what: string; by: string; count: number };
  const [first, last] = [addDays(ctx.today, -SUBJECT_PAST_DAYS), addDays(ctx.today, SUBJECT_AHEAD_DAYS)];
  const { rows } = await sql<Row>`
    select t.id as policy, t.broker_reference as reference, p.name as insured, x.one ->> 'what' as what, x.one ->> 'by' as by,
      count(*) over ()::int as count
    from policies t join slips s on s.policy_id = t.id join parties p on p.id = t.current_insured_id
    cross join lateral jsonb_array_elements(coalesce(s.sections -> 'risk' -> 'subjectivities', '[]')) x (one)
    where ${scope(ctx)} and t.status in ('PENDING', 'APPROVED') and t.cancelled_from is null and ${ctx.user.id} in (t.made_by, t.producer_id)
      and t.cover_end_date >= ${ctx.today} and x.one ->> 'by' between ${first}::text and ${last}::text
    order by x.one ->> 'by', t.id limit ${length}`.execute(ctx.db);
  return counted(rows, ({ policy, reference, insured, what, by }) => ({
    policy: { id: policy, name: reference },
    insured,
    what,
    by,
  }));
}

/** For who underwrites. */
export async function underwritingDeskOf(
  ctx: Ctx,
  { query: { length = FIRST_ROWS } }: Decoded<typeof underwritingDesk>,
): Promise<Desk> {
  const drafts = await draftsOf(ctx, length);
  const quotes = await quotesOf(ctx, length);
  return { drafts, quotes, subjectivities: await subjectivitiesOf(ctx, length) };
}
