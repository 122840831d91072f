import { sql } from 'kysely';
import type { Reply } from '../../../../domain/endpoint.ts';
import type { cumulativeMetricsAdmin } from '../../../../domain/reports/contract.ts';
import { yearOf } from '../../../../domain/values/day.ts';
import { formatAmount } from '../../../../domain/values/money.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { accountsOf } from '../../firm/chart.ts';
import { monthOf, monthsOfYear } from './months.ts';

type Metrics = Reply<typeof cumulativeMetricsAdmin>;
type Production = { month: string; premium: bigint; brokerage: bigint; policies: number };
type Cash = { month: string; receipts: bigint; payments: bigint };
type Span = { from: string; to: string };

/** Premium and brokerage with endorsements, each in the month in which it was posted; policies alone are counted. §6. */
async function productionOf(ctx: Ctx, { from, to }: Span): Promise<Map<string, Production>> {
  const { rows } = await sql<Production>`
    select to_char(posted_on, 'YYYY-MM') as month, coalesce(sum(base_fac_premium), 0)::bigint as premium,
      coalesce(sum(base_brokerage), 0)::bigint as brokerage, count(*) filter (where endorsement_id is null)::int as policies
    from production where branch_id = any(${ctx.scope}::int[]) and posted_on between ${from} and ${to}
    group by 1`.execute(ctx.db);
  return new Map(rows.map((row) => [row.month, row]));
}

/**
 * What came into the client bank and what left it: a reversal takes off the side that it reverses, for a payment that
 * comes back is no receipt. Balances have both sides of it; the few entries that reverse others say what to take off.
 */
async function cashOf(ctx: Ctx, { from, to }: Span): Promise<Map<string, Cash>> {
  const { rows } = await sql<Cash>`
    select to_char(date_trunc('month', day), 'YYYY-MM') as month, sum(receipts)::bigint as receipts, sum(payments)::bigint as payments
    from (
      select day, base_debit as receipts, base_credit as payments from daily_balances
      where branch_id = any(${ctx.scope}::int[]) and account = any(${accountsOf('CLIENT_BANK')}) and day between ${from} and ${to}
      union all
      select l.day, -abs(l.base_amount), -abs(l.base_amount) from journal_entries e join journal_lines l on l.entry_id = e.id
      where e.reverses_id is not null and e.branch_id = any(${ctx.scope}::int[]) and e.day between ${from} and ${to}
        and l.account = any(${accountsOf('CLIENT_BANK')})) moved
    group by 1`.execute(ctx.db);
  return new Map(rows.map((row) => [row.month, row]));
}

/** What was called of the securities, in base as it was booked, in the month of its invoices. §6. */
async function calledOf(ctx: Ctx, { from, to }: Span): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ month: string; called: bigint }>`
    select to_char(posted_on, 'YYYY-MM') as month, sum(base_amount)::bigint as called from notes
    where branch_id = any(${ctx.scope}::int[]) and posted_on between ${from} and ${to} and purpose = 'CLAIM' and status = 'ISSUED'
    group by 1`.execute(ctx.db);
  return new Map(rows.map((row) => [row.month, row.called]));
}

/** Production, claims and cash per month of a year and of the year before, in base, of the caller's branches. */
export async function metricsOf(ctx: Ctx, chosen: number | undefined): Promise<Metrics> {
  const year = chosen ?? yearOf(ctx.today);
  const currency = ctx.firm.baseCurrency;
  const span = { from: `${year - 1}-01-01`, to: `${year}-12-31` };
  const production = await productionOf(ctx, span);
  const called = await calledOf(ctx, span);
  const cash = await cashOf(ctx, span);
  const months = (of: number): Metrics['months'] =>
    monthsOfYear(of).map((first) => {
      const month = monthOf(first);
      const made = production.get(month);
      const moved = cash.get(month);
      const shown = (amount: bigint | undefined) => formatAmount(amount ?? 0n, currency);
      return {
        month,
        premium: shown(made?.premium),
        brokerage: shown(made?.brokerage),
        claims: shown(called.get(month)),
        receipts: shown(moved?.receipts),
        payments: shown(moved?.payments),
        policies: made?.policies ?? 0,
      };
    });
  return { year, currency, months: months(year), last_year: months(year - 1) };
}
