import { type RawBuilder, sql } from 'kysely';
import { unmovedClaim } from '../../../../domain/claims/as-at.ts';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import { type claimsDesk, FIRST_ROWS, PASS_ON_DAYS, UNMOVED_DAYS } from '../../../../domain/reports/desks.ts';
import { addDays, daysBetween, firstOfMonth, type Day } from '../../../../domain/values/day.ts';
import { formatAmount, sum } from '../../../../domain/values/money.ts';
import type { Rate } from '../../../../domain/values/rate.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { counted } from './counted.ts';

type Desk = Reply<typeof claimsDesk>;
type Named = { id: number; number: string; policy: number; reference: string; insured: string; count: number };

const OPEN = (ctx: Ctx) =>
  sql`c.branch_id = any(${[...ctx.scope]}::int[]) and c.status = 'APPROVED' and c.closed_on is null`;
const NAMED = sql`c.id, c.number, o.id as policy, o.broker_reference as reference, p.name as insured`;
const JOINED = sql`join policies o on o.id = c.policy_id join parties p on p.id = o.current_insured_id`;
/** The first claims `first`, and how many there are: names are looked up for those that are shown. */
const firstClaims = (found: RawBuilder<unknown>, order: RawBuilder<unknown>, length: number) => sql`
  first as materialized (select f.*, count(*) over ()::int as count from (${found}) f order by ${order} limit ${length})`;

const named = ({ id, number, policy, reference, insured }: Omit<Named, 'count'>) => ({
  claim: { id, name: number },
  policy: { id: policy, name: reference },
  insured,
});

/** Open claims on which nobody entered a movement for so long, those that wait longest first. */
async function unmovedOf(ctx: Ctx, length: number): Promise<Desk['unmoved']> {
  type Row = Named & { currency: string; outstanding: bigint; moved_on: Day };
  const zone = ctx.firm.timeZone;
  const { rows } = await sql<Row>`
    with ${firstClaims(
      sql`select c.id, greatest(c.approved_on, m.posted_on, m.entered_on) as moved_on from claims c
      left join (select claim_id, max(posted_on) as posted_on, (max(created_at) at time zone ${zone})::date as entered_on
        from movements where branch_id = any(${[...ctx.scope]}::int[]) and status <> 'DISABLED' group by 1) m on m.claim_id = c.id
      where ${OPEN(ctx)} and greatest(c.approved_on, m.posted_on, m.entered_on) <= ${addDays(ctx.today, -UNMOVED_DAYS)}::date`,
      sql`f.moved_on, f.id`,
      length,
    )}
    select ${NAMED}, c.currency, c.ours_incurred - c.ours_called as outstanding, f.moved_on, f.count
    from first f join claims c on c.id = f.id ${JOINED} order by f.moved_on, c.id`.execute(ctx.db);
  return counted(rows, (row) => ({
    ...named(row),
    currency: row.currency,
    outstanding: formatAmount(row.outstanding, row.currency),
    moved_on: row.moved_on,
    days: daysBetween(row.moved_on, ctx.today),
  }));
}

async function diaryOf(ctx: Ctx, length: number): Promise<Desk['diary']> {
  type Row = {
    id: number;
    claim: number;
    number: string;
    text: string;
    due_on: Day;
    user_id: number;
    name: string;
    mine: boolean;
    count: number;
  };
  const { rows } = await sql<Row>`
    select d.id, d.claim_id as claim, c.number, d.text, d.due_on, d.user_id, u.name, d.user_id = ${ctx.user.id} as mine,
      count(*) over ()::int as count
    from claim_diary d join claims c on c.id = d.claim_id join users u on u.id = d.user_id
    where d.branch_id = any(${[...ctx.scope]}::int[]) and d.done_at is null and d.due_on <= ${ctx.today}
    order by mine desc, d.due_on, d.id limit ${length}`.execute(ctx.db);
  return counted(rows, (row) => ({
    id: row.id,
    claim: { id: row.claim, name: row.number },
    text: row.text,
    due_on: row.due_on,
    colleague: { id: row.user_id, name: row.name },
    mine: row.mine,
  }));
}

/**
 * What was collected so long ago, less what was paid of it: of each claim, ours to pass on. It lies since the last time that what had come in by
 * then, less what was reversed or salvage was set against, rose above what is paid.
 */
async function toPassOn(ctx: Ctx, length: number): Promise<Desk['to_pass_on']> {
  type Row = Named & { currency: string; amount: bigint; since: Day };
  const day = addDays(ctx.today, -PASS_ON_DAYS);
  const { rows } = await sql<Row>`
    with held as (
      select n.claim_id, n.currency, sum(least(x.released, s.came) - x.paid) as amount, min(s.since) as since
      from note_parts x join notes n on n.id = x.debit_note_id
      cross join lateral (
        select coalesce((array_agg(d.came order by d.day desc))[1], 0) as came, min(d.day) filter (where d.day > d.covered) as since from (
          select c.*, coalesce(max(c.day) filter (where c.came <= x.paid) over (), '-infinity') as covered from (
            select t.day, sum(sum(t.amount)) over (order by t.day) as came from (
              select m.day, m.amount from open_items i join settlements m on m.item_id = i.id where i.note_id = n.id and i.part_id is null
              union all select day, -amount from note_offsets where note_id = n.id and source_kind = 'movement') t
            where t.day <= ${day}::date group by t.day) c) d) s
      where x.branch_id = any(${[...ctx.scope]}::int[]) and x.kind = 'CLAIM' and x.released > x.paid and n.status = 'ISSUED'
        and least(x.released, s.came) > x.paid
      group by 1, 2),
    ${firstClaims(sql`select * from held`, sql`f.since, f.claim_id, f.currency`, length)}
    select ${NAMED}, f.currency, f.amount::bigint as amount, f.since, f.count
    from first f join claims c on c.id = f.claim_id ${JOINED} order by f.since, c.id, f.currency`.execute(ctx.db);
  return counted(rows, (row) => ({
    ...named(row),
    currency: row.currency,
    amount: formatAmount(row.amount, row.currency),
    since: row.since,
    days: daysBetween(row.since, ctx.today),
  }));
}

/** Open claims that were notified later than their policy allows, the latest first. */
async function lateNotices(ctx: Ctx, length: number): Promise<Desk['late_notice']> {
  type Row = Named & { days: number; allowed: number };
  const { rows } = await sql<Row>`
    select ${NAMED}, c.notified_on - c.loss_date as days, o.notification_days as allowed, count(*) over ()::int as count
    from claims c ${JOINED}
    where ${OPEN(ctx)} and c.notified_on > c.loss_date and c.notified_on - c.loss_date > o.notification_days
    order by c.notified_on - c.loss_date - o.notification_days desc, c.id limit ${length}`.execute(ctx.db);
  return counted(rows, (row) => ({ ...named(row), days: row.days, allowed: row.allowed }));
}

type Moved = {
  currency: string;
  claim_reserve: bigint;
  claim_share: Rate;
  is_new: boolean;
  is_gone: boolean;
  now_incurred: bigint | null;
  was_incurred: bigint | null;
};

/** How ours of the reserves moved this month: what new claims came with, and what the others rose and fell by; one that was taken back by all of it. */
async function reservesOf(ctx: Ctx, from: Day): Promise<Desk['reserves']> {
  const last = (by: RawBuilder<unknown>) => sql`(select m.after_ours_incurred from movements m
    where m.claim_id = c.id and m.status = 'APPROVED' and m.posted_on ${by} order by m.posted_on desc, m.approval desc limit 1)`;
  const { rows } = await sql<Moved>`
    select c.currency, c.claim_reserve, c.claim_share, c.approved_on >= ${from}::date as is_new, c.disabled_on is not null as is_gone,
      ${last(sql`<= ${ctx.today}::date`)} as now_incurred, ${last(sql`< ${from}::date`)} as was_incurred
    from claims c where c.branch_id = any(${[...ctx.scope]}::int[]) and c.approved_on is not null and (c.disabled_on is null or c.disabled_on >= ${from}::date)
      and (c.approved_on >= ${from}::date or c.disabled_on is not null or exists (
        select 1 from movements m where m.claim_id = c.id and m.status = 'APPROVED' and m.posted_on >= ${from}::date))`.execute(
    ctx.db,
  );
  const byCurrency = Map.groupBy(rows, ({ currency }) => currency);
  return [...byCurrency]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .flatMap(([currency, claims]) => {
      const changes = claims.map((row) => {
        const first = unmovedClaim(row.claim_reserve, row.claim_share).incurred;
        const now = row.is_gone ? 0n : (row.now_incurred ?? first);
        const change = now - (row.is_new ? 0n : (row.was_incurred ?? first));
        return { isNew: row.is_new, change };
      });
      // A call within what is outstanding moves no reserve.
      if (changes.every(({ change }) => change === 0n)) return [];
      const of = (counts: (one: (typeof changes)[number]) => boolean) =>
        sum(changes.filter(counts).map(({ change }) => change));
      const written = (amount: bigint) => formatAmount(amount, currency);
      return {
        currency,
        opened: written(of(({ isNew }) => isNew)),
        raised: written(of(({ isNew, change }) => !isNew && change > 0n)),
        lowered: written(of(({ isNew, change }) => !isNew && change < 0n)),
        net: written(of(() => true)),
      };
    });
}

/** For who heads claims. */
export async function claimsDeskOf(
  ctx: Ctx,
  { query: { length = FIRST_ROWS } }: Decoded<typeof claimsDesk>,
): Promise<Desk> {
  const from = firstOfMonth(ctx.today);
  const [unmoved, diary, passing, late, reserves] = await Promise.all([
    unmovedOf(ctx, length),
    diaryOf(ctx, length),
    toPassOn(ctx, length),
    lateNotices(ctx, length),
    reservesOf(ctx, from),
  ]);
  return { from, unmoved, diary, to_pass_on: passing, late_notice: late, reserves };
}
