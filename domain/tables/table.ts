import * as z from 'zod/mini';
import type { CurrencyCode } from '../values/money.ts';
import type { Column } from './columns.ts';

export type AnyColumn = Column<unknown, z.ZodMiniType>;
export type Columns = Readonly<Record<string, AnyColumn>>;

type Name<C> = keyof C & string;
type SentName<C> = { [K in Name<C>]: C[K] extends { fileOnly: true } ? never : K }[Name<C>];
type SortName<C> = { [K in Name<C>]: C[K] extends { sort: true } ? K : never }[Name<C>];
type ValueOf<C> = C extends Column<infer V, z.ZodMiniType> ? V : never;
type Shape<C extends Columns> = { [K in SentName<C>]: C[K]['schema'] };
type Named<N extends string> = { readonly name: N; readonly column: AnyColumn };

/** The columns of a list or a report, and which of them are seen where, in which order. */
export type Table<C extends Columns> = {
  readonly columns: C;
  /** A row of the reply, in the order in which the columns are written. */
  readonly row: z.ZodMiniObject<Shape<C>>;
  readonly sent: readonly Named<SentName<C>>[];
  readonly file: readonly Named<Name<C>>[];
  /** What paper has, in the order of its table; and with those that belong together beside one another. */
  readonly listed: readonly Named<Name<C>>[];
  readonly paper: readonly Named<Name<C>>[];
  readonly screen: readonly Named<SentName<C>>[];
};

/** A row as the server has it: minor units, scaled rates, days. */
export type Values<T> = T extends Table<infer C> ? { [K in Name<C>]: ValueOf<C[K]> } : never;

/** The names by which rows can be ordered. The server binds its own columns to them by `satisfies`. */
export type Sortable<T> = T extends Table<infer C> ? SortName<C> : never;

/** The names of what travels of a row. */
export type Sent<T> = T extends Table<infer C> ? SentName<C> : never;

/** A row as it travels. */
export type Wire<C extends Columns> = z.input<Table<C>['row']>;

/** The names of what travels of a row and is an amount. */
export type AmountName<C> = { [K in SentName<C>]: C[K] extends { readonly kind: 'amount' } ? K : never }[SentName<C>];

type Views<C> = {
  file?: readonly Name<C>[];
  paper?: readonly Name<C>[];
  screen?: readonly SentName<C>[];
};

/** In the order in which they are printed: one that may stand below another follows it; of several below one the first. */
function paired<N extends string>(columns: readonly Named<N>[]): readonly Named<N>[] {
  const lowerOf = ({ name }: Named<N>) => columns.find(({ column }) => column.below === name);
  const isTop = (one: Named<N>) => !columns.some((top) => lowerOf(top) === one);
  const withLower = (one: Named<N>): Named<N>[] => {
    const lower = lowerOf(one);
    return lower === undefined ? [one] : [one, ...withLower(lower)];
  };
  return columns.filter(isTop).flatMap(withLower);
}

/**
 * Makes a table of its columns. Files have every column with a label; paper what files have, columns that belong together beside one another; a
 * screen what travels of it.
 */
export function table<const C extends Columns>(columns: C, views: Views<C> = {}): Table<C> {
  const all = Object.entries(columns).map(([name, column]) => ({ name: name as Name<C>, column }));
  const travels = (one: Named<Name<C>>): one is Named<SentName<C>> => one.column.fileOnly !== true;
  const sent = all.filter(travels);
  const pick = <N extends Name<C>>(from: readonly Named<N>[], names: readonly N[] | undefined) =>
    names === undefined
      ? from.filter(({ column }) => column.label !== '')
      : names.flatMap((name) => from.filter((one) => one.name === name));
  const file = pick(all, views.file);
  const listed = views.paper === undefined ? file : pick(all, views.paper);
  return {
    columns,
    row: z.object(Object.fromEntries(sent.map(({ name, column }) => [name, column.schema])) as Shape<C>),
    sent,
    file,
    listed,
    paper: paired(listed),
    screen: pick(sent, views.screen),
  };
}

/** The same table, its files and papers without some columns: what stood below one of these has its own place again. */
export function leaving<C extends Columns>(table: Table<C>, names: readonly Name<C>[]): Table<C> {
  const kept = ({ name }: Named<Name<C>>) => !names.includes(name);
  const listed = table.listed.filter(kept);
  return { ...table, file: table.file.filter(kept), listed, paper: paired(listed) };
}

/** What columns are called in a request's files and papers, where that depends on what was asked for. */
export type Headings<C extends Columns> = Readonly<Partial<Record<Name<C>, string>>>;

/** The same table, the columns of its files and papers put otherwise. */
function put<C extends Columns>(table: Table<C>, otherwise: (one: Named<Name<C>>) => AnyColumn): Table<C> {
  const own = (one: Named<Name<C>>) => ({ name: one.name, column: otherwise(one) });
  const listed = table.listed.map(own);
  return { ...table, file: table.file.map(own), listed, paper: paired(listed) };
}

/** The same table, some columns of its files and papers called otherwise. */
export const headed = <C extends Columns>(table: Table<C>, headings: Headings<C>): Table<C> =>
  put(table, ({ name, column }) => ({ ...column, label: headings[name] ?? column.label }));

/** The same table, some columns not summed at the end of its papers. */
export const unsummed = <C extends Columns>(table: Table<C>, names: readonly Name<C>[]): Table<C> =>
  put(table, ({ name, column: { total, ...column } }) =>
    total === undefined || names.includes(name) ? column : { ...column, total },
  );

type Row = Readonly<Record<string, unknown>>;

/** The currency of a column's amounts in a row: the row's own, or the firm's. */
export function currencyIn(column: AnyColumn, row: Row, base: CurrencyCode): CurrencyCode {
  const own = row['currency'];
  if (!column.inBase && typeof own === 'string') return own;
  if (!column.inBase && column.kind === 'amount') throw new TypeError(`A row with ${column.label} has no currency.`);
  return base;
}

/** A row of which there is nothing any more: without amounts, counts and what need not be there; what names it stays. */
export function emptied<C extends Columns, R extends object>({ columns }: Table<C>, row: R): R {
  const nothing = Object.entries(columns).flatMap(([name, { nothing: none }]) =>
    none === undefined || !(name in row) ? [] : [[name, none] as const],
  );
  return { ...row, ...Object.fromEntries(nothing) };
}

/** A row as it travels: its amounts with the decimals of their currency. §6 Conventions of the calls. */
export function replyRow<C extends Columns>(
  table: Table<C>,
  values: Values<Table<C>>,
  base: CurrencyCode,
): z.output<Table<C>['row']> {
  const row: Row = values;
  const cells = table.sent.map(({ name, column }) => [name, column.reply(row[name], currencyIn(column, row, base))]);
  return Object.fromEntries(cells) as z.output<Table<C>['row']>;
}

/** A column's heading in a file: amounts in the base currency name it, percentages have their sign. */
export function headingOf({ label, inBase, percent }: AnyColumn, base: CurrencyCode): string {
  if (inBase) return `${label} (${base})`;
  return percent && !label.endsWith('%') ? `${label} %` : label;
}
