import { sql, type RawBuilder } from 'kysely';
import { notFound } from '../../../../domain/errors.ts';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import type { ledgerAccount as ledgerAccountCall } from '../../../../domain/reports/ledger-account.ts';
import { ledgerAccountTable, type LinePlace, NO_ENTRY } from '../../../../domain/reports/ledger-account.ts';
import { accountFigures } from '../../../../domain/reports/tables.ts';
import { replyRow, type Values } from '../../../../domain/tables/table.ts';
import type { Day } from '../../../../domain/values/day.ts';
import { formatAmount, showMoney } from '../../../../domain/values/money.ts';
import { fact, periodOf } from '../../../platform/exports/facts.ts';
import { rowsOf } from '../../../platform/exports/snapshot.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { every, same, when } from '../../../platform/http/lists.ts';
import { assertPeriod } from '../period.ts';
import { NO_YEAR_END } from './ledger-parts.ts';
import { dailyBalances } from './trial-balance.ts';
import { COLUMNS, JOINS, lineOf, type StoredLine } from './ledger.ts';

type Input = Decoded<typeof ledgerAccountCall>;
type Query = Input['query'];
type Row = Values<typeof ledgerAccountTable>;
type Balance = { own: bigint; base: bigint };

const PAGE = 100;

/** Which lines and balances, called `t`, are the account's. */
const keyOf = ({ account, currency, party, tax, bank, detail }: Query) =>
  every([
    same({ account, currency, party_id: party, tax_id: tax, bank_account_id: bank }),
    ...(detail === undefined
      ? []
      : Object.entries({ party_id: party, tax_id: tax, bank_account_id: bank })
          .filter(([, id]) => id === undefined)
          .map(([name]) => sql`coalesce(t.${sql.ref(name)}, 0) = 0`)),
  ]);

const lineIs = (query: Query) => every([keyOf(query), when(query.year_end, () => NO_YEAR_END)]);

/** The lines of its days after a place, in their order, `most` of them: each branch's off its index. */
function linesOf(ctx: Ctx, query: Query, { after, most }: { after?: LinePlace | undefined; most?: number }) {
  const limit = most === undefined ? sql`` : sql`limit ${most}`;
  const conditions = every([
    lineIs(query),
    when(query.from, (day) => sql`t.day >= ${day}`),
    sql`t.day <= ${query.to ?? ctx.today}`,
    after === undefined ? undefined : sql`(t.day, t.id) > (${after.day}::date, ${after.id}::bigint)`,
  ]);
  return sql<StoredLine>`
    select ${COLUMNS} from unnest(${[...ctx.scope]}::int[]) as of (branch_id) cross join lateral (
      select * from journal_lines t where t.branch_id = of.branch_id and ${conditions} order by t.day, t.id ${limit}) t
    ${JOINS} order by t.day, t.id ${limit}`;
}

/** What the account comes to before a place, or before its first day: daily balances, and the lines of the place's own day. */
async function balanceBefore(ctx: Ctx, query: Query): Promise<Balance> {
  const { after, from } = query;
  const day = after?.day ?? from;
  if (day === undefined) return { own: 0n, base: 0n };
  const inScope: RawBuilder<unknown> = sql`t.branch_id = any(${[...ctx.scope]}::int[])`;
  const { rows } = await sql<Balance>`
    select coalesce(sum(own), 0)::bigint as own, coalesce(sum(base), 0)::bigint as base from (
      select t.debit - t.credit as own, t.base_debit - t.base_credit as base from ${dailyBalances(ctx, query.year_end)} t
      where ${inScope} and ${keyOf(query)} and t.day < ${day}
      union all select t.amount, t.base_amount from journal_lines t where ${inScope} and ${lineIs(query)} and t.day = ${day} and t.id <= ${after?.id ?? 0}) s`.execute(
    ctx.db,
  );
  return rows[0] ?? { own: 0n, base: 0n };
}

type Moved = Record<'opening' | 'debit' | 'credit' | 'base_opening' | 'base_debit' | 'base_credit', bigint>;

/** What it opened at, what was moved and what it closed at, off the daily balances. */
async function figuresOf(ctx: Ctx, query: Query): Promise<Values<typeof accountFigures>> {
  const from = query.from ?? '0001-01-01';
  const opening = (value: RawBuilder<unknown>) =>
    sql`coalesce(sum(${value}) filter (where t.day < ${from}), 0)::bigint`;
  const moved = (value: RawBuilder<unknown>) => sql`coalesce(sum(${value}) filter (where t.day >= ${from}), 0)::bigint`;
  const { rows } = await sql<Moved>`
    select ${opening(sql`t.debit - t.credit`)} as opening, ${moved(sql`t.debit`)} as debit, ${moved(sql`t.credit`)} as credit,
      ${opening(sql`t.base_debit - t.base_credit`)} as base_opening, ${moved(sql`t.base_debit`)} as base_debit,
      ${moved(sql`t.base_credit`)} as base_credit
    from ${dailyBalances(ctx, query.year_end)} t
    where t.branch_id = any(${[...ctx.scope]}::int[]) and t.day <= ${query.to ?? ctx.today} and ${keyOf(query)}`.execute(
    ctx.db,
  );
  const [sums] = rows;
  if (!sums) throw new Error('Sums over nothing are still one row.');
  return {
    ...sums,
    currency: query.currency,
    closing: sums.opening + sums.debit - sums.credit,
    base_closing: sums.base_opening + sums.base_debit - sums.base_credit,
  };
}

/** The account and what of it is shown; one that is not there is not found. */
async function namesOf(ctx: Ctx, query: Query): Promise<Pick<Reply<typeof ledgerAccountCall>, 'account' | 'of'>> {
  const account = await ctx.db
    .selectFrom('ledger_accounts')
    .select(['code', 'name'])
    .where('code', '=', query.account)
    .executeTakeFirstOrThrow(notFound);
  const { party, tax, bank } = query;
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from parties where id = ${party ?? 0} union all select id, name from taxes where id = ${tax ?? 0}
    union all select id, name from bank_accounts
      where id = ${bank ?? 0} and (branch_id is null or branch_id = any(${[...ctx.scope]}::int[]))`.execute(ctx.db);
  if (rows.length < [party, tax, bank].filter((id) => id !== undefined).length) throw notFound();
  return { account, of: rows[0] ?? null };
}

/** A line with what the account comes to after it. */
function balanced(line: StoredLine, before: Balance): { row: Row; balance: Balance } {
  const balance = { own: before.own + line.amount, base: before.base + line.base_amount };
  return { balance, row: { ...lineOf(line), balance: balance.own, base_balance: balance.base } };
}

/** A row that says what the account came to on a day. */
const balanceRow = (
  { account, currency }: Query,
  { day, narration }: Pick<Row, 'day' | 'narration'>,
  { own, base }: Balance,
): Row => ({
  id: NO_ENTRY,
  entry: NO_ENTRY,
  day,
  branch: '',
  event: '',
  narration,
  account,
  party: null,
  tax: null,
  bank: null,
  currency,
  debit: null,
  credit: null,
  base_debit: null,
  base_credit: null,
  amount: 0n,
  base_amount: 0n,
  made_by: '',
  approved_by: '',
  source_kind: '',
  source_id: NO_ENTRY,
  note: null,
  note_id: null,
  balance: own,
  base_balance: base,
});

/** The lines of a file between what the account opened and closed at. */
async function* balancedRows(ctx: Ctx, query: Query): AsyncGenerator<Row> {
  const last = query.to ?? ctx.today;
  let balance = await balanceBefore(ctx, query);
  let opened = false;
  const opening = (day: Day): Row =>
    balanceRow(query, { day: query.from ?? day, narration: 'Opening balance' }, balance);
  for await (const line of rowsOf(ctx.db, linesOf(ctx, query, {}))) {
    if (!opened) yield opening(line.day);
    opened = true;
    const next = balanced(line, balance);
    balance = next.balance;
    yield next.row;
  }
  if (!opened) yield opening(last);
  yield balanceRow(query, { day: last, narration: 'Closing balance' }, balance);
}

/** A place before the first day is none. */
const placed = ({ after, ...query }: Query): Query =>
  after === undefined || after.day < (query.from ?? after.day) ? query : { ...query, after };

async function reply(ctx: Ctx, input: Input): Promise<Reply<typeof ledgerAccountCall>> {
  const query = placed(input.query);
  assertPeriod({ from: query.from, last: query.to ?? ctx.today });
  const names = await namesOf(ctx, query);
  const { rows } = await linesOf(ctx, query, { after: query.after, most: PAGE + 1 }).execute(ctx.db);
  const before = await balanceBefore(ctx, query);
  let balance = before;
  const shown = rows.slice(0, PAGE).map((line) => {
    const next = balanced(line, balance);
    balance = next.balance;
    return next.row;
  });
  const last = shown.at(-1);
  const base = ctx.firm.baseCurrency;
  return {
    ...names,
    base_currency: base,
    figures: replyRow(accountFigures, await figuresOf(ctx, query), base),
    brought: formatAmount(before.own, query.currency),
    data: shown.map((row) => replyRow(ledgerAccountTable, row, base)),
    next: rows.length > PAGE && last !== undefined ? `${last.day}.${last.id}` : null,
  };
}

/** An account with its running balance: a page of its lines, or all of them in its files. §7. */
export const ledgerAccount = {
  table: ledgerAccountTable,
  name: ({ account, currency }: Query) => `account-${account}-${currency}`,
  title: 'Account',
  period: (ctx: Ctx, { query }: Input) => periodOf(query.from, query.to ?? ctx.today),
  facts: async (ctx: Ctx, { query }: Input) => {
    const { account } = await namesOf(ctx, query);
    const { opening, closing } = await figuresOf(ctx, query);
    const shown = (amount: bigint) => showMoney({ amount, currency: query.currency });
    return [
      fact('Name', account.name),
      fact('Opening balance', shown(opening)),
      fact('Closing balance', shown(closing)),
    ];
  },
  reply,
  rows: (ctx: Ctx, { query }: Input) => balancedRows(ctx, { ...query, after: undefined }),
};
