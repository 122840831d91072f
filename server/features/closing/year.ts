import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError } from '../../../domain/errors.ts';
import { monthsOfYear, yearLabel } from '../../../domain/values/financial-year.ts';
import {
  resultOf,
  yearLines,
  yearTable,
  type closeYear,
  type Moved,
  type yearPreview,
} from '../../../domain/closing/year.ts';
import { mirror } from '../../../domain/ledger/entries.ts';
import { replyRow, type Values } from '../../../domain/tables/table.ts';
import { firstOfMonth, lastOfMonth, showMonth, writtenDay, type Day } from '../../../domain/values/day.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { periodOf } from '../../platform/exports/facts.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { lockMonth } from '../firm/period-lock.ts';
import { readFirm } from '../firm/settings.ts';
import { post, type Posting } from '../ledger/post.ts';
import { reversalsOf } from '../ledger/reversals.ts';
import { refOf } from '../records.ts';
import { assertEnded, keepClosed, openMonths, whileOpen } from './months.ts';

type Year = { label: string; months: readonly Day[]; first: Day; last: Day };

async function yearOf(ctx: Ctx, year: number): Promise<Year> {
  const { year_start_month: start } = await readFirm(ctx);
  const months = monthsOfYear(year, start);
  const [first = ''] = months;
  return { label: yearLabel(year, start), months, first, last: lastOfMonth(months.at(-1) ?? first) };
}

type NamedMove = Moved & { branchId: number } & Pick<
    Values<typeof yearTable>,
    'branch' | 'account_name' | 'party' | 'tax'
  >;

/** What income and expense accounts moved in a year, per branch and sub-ledger, from the daily balances. M8. */
async function movedIn(ctx: Ctx, { first, last }: Year): Promise<NamedMove[]> {
  const { rows } = await sql<
    Omit<NamedMove, 'party' | 'tax'> & { party: string | null; party_id: number; tax: string | null; tax_id: number }
  >`
    select t.branch_id as "branchId", b.code as branch, t.account, a.name as account_name, t.party_id, p.name as party,
      t.tax_id, x.name as tax, t.currency, t.amount, t.base
    from (select d.branch_id, d.account, d.party_id, d.tax_id, d.currency,
        sum(d.debit - d.credit)::bigint as amount, sum(d.base_debit - d.base_credit)::bigint as base
      from daily_balances d
      where d.branch_id = any(${ctx.scope}::int[]) and d.day between ${first} and ${last}
        and d.account in (select code from ledger_accounts where type in ('INCOME', 'EXPENSE'))
      group by 1, 2, 3, 4, 5
      having sum(d.debit - d.credit) <> 0 or sum(d.base_debit - d.base_credit) <> 0) t
    join branches b on b.id = t.branch_id join ledger_accounts a on a.code = t.account
    left join parties p on p.id = t.party_id left join taxes x on x.id = t.tax_id
    order by b.code, t.account, t.currency, p.name, t.party_id, x.name, t.tax_id`.execute(ctx.db);
  const id = (one: number) => (one === 0 ? null : one);
  return rows.map(({ party_id, tax_id, ...row }) => ({
    ...row,
    partyId: id(party_id) ?? undefined,
    party: refOf(id(party_id), row.party),
    taxId: id(tax_id) ?? undefined,
    tax: refOf(id(tax_id), row.tax),
  }));
}

type Input = Decoded<typeof yearPreview>;
/** An income goes to equity as what it is, an expense takes from it. */
const rowOf = (moved: NamedMove): Values<typeof yearTable> => ({ ...moved, amount: -moved.amount, base: -moved.base });

/** What the closing of a year would bring to equity, on a screen and as files. */
export const yearClosing = {
  table: yearTable,
  name: 'year-closing',
  title: 'Year’s closing',
  period: async (ctx: Ctx, { query }: Input) => {
    const { first, last } = await yearOf(ctx, query.year);
    return periodOf(first, last);
  },
  rows: async (ctx: Ctx, { query }: Input) => (await movedIn(ctx, await yearOf(ctx, query.year))).map(rowOf),
  reply: async (ctx: Ctx, { query }: Input): Promise<Reply<typeof yearPreview>> => {
    const year = await yearOf(ctx, query.year);
    const moved = await movedIn(ctx, year);
    const base = ctx.firm.baseCurrency;
    return {
      year: query.year,
      label: year.label,
      base_currency: base,
      open: (await openMonths(ctx, year)).map((month) => month.slice(0, 7)),
      data: moved.map((row) => replyRow(yearTable, rowOf(row), base)),
      result: formatAmount(resultOf(moved), base),
    };
  },
};

/**
 * Brings the income and expense of a year to equity on its last day, in every branch. Its months are held and closed:
 * nothing can be posted into it that the closing would not know. Throws WRONG_STATE where a month is open, or where there
 * is nothing, or nothing any more, to close. M8.
 */
export async function closeFinancialYear(
  ctx: Ctx,
  { body }: Decoded<typeof closeYear>,
): Promise<Reply<typeof closeYear>> {
  const year = await yearOf(ctx, body.year);
  const action = 'closing it';
  const lastMonth = year.months.at(-1) ?? '';
  assertEnded(ctx, lastMonth, action);
  for (const month of year.months) await lockMonth(ctx.db, month);
  const [open] = await openMonths(ctx, year);
  if (open !== undefined)
    throw new AppError('WRONG_STATE', { status: `a year of which ${showMonth(open)} is open`, action });
  const moved = await movedIn(ctx, year);
  const branches = [...new Set(moved.map(({ branchId }) => branchId))];
  if (branches.length === 0)
    throw new AppError('WRONG_STATE', { status: 'a year without income or expense left to close', action });
  for (const month of year.months) await keepClosed(ctx, month);
  const postings: Posting[] = [];
  for (const branchId of branches) {
    const own = moved.filter((one) => one.branchId === branchId);
    const result = resultOf(own);
    const { id } = await ctx.db
      .insertInto('year_closings')
      .values({
        branch_id: branchId,
        first_day: year.first,
        last_day: year.last,
        result,
        made_by: ctx.user.id,
        made_at: ctx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    postings.push({
      branchId,
      day: year.last,
      event: 'YEAR_CLOSED',
      sourceKind: 'year_closing',
      sourceId: id,
      narration: `Year ${year.label} closed, to ${writtenDay(year.last)}`,
      currency: ctx.firm.baseCurrency,
      lines: yearLines(own),
    });
    const facts = { year: year.label, last_day: year.last, result };
    await ctx.audit({ entity: 'year_closing', entityId: id, action: 'closed', branchId, facts });
  }
  await whileOpen(ctx, lastMonth, () => post(ctx, postings));
  return { year: body.year, branches: branches.length };
}

/** The closings of the year that a month lies in, in every branch. */
export async function closingsOver(ctx: Ctx, month: Day) {
  return ctx.db
    .selectFrom('year_closings')
    .select(['id', 'branch_id', 'last_day', 'version'])
    .where('status', '=', 'CLOSED')
    .where('first_day', '<=', month)
    .where('last_day', '>=', month)
    .where('branch_id', 'in', ctx.scope)
    .orderBy('id')
    .execute();
}

/** Takes back the closing of the year that a month lies in, since the month is opened again. Returns in how many branches. M8. */
export async function reopenYearOf(ctx: Ctx, month: Day, reason: string): Promise<number> {
  const [closing] = await closingsOver(ctx, month);
  if (closing === undefined) return 0;
  const lastMonth = firstOfMonth(closing.last_day);
  await lockMonth(ctx.db, lastMonth);
  // What another opened again meanwhile is not taken back twice.
  const closings = await closingsOver(ctx, month);
  const postings: Posting[] = [];
  for (const { id, branch_id: branchId, last_day: last, version } of closings) {
    await ctx.db
      .updateTable('year_closings')
      .set({
        status: 'REOPENED',
        version: version + 1,
        reopened_by: ctx.user.id,
        reopened_at: ctx.now,
        reopened_reason: reason,
      })
      .where('id', '=', id)
      .execute();
    const entries = await reversalsOf(ctx, { sourceKind: 'year_closing', sourceId: id });
    const narration = `${showMonth(month)} opened again: ${reason}`;
    postings.push(
      ...entries.map((entry): Posting => ({ ...entry, event: 'YEAR_REOPENED', narration, lines: mirror(entry.lines) })),
    );
    const facts = { month: month.slice(0, 7), last_day: last, reason };
    await ctx.audit({ entity: 'year_closing', entityId: id, action: 'reopened', branchId, facts });
  }
  await whileOpen(ctx, lastMonth, () => post(ctx, postings));
  return closings.length;
}
