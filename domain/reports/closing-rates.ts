/** What is open in base at the rates of the report's day, beside what was booked. §7, M7. */
import * as z from 'zod/mini';
import { baseMoney, below, day, exchangeRate, optional, titled, totalled } from '../tables/columns.ts';

export const RATES = ['booked', 'closing'] as const;
export type Rates = (typeof RATES)[number];
export const RATES_LABELS: Record<Rates, string> = { booked: 'Booked rates', closing: 'Closing rates' };

export const ratesParam = z.optional(z.enum(RATES, 'Choose booked or closing rates.'));

/** Of figures that are booked nowhere, as a reserve is: they are in base at closing rates alone. */
export const closingParam = z.optional(z.enum(['closing'], 'Choose closing rates.'));

/** The rate of a row's currency, the day that it is of, and what a figure of the row comes to by it. */
export const figureAtClosing = (figure: string) => ({
  rate: optional(exchangeRate('Closing rate')),
  rate_day: below('rate', titled('Rate of', optional(day('Day of the rate')))),
  base_closing: titled('At closing rates', totalled(optional(baseMoney(`${figure} at closing rates`)))),
});
export const atClosing = figureAtClosing('Total');
/** The columns of closing rates, which are left out where they are not asked for. */
export const AT_CLOSING = ['rate', 'rate_day', 'base_closing'] as const;

/** The rates of a reply, with their days; none at booked rates. */
export const ratesReply = z.array(z.object({ currency: z.string(), rate: z.string(), day: z.string() }));
