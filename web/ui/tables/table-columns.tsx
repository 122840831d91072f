import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import type { Columns, Sent, Table } from '../../../domain/tables/table.ts';
import { DayText, InstantText, MoneyText, RateText } from '../marks/Figures.tsx';
import { linkHref } from '../../paths.ts';
import { FigureLink } from '../marks/FigureLink.tsx';
import { NameLink, UserLink } from '../marks/NameLink.tsx';
import type { Column } from './table-types.ts';

type Wire<C extends Columns> = z.input<Table<C>['row']>;

/** A figure on a screen: of which column and row, what it is called and comes to. */
export type ShownFigure<Row> = { name: string; row: Row; title: string; value: string; currency: string };
/** Where the rows behind a figure are; undefined where there are none to see. */
export type FigureHref<Row> = (figure: ShownFigure<Row>) => string | undefined;

type Options<C extends Columns> = {
  /** Amounts open the rows behind them. */
  behind?: FigureHref<Wire<C>> | undefined;
  /** Special cells: a badge, a link. */
  cells?: Partial<Record<Sent<Table<C>>, (row: Wire<C>) => ReactNode>>;
  /** Headings that depend on what is shown. */
  titles?: Partial<Record<Sent<Table<C>>, string>>;
  /** Least widths in pixels. */
  widths?: Partial<Record<Sent<Table<C>>, number>>;
  without?: readonly Sent<Table<C>>[];
  /** Not shown until chosen: those that are under another, and those beyond the room of a usual screen. */
  hide?: readonly Sent<Table<C>>[];
  /** Shown only on a wide screen, until chosen. */
  wide?: readonly Sent<Table<C>>[];
  /** These instead of those of the table's screen, all of them shown. */
  only?: readonly Sent<Table<C>>[];
  /** Of amounts in base; it is named in their headings. */
  base?: string;
  /** Of amounts whose rows do not name it, since all are in one. */
  currency?: string;
  /** What is shown in small letters under a column, in the same cell: another column, or more than one. */
  second?: Partial<Record<Sent<Table<C>>, Sent<Table<C>> | ((row: Wire<C>) => ReactNode)>>;
  /** Columns that belong to another stand below it as on paper, with their headings and totals, so that all fit a usual screen. */
  paired?: boolean;
  /** Further ones that do here, by the one that they stand below. */
  under?: Partial<Record<Sent<Table<C>>, Sent<Table<C>>>>;
  /** Those that are no less than the one above them, as another age is. */
  alike?: readonly Sent<Table<C>>[];
};

/** What a screen adds to a table. */
export type ScreenOf<T> = T extends Table<infer C> ? Options<C> : never;

type Field = Table<Columns>['screen'][number];
type Row = Readonly<Record<string, unknown>>;

const BLANK: ReadonlySet<unknown> = new Set([null, undefined, '']);
const isZero = (amount: string) => !/[1-9]/.test(amount);
const written = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function figureOf(
  { name, column }: Field,
  row: Row,
  { base, currency }: { base: string; currency: string | undefined },
) {
  const value = written(row[name]);
  if (column.kind === 'rate') return <RateText value={value} />;
  if (column.kind === 'day') return <DayText value={value} />;
  if (column.kind === 'instant') return value !== null && <InstantText value={value} />;
  return <MoneyText value={value} currency={currencyOf(column, row, { base, currency })} />;
}

/** The id of what a cell leads to: in its own value, or in another column of its row. */
function linkedId({ name, column }: Field, row: Row): number | null {
  const value = row[column.link?.by ?? name];
  if (typeof value === 'number') return value;
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'number' ? value.id : null;
}

const currencyOf = (
  column: Field['column'],
  row: Row,
  { base, currency }: { base: string; currency: string | undefined },
): string => (column.inBase ? base : (currency ?? written(row['currency']) ?? base));

/** A table of the domain on a screen: each column by its kind, special cells as they are given. */
export function screenColumns<C extends Columns>(
  table: Table<C>,
  {
    cells = {},
    titles = {},
    widths = {},
    without = [],
    hide = [],
    wide = [],
    only,
    base = '',
    currency,
    second = {},
    paired = false,
    under = {},
    alike = [],
    behind,
  }: Options<C> = {},
): Column<Wire<C>>[] {
  const shown = only
    ? only.flatMap((name) => table.sent.filter((one) => one.name === name))
    : table.screen.filter(({ name }) => !without.includes(name));
  const lowerOf = ({ name: upper }: (typeof shown)[number]) =>
    shown.find(({ name }) => name === under[upper]) ??
    (paired ? shown.find(({ column }) => column.below === upper && column.hidden !== true) : undefined);
  const lowers = new Set(shown.map(lowerOf));
  const fields = shown.filter((field) => !lowers.has(field));
  const titleOf = ({ name, column }: (typeof fields)[number]) => titles[name] ?? column.short ?? column.label;
  const bareOf = (field: (typeof fields)[number], row: Wire<C>): ReactNode => {
    const special = cells[field.name];
    if (special) return special(row);
    const values: Row = row;
    const { kind } = field.column;
    if (kind === 'text' || kind === 'count') return field.column.shown(values[field.name], '');
    return figureOf(field, values, { base, currency });
  };
  const figureHref = (field: (typeof fields)[number], row: Wire<C>): string | undefined => {
    const value = written((row as Row)[field.name]);
    if (behind === undefined || field.column.kind !== 'amount' || value === null || isZero(value)) return undefined;
    const own = currencyOf(field.column, row, { base, currency });
    return behind({ name: field.name, row, title: titleOf(field), value, currency: own });
  };
  const cellOf = (field: (typeof fields)[number], row: Wire<C>): ReactNode => {
    const { link } = field.column;
    const target = link && linkedId(field, row);
    const content = bareOf(field, row);
    if (link?.to === 'user' && target != null) return <UserLink user={{ id: target, name: content }} />;
    if (link !== undefined && target != null) return <NameLink href={linkHref(link.to, target)}>{content}</NameLink>;
    const href = figureHref(field, row);
    if (href === undefined) return content;
    return (
      <FigureLink href={href} title={titleOf(field)} currency={currencyOf(field.column, row, { base, currency })}>
        {content}
      </FigureLink>
    );
  };
  const headOf = (field: (typeof fields)[number]) =>
    field.column.inBase ? `${titleOf(field)} ${base}` : titleOf(field);
  return fields.map((field): Column<Wire<C>> => {
    const { name, column } = field;
    const below = second[name];
    const lower = lowerOf(field);
    const other = lower ?? table.sent.find((one) => one.name === below);
    return {
      id: name,
      title: headOf(field),
      ...((column.kind === 'amount' || column.kind === 'rate' || column.right) && { align: 'right' }),
      ...(column.sort && { sortable: true }),
      ...(column.inCurrency && { sortNote: 'Each currency by itself' }),
      ...((column.hidden || hide.includes(name)) && !only && { hidden: true }),
      ...(wide.includes(name) && { wide: true }),
      ...(widths[name] !== undefined && { width: widths[name] }),
      kind: column.kind,
      ...(column.nothing === null && { isOptional: true }),
      isBlank: (row) => BLANK.has((row as Row)[name]),
      cell: (row) => cellOf(field, row),
      ...(column.link && { bare: (row) => bareOf(field, row) }),
      ...(typeof below === 'function' && { second: below }),
      ...(other && { second: (row) => cellOf(other, row) }),
      ...(lower && {
        lower: { id: lower.name, title: headOf(lower), ...(alike.includes(lower.name) && { alike: true }) },
      }),
    };
  });
}

/** Amounts under the columns that hold them: a total's line, whose figures open what they are made of. */
export function totalCells<C extends Columns>(
  table: Table<C>,
  totals: Wire<C>,
  { currency, base = currency, behind }: { currency: string; base?: string; behind?: FigureHref<Wire<C>> },
): Record<string, ReactNode> {
  const amounts = screenColumns(table, {
    currency,
    base,
    behind,
    only: table.sent.filter(({ column }) => column.kind === 'amount').map(({ name }) => name),
  });
  return Object.fromEntries(amounts.map(({ id, cell }) => [id, cell(totals)]));
}
