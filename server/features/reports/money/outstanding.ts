import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import { facultativeReportOut, outstandingTable, outstandingTotals } from '../../../../domain/reports/outstanding.ts';
import { AT_CLOSING } from '../../../../domain/reports/closing-rates.ts';
import { replyRow, type Values } from '../../../../domain/tables/table.ts';
import { type Day, writtenDay } from '../../../../domain/values/day.ts';
import { formatAmount, sum } from '../../../../domain/values/money.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { report } from '../report.ts';
import { RECEIVABLE } from './aged.ts';
import { atClosingOf, closingOn, inBase, ratedRow, ratesFact, ratesOfReply } from './at-closing.ts';
import { openAt } from './open-items.ts';

type Input = Decoded<typeof facultativeReportOut>;
const dayOf = (ctx: Ctx, { query }: Input): Day => query.asat ?? ctx.today;
type Row = Values<typeof outstandingTable>;
type Figures = Omit<Values<typeof outstandingTotals>, 'currency'>;

async function outstandingRows(ctx: Ctx, input: Input): Promise<Row[]> {
  const day = dayOf(ctx, input);
  const closing = await closingOn(ctx, { day, rates: input.query.rates });
  const note = sql`o.function <> 'UNALLOCATED_CASH'`;
  const { rows } = await sql<Omit<Row, 'reinsured'> & { reinsured_id: number; reinsured: string }>`
    with ${openAt(ctx, { day, functions: RECEIVABLE })}, ${atClosingOf(ctx, closing)},
    by_note as (
      select o.party_id, o.currency, o.note_id, coalesce(sum(o.open) filter (where ${note}), 0)::bigint as balance,
        coalesce(sum(o.open) filter (where ${note} and o.due_on < ${day}::date), 0)::bigint as overdue,
        min(o.due_on) filter (where ${note} and o.open <> 0) as due_on,
        coalesce(-sum(o.open) filter (where not ${note}), 0)::bigint as unallocated, sum(o.open)::bigint as owed, sum(o.base_open)::bigint as base_owed
      from open_at o group by 1, 2, 3 having bool_or(o.open <> 0 or o.base_open <> 0)),
    signed as (
      select b.*, case when b.balance = 0 then 0 when n.kind = 'DN' then n.amount else -n.amount end as amount
      from by_note b left join notes n on n.id = b.note_id)
    select r.id as reinsured_id, r.name as reinsured, s.currency, count(*) filter (where s.balance <> 0)::int as notes,
      min(s.due_on) as oldest_due_on, sum(s.amount)::bigint as amount, sum(s.amount - s.balance)::bigint as paid,
      sum(s.balance)::bigint as balance, sum(s.overdue)::bigint as overdue, sum(s.unallocated)::bigint as unallocated,
      sum(s.owed)::bigint as owed, sum(s.base_owed)::bigint as base_owed, c.base_closing
    from signed s join parties r on r.id = s.party_id left join at_closing c on c.party_id = s.party_id and c.currency = s.currency
    group by r.id, r.name, r.name_key, s.currency, c.base_closing order by r.name_key, r.id, s.currency`.execute(
    ctx.db,
  );
  return rows.map(({ reinsured_id: id, ...row }) => ({
    ...row,
    ...ratedRow(closing, row),
    reinsured: { id, name: row.reinsured },
  }));
}

function totalOf(rows: readonly Row[]): Figures {
  const total = (name: keyof Figures) => sum(rows.map((row) => row[name]));
  return {
    amount: total('amount'),
    paid: total('paid'),
    balance: total('balance'),
    overdue: total('overdue'),
    unallocated: total('unallocated'),
    owed: total('owed'),
  };
}

async function reply(ctx: Ctx, input: Input): Promise<Reply<typeof facultativeReportOut>> {
  const base = ctx.firm.baseCurrency;
  const rows = await outstandingRows(ctx, input);
  const byCurrency = Map.groupBy(rows, (row) => row.currency);
  const { rates } = input.query;
  const closing = await closingOn(ctx, { day: dayOf(ctx, input), rates });
  return {
    as_at: dayOf(ctx, input),
    base_currency: base,
    data: rows.map((row) => replyRow(outstandingTable, row, base)),
    totals: [...byCurrency.keys()]
      .toSorted()
      .map((currency) => replyRow(outstandingTotals, { currency, ...totalOf(byCurrency.get(currency) ?? []) }, base)),
    base_total: formatAmount(
      inBase(
        rows.map((row) => ({ ...row, base_total: row.base_owed })),
        rates,
      ),
      base,
    ),
    rates: ratesOfReply(ctx, closing, [...byCurrency.keys()].toSorted()),
  };
}

/** What is outstanding by reinsured and currency as at any day; due to us = receivable less unallocated cash. §7. */
export const outstanding = report({
  endpoint: facultativeReportOut,
  table: outstandingTable,
  name: 'outstanding',
  title: 'Outstanding',
  period: (ctx, input) => `As at ${writtenDay(dayOf(ctx, input))}`,
  reply,
  facts: async (ctx, input) => [await ratesFact(ctx, { day: dayOf(ctx, input), rates: input.query.rates })],
  leaves: ({ rates }) => (rates === 'closing' ? ['base_owed'] : AT_CLOSING),
  rows: outstandingRows,
});
