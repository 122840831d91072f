import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import type { Columns, Sent, Table } from '../../domain/tables/table.ts';
import { DayText, MoneyText, RateText } from './marks/Figures.tsx';
import type { Column } from './table-types.ts';

type Wire<C extends Columns> = z.input<Table<C>['row']>;

type Options<C extends Columns> = {
  /** Special cells: a badge, a link. */
  cells?: Partial<Record<Sent<Table<C>>, (row: Wire<C>) => ReactNode>>;
  /** Headings that depend on what is shown. */
  titles?: Partial<Record<Sent<Table<C>>, string>>;
  /** Least widths in pixels. */
  widths?: Partial<Record<Sent<Table<C>>, number>>;
  without?: readonly Sent<Table<C>>[];
  /** Of amounts in base; it is named in their headings. */
  base?: string;
  /** Of amounts whose rows do not name it, since all are in one. */
  currency?: string;
  /** A column that is shown under another one, in the same cell. */
  second?: Partial<Record<Sent<Table<C>>, Sent<Table<C>>>>;
};

/** What a screen adds to a table. */
export type ScreenOf<T> = T extends Table<infer C> ? Options<C> : never;

type Field = Table<Columns>['screen'][number];
type Row = Readonly<Record<string, unknown>>;

const written = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function figureOf(
  { name, column }: Field,
  row: Row,
  { base, currency }: { base: string; currency: string | undefined },
) {
  const value = written(row[name]);
  if (column.kind === 'rate') return <RateText value={value} />;
  if (column.kind === 'day') return <DayText value={value} />;
  const own = column.inBase ? base : (currency ?? written(row['currency']) ?? base);
  return <MoneyText value={value} currency={own} />;
}

/** A table of the domain on a screen: each column by its kind, special cells as they are given. */
export function screenColumns<C extends Columns>(
  table: Table<C>,
  { cells = {}, titles = {}, widths = {}, without = [], base = '', currency, second = {} }: Options<C> = {},
): Column<Wire<C>>[] {
  const fields = table.screen.filter(({ name }) => !without.includes(name));
  const cellOf = (field: (typeof fields)[number], row: Wire<C>): ReactNode => {
    const special = cells[field.name];
    if (special) return special(row);
    const values: Row = row;
    const { kind } = field.column;
    return kind === 'text' ? field.column.cell(values[field.name], '') : figureOf(field, values, { base, currency });
  };
  return fields.map((field): Column<Wire<C>> => {
    const { name, column } = field;
    const below = table.sent.find((one) => one.name === second[name]);
    const title = titles[name] ?? column.short ?? column.label;
    return {
      id: name,
      title: column.inBase ? `${title} ${base}` : title,
      ...((column.kind === 'amount' || column.kind === 'rate' || column.right) && { align: 'right' }),
      ...(column.sort && { sortable: true }),
      ...(column.hidden && { hidden: true }),
      ...(widths[name] !== undefined && { width: widths[name] }),
      cell: (row) =>
        below === undefined ? (
          cellOf(field, row)
        ) : (
          <>
            {cellOf(field, row)}
            <span className="block text-xs text-mute">{cellOf(below, row)}</span>
          </>
        ),
    };
  });
}

/** Amounts under the columns that hold them: a total's line. */
export function totalCells<C extends Columns>(
  table: Table<C>,
  totals: Wire<C>,
  currency: string,
): Record<string, ReactNode> {
  const values: Row = totals;
  const amounts = table.sent.filter(({ column }) => column.kind === 'amount');
  return Object.fromEntries(
    amounts.map(({ name }) => [name, <MoneyText key={name} value={written(values[name])} currency={currency} />]),
  );
}
