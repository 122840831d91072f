import { sql, type RawBuilder } from 'kysely';
import type { AccountFunction } from '../../../../domain/ledger/accounts.ts';
import { addDays, type Day, firstOfMonth, lastOfMonth } from '../../../../domain/values/day.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { accountsOf } from '../../firm/chart.ts';

type AsAt = { day: Day; functions: readonly AccountFunction[] };

const COLUMNS = sql`account, party_id, currency, due_on, debit`;
const ITEM = sql`i.account, i.party_id, i.currency, i.due_on, i.amount >= 0 as debit`;

/** What items of a month moved after the day: nothing at a month's end. */
function restOfMonth(ctx: Ctx, { day, functions }: AsAt): RawBuilder<unknown> {
  const last = lastOfMonth(day);
  if (day === last) return sql``;
  const rest = sql`between ${addDays(day, 1)}::date and ${last}::date`;
  const of = sql`i.branch_id = any(${[...ctx.scope]}::int[]) and i.account = any(${accountsOf(...functions)})`;
  return sql`
    union all
    select ${ITEM}, -i.amount, -i.base_amount from open_items i where ${of} and i.opened_on ${rest}
    union all
    select ${ITEM}, s.amount, s.base_amount from settlements s join open_items i on i.id = s.item_id
    where s.branch_id = any(${[...ctx.scope]}::int[]) and s.day ${rest} and ${of} and i.opened_on <= s.day
    union all
    select ${ITEM}, s.amount, s.base_amount from open_items i
    -- Each by the index of its item: they are few, and settlements are many.
    cross join lateral (select amount, base_amount from settlements where item_id = i.id and day < i.opened_on offset 0) s
    where ${of} and i.opened_on ${rest}`;
}

/**
 * A common table expression `moved`: what was open at the end of a day of accounts with some functions, by account, party, currency, debits and credits, and the day on
 * which it falls due, in several rows that add up to it.
 */
export function openMoved(ctx: Ctx, { day, functions }: AsAt): RawBuilder<unknown> {
  const kept = sql`branch_id = any(${[...ctx.scope]}::int[]) and account = any(${accountsOf(...functions)})`;
  return sql`
    moved as (
      select ${COLUMNS}, amount, base_amount from open_sums where ${kept}
      union all
      select ${COLUMNS}, amount, base_amount from open_changes where ${kept} and day <= ${lastOfMonth(day)}::date
      union all
      select ${COLUMNS}, -amount, -base_amount from open_moves where ${kept} and month > ${firstOfMonth(day)}::date
      ${restOfMonth(ctx, { day, functions })})`;
}

/**
 * Common table expressions that end in `by_due_day`: what was open at the end of a day of accounts with some functions, by party, currency
 * and the day on which it falls due; debits and credits apart. It is `openAt` summed, from the sums that are kept.
 */
export function openByDueDay(ctx: Ctx, asAt: AsAt): RawBuilder<unknown> {
  return sql`
    ${openMoved(ctx, asAt)},
    by_due_day as (
      select a.function, m.party_id, m.currency, m.due_on, m.debit, sum(m.amount)::bigint as open, sum(m.base_amount)::bigint as base_open
      from moved m join ledger_accounts a on a.code = m.account
      group by 1, 2, 3, 4, 5 having sum(m.amount) <> 0 or sum(m.base_amount) <> 0)`;
}

/** What kept rows come to by currency, and what of it credits do; and whether anything is open: debits and credits each count by themselves. */
const openByCurrency = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select currency, sum(amount)::bigint as amount, sum(base_amount)::bigint as base, bool_or(amount <> 0) as is_open,
    coalesce(sum(amount) filter (where not debit), 0)::bigint as credits, coalesce(sum(base_amount) filter (where not debit), 0)::bigint as base_credits from (
    select currency, debit, sum(amount) as amount, sum(base_amount) as base_amount from (${rows}) moved
    group by currency, debit) s
  group by currency`;

/**
 * What is open now of accounts with some functions, by currency: a query. Debits and credits are apart and each open item keeps its sign, so that
 * either of them comes to something as soon as one item is open. It is added up from what they moved by month, of which there are few rows.
 */
export const openNow = (ctx: Ctx, functions: readonly AccountFunction[]): RawBuilder<unknown> => {
  const kept = sql`branch_id = any(${[...ctx.scope]}::int[]) and account = any(${accountsOf(...functions)})`;
  return openByCurrency(sql`
    select currency, debit, amount, base_amount from control_months where ${kept}
    union all
    select currency, debit, amount, base_amount from open_changes where ${kept}`);
};

/** The same of some parties and currencies alone, by a condition on rows `i`, from the sums that are kept by them. */
export const openNowOf = (
  ctx: Ctx,
  functions: readonly AccountFunction[],
  which: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const kept = sql`i.branch_id = any(${[...ctx.scope]}::int[]) and i.account = any(${accountsOf(...functions)}) and ${which}`;
  return openByCurrency(sql`
    select i.currency, i.debit, i.amount, i.base_amount from open_sums i where ${kept}
    union all
    select i.currency, i.debit, i.amount, i.base_amount from open_changes i where ${kept}`);
};

/**
 * What is open now of accounts with some functions, in base and of all currencies, without revaluations: a query. It is `openNow` added up: what is
 * settled in full leaves nothing in base.
 */
export const openBase = (ctx: Ctx, functions: readonly AccountFunction[]): RawBuilder<unknown> => {
  const kept = sql`branch_id = any(${[...ctx.scope]}::int[]) and account = any(${accountsOf(...functions)})`;
  return sql`
    select coalesce(sum(base_amount), 0)::bigint as base from (
      select base_amount from control_months where ${kept} union all select base_amount from open_changes where ${kept}) moved`;
};

/**
 * What accounts with some functions moved in base by month, up to today, without revaluations: a query with a row or several for each month. What is booked ahead
 * of today is looked for in the rest of its month.
 */
export function controlMonths(ctx: Ctx, functions: readonly AccountFunction[]): RawBuilder<unknown> {
  const scope = sql`any(${[...ctx.scope]}::int[])`;
  const accounts = sql`any(${accountsOf(...functions)})`;
  const ahead = sql`between ${addDays(ctx.today, 1)}::date and ${lastOfMonth(ctx.today)}::date`;
  const month = (day: RawBuilder<unknown>) => sql`date_trunc('month', ${day})::date`;
  return sql`
    select month, base_amount as base from control_months where branch_id = ${scope} and account = ${accounts}
    union all
    select ${month(sql`coalesce(booked_on, day)`)}, base_amount from open_changes where branch_id = ${scope} and account = ${accounts}
    union all
    select ${month(sql`i.opened_on`)}, -i.base_amount from open_items i where i.branch_id = ${scope} and i.account = ${accounts} and i.opened_on ${ahead}
    union all
    select ${month(sql`s.day`)}, s.base_amount from settlements s join open_items i on i.id = s.item_id
    where s.branch_id = ${scope} and s.day ${ahead} and i.branch_id = ${scope} and i.account = ${accounts}`;
}
