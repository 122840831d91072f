import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../../../domain/errors.ts';
import { AT_CLOSING, type Rates, type ratesReply } from '../../../../domain/reports/closing-rates.ts';
import { type Day, writtenDay } from '../../../../domain/values/day.ts';
import { sum } from '../../../../domain/values/money.ts';
import { conversionFactor, convert, formatExchangeRate } from '../../../../domain/values/rate.ts';
import { type Fact, fact } from '../../../platform/exports/facts.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import type { AccountFunction } from '../../../../domain/ledger/accounts.ts';
import { closingRates, type DatedRate } from '../../ledger/rates.ts';
import { openAt } from './open-items.ts';
import type * as z from 'zod/mini';

/** The rates at which a report is in base; null: as booked. */
export type Closing = { day: Day; rates: ReadonlyMap<string, DatedRate> } | null;

/** A report's day, and the rates that it is asked for at. */
export type AtRates = { day: Day; rates?: Rates | undefined };

export const closingOn = async (ctx: Ctx, { day, rates }: AtRates): Promise<Closing> =>
  rates === 'closing' ? { day, rates: await closingRates(ctx, day) } : null;

/** Minor units in those of the base at `closing_rates r`, each rounded once; exact, since a factor is multiplied and nothing divided. */
export const converted = (amount: RawBuilder<unknown>) =>
  sql`case when ${amount} = 0 then 0 else round(${amount} * r.factor) end`;

/** Rows' minor units in those of the base, each converted by itself; null where one of them has no rate at `closing_rates r`. */
export const convertedSum = (amount: RawBuilder<unknown>): RawBuilder<bigint | null> =>
  sql`case when bool_or(${amount} <> 0 and r.factor is null) then null else sum(${converted(amount)}) end::bigint`;

/**
 * A common table expression `closing_rates r`: what minor units of each currency are multiplied by to be those of the base; of none where no rates are
 * asked for.
 */
export const ratesTable = (ctx: Ctx, closing: Pick<NonNullable<Closing>, 'rates'> | null): RawBuilder<unknown> =>
  closing === null
    ? sql`closing_rates as (select null::text as currency, null::numeric as factor where false)`
    : sql`
  closing_rates (currency, factor) as (values ${sql.join(
    [...closing.rates].map(
      ([currency, { rate }]) =>
        sql`(${currency}::text, ${conversionFactor(rate, { from: currency, to: ctx.firm.baseCurrency })}::numeric)`,
    ),
  )})`;

/**
 * A common table expression `at_closing` after `open_at`: what each party's documents come to in base, in a currency. Each
 * document is converted by itself, so that what is behind a figure adds up to it; of a currency without a rate it is null.
 */
const atClosingOf = (ctx: Ctx, closing: Closing, name = 'at_closing'): RawBuilder<unknown> =>
  closing === null
    ? sql`at_closing as (select null::int as party_id, null::text as currency, null::bigint as base_closing where false)`
    : sql`${ratesTable(ctx, closing)},
  ${sql.ref(name)} as (
    select d.party_id, d.currency,
      ${convertedSum(sql`d.open`)} as base_closing
    from (select party_id, currency, note_id, receipt_id, sum(open)::bigint as open from open_at group by 1, 2, 3, 4) d
      left join closing_rates r on r.currency = d.currency
    group by 1, 2)`;

/**
 * What `at_closing` is worked out from, in a report of parties after `by_due_day`: the documents in other currencies, each by itself; those in base
 * come to what their sums do.
 */
export const byPartyAtClosing = (
  ctx: Ctx,
  closing: Closing,
  { day, functions }: { day: Day; functions: readonly AccountFunction[] },
): RawBuilder<unknown> => {
  const base = ctx.firm.baseCurrency;
  return closing === null
    ? atClosingOf(ctx, closing)
    : sql`${openAt(ctx, { day, functions, except: base })}, ${atClosingOf(ctx, closing, 'foreign_at_closing')},
  at_closing as (
    select party_id, currency, base_closing from foreign_at_closing
    union all select party_id, currency, sum(open)::bigint from by_due_day where currency = ${base} group by 1, 2)`;
};

/** The same of an ageing's notes `a`, by currency: a common table expression after `aged_notes`. */
export const notesAtClosing = (ctx: Ctx, closing: Closing): RawBuilder<unknown> =>
  closing === null
    ? sql`at_closing as (select null::text as currency, null::bigint as base_closing where false)`
    : sql`${ratesTable(ctx, closing)},
  at_closing as (
    select a.currency, ${convertedSum(sql`a.total`)} as base_closing
    from aged_notes a left join closing_rates r on r.currency = a.currency
    group by 1)`;

/** Documents of which something is open: of which accounts, parties and items. */
type Documents = Pick<Parameters<typeof openAt>[1], 'day' | 'functions' | 'party' | 'which'>;

/** What documents in other currencies than the base come to, by currency, signed as in the ledger; of one without a rate it is null. */
async function foreignAtClosing(
  ctx: Ctx,
  closing: NonNullable<Closing>,
  documents: Documents,
): Promise<ReadonlyMap<string, bigint | null>> {
  const { rows } = await sql<{ currency: string; base_closing: bigint | null }>`
    with ${openAt(ctx, { ...documents, except: ctx.firm.baseCurrency })}, ${atClosingOf(ctx, closing)}
    select currency, case when bool_or(base_closing is null) then null else sum(base_closing) end::bigint as base_closing
    from at_closing group by 1`.execute(ctx.db);
  return new Map(rows.map(({ currency, base_closing: sums }) => [currency, sums]));
}

function rateOf(closing: NonNullable<Closing>, currency: string): DatedRate {
  const rate = closing.rates.get(currency);
  if (rate === undefined) throw new AppError('NO_EXCHANGE_RATE', { currency, day: writtenDay(closing.day) });
  return rate;
}

type Rated = { rate: bigint | null; rate_day: Day | null; base_closing: bigint | null };
const AS_BOOKED: Rated = { rate: null, rate_day: null, base_closing: null };

/** A row with its rate, and what was worked out of it by `at_closing`. Throws NO_EXCHANGE_RATE. */
export function ratedRow(
  closing: Closing,
  { currency, base_closing }: { currency: string; base_closing: bigint | null },
): Rated {
  if (closing === null) return AS_BOOKED;
  // Nothing is nothing at any rate.
  if (base_closing === 0n && !closing.rates.has(currency)) return { ...AS_BOOKED, base_closing };
  const { rate, day } = rateOf(closing, currency);
  return { rate, rate_day: day, base_closing };
}

/** The balances of all notes by currency, with what they come to at closing rates: what is owed by us has the other sign than in the ledger. Throws NO_EXCHANGE_RATE. */
export async function balancesAtClosing<T extends { currency: string; balance: bigint }>(
  ctx: Ctx,
  closing: Closing,
  { totals, documents, byUs }: { totals: readonly T[]; documents: Documents; byUs: boolean },
): Promise<(T & Pick<Rated, 'base_closing'>)[]> {
  if (closing === null) return totals.map((total) => ({ ...total, base_closing: null }));
  const foreign = await foreignAtClosing(ctx, closing, documents);
  return totals.map((total) => {
    const { currency, balance } = total;
    const known = foreign.get(currency);
    const owed = known === undefined ? 0n : known;
    const closed = currency === ctx.firm.baseCurrency ? balance : owed !== null && byUs ? -owed : owed;
    return { ...total, base_closing: ratedRow(closing, { currency, base_closing: closed }).base_closing };
  });
}

/** A document with its rate and what it comes to by it. Throws NO_EXCHANGE_RATE. */
export function convertedRow(
  ctx: Ctx,
  closing: Closing,
  { currency, amount }: { currency: string; amount: bigint },
): Rated {
  if (closing === null) return AS_BOOKED;
  if (amount === 0n && !closing.rates.has(currency)) return { ...AS_BOOKED, base_closing: 0n };
  const { rate, day } = rateOf(closing, currency);
  const base_closing = convert(amount, { from: currency, to: ctx.firm.baseCurrency, rate });
  return { rate, rate_day: day, base_closing };
}

/** What a reply says of its rates: those of the currencies in it, the base's own aside. */
export function ratesOfReply(
  ctx: Ctx,
  closing: Closing,
  totals: readonly { currency: string }[],
): z.input<typeof ratesReply> {
  if (closing === null) return [];
  return totals
    .map(({ currency }) => currency)
    .filter((currency) => currency !== ctx.firm.baseCurrency && closing.rates.has(currency))
    .map((currency) => {
      const { rate, day } = rateOf(closing, currency);
      return { currency, rate: formatExchangeRate(rate), day };
    });
}

/** The rates on paper, with their days. */
export async function ratesFact(ctx: Ctx, of: AtRates): Promise<Fact> {
  const closing = await closingOn(ctx, of);
  const rates = [...(closing?.rates ?? [])].filter(([currency]) => currency !== ctx.firm.baseCurrency);
  const words = rates.map(
    ([currency, { rate, day }]) => `${currency} ${formatExchangeRate(rate)} of ${writtenDay(day)}`,
  );
  return fact('Closing rates', words.join(', '));
}

/** What rows come to in base at the rates that are asked for. */
export const inBase = (
  rows: readonly { base_total: bigint; base_closing: bigint | null }[],
  rates: Rates | undefined,
): bigint => sum(rows.map((row) => (rates === 'closing' ? (row.base_closing ?? 0n) : row.base_total)));

/** The columns that say nothing at the rates that are asked for: the one that is as booked, or those of closing rates. */
export const leftAt = <Booked extends string>(
  rates: Rates | undefined,
  booked: Booked,
): readonly (Booked | (typeof AT_CLOSING)[number])[] => (rates === 'closing' ? [booked] : AT_CLOSING);
