/** What statements of notes have in common: their balances on a day, in base, and beside another day. */
import { type RawBuilder, sql } from 'kysely';
import type { AccountFunction } from '../../../../domain/ledger/accounts.ts';
import { besideOn } from '../../../../domain/reports/beside.ts';
import { AT_CLOSING, type Rates } from '../../../../domain/reports/closing-rates.ts';
import type { Day } from '../../../../domain/values/day.ts';
import { formatAmount } from '../../../../domain/values/money.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { accountsOf } from '../../firm/chart.ts';
import { type Closing, convertedRow, inBase, leftAt, ratesFact, ratesOfReply } from './at-closing.ts';
import { besideAmount, leftBeside } from '../../../../domain/reports/laid.ts';
import { besideFact } from '../../../platform/exports/facts.ts';

/** What a request says of them. */
export type Asked = { asat?: Day | undefined; rates?: Rates | undefined; beside?: string | undefined };

/** A report's day, the rates at which it is in base, and the other day that it is beside. */
export type Stated = { day: Day; rates: Rates | undefined; beside: Day | undefined };

export function statedOn(ctx: Pick<Ctx, 'today'>, { asat: day = ctx.today, rates, beside }: Asked): Stated {
  return { day, rates, beside: besideOn(beside, day) };
}

/** The other day and the rates, as a paper says them. */
export const statedFacts = async (ctx: Ctx, { day, rates, beside }: Stated) => [
  besideFact(beside),
  await ratesFact(ctx, { day, rates }),
];

/** The columns that say nothing for what is asked. */
export const leftStated = (query: Asked) => [...leftBeside(query), ...leftAt(query.rates, 'base_balance')];

/** The same of notes that are in base at closing rates alone. */
export const leftOfNotes = ({ beside, rates }: Asked) => [
  ...leftBeside({ beside }),
  ...(rates === 'closing' ? [] : AT_CLOSING),
];

type OfNote = {
  /** Its id. */
  note: RawBuilder<unknown>;
  functions: readonly AccountFunction[];
  /** What is owed by us has the other sign than in the ledger. */
  byUs: boolean;
};

/** What of a note was open at the end of a day, in its currency and in base as booked: a query of one row. */
const balanceOn = (day: Day, { note, functions, byUs }: OfNote): RawBuilder<unknown> => {
  const sign = byUs ? sql`-` : sql``;
  return sql`
    select coalesce(${sign}sum(o.outstanding + l.amount), 0)::bigint as balance,
      coalesce(${sign}sum(o.base_outstanding + l.base_amount), 0)::bigint as base_balance
    from open_items o cross join lateral (
      select coalesce(sum(amount), 0) as amount, coalesce(sum(base_amount), 0) as base_amount
      from settlements where item_id = o.id and day > ${day}::date offset 0) l
    where o.note_id = ${note} and o.account = any(${accountsOf(...functions)}) and o.opened_on <= ${day}::date`;
};

/** Joins of a statement's rows: `b`, the balance of each note, and `e`, what it was on the other day. */
export const balances = ({ day, beside }: Pick<Stated, 'day' | 'beside'>, of: OfNote): RawBuilder<unknown> => sql`
  cross join lateral (${balanceOn(day, of)} offset 0) b
  cross join lateral (${beside === undefined ? sql`select null::bigint as balance` : sql`${balanceOn(beside, of)} offset 0`}) e`;

type Balance = { currency: string; balance: bigint; beside: bigint | null };

/** A note's balance at closing rates, and how it differs from the other day. Throws NO_EXCHANGE_RATE. */
export const statedRow = (ctx: Ctx, closing: Closing, { currency, balance, beside }: Balance) => ({
  ...convertedRow(ctx, closing, { currency, amount: balance }),
  ...besideAmount(balance, beside),
});

type InBase = { currency: string; base_balance: bigint; base_closing: bigint | null };

/** What a reply says of its balances in base. */
export function statedInBase(ctx: Ctx, closing: Closing, totals: readonly InBase[]) {
  const base = ctx.firm.baseCurrency;
  const balances = totals.map((total) => ({ ...total, base_total: total.base_balance }));
  return {
    base_currency: base,
    base_total: formatAmount(inBase(balances, closing === null ? undefined : 'closing'), base),
    rates: ratesOfReply(ctx, closing, totals),
  };
}
