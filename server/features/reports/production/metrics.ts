import { sql } from 'kysely';
import { BORNE_KINDS } from '../../../../domain/adjustments/kinds.ts';
import type { Reply } from '../../../../domain/endpoint.ts';
import { REVALUATIONS } from '../../../../domain/ledger/entries.ts';
import type { cumulativeMetrics, cumulativeMetricsAdmin } from '../../../../domain/reports/metrics.ts';
import { yearBefore } from '../../../../domain/reports/beside.ts';
import { type Day, yearOf } from '../../../../domain/values/day.ts';
import { formatAmount, sum } from '../../../../domain/values/money.ts';
import { KEPT_KINDS } from '../../../../domain/vouchers/kinds.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { accountsOf } from '../../firm/chart.ts';
import { eventsIn } from '../../ledger/events.ts';
import { branchesWith } from '../../permitted.ts';
import { madeBetween } from './kept.ts';
import { monthOf, calendarMonths } from './months.ts';

type Metrics = Reply<typeof cumulativeMetricsAdmin>;
type Production = { month: string; premium: bigint; brokerage: bigint; policies: number };
type Cash = { month: string; receipts: bigint; payments: bigint };
type Span = { from: Day; to: Day };

/** Premium and brokerage with endorsements, each in the month in which it was posted; policies alone are counted. §6. */
async function productionOf(ctx: Ctx, span: Span): Promise<Map<string, Production>> {
  const { rows } = await sql<Production>`
    with ${madeBetween(ctx, span)}
    select to_char(month, 'YYYY-MM') as month, sum(coalesce(base_fac_premium, 0))::bigint as premium,
      sum(coalesce(base_brokerage, 0))::bigint as brokerage, sum(policies)::int as policies
    from made group by made.month`.execute(ctx.db);
  return new Map(rows.map((row) => [row.month, row]));
}

/**
 * What others paid into the client bank and were paid from it: a reversal takes off the side that it reverses, for a payment that
 * comes back is no receipt. Balances have both sides of it; the few entries that reverse others say what to take off. A revaluation
 * moves no money, and what moved between accounts of ours, by a voucher or as an adjustment made it good, is on neither side.
 */
async function cashOf(ctx: Ctx, { from, to }: Span): Promise<Map<string, Cash>> {
  const within = (one: string) =>
    sql`${sql.ref(one)}.branch_id = any(${ctx.scope}::int[]) and ${sql.ref(one)}.day between ${from} and ${to}`;
  const client = accountsOf('CLIENT_BANK');
  const { rows } = await sql<Cash>`
    with kept as materialized (
      select e.id from vouchers v join journal_entries e on e.source_kind = 'voucher' and e.source_id = v.id
      where v.branch_id = any(${ctx.scope}::int[]) and v.kind = any(${[...KEPT_KINDS]}::text[]) and ${within('e')}
      union all
      select e.id from adjustments a join journal_entries e on e.source_kind = 'adjustment' and e.source_id = a.id left join journal_entries o on o.id = e.reverses_id
      where a.branch_id = any(${ctx.scope}::int[]) and a.kind = any(${BORNE_KINDS}::text[]) and ${within('e')} and coalesce(o.event, e.event) = 'MADE_GOOD')
    select to_char(date_trunc('month', day), 'YYYY-MM') as month, sum(receipts)::bigint as receipts, sum(payments)::bigint as payments
    from (
      select b.day, b.base_debit as receipts, b.base_credit as payments from daily_balances b
      where ${within('b')} and b.account = any(${client})
      union all
      select l.day, -abs(l.base_amount), -abs(l.base_amount) from journal_entries e join journal_lines l on l.entry_id = e.id
      where e.reverses_id is not null and ${within('e')} and l.account = any(${client}) and l.amount <> 0 and e.id not in (select id from kept)
      union all
      select l.day, -greatest(l.base_amount, 0), -greatest(-l.base_amount, 0) from kept k join journal_lines l on l.entry_id = k.id
      where l.account = any(${client})
      union all
      select l.day, -greatest(l.base_amount, 0), -greatest(-l.base_amount, 0) from journal_entries e join journal_lines l on l.entry_id = e.id
      where e.event in ${eventsIn(REVALUATIONS)} and ${within('e')} and l.account = any(${client})) moved
    group by 1`.execute(ctx.db);
  return new Map(rows.map((row) => [row.month, row]));
}

/**
 * What was called of the securities, in base as it was booked, in the month of its invoices. §6. Their days are summed before they
 * become months: there are far fewer of them than of invoices.
 */
async function calledOf(ctx: Ctx, { from, to }: Span): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ month: string; called: bigint }>`
    select to_char(posted_on, 'YYYY-MM') as month, sum(called)::bigint as called
    from (
      select posted_on, sum(base_amount) as called from notes
      where branch_id = any(${ctx.scope}::int[]) and posted_on between ${from} and ${to} and purpose = 'CLAIM' and status = 'ISSUED'
      group by posted_on) days
    group by 1`.execute(ctx.db);
  return new Map(rows.map((row) => [row.month, row.called]));
}

type Figures = Omit<Metrics['months'][number], 'month'>;
/** Cash is null to who does not see money. */
type Summed = { production: readonly Production[]; called: readonly bigint[]; cash: readonly Cash[] | null };

/** Production, claims and cash of some months, as they travel. */
function figuresOf({ production, called, cash }: Summed, currency: string): Figures {
  const total = (amounts: readonly bigint[]) => formatAmount(sum(amounts), currency);
  return {
    premium: total(production.map((one) => one.premium)),
    brokerage: total(production.map((one) => one.brokerage)),
    claims: total(called),
    receipts: cash && total(cash.map((one) => one.receipts)),
    payments: cash && total(cash.map((one) => one.payments)),
    policies: production.reduce((count, one) => count + one.policies, 0),
  };
}

/** What came in and went out is for those who see money in every branch of the request; production and claims are everyone's who may ask. §5. */
const seesMoney = (ctx: Ctx): boolean => branchesWith(ctx, 'reports.money').length === ctx.scope.length;

const monthsIn = async (ctx: Ctx, span: Span) => {
  const [production, called, cash] = await Promise.all([
    productionOf(ctx, span),
    calledOf(ctx, span),
    seesMoney(ctx) ? cashOf(ctx, span) : null,
  ]);
  return { production, called, cash };
};
const only = <Of>(of: ReadonlyMap<string, Of>, month: string): Of[] => {
  const one = of.get(month);
  return one === undefined ? [] : [one];
};

/** Production, claims and cash per month of a year and of the year before, in base, of the caller's branches. */
export async function metricsOf(ctx: Ctx, chosen: number | undefined): Promise<Metrics> {
  const year = chosen ?? yearOf(ctx.today);
  const currency = ctx.firm.baseCurrency;
  const { production, called, cash } = await monthsIn(ctx, { from: `${year - 1}-01-01`, to: `${year}-12-31` });
  const months = (of: number): Metrics['months'] =>
    calendarMonths(of).map((first) => {
      const month = monthOf(first);
      const summed = {
        production: only(production, month),
        called: only(called, month),
        cash: cash && only(cash, month),
      };
      return { month, ...figuresOf(summed, currency) };
    });
  return { year, currency, months: months(year), last_year: months(year - 1) };
}

/** The same of the year to date, and of last year to the same day. §6. */
export async function metricsToDate(ctx: Ctx): Promise<Reply<typeof cumulativeMetrics>> {
  const currency = ctx.firm.baseCurrency;
  const until = async (to: Day) => {
    const from = `${yearOf(to)}-01-01`;
    const { production, called, cash } = await monthsIn(ctx, { from, to });
    const summed = {
      production: [...production.values()],
      called: [...called.values()],
      cash: cash && [...cash.values()],
    };
    return { from, to, ...figuresOf(summed, currency) };
  };
  return { currency, year: await until(ctx.today), last_year: await until(yearBefore(ctx.today)) };
}
