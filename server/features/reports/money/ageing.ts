import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import {
  AGED_FIGURES,
  agedTotals,
  type ageingDashboard,
  ageingOverview,
  ageingTable,
} from '../../../../domain/reports/ageing.ts';
import { writtenDay } from '../../../../domain/values/day.ts';
import { formatAmount } from '../../../../domain/values/money.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { RECEIVABLE, receivableColumns } from './aged.ts';
import { type AtRates, byPartyAtClosing, closingOn, inBase, leftAt, ratedRow, ratesOfReply } from './at-closing.ts';
import { leftBeside } from '../../../../domain/reports/laid.ts';
import { withBeside } from './beside.ts';
import { openByDueDay, openMoved } from './open-sums.ts';
import { type Stated, statedFacts, statedOn } from './stated.ts';
import { inPartyOrder } from './party-order.ts';
import { report } from '../report.ts';
import { sumsByCurrency, sumsOf } from '../../../../domain/tables/sums.ts';
import { emptied, replyRow, type Values } from '../../../../domain/tables/table.ts';

type Input = Decoded<typeof ageingOverview>;
export type Row = Values<typeof ageingTable>;
type Aged = Omit<Row, 'beside' | 'change'>;

type Figures = Omit<Values<typeof agedTotals>, 'currency'>;

/** What each reinsured owes in each currency at the end of a day, by age; in the order of their names. */
async function agedOn(ctx: Ctx, { day, rates }: AtRates): Promise<Aged[]> {
  const closing = await closingOn(ctx, { day, rates });
  const { rows } = await sql<Omit<Aged, 'party'> & { party_id: number; name: string }>`
    with ${openByDueDay(ctx, { day, functions: RECEIVABLE })}, ${byPartyAtClosing(ctx, closing, { day, functions: RECEIVABLE })}
    select o.party_id, p.name, o.currency, ${receivableColumns(sql`o.open`, day)},
      coalesce(sum(o.base_open), 0)::bigint as base_total, c.base_closing
    from by_due_day o join parties p on p.id = o.party_id left join at_closing c on c.party_id = o.party_id and c.currency = o.currency
    group by o.party_id, p.name, p.name_key, o.currency, c.base_closing
    order by p.name_key, o.party_id, o.currency`.execute(ctx.db);
  return rows.map(({ party_id: id, name, ...row }) => ({ ...row, ...ratedRow(closing, row), party: { id, name } }));
}

/** As at a day, beside another one where that is asked for. */
export async function agedBeside(ctx: Ctx, { day, rates, beside }: Stated): Promise<Row[]> {
  const rows = await agedOn(ctx, { day, rates });
  return withBeside(rows, beside === undefined ? undefined : await agedOn(ctx, { day: beside }), (row) =>
    emptied(ageingTable, row),
  );
}
const agedRows = async (ctx: Ctx, { query }: Input): Promise<Row[]> =>
  inPartyOrder(await agedBeside(ctx, statedOn(ctx, query)), { sort: query.sort, figures: AGED_FIGURES });

async function reply(ctx: Ctx, input: Input): Promise<Reply<typeof ageingOverview>> {
  const base = ctx.firm.baseCurrency;
  const rows = await agedRows(ctx, input);
  const totals = sumsByCurrency(agedTotals, rows);
  const stated = statedOn(ctx, input.query);
  const closing = await closingOn(ctx, stated);
  return {
    as_at: stated.day,
    base_currency: base,
    data: rows.map((row) => replyRow(ageingTable, row, base)),
    totals: totals.map((total) => replyRow(agedTotals, total, base)),
    base_total: formatAmount(inBase(rows, input.query.rates), base),
    rates: ratesOfReply(ctx, closing, totals),
  };
}

/** Receivables of all reinsureds by age as at any day, per currency; total = receivable less unallocated cash; base at booked rates. §7. */
export const ageing = report({
  endpoint: ageingOverview,
  table: ageingTable,
  name: 'ageing',
  title: 'Receivables ageing',
  period: (ctx, { query }) => `As at ${writtenDay(statedOn(ctx, query).day)}`,
  facts: (ctx, { query }) => statedFacts(ctx, statedOn(ctx, query)),
  reply,
  leaves: (query) => [...leftBeside(query), ...leftAt(query.rates, 'base_total')],
  rows: agedRows,
});

/** The same totals per bucket in base, as at today. */
export async function ageingTotals(ctx: Ctx): Promise<Reply<typeof ageingDashboard>> {
  const base = ctx.firm.baseCurrency;
  const { rows } = await sql<Figures>`
    with ${openMoved(ctx, { day: ctx.today, functions: RECEIVABLE })}
    select ${receivableColumns(sql`o.base_open`, ctx.today)} from (
      -- Whose it is makes no difference to its age: one row for each day, before ages are looked at.
      select a.function, m.due_on, m.base_open
      from (select account, due_on, sum(base_amount) as base_open from moved group by 1, 2) m join ledger_accounts a on a.code = m.account) o`.execute(
    ctx.db,
  );
  const [aged = sumsOf(agedTotals, [])] = rows;
  return { as_at: ctx.today, ...replyRow(agedTotals, { currency: base, ...aged }, base) };
}
