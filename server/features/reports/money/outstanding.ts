import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import {
  facultativeReportOut,
  OUTSTANDING_FIGURES,
  outstandingTable,
  outstandingTotals,
} from '../../../../domain/reports/outstanding.ts';
import { sumsByCurrency } from '../../../../domain/tables/sums.ts';
import { emptied, replyRow, type Values } from '../../../../domain/tables/table.ts';
import { writtenDay } from '../../../../domain/values/day.ts';
import { formatAmount } from '../../../../domain/values/money.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { report } from '../report.ts';
import { RECEIVABLE } from './aged.ts';
import { type AtRates, byPartyAtClosing, closingOn, inBase, leftAt, ratedRow, ratesOfReply } from './at-closing.ts';
import { leftBeside } from '../../../../domain/reports/laid.ts';
import { withBeside } from './beside.ts';
import { openNotesAt } from './open-notes.ts';
import { inOrderOfEachCurrency } from './party-order.ts';
import { statedFacts, statedOn } from './stated.ts';
import { writtenBack } from './written-back.ts';
import { openByDueDay } from './open-sums.ts';

type Input = Decoded<typeof facultativeReportOut>;
type Row = Values<typeof outstandingTable>;
/** What a reinsured owes on one day. */
type Owed = Omit<Row, 'beside' | 'change' | 'reinsured'> & { party: Row['reinsured']; total: bigint };

async function owedOn(ctx: Ctx, { day, rates }: AtRates): Promise<Owed[]> {
  const closing = await closingOn(ctx, { day, rates });
  const at = { day, functions: RECEIVABLE };
  const cash = sql`o.function = 'UNALLOCATED_CASH'`;
  const { rows } = await sql<Omit<Owed, 'party' | 'total'> & { reinsured_id: number; reinsured: string }>`
    with ${openByDueDay(ctx, at)}, ${byPartyAtClosing(ctx, closing, at)}, ${openNotesAt(ctx, day)}, ${writtenBack(ctx, day)},
    -- Of notes of which something is open, as the others are not counted.
    lost as (
      select n.party_id, n.currency, sum(w.amount) as amount from written_back w join notes n on n.id = w.note_id
      where n.kind = 'DN' and (
        select sum(i.outstanding + (select coalesce(sum(s.amount), 0) from settlements s where s.item_id = i.id and s.day > ${day}::date))
        from open_items i where i.note_id = n.id and i.opened_on <= ${day}::date) <> 0
      group by 1, 2),
    owed as (
      select o.party_id, o.currency, coalesce(sum(o.open) filter (where not ${cash}), 0)::bigint as balance,
        coalesce(sum(o.open) filter (where not ${cash} and o.due_on < ${day}::date), 0)::bigint as overdue,
        min(o.due_on) filter (where not ${cash} and o.open <> 0) as due_on,
        coalesce(-sum(o.open) filter (where ${cash}), 0)::bigint as unallocated, sum(o.open)::bigint as owed, sum(o.base_open)::bigint as base_owed
      from by_due_day o group by 1, 2)
    select r.id as reinsured_id, r.name as reinsured, o.currency, coalesce(n.notes, 0) as notes, o.due_on as oldest_due_on,
      coalesce(n.amount, 0)::bigint as amount, (coalesce(n.amount, 0) - o.balance - coalesce(l.amount, 0))::bigint as paid,
      coalesce(l.amount, 0)::bigint as uncollectable, o.balance, o.overdue, o.unallocated, o.owed,
      o.base_owed, c.base_closing
    from owed o join parties r on r.id = o.party_id left join open_notes n on n.party_id = o.party_id and n.currency = o.currency
      left join lost l on l.party_id = o.party_id and l.currency = o.currency
      left join at_closing c on c.party_id = o.party_id and c.currency = o.currency
    order by r.name_key, r.id, o.currency`.execute(ctx.db);
  return rows.map(({ reinsured_id: id, reinsured: name, ...row }) => ({
    ...row,
    ...ratedRow(closing, row),
    party: { id, name },
    total: row.owed,
  }));
}

/** As at a day, beside another one where that is asked for. */
async function outstandingRows(ctx: Ctx, input: Input): Promise<Row[]> {
  const { beside, ...at } = statedOn(ctx, input.query);
  const rows = await owedOn(ctx, at);
  const others = beside === undefined ? undefined : await owedOn(ctx, { day: beside });
  const laid = withBeside(rows, others, (row) => ({ ...emptied(outstandingTable, row), total: 0n }));
  return inOrderOfEachCurrency(laid, { sort: input.query.sort, figures: OUTSTANDING_FIGURES }).map(
    ({ party, total: _total, ...row }) => ({ ...row, reinsured: party }),
  );
}

async function reply(ctx: Ctx, input: Input): Promise<Reply<typeof facultativeReportOut>> {
  const base = ctx.firm.baseCurrency;
  const rows = await outstandingRows(ctx, input);
  const totals = sumsByCurrency(outstandingTotals, rows);
  const { day, rates } = statedOn(ctx, input.query);
  const closing = await closingOn(ctx, { day, rates });
  return {
    as_at: day,
    base_currency: base,
    data: rows.map((row) => replyRow(outstandingTable, row, base)),
    totals: totals.map((total) => replyRow(outstandingTotals, total, base)),
    base_total: formatAmount(
      inBase(
        rows.map((row) => ({ ...row, base_total: row.base_owed })),
        rates,
      ),
      base,
    ),
    rates: ratesOfReply(ctx, closing, totals),
  };
}

/** What is outstanding by reinsured and currency as at any day; due to us = receivable less unallocated cash. §7. */
export const outstanding = report({
  endpoint: facultativeReportOut,
  table: outstandingTable,
  name: 'outstanding',
  title: 'Outstanding',
  period: (ctx, { query }) => `As at ${writtenDay(statedOn(ctx, query).day)}`,
  reply,
  facts: (ctx, { query }) => statedFacts(ctx, statedOn(ctx, query)),
  leaves: (query) => [...leftBeside(query), ...leftAt(query.rates, 'base_owed')],
  rows: outstandingRows,
});
