import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError } from '../../../domain/errors.ts';
import {
  dayOfMonth,
  type closePeriod,
  type closingEffects,
  type periods,
  type reopenPeriod,
} from '../../../domain/closing/periods.ts';
import { addDays, lastOfMonth, monthKey, showMonth, type Day } from '../../../domain/values/day.ts';
import { financialYearOf, monthsOfYear, yearLabel } from '../../../domain/values/financial-year.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { lockMonth } from '../firm/period-lock.ts';
import { assertEnded, keepClosed, openMonths } from './months.ts';
import { closingsOver, reopenYearOf } from './year.ts';
import { readFirm } from '../firm/settings.ts';

type Row = Reply<typeof periods>['data'][number];

// What has its posting date from the bank, or a day of its own: receipts, vouchers, journals. A policy is posted on the day of its approval,
// and so is cash of another branch.
const UNDECIDED = sql`(
  select bank_date as day, branch_id from receipts where source_id is null and status in ('DRAFT', 'PENDING', 'REJECTED')
  union all select bank_date, branch_id from vouchers where status in ('DRAFT', 'PENDING', 'REJECTED', 'APPROVED')
  union all select day, branch_id from manual_journals where status in ('DRAFT', 'PENDING', 'REJECTED'))`;

/** Months that follow one another; what lies in them is counted in one walk of each, not month by month. */
async function rowsOf(ctx: Ctx, months: readonly Day[]): Promise<Row[]> {
  const since = months[0] ?? ctx.today;
  const until = lastOfMonth(months.at(-1) ?? ctx.today);
  const within = sql`branch_id = any(${ctx.scope}::int[]) and day between ${since}::date and ${until}::date`;
  const { rows } = await sql<Row>`
    with booked as (
      select date_trunc('month', day)::date as month, sum(entries)::int as entries
      from (select day, count(*) as entries from journal_entries where ${within} group by 1) days group by 1),
    waiting as (select date_trunc('month', day)::date as month, count(*)::int as undecided from ${UNDECIDED} w where ${within} group by 1)
    select to_char(m.month, 'YYYY-MM') as month, c.month is not null as closed, c.closed_at, u.name as closed_by,
      coalesce(b.entries, 0) as entries, coalesce(w.undecided, 0) as undecided, (m.month + interval '1 month')::date <= ${ctx.today}::date as ended
    from unnest(${months}::date[]) as m (month) left join booked b using (month) left join waiting w using (month)
    left join closed_periods c using (month) left join users u on u.id = c.closed_by
    order by m.month`.execute(ctx.db);
  return rows;
}

/** Since when and by whom a year is closed, in a branch of the caller. */
async function closingOf(ctx: Ctx, months: readonly Day[]): Promise<Reply<typeof periods>['closing']> {
  const row = await ctx.db
    .selectFrom('year_closings as y')
    .innerJoin('users as u', 'u.id', 'y.made_by')
    .select(['y.made_at as at', 'u.name as by'])
    .where('y.status', '=', 'CLOSED')
    .where('y.last_day', '=', lastOfMonth(months.at(-1) ?? ctx.today))
    .where('y.branch_id', 'in', ctx.scope)
    .orderBy('y.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** The months of a financial year; only the caller's own branches are counted. */
export async function listPeriods(ctx: Ctx, { query }: Decoded<typeof periods>): Promise<Reply<typeof periods>> {
  const { year_start_month: start } = await readFirm(ctx);
  const current = financialYearOf(ctx.today, start);
  const year = query.year ?? current;
  const { rows } = await sql<{ first: Day | null }>`
    select least((select min(e.day) from unnest(${ctx.scope}::int[]) as b (id)
        cross join lateral (select day from journal_entries where branch_id = b.id order by day limit 1) e),
      (select min(month) from closed_periods)) as first`.execute(ctx.db);
  const first = rows[0]?.first ?? ctx.today;
  return {
    year,
    label: yearLabel(year, start),
    first: Math.min(financialYearOf(first, start), current),
    last: current,
    closing: await closingOf(ctx, monthsOfYear(year, start)),
    data: await rowsOf(ctx, monthsOfYear(year, start)),
  };
}

async function isClosed(ctx: Ctx, month: Day): Promise<boolean> {
  const row = await ctx.db.selectFrom('closed_periods').select('month').where('month', '=', month).executeTakeFirst();
  return row !== undefined;
}

async function closedAfter(ctx: Ctx, month: Day): Promise<Day[]> {
  const rows = await ctx.db
    .selectFrom('closed_periods')
    .select('month')
    .where('month', '>', month)
    .orderBy('month')
    .execute();
  return rows.map((row) => row.month);
}

function named(months: readonly Day[]): string {
  const shown = months.slice(0, 3).map(showMonth).join(', ');
  return months.length > 3 ? `${shown} and ${months.length - 3} more` : shown;
}

/** What closing an open month, or reopening a closed one, would do. */
export async function previewPeriod(
  ctx: Ctx,
  { query }: Decoded<typeof closingEffects>,
): Promise<Reply<typeof closingEffects>> {
  const month = dayOfMonth(query.month);
  const name = showMonth(month);
  if (await isClosed(ctx, month)) {
    const later = await closedAfter(ctx, month);
    const closings = await closingsOver(ctx, month);
    return {
      effects: [
        `Receipts, vouchers and approvals can be posted into ${name} again.`,
        ...(closings.length > 0 ? ['The closing of its year is taken back; close the year again afterwards.'] : []),
      ],
      warnings: later.length > 0 ? [`Closed after it: ${named(later)}. Their opening balances may change.`] : [],
    };
  }
  assertEnded(ctx, month);
  const [row] = await rowsOf(ctx, [month]);
  const earlier = await openMonths(ctx, { last: addDays(month, -1) });
  const undecided = row?.undecided ?? 0;
  const entries = row?.entries ?? 0;
  const kept = entries === 1 ? '1 journal entry stays as it is' : `${entries} journal entries stay as they are`;
  const left = undecided === 1 ? '1 receipt or voucher' : `${undecided} receipts and vouchers`;
  return {
    effects: [`Nothing more is posted into ${name}. Its ${kept}.`],
    warnings: [
      undecided > 0
        ? `${left} with a bank date in ${name} ${undecided === 1 ? 'is' : 'are'} not decided or not paid, and will need a later date.`
        : '',
      earlier.length > 0 ? `Still open before it: ${named(earlier)}.` : '',
    ].filter((sentence) => sentence !== ''),
  };
}

/** Closes a month once all postings into it have finished. */
export async function closeMonth(ctx: Ctx, { body }: Decoded<typeof closePeriod>): Promise<Reply<typeof closePeriod>> {
  const month = dayOfMonth(body.month);
  assertEnded(ctx, month);
  await lockMonth(ctx.db, month);
  if (!(await keepClosed(ctx, month)))
    throw new AppError('WRONG_STATE', { status: 'closed already', action: 'closing it' });
  return { month: body.month, closed: true };
}

/** Opens a closed month again, and takes back the closing of its year; the reason stays in the audit trail. M8. */
export async function reopenMonth(
  ctx: Ctx,
  { body }: Decoded<typeof reopenPeriod>,
): Promise<Reply<typeof reopenPeriod>> {
  const month = dayOfMonth(body.month);
  await lockMonth(ctx.db, month);
  const gone = await ctx.db
    .deleteFrom('closed_periods')
    .where('month', '=', month)
    .returning(['closed_by', 'closed_at'])
    .executeTakeFirst();
  if (!gone) throw new AppError('WRONG_STATE', { status: 'open', action: 'reopening it' });
  const facts = { month: body.month, reason: body.reason, closed_by: gone.closed_by, closed_at: gone.closed_at };
  await ctx.audit({ entity: 'period', entityId: monthKey(month), action: 'reopened', facts });
  await reopenYearOf(ctx, month, body.reason);
  return { month: body.month, closed: false };
}
