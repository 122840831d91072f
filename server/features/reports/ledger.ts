import { sql, type RawBuilder } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError } from '../../../domain/errors.ts';
import { EVENT_LABELS, type LedgerEvent } from '../../../domain/ledger/entries.ts';
import { KIND_NAMES } from '../../../domain/records/kinds.ts';
import type { getEntry, listLedgerLines } from '../../../domain/reports/contract.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { exportList } from '../../platform/exports/list.ts';
import type { Column, ExportTable } from '../../platform/exports/table.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { listPage, type ListDefinition } from '../../platform/http/lists.ts';
import { NUMBER_COLUMNS, TABLES } from '../records.ts';
import { anyContains } from './folded.ts';

type Line = {
  id: number;
  entry: number;
  day: string;
  branch: string;
  event: string;
  narration: string;
  account: string;
  party_id: number | null;
  party: string | null;
  tax_id: number | null;
  tax: string | null;
  currency: string;
  amount: bigint;
  base_amount: bigint;
  source_kind: string;
  source_id: number;
  note: string | null;
};

const COLUMNS = sql`t.id::int as id, t.entry_id as entry, t.day, b.code as branch, e.event, e.narration, t.account, t.party_id, p.name as party,
  t.tax_id, x.name as tax, t.currency, t.amount, t.base_amount, e.source_kind, e.source_id, n.number as note`;
const JOINS = sql`join journal_entries e on e.id = t.entry_id join branches b on b.id = t.branch_id
  left join parties p on p.id = t.party_id left join taxes x on x.id = t.tax_id left join notes n on n.id = t.note_id`;

const LINES: ListDefinition = {
  table: 'journal_lines',
  columns: COLUMNS,
  joins: JOINS,
  sorts: { day: 'day', id: 'id' },
  defaultSort: 'day,desc',
  search: (text) =>
    sql`exists (select 1 from journal_entries e where e.id = t.entry_id and ${anyContains(['e.narration'], text)})`,
};

function sides(amount: bigint, currency: string) {
  return {
    debit: amount > 0n ? formatAmount(amount, currency) : null,
    credit: amount < 0n ? formatAmount(-amount, currency) : null,
  };
}

function lineOf({ party_id, tax_id, amount, base_amount, ...line }: Line, base: string) {
  const own = sides(amount, line.currency);
  const inBase = sides(base_amount, base);
  return {
    ...line,
    party: party_id === null ? null : { id: party_id, name: line.party ?? '' },
    tax: tax_id === null ? null : { id: tax_id, name: line.tax ?? '' },
    ...own,
    base_debit: inBase.debit,
    base_credit: inBase.credit,
  };
}

function filtersOf(query: Decoded<typeof listLedgerLines>['query']): RawBuilder<unknown> | undefined {
  const filters: RawBuilder<unknown>[] = [];
  if (query.account) filters.push(sql`t.account = ${query.account}`);
  if (query.party !== undefined) filters.push(sql`t.party_id = ${query.party}`);
  if (query.tax !== undefined) filters.push(sql`t.tax_id = ${query.tax}`);
  if (query.currency) filters.push(sql`t.currency = ${query.currency}`);
  if (query.from) filters.push(sql`t.day >= ${query.from}`);
  if (query.to) filters.push(sql`t.day <= ${query.to}`);
  return filters.length > 0 ? sql.join(filters, sql` and `) : undefined;
}

/** Journal lines, newest first, one page. */
export async function ledgerPage(
  ctx: Ctx,
  { query }: Decoded<typeof listLedgerLines>,
): Promise<Reply<typeof listLedgerLines>> {
  const page = await listPage<Line>(ctx, LINES, { input: query, where: filtersOf(query) });
  return { ...page, data: page.data.map((line) => lineOf(line, ctx.firm.baseCurrency)) };
}

function columnsOf(base: string): readonly Column<Line>[] {
  return [
    { name: 'Day', kind: 'day', cell: (line) => line.day },
    { name: 'Branch', kind: 'text', cell: (line) => line.branch },
    { name: 'Entry', kind: 'text', cell: (line) => String(line.entry) },
    { name: 'Event', kind: 'text', cell: (line) => EVENT_LABELS[line.event as LedgerEvent] ?? line.event },
    { name: 'Narration', kind: 'text', cell: (line) => line.narration },
    { name: 'Account', kind: 'text', cell: (line) => line.account },
    { name: 'Party', kind: 'text', cell: (line) => line.party },
    { name: 'Tax', kind: 'text', cell: (line) => line.tax },
    { name: 'Note', kind: 'text', cell: (line) => line.note },
    { name: 'Currency', kind: 'text', cell: (line) => line.currency },
    { name: 'Debit', kind: 'amount', cell: (line) => sides(line.amount, line.currency).debit },
    { name: 'Credit', kind: 'amount', cell: (line) => sides(line.amount, line.currency).credit },
    { name: `Debit (${base})`, kind: 'amount', cell: (line) => sides(line.base_amount, base).debit },
    { name: `Credit (${base})`, kind: 'amount', cell: (line) => sides(line.base_amount, base).credit },
  ];
}

/** The same lines, all of them, as a table to export. */
export function ledgerExport(ctx: Ctx, { query }: Decoded<typeof listLedgerLines>): ExportTable {
  const columns = columnsOf(ctx.firm.baseCurrency);
  return exportList<Line>(ctx, { name: 'ledger', definition: LINES, columns, input: query, where: filtersOf(query) });
}

const SOURCE_NUMBERS = KIND_NAMES.map(
  (kind) => sql`when ${sql.lit(kind)} then (
    select ${sql.ref(NUMBER_COLUMNS[kind])} from ${sql.table(TABLES[kind])} where id = e.source_id)`,
);

type Head = Omit<Reply<typeof getEntry>, 'lines'>;

/** One journal entry with its lines and the number of what made it. A foreign id answers like a missing one. */
export async function ledgerEntry(ctx: Ctx, { params }: Decoded<typeof getEntry>): Promise<Reply<typeof getEntry>> {
  const heads = await sql<Head>`
    select e.id, e.day, b.code as branch, e.event, e.narration, e.source_kind, e.source_id, e.reverses_id as reverses,
      u.name as made_by, e.made_at,
      case e.source_kind ${sql.join(SOURCE_NUMBERS, sql` `)} end as source_number
    from journal_entries e join branches b on b.id = e.branch_id join users u on u.id = e.made_by
    where e.id = ${params.id} and e.branch_id = any(${ctx.scope}::int[])`.execute(ctx.db);
  const head = heads.rows[0];
  if (!head) throw new AppError('NOT_FOUND');
  const lines = await sql<Line>`
    select ${COLUMNS} from journal_lines t ${JOINS}
    where t.entry_id = ${params.id} and t.branch_id = any(${ctx.scope}::int[]) order by t.id`.execute(ctx.db);
  return { ...head, lines: lines.rows.map((line) => lineOf(line, ctx.firm.baseCurrency)) };
}
