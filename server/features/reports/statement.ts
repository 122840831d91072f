import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod/mini';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError } from '../../../domain/errors.ts';
import type { facultativeReportItem } from '../../../domain/reports/contract.ts';
import type { Day } from '../../../domain/values/day.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { idText } from '../../../domain/wire.ts';
import { rowsOf } from '../../platform/exports/snapshot.ts';
import { exportTable, type Column, type ExportTable } from '../../platform/exports/table.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { openAt } from './open-items.ts';

type Input = Decoded<typeof facultativeReportItem>;
type Asked = { party: { id: number; name: string } | null; day: Day };

type Row = {
  policy_id: number;
  policy: string;
  reinsured_id: number;
  reinsured: string;
  insured: string;
  class: string;
  note_id: number;
  number: string;
  posted_on: string;
  due_on: string;
  currency: string;
  amount: bigint;
  balance: bigint;
};
type Total = { currency: string; amount: bigint; balance: bigint; unallocated: bigint };

/** More notes than a screen shows; the totals and the export have all of them. */
const MOST = 5_000;

async function askedOf(ctx: Ctx, { query }: Input): Promise<Asked> {
  const day = query.asat ?? ctx.today;
  if (query.param === 'ALL') return { party: null, day };
  const party = await ctx.db
    .selectFrom('parties')
    .select(['id', 'name'])
    .where('id', '=', z.decode(idText, query.param))
    .where('kind', '=', 'REINSURED')
    .executeTakeFirst();
  if (!party) throw new AppError('NOT_FOUND');
  return { party, day };
}

/** Notes of reinsureds as they stood: one void today stands in a statement of a day before it was reversed. */
function notesAt(ctx: Ctx, { party, day }: Asked): RawBuilder<unknown> {
  const voided = sql`exists (select 1 from journal_entries e
    where e.source_kind = 'policy' and e.source_id = n.policy_id and e.event = 'POLICY_DISABLED' and e.day <= ${day}::date)`;
  return sql`${openAt(ctx, { day, functions: ['PREMIUM_RECEIVABLE', 'UNALLOCATED_CASH'], party: party?.id ?? null })},
    balances as (select note_id, sum(open)::bigint as balance from open_at where note_id is not null group by note_id),
    notes_at as (
      select n.*, case when n.kind = 'DN' then n.amount else -n.amount end as signed, coalesce(b.balance, 0) as balance
      from notes n left join balances b on b.note_id = n.id
      where n.branch_id = any(${ctx.scope}::int[]) and n.debit_note_id is null and n.posted_on <= ${day}::date
        ${party ? sql`and n.party_id = ${party.id}` : sql``} and (n.status = 'ISSUED' or not ${voided}))`;
}

function rowsQuery(ctx: Ctx, asked: Asked): RawBuilder<Row> {
  return sql<Row>`
    with ${notesAt(ctx, asked)}
    select p.id as policy_id, p.broker_reference as policy, r.id as reinsured_id, r.name as reinsured, i.name as insured,
      coalesce(c.name, ct.name) as class, n.id as note_id, n.number, n.posted_on, n.due_on, n.currency, n.signed as amount, n.balance
    from notes_at n join policies p on p.id = n.policy_id join parties r on r.id = n.party_id join parties i on i.id = p.insured_id
      join cover_types ct on ct.id = p.cover_type_id left join cover_types c on c.id = ct.class_id
    order by r.name_key, r.id, n.posted_on, n.id`;
}

async function totalsOf(ctx: Ctx, asked: Asked): Promise<Total[]> {
  const { rows } = await sql<Total>`
    with ${notesAt(ctx, asked)},
    parts as (
      select currency, signed as amount, balance, 0::bigint as unallocated from notes_at
      union all
      select currency, 0, 0, -open from open_at where function = 'UNALLOCATED_CASH')
    select currency, sum(amount)::bigint as amount, sum(balance)::bigint as balance, sum(unallocated)::bigint as unallocated
    from parts group by currency having sum(abs(amount)) <> 0 or sum(unallocated) <> 0 order by currency`.execute(
    ctx.db,
  );
  return rows;
}

/** One reinsured (or ALL) with its notes: amount, paid as at a day, balance; totals with unallocated cash beside. §7. */
export async function statementOf(ctx: Ctx, input: Input): Promise<Reply<typeof facultativeReportItem>> {
  const asked = await askedOf(ctx, input);
  const { rows } = await sql<Row>`${rowsQuery(ctx, asked)} limit ${MOST + 1}`.execute(ctx.db);
  const totals = await totalsOf(ctx, asked);
  return {
    as_at: asked.day,
    party: asked.party,
    ...(rows.length > MOST && { more: true }),
    data: rows.slice(0, MOST).map((row) => ({
      policy: { id: row.policy_id, name: row.policy },
      reinsured: { id: row.reinsured_id, name: row.reinsured },
      insured: row.insured,
      class: row.class,
      note: { id: row.note_id, number: row.number },
      posted_on: row.posted_on,
      due_on: row.due_on,
      currency: row.currency,
      amount: formatAmount(row.amount, row.currency),
      paid: formatAmount(row.amount - row.balance, row.currency),
      balance: formatAmount(row.balance, row.currency),
    })),
    totals: totals.map(({ currency, amount, balance, unallocated }) => ({
      currency,
      amount: formatAmount(amount, currency),
      paid: formatAmount(amount - balance, currency),
      balance: formatAmount(balance, currency),
      unallocated: formatAmount(unallocated, currency),
    })),
  };
}

const COLUMNS: readonly Column<Row>[] = [
  { name: 'Reinsured', kind: 'text', cell: (row) => row.reinsured },
  { name: 'Policy', kind: 'text', cell: (row) => row.policy },
  { name: 'Insured', kind: 'text', cell: (row) => row.insured },
  { name: 'Class', kind: 'text', cell: (row) => row.class },
  { name: 'Note', kind: 'text', cell: (row) => row.number },
  { name: 'Posted', kind: 'day', cell: (row) => row.posted_on },
  { name: 'Due', kind: 'day', cell: (row) => row.due_on },
  { name: 'Currency', kind: 'text', cell: (row) => row.currency },
  { name: 'Amount', kind: 'amount', cell: (row) => formatAmount(row.amount, row.currency) },
  { name: 'Paid', kind: 'amount', cell: (row) => formatAmount(row.amount - row.balance, row.currency) },
  { name: 'Balance', kind: 'amount', cell: (row) => formatAmount(row.balance, row.currency) },
];

/** The statement with every note as a table to export. */
export async function statementExport(ctx: Ctx, input: Input): Promise<ExportTable> {
  const asked = await askedOf(ctx, input);
  return exportTable({ name: 'statement', columns: COLUMNS, rows: rowsOf(ctx.db, rowsQuery(ctx, asked)) });
}
