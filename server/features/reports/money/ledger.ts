import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import { AppError } from '../../../../domain/errors.ts';
import { HISTORY_SOURCE, KIND_NAMES } from '../../../../domain/records/kinds.ts';
import { LEDGER_PART_LABELS } from '../../../../domain/reports/ledger-parts.ts';
import type { getEntry, listLedgerLines } from '../../../../domain/reports/contract.ts';
import { fact, periodOf } from '../../../platform/exports/facts.ts';
import { list } from '../../../platform/exports/list.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { type ListDefinition, same, when } from '../../../platform/http/lists.ts';
import { TABLES } from '../../records.ts';
import { anyContains } from '../../../platform/http/folded.ts';
import { refOf } from '../refs.ts';
import { linesOfPart } from './ledger-parts.ts';
import { ledgerTable } from '../../../../domain/reports/tables.ts';
import { replyRow, type Sortable, type Values } from '../../../../domain/tables/table.ts';

type Input = Decoded<typeof listLedgerLines>;
type Row = Values<typeof ledgerTable>;
export type StoredLine = Omit<Row, 'party' | 'tax' | 'bank' | 'debit' | 'credit' | 'base_debit' | 'base_credit'> & {
  party_id: number | null;
  party: string | null;
  tax_id: number | null;
  tax: string | null;
  bank_id: number | null;
  bank: string | null;
  amount: bigint;
  base_amount: bigint;
};

const SOURCE_NUMBERS = KIND_NAMES.map(
  (kind) => sql`when ${sql.lit(kind)} then (
    select ${sql.ref(TABLES[kind].number)} from ${sql.table(TABLES[kind].name)} where id = e.source_id)`,
);
/** The number of what made an entry `e`. */
export const sourceNumber = sql`case e.source_kind ${sql.join(SOURCE_NUMBERS, sql` `)}
  when ${sql.lit(HISTORY_SOURCE)} then (select number from history_documents where id = e.source_id) end`;

const SOURCE_MAKERS = KIND_NAMES.map(
  (kind) => sql`when ${sql.lit(kind)} then (
    select maker.name from ${sql.table(TABLES[kind].name)} made join users maker on maker.id = made.made_by where made.id = e.source_id)`,
);
/** Who made the record that an entry `e` is of; of what books itself nobody. */
export const sourceMaker = sql`case e.source_kind ${sql.join(SOURCE_MAKERS, sql` `)} end`;

export const COLUMNS = sql`t.id::int as id, t.entry_id as entry, t.day, b.code as branch, e.event, e.narration, t.account, t.party_id, p.name as party,
  t.tax_id, x.name as tax, t.bank_account_id as bank_id, k.name as bank, t.currency, t.amount, t.base_amount,
  coalesce(${sourceMaker}, u.name) as made_by, u.name as approved_by, e.source_kind, e.source_id, n.number as note, t.note_id`;
export const JOINS = sql`join journal_entries e on e.id = t.entry_id join users u on u.id = e.made_by join branches b on b.id = t.branch_id
  left join parties p on p.id = t.party_id left join taxes x on x.id = t.tax_id left join notes n on n.id = t.note_id
  left join bank_accounts k on k.id = t.bank_account_id`;

const LINES: ListDefinition = {
  table: 'journal_lines',
  columns: COLUMNS,
  joins: JOINS,
  sorts: { day: 'day', id: 'id' } satisfies Record<Sortable<typeof ledgerTable>, string>,
  defaultSort: 'day,desc',
  textIn: [{ table: 'journal_entries', key: 't.entry_id' }],
  search: (text) =>
    sql`exists (select 1 from journal_entries e where e.id = t.entry_id and ${anyContains(['e.narration'], text)})`,
};

const debitOf = (amount: bigint) => (amount > 0n ? amount : null);
const creditOf = (amount: bigint) => (amount < 0n ? -amount : null);

export const lineOf = ({ party_id, tax_id, bank_id, amount, base_amount, ...line }: StoredLine): Row => ({
  ...line,
  party: refOf(party_id, line.party),
  tax: refOf(tax_id, line.tax),
  bank: refOf(bank_id, line.bank),
  debit: debitOf(amount),
  credit: creditOf(amount),
  amount,
  base_amount,
  base_debit: debitOf(base_amount),
  base_credit: creditOf(base_amount),
});

/** Journal lines, newest first. */
export const ledger = list({
  table: ledgerTable,
  name: 'ledger',
  title: 'Journal lines',
  period: (ctx, { from, to }: Input['query']) => periodOf(from, to ?? ctx.today),
  facts: (_ctx, { part }) => [fact('Of', part && LEDGER_PART_LABELS[part])],
  definition: () => LINES,
  where: async (ctx, { account, party, tax, bank, currency, part, from, to }) => [
    same({ account, party_id: party, tax_id: tax, bank_account_id: bank, currency }),
    part && (await linesOfPart(ctx, part)),
    when(from, (one) => sql`t.day >= ${one}`),
    when(to, (one) => sql`t.day <= ${one}`),
  ],
  rowOf: lineOf,
});

type Head = Omit<Reply<typeof getEntry>, 'lines' | 'made_by'> & { maker: number; maker_name: string };

/** One journal entry with its lines and the number of what made it. A foreign id answers like a missing one. */
export async function ledgerEntry(ctx: Ctx, { params }: Decoded<typeof getEntry>): Promise<Reply<typeof getEntry>> {
  const heads = await sql<Head>`
    select e.id, e.day, b.code as branch, e.event, e.narration, e.source_kind, e.source_id, e.reverses_id as reverses,
      u.id as maker, u.name as maker_name, e.made_at,
      ${sourceNumber} as source_number
    from journal_entries e join branches b on b.id = e.branch_id join users u on u.id = e.made_by
    where e.id = ${params.id} and e.branch_id = any(${ctx.scope}::int[])`.execute(ctx.db);
  const [found] = heads.rows;
  if (!found) throw new AppError('NOT_FOUND');
  const { maker, maker_name: name, ...head } = found;
  const lines = await sql<StoredLine>`
    select ${COLUMNS} from journal_lines t ${JOINS}
    where t.entry_id = ${params.id} and t.branch_id = any(${ctx.scope}::int[]) order by t.id`.execute(ctx.db);
  return {
    ...head,
    made_by: { id: maker, name },
    lines: lines.rows.map((line) => replyRow(ledgerTable, lineOf(line), ctx.firm.baseCurrency)),
  };
}
