import { sql, type RawBuilder } from 'kysely';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import { trialBalance } from '../../../../domain/reports/contract.ts';
import { besideOn } from '../../../../domain/reports/beside.ts';
import { BESIDE, trialBalanceTable, trialBalanceTotals } from '../../../../domain/reports/tables.ts';
import { replyRow, type Sortable, type Values } from '../../../../domain/tables/table.ts';
import { mapped } from '../../../platform/exports/table.ts';
import { YEAR_ENDS } from '../../../../domain/ledger/entries.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { anyContains } from '../../../platform/http/folded.ts';
import { refOf } from '../refs.ts';
import { reportPage, reportRows, type ReportQuery } from '../paging.ts';
import { assertPeriod } from '../period.ts';
import { besideFact, fact, periodOf } from '../../../platform/exports/facts.ts';
import { eventsIn } from '../../ledger/events.ts';
import { report } from '../report.ts';

type Input = Decoded<typeof trialBalance>;
type Query = Input['query'];
type Row = Values<typeof trialBalanceTable>;
type Stored = Omit<Row, 'party' | 'tax' | 'bank'> & {
  party_id: number;
  party: string | null;
  tax_id: number;
  tax: string | null;
  bank_id: number;
  bank: string | null;
};
type Sums = { sum_opening: bigint; sum_debit: bigint; sum_credit: bigint; sum_closing: bigint };

const AMOUNTS = ['opening', 'debit', 'credit', 'base_opening', 'base_debit', 'base_credit'] as const;
const SORTS = {
  account: 'account',
  account_name: 'account_name',
  type: 'type',
  party: 'party',
  tax: 'tax',
  bank: 'bank',
  currency: 'currency',
  opening: 'opening',
  debit: 'debit',
  credit: 'credit',
  base_opening: 'base_opening',
  base_debit: 'base_debit',
  base_credit: 'base_credit',
  closing: 'closing',
  base_closing: 'base_closing',
} satisfies Record<Sortable<typeof trialBalanceTable>, string>;

/** What closings of years booked and opening them again took back, to be taken off the balances. M8. */
const yearEnds = (ctx: Ctx) => sql`
  select l.account, coalesce(l.party_id, 0), coalesce(l.tax_id, 0), coalesce(l.bank_account_id, 0), l.currency, l.branch_id, l.day,
    -greatest(l.amount, 0), -greatest(-l.amount, 0), -greatest(l.base_amount, 0), -greatest(-l.base_amount, 0)
  from journal_entries e join journal_lines l on l.entry_id = e.id
  where e.event in ${eventsIn(YEAR_ENDS)} and e.branch_id = any(${ctx.scope}::int[])`;

const withoutYearEnds = (ctx: Ctx) => sql`(
  select account, party_id, tax_id, bank_account_id, currency, branch_id, day, debit, credit, base_debit, base_credit
  from daily_balances union all ${yearEnds(ctx)})`;

/** The daily balances, or what they are without the closing of years. M8. */
export const dailyBalances = (ctx: Ctx, yearEnd: 'without' | undefined): RawBuilder<unknown> =>
  yearEnd === 'without' ? withoutYearEnds(ctx) : sql`daily_balances`;

/** Balances per key from the daily balances alone: what it reads grows with days and parties, never with journal lines. */
function balances(ctx: Ctx, query: Query): RawBuilder<unknown> {
  const key = (id: RawBuilder<unknown>) => (query.detail === 'sub' ? id : sql`0`);
  // Without a first day everything is in the period and nothing was before it.
  const { from, to = ctx.today } = query;
  assertPeriod({ from, last: to });
  const beside = besideOn(query.beside, to);
  const until = beside !== undefined && beside > to ? beside : to;
  const opening = (value: RawBuilder<unknown>) =>
    from ? sql`coalesce(sum(${value}) filter (where day < ${from}), 0)::bigint` : sql`0::bigint`;
  const moved = (value: RawBuilder<unknown>) =>
    sql`coalesce(sum(${value}) filter (where day <= ${to} and day >= ${from ?? '0001-01-01'}), 0)::bigint`;
  const besides = (value: RawBuilder<unknown>) =>
    beside === undefined ? sql`null::bigint` : sql`coalesce(sum(${value}) filter (where day <= ${beside}), 0)::bigint`;
  return sql`
    select account, ${key(sql`party_id`)} as party_id, ${key(sql`tax_id`)} as tax_id, ${key(sql`bank_account_id`)} as bank_id, currency,
      ${opening(sql`debit - credit`)} as opening, ${moved(sql`debit`)} as debit, ${moved(sql`credit`)} as credit,
      ${opening(sql`base_debit - base_credit`)} as base_opening,
      ${moved(sql`base_debit`)} as base_debit, ${moved(sql`base_credit`)} as base_credit,
      ${besides(sql`debit - credit`)} as beside, ${besides(sql`base_debit - base_credit`)} as base_beside
    from ${dailyBalances(ctx, query.year_end)} balance
    where branch_id = any(${ctx.scope}::int[]) and day <= ${until}
      ${query.account ? sql`and account = ${query.account}` : sql``}
    group by 1, 2, 3, 4, 5`;
}

function reportOf(ctx: Ctx, query: Query): ReportQuery {
  const something = sql.join(
    [...AMOUNTS, 'beside', 'base_beside'].map((name) => sql`coalesce(b.${sql.ref(name)}, 0) <> 0`),
    sql` or `,
  );
  const search = anyContains(['b.account', 'a.name', 'p.name', 'x.name', 'k.name', 'b.currency'], query.searchValue);
  return {
    ctes: sql`balances as (${balances(ctx, query)}),
      found as (
        select b.account, a.name as account_name, a.type, b.party_id, p.name as party, b.tax_id, x.name as tax, b.bank_id, k.name as bank, b.currency,
          b.opening, b.debit, b.credit, b.opening + b.debit - b.credit as closing,
          b.base_opening, b.base_debit, b.base_credit, b.base_opening + b.base_debit - b.base_credit as base_closing,
          b.beside, b.opening + b.debit - b.credit - b.beside as change,
          b.base_beside, b.base_opening + b.base_debit - b.base_credit - b.base_beside as base_change
        from balances b join ledger_accounts a on a.code = b.account
          left join parties p on p.id = b.party_id left join taxes x on x.id = b.tax_id
          left join bank_accounts k on k.id = b.bank_id
        where (${something}) ${search ? sql`and ${search}` : sql``})`,
    sorts: SORTS,
    defaultSort: 'account,asc',
    key: ['account', 'party', 'party_id', 'tax_id', 'currency', 'bank', 'bank_id'],
    sums: sql`coalesce(sum(base_opening), 0)::bigint as sum_opening, coalesce(sum(base_debit), 0)::bigint as sum_debit,
      coalesce(sum(base_credit), 0)::bigint as sum_credit, coalesce(sum(base_closing), 0)::bigint as sum_closing`,
    total: search ? sql`(select count(*) from balances b where ${something})` : undefined,
  };
}

const rowOf = ({ party_id, tax_id, bank_id, ...row }: Stored): Row => ({
  ...row,
  party: refOf(party_id, row.party),
  tax: refOf(tax_id, row.tax),
  bank: refOf(bank_id, row.bank),
});

// The totals are of all rows found: of a whole trial balance they close at nothing.
async function reply(ctx: Ctx, { query }: Input): Promise<Reply<typeof trialBalance>> {
  const base = ctx.firm.baseCurrency;
  const { page, sums } = await reportPage<Stored, Sums>(ctx, reportOf(ctx, query), query);
  const totals = {
    base_opening: sums.sum_opening,
    base_debit: sums.sum_debit,
    base_credit: sums.sum_credit,
    base_closing: sums.sum_closing,
  };
  return {
    ...page,
    data: page.data.map((row) => replyRow(trialBalanceTable, rowOf(row), base)),
    base_currency: base,
    totals: replyRow(trialBalanceTotals, totals, base),
  };
}

/** Trial balance between two days, per account and currency, or per party, tax and bank account as well. §7, G2. */
export const trialBalanceReport = report({
  endpoint: trialBalance,
  table: trialBalanceTable,
  name: 'trial-balance',
  title: 'Trial balance',
  period: (ctx, { query }) => periodOf(query.from, query.to ?? ctx.today),
  facts: (ctx, { query }) => {
    const beside = besideOn(query.beside, query.to ?? ctx.today);
    return [
      fact('Year’s closing', query.year_end === 'without' ? 'left out' : undefined),
      besideFact(beside),
      fact('Detail', query.detail === 'sub' ? 'per party and tax, and by bank account' : undefined),
    ];
  },
  leaves: ({ beside }) => (beside === undefined ? [...BESIDE, 'base_beside', 'base_change'] : []),
  reply,
  rows: (ctx, { query }) => mapped(reportRows<Stored>(ctx, reportOf(ctx, query), query), rowOf),
});
