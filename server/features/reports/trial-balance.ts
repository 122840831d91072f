import { sql, type RawBuilder } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import type { trialBalance } from '../../../domain/reports/contract.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { exportTable, type Column, type ExportTable } from '../../platform/exports/table.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { anyContains } from './folded.ts';
import { reportPage, reportRows, type ReportQuery } from './paging.ts';

type Query = Decoded<typeof trialBalance>['query'];

type Row = {
  account: string;
  account_name: string;
  type: string;
  party_id: number;
  party: string | null;
  tax_id: number;
  tax: string | null;
  currency: string;
  opening: bigint;
  debit: bigint;
  credit: bigint;
  closing: bigint;
  base_opening: bigint;
  base_debit: bigint;
  base_credit: bigint;
  base_closing: bigint;
};
type Sums = { sum_opening: bigint; sum_debit: bigint; sum_credit: bigint; sum_closing: bigint };

const AMOUNTS = ['opening', 'debit', 'credit', 'base_opening', 'base_debit', 'base_credit'] as const;
const SORTED = [
  'account',
  'account_name',
  'type',
  'party',
  'tax',
  'currency',
  ...AMOUNTS,
  'closing',
  'base_closing',
] as const;
const SORTS = Object.fromEntries(SORTED.map((name) => [name, name]));

/** Balances per key from the daily balances alone: what it reads grows with days and parties, never with journal lines. */
function balances(ctx: Ctx, query: Query): RawBuilder<unknown> {
  const sub = query.detail === 'sub';
  // Without a first day everything is in the period and nothing was before it.
  const opening = (value: RawBuilder<unknown>) =>
    query.from ? sql`coalesce(sum(${value}) filter (where day < ${query.from}), 0)::bigint` : sql`0::bigint`;
  const moved = (value: RawBuilder<unknown>) =>
    query.from
      ? sql`coalesce(sum(${value}) filter (where day >= ${query.from}), 0)::bigint`
      : sql`sum(${value})::bigint`;
  return sql`
    select account, ${sub ? sql`party_id` : sql`0`} as party_id, ${sub ? sql`tax_id` : sql`0`} as tax_id, currency,
      ${opening(sql`debit - credit`)} as opening, ${moved(sql`debit`)} as debit, ${moved(sql`credit`)} as credit,
      ${opening(sql`base_debit - base_credit`)} as base_opening,
      ${moved(sql`base_debit`)} as base_debit, ${moved(sql`base_credit`)} as base_credit
    from daily_balances
    where branch_id = any(${ctx.scope}::int[]) and day <= ${query.to ?? ctx.today}
      ${query.account ? sql`and account = ${query.account}` : sql``}
    group by 1, 2, 3, 4`;
}

function reportOf(ctx: Ctx, query: Query): ReportQuery {
  const something = sql.join(
    AMOUNTS.map((name) => sql`b.${sql.ref(name)} <> 0`),
    sql` or `,
  );
  const search = anyContains(['b.account', 'a.name', 'p.name', 'x.name', 'b.currency'], query.searchValue);
  return {
    ctes: sql`balances as (${balances(ctx, query)}),
      found as (
        select b.account, a.name as account_name, a.type, b.party_id, p.name as party, b.tax_id, x.name as tax, b.currency,
          b.opening, b.debit, b.credit, b.opening + b.debit - b.credit as closing,
          b.base_opening, b.base_debit, b.base_credit, b.base_opening + b.base_debit - b.base_credit as base_closing
        from balances b join ledger_accounts a on a.code = b.account
          left join parties p on p.id = b.party_id left join taxes x on x.id = b.tax_id
        where (${something}) ${search ? sql`and ${search}` : sql``})`,
    sorts: SORTS,
    defaultSort: 'account,asc',
    key: ['account', 'party', 'party_id', 'tax_id', 'currency'],
    sums: sql`coalesce(sum(base_opening), 0)::bigint as sum_opening, coalesce(sum(base_debit), 0)::bigint as sum_debit,
      coalesce(sum(base_credit), 0)::bigint as sum_credit, coalesce(sum(base_closing), 0)::bigint as sum_closing`,
    total: search ? sql`(select count(*) from balances b where ${something})` : undefined,
  };
}

function rowOf(row: Row, base: string) {
  return {
    account: row.account,
    account_name: row.account_name,
    type: row.type,
    party: row.party === null ? null : { id: row.party_id, name: row.party },
    tax: row.tax === null ? null : { id: row.tax_id, name: row.tax },
    currency: row.currency,
    opening: formatAmount(row.opening, row.currency),
    debit: formatAmount(row.debit, row.currency),
    credit: formatAmount(row.credit, row.currency),
    closing: formatAmount(row.closing, row.currency),
    base_opening: formatAmount(row.base_opening, base),
    base_debit: formatAmount(row.base_debit, base),
    base_credit: formatAmount(row.base_credit, base),
    base_closing: formatAmount(row.base_closing, base),
  };
}

/** Trial balance between two days. The totals are of all rows found: of a whole trial balance they close at nothing. */
export async function trialBalancePage(
  ctx: Ctx,
  { query }: Decoded<typeof trialBalance>,
): Promise<Reply<typeof trialBalance>> {
  const base = ctx.firm.baseCurrency;
  const { page, sums } = await reportPage<Row, Sums>(ctx, reportOf(ctx, query), query);
  return {
    ...page,
    data: page.data.map((row) => rowOf(row, base)),
    base_currency: base,
    totals: {
      base_opening: formatAmount(sums.sum_opening, base),
      base_debit: formatAmount(sums.sum_debit, base),
      base_credit: formatAmount(sums.sum_credit, base),
      base_closing: formatAmount(sums.sum_closing, base),
    },
  };
}

function columnsOf(base: string): readonly Column<Row>[] {
  const own = (name: string, pick: (row: Row) => bigint): Column<Row> => ({
    name,
    kind: 'amount',
    cell: (row) => formatAmount(pick(row), row.currency),
  });
  const inBase = (name: string, pick: (row: Row) => bigint): Column<Row> => ({
    name: `${name} (${base})`,
    kind: 'amount',
    cell: (row) => formatAmount(pick(row), base),
  });
  return [
    { name: 'Account', kind: 'text', cell: (row) => row.account },
    { name: 'Name', kind: 'text', cell: (row) => row.account_name },
    { name: 'Party', kind: 'text', cell: (row) => row.party },
    { name: 'Tax', kind: 'text', cell: (row) => row.tax },
    { name: 'Currency', kind: 'text', cell: (row) => row.currency },
    own('Opening', (row) => row.opening),
    own('Debit', (row) => row.debit),
    own('Credit', (row) => row.credit),
    own('Closing', (row) => row.closing),
    inBase('Opening', (row) => row.base_opening),
    inBase('Debit', (row) => row.base_debit),
    inBase('Credit', (row) => row.base_credit),
    inBase('Closing', (row) => row.base_closing),
  ];
}

/** The whole trial balance as a table to export. */
export function trialBalanceExport(ctx: Ctx, { query }: Decoded<typeof trialBalance>): ExportTable {
  const rows = reportRows<Row>(ctx, reportOf(ctx, query), query);
  return exportTable({ name: 'trial-balance', columns: columnsOf(ctx.firm.baseCurrency), rows });
}
