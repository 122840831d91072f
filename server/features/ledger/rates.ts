import { AppError } from '../../../domain/errors.ts';
import { addDays, type Day } from '../../../domain/values/day.ts';
import { PAR, type ExchangeRate } from '../../../domain/values/rate.ts';
import type { Ctx } from '../../platform/http/context.ts';

const REACH_DAYS = 7;

/** The firm's last rate on or before a day, base units for one unit; null where there is none within 7 days. §3 Dates. */
export async function lastRate(ctx: Ctx, currency: string, day: Day): Promise<ExchangeRate | null> {
  if (currency === ctx.firm.baseCurrency) return PAR;
  const rate = await ctx.db
    .selectFrom('exchange_rates')
    .select('rate')
    .where('currency', '=', currency)
    .where('day', '<=', day)
    .where('day', '>=', addDays(day, -REACH_DAYS))
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return rate?.rate ?? null;
}

/** The last rates of several currencies by their codes, as at a day. */
export async function ratesOn(
  ctx: Ctx,
  currencies: readonly string[],
  day: Day,
): Promise<Map<string, ExchangeRate | null>> {
  const rates = new Map<string, ExchangeRate | null>();
  for (const currency of new Set(currencies)) rates.set(currency, await lastRate(ctx, currency, day));
  return rates;
}

/** The same where it is needed: none within 7 days is refused. §3 Dates. */
export async function rateOn(ctx: Ctx, currency: string, day: Day): Promise<ExchangeRate> {
  const rate = await lastRate(ctx, currency, day);
  if (rate === null) throw new AppError('NO_EXCHANGE_RATE', { currency, day });
  return rate;
}

/** A currency's rate with the day that it is of. */
export type DatedRate = { rate: ExchangeRate; day: Day };

/** The last rate of every currency as at a day, by their codes; those without one within 7 days are not among them. */
export async function closingRates(ctx: Ctx, day: Day): Promise<ReadonlyMap<string, DatedRate>> {
  const rates = await ctx.db
    .selectFrom('exchange_rates')
    .select(['currency', 'rate', 'day'])
    .distinctOn('currency')
    .where('day', '<=', day)
    .where('day', '>=', addDays(day, -REACH_DAYS))
    .orderBy('currency')
    .orderBy('day', 'desc')
    .execute();
  const own = [ctx.firm.baseCurrency, { rate: PAR, day }] as const;
  return new Map([...rates.map(({ currency, ...rate }) => [currency, rate] as const), own]);
}
