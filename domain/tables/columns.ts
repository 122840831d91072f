import * as z from 'zod/mini';
import type { KindName } from '../records/kinds.ts';
import { type Day, dayIn, timeIn, writtenDay } from '../values/day.ts';
import { formatAmount, type Money, showAmount, showMoney } from '../values/money.ts';
import { type ExchangeRate, formatExchangeRate, formatRate, type Rate } from '../values/rate.ts';
import { amountOut, instant as instantOut, rateOut, recordId, ref } from '../wire.ts';

/** How a column is written in a file, set on paper and shown on a screen. */
export type ColumnKind = 'text' | 'count' | 'amount' | 'rate' | 'day' | 'instant';

/**
 * One column of a table. `Value` is what the server works with (minor units, scaled rates, days), `Schema` what travels.
 * A column without a label is no heading of a file: an id, a version.
 */
export type Column<Value, Schema extends z.ZodMiniType> = {
  readonly kind: ColumnKind;
  readonly label: string;
  readonly schema: Schema;
  /** The value as it travels; an amount is written with the decimals of its currency. */
  reply(value: Value, currency: string): z.output<Schema>;
  /** The same in a file: exact, without thousands. */
  cell(value: Value, currency: string, timeZone?: string): string | null;
  /** The same for people, on paper. */
  shown(value: Value, currency: string, timeZone?: string): string;
  /** What it has in a row of which there is nothing: no amount, no count. What names a row says nothing of it. */
  readonly nothing?: 0n | 0 | null;
  /** Amounts in the firm's base currency and not in the row's own. */
  readonly inBase?: true;
  /** A percentage: the heading of a file says so, where every screen has the sign beside the figure. */
  readonly percent?: true;
  /** A text on the right, as figures are. */
  readonly right?: true;
  /** Rows can be ordered by it. */
  readonly sort?: true;
  /** They are ordered in each currency by itself. */
  readonly inCurrency?: true;
  /** In files alone; it does not travel. */
  readonly fileOnly?: true;
  /** Its heading on a screen, where that differs from the one in a file. */
  readonly short?: string;
  /** On a screen not shown until it is chosen. */
  readonly hidden?: true;
  /** Summed at the end of a report, by currency. */
  readonly total?: true | 'IF_KNOWN';
  /** Rows of each of its values are summed by themselves: those of different ones are no whole. */
  readonly apart?: true;
  /** On a screen a cell leads to the page of what it names. */
  readonly link?: Link;
  /** The column after which it is printed, and below which it stands where a row is too wide for a line. */
  readonly below?: string;
};

/** What a cell may lead to, by the id in its own value or in another column of its row. */
export type LinkTarget = KindName | 'party' | 'note' | 'entry' | 'user';
export type Link = { readonly to: LinkTarget; readonly by?: string };

type Texts<V, S extends z.ZodMiniType<V>> = { schema: S; cell: (value: V) => string; shown?: (value: V) => string };

/** A column of text for a value that is sent unchanged; `shown` where people read other words than a file has. */
export function plain<V, S extends z.ZodMiniType<V>>(
  label: string,
  { schema, cell, shown = cell }: Texts<V, S>,
): Column<z.output<S>, S> {
  return { kind: 'text', label, schema, reply: (value) => value, cell, shown };
}

/** Text: names, numbers of records, narrations. */
export const text = (label: string) => plain(label, { schema: z.string(), cell: (value: string) => value });

/** The id of the row's own record or of another: it travels and is in no file. */
export const id = () => plain('', { schema: recordId, cell: String });

/** The version of the row's record, with which a change of it is sent. */
export const version = () => plain('', { schema: z.int(), cell: String });

/** A number of things. */
export const count = (label: string) => ({
  ...plain(label, { schema: z.int(), cell: String, shown: (value) => String(value).replace('-', '−') }),
  kind: 'count' as const,
  nothing: 0 as const,
  right: true as const,
});

/** One of a closed list, shown by its words. */
export function choice<const O extends readonly string[]>(
  label: string,
  options: O,
  words: (option: O[number]) => string,
) {
  return plain(label, { schema: z.enum(options), cell: words });
}

/** One of a closed list, in files by its code, as an import reads it, and for people by its words. */
export function coded<const O extends readonly string[]>(
  label: string,
  options: O,
  words: (option: O[number]) => string,
) {
  return plain(label, { schema: z.enum(options), cell: (code) => code, shown: words });
}

/** One of a closed list that travels, too, by its words. */
export function worded<const W extends Readonly<Record<string, string>>>(
  label: string,
  words: W,
): Column<keyof W & string, z.ZodMiniString<string>> {
  const cell = (value: keyof W & string) => words[value] ?? '';
  return { kind: 'text', label, schema: z.string(), reply: cell, cell, shown: cell };
}

/** Whether something is so. */
export const flag = (label: string) =>
  plain(label, { schema: z.boolean(), cell: (value: boolean) => (value ? 'Yes' : 'No') });

/** Another record by its name. */
export const record = (label: string) => plain(label, { schema: ref, cell: ({ name }: z.output<typeof ref>) => name });

const numberedRef = z.object({ id: recordId, number: z.string() });

/** Another record by its number: a note. */
export const numbered = (label: string) =>
  plain(label, { schema: numberedRef, cell: ({ number }: z.output<typeof numberedRef>) => number });

/** The same column, which leads to the page of the record that it names; `by` is the column with the id of that, where its value has none. */
export const linked = <C>(to: LinkTarget, column: C, by?: string) => ({
  ...column,
  link: by === undefined ? { to } : { to, by },
});

/** The same column, which is printed after another, and below it where a row is too wide for a line. */
export const below = <C>(top: string, column: C) => ({ ...column, below: top });

/** A party by its name, which leads to its page. */
export const party = (label: string) => linked('party', record(label));

/** The same where the name travels as text and its id in another column of the row. */
export const partyText = (label: string, by: string) => linked('party', text(label), by);

/** A note by its number, which leads to its page. */
export const note = (label: string) => linked('note', numbered(label));
/** A column of amounts, apart from other figures: its kind is known to the types. */
type Amounts = Column<bigint, typeof amountOut> & { readonly kind: 'amount' };

/** An amount in minor units of the row's own `currency`; "562500.00" in replies and files. §6. */
export function money(label: string): Amounts {
  const shown = (value: bigint, currency: string) => showAmount(value, currency);
  const written = { reply: formatAmount, cell: formatAmount, shown };
  return { kind: 'amount', label, nothing: 0n, schema: amountOut, ...written };
}

/** An amount in minor units of the firm's base currency, which its heading names. */
export const baseMoney = (label: string) => ({ ...money(label), inBase: true as const });

const namedAmount = z.object({ amount: amountOut, currency: z.string() });

/** An amount in a currency that is neither the row's nor the base: it names it. */
export function namedMoney(label: string): Column<Money, typeof namedAmount> & { readonly kind: 'text' } {
  return {
    kind: 'text',
    label,
    schema: namedAmount,
    right: true,
    reply: ({ amount, currency }) => ({ amount: formatAmount(amount, currency), currency }),
    cell: ({ amount, currency }) => `${currency} ${formatAmount(amount, currency)}`,
    shown: showMoney,
  };
}

/** A percentage, scaled by 10^6. */
export function rate(label: string): Column<Rate, typeof rateOut> {
  const cell = (value: Rate) => formatRate(value);
  return { kind: 'rate', label, percent: true, schema: rateOut, reply: (value) => value, cell, shown: cell };
}

/** An exchange rate, base units for one of the currency, scaled by 10^10; a decimal without trailing zeros in replies. */
export function exchangeRate(label: string): Column<ExchangeRate, z.ZodMiniString<string>> {
  const cell = (value: ExchangeRate) => formatExchangeRate(value);
  return { kind: 'rate', label, schema: z.string(), reply: cell, cell, shown: cell };
}

/** A business day, YYYY-MM-DD. */
export function day(label: string): Column<Day, z.ZodMiniString<string>> {
  return { kind: 'day', label, schema: z.string(), reply: (value) => value, cell: (value) => value, shown: writtenDay };
}

/** An instant: in UTC to the millisecond in a file, to the minute where the firm is on paper, as a screen has it. */
export function instant(label: string): Column<Date, typeof instantOut> {
  const cell = (value: Date) => value.toISOString();
  return {
    kind: 'instant',
    label,
    schema: instantOut,
    reply: (value) => value,
    cell,
    shown: (value, _currency, timeZone) =>
      timeZone === undefined
        ? `${writtenDay(dayIn('UTC', value))} ${timeIn('UTC', value).slice(0, 5)} UTC`
        : `${writtenDay(dayIn(timeZone, value))} ${timeIn(timeZone, value).slice(0, 5)}`,
  };
}

/** The same column where a row may have nothing in it. */
export function optional<V, S extends z.ZodMiniType, K extends ColumnKind>(
  column: Column<V, S> & { readonly kind: K },
): Column<V | null, z.ZodMiniNullable<S>> & { readonly kind: K } {
  return {
    ...column,
    nothing: null,
    schema: z.nullable(column.schema),
    reply: (value, currency) => (value === null ? null : column.reply(value, currency)),
    cell: (value, currency, timeZone) => (value === null ? null : column.cell(value, currency, timeZone)),
    shown: (value, currency, timeZone) => (value === null ? '' : column.shown(value, currency, timeZone)),
  };
}

/** The same column, by which rows can be ordered. */
export const sorted = <C>(column: C) => ({ ...column, sort: true as const });

/** The same column of amounts, by which the rows of each currency are ordered: amounts of several have no order among them. */
export const sortedInCurrency = <C>(column: C) => ({ ...sorted(column), inCurrency: true as const });

/** The same column, in files and not in replies. */
export const fileOnly = <C>(column: C) => ({ ...column, fileOnly: true as const });

/** The same column, summed by currency at the end of a report; `IF_KNOWN` where an empty amount is one that is not known, as the sum is not then. */
export const totalled = <C>(column: C, total: true | 'IF_KNOWN' = true) => ({ ...column, total });

/** The same column, whose values are summed apart from one another. */
export const apart = <C>(column: C) => ({ ...column, apart: true as const });

/** The same column with another heading on a screen. */
export const titled = <C>(short: string, column: C) => ({ ...column, short });

/** The same column, shown on a screen only once it is chosen. */
export const hidden = <C>(column: C) => ({ ...column, hidden: true as const });
