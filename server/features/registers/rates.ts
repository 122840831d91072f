import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, invalid } from '../../../domain/errors.ts';
import type { currency } from '../../../domain/registers/currencies.ts';
import { rateTable } from '../../../domain/registers/tables.ts';
import type { Sortable, Values } from '../../../domain/tables/table.ts';
import { addDays, type Day } from '../../../domain/values/day.ts';
import { formatExchangeRate } from '../../../domain/values/rate.ts';
import { periodOf } from '../../platform/exports/facts.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { when } from '../../platform/http/lists.ts';
import { contains, register, type RegisterDefinition } from './page.ts';

type RatesQuery = Decoded<typeof currency.rates>['query'];

// One rate a day: the day is the row's id, and the primary key is the order of the list.
const RATES: RegisterDefinition = {
  from: sql`(select r.day as id, r.currency, r.day, r.rate, r.entered_by from exchange_rates r) t`,
  columns: sql`t.day, t.currency, t.rate, (select u.name from users u where u.id = t.entered_by) as "enteredBy",
    (select b.rate from exchange_rates b where b.currency = t.currency and b.day < t.day order by b.day desc limit 1) as before`,
  sorts: { day: 'day' } satisfies Record<Sortable<typeof rateTable>, string>,
  defaultSort: 'day,desc',
  search: (text) => contains(sql`t.day::text`, text),
};

const ofCurrency = register({
  table: rateTable,
  name: (query: RatesQuery) => `rates-${query.currency}`,
  title: 'Exchange rates',
  period: (ctx, { from, to }) => periodOf(from, to ?? ctx.today),
  definition: RATES,
  within: (_ctx, query) => sql`t.currency = ${query.currency}`,
  where: (_ctx, { from, to }) => [when(from, (day) => sql`t.day >= ${day}`), when(to, (day) => sql`t.day <= ${day}`)],
  rowOf: (row: Values<typeof rateTable>) => row,
});

/** The rates of a currency, each with the one before it, and in files in the columns that an import reads back. */
export const ratesOf = {
  ...ofCurrency,
  reply: async (ctx: Ctx, input: { query: RatesQuery }): Promise<Reply<typeof currency.rates>> => ({
    ...(await ofCurrency.reply(ctx, input)),
    currency: input.query.currency,
    base: ctx.firm.baseCurrency,
  }),
};

async function lockByCode(ctx: Ctx, code: string): Promise<{ id: number }> {
  if (code === ctx.firm.baseCurrency) throw invalid({ field: 'currency', message: 'The base currency needs no rate.' });
  const row = await ctx.db
    .selectFrom('currencies')
    .select('id')
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw invalid({ field: 'currency', message: 'Choose a currency.' });
  return row;
}

async function rateOfDay(ctx: Ctx, code: string, day: Day): Promise<bigint | null> {
  const row = await ctx.db
    .selectFrom('exchange_rates')
    .select('rate')
    .where('currency', '=', code)
    .where('day', '=', day)
    .executeTakeFirst();
  return row?.rate ?? null;
}

/** Enters or corrects the rate of a day. Entries keep the base amounts that they were posted with. */
export async function saveRate(
  ctx: Ctx,
  { currency: code, day, rate }: Decoded<typeof currency.saveRate>['body'],
): Promise<Reply<typeof currency.saveRate>> {
  if (day > ctx.today && code !== ctx.firm.baseCurrency)
    throw invalid({ field: 'day', message: 'Day cannot be in the future.' });
  const { id } = await lockByCode(ctx, code);
  const before = await rateOfDay(ctx, code, day);
  await ctx.db
    .insertInto('exchange_rates')
    .values({ currency: code, day, rate, entered_by: ctx.user.id })
    .onConflict((conflict) => conflict.columns(['currency', 'day']).doUpdateSet({ rate, entered_by: ctx.user.id }))
    .execute();
  const after = formatExchangeRate(rate);
  const previous = before === null ? null : formatExchangeRate(before);
  const facts = { currency: code, day, before: { [day]: previous }, after: { [day]: after } };
  await ctx.audit({ entity: 'currency', entityId: id, action: 'rate_saved', facts });
  return { currency: code, day, rate: after };
}

/** A posting takes a rate at most 7 days old, so a rate prices its own day and those after it, until the next one. */
const REACH_DAYS = 7;

/**
 * Takes back a rate that nothing was booked at: one of the wrong day cannot be corrected into none. While an entry in
 * the currency is on a day that it priced, in whichever branch, it is corrected instead. §3 Dates.
 */
export async function deleteRate(
  ctx: Ctx,
  { currency: code, day }: Decoded<typeof currency.deleteRate>['query'],
): Promise<Reply<typeof currency.deleteRate>> {
  const { id } = await lockByCode(ctx, code);
  const rate = await rateOfDay(ctx, code, day);
  if (rate === null) throw new AppError('NOT_FOUND');
  const { rows } = await sql<{ booked: boolean }>`
    select booked_within(${code}, ${day}::date, least(${addDays(day, REACH_DAYS)}::date, (
      select min(r.day) - 1 from exchange_rates r where r.currency = ${code} and r.day > ${day}))) as booked`.execute(
    ctx.db,
  );
  if (rows[0]?.booked !== false) throw new AppError('RATE_USED', { currency: code, day });
  await ctx.db.deleteFrom('exchange_rates').where('currency', '=', code).where('day', '=', day).execute();
  const before = formatExchangeRate(rate);
  const facts = { currency: code, day, before: { [day]: before }, after: { [day]: null } };
  await ctx.audit({ entity: 'currency', entityId: id, action: 'rate_deleted', facts });
  return { currency: code, day, rate: before };
}
