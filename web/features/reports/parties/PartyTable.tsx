import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { MenuEntry } from '../../../ui/buttons/Menu.tsx';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { DataTable } from '../../../ui/tables/DataTable.tsx';
import { hasLower } from '../../../ui/tables/Lower.tsx';
import type { Column } from '../../../ui/tables/table-types.ts';
import { isNothing, sumOf } from '../../ledger/wire-amounts.ts';
import { usePartyOrder } from './use-party-sort.ts';

type Line = { party: { id: number; name: string }; currency: string; base_total: string; base_closing: string | null };
/** A party with one line for each currency, and what they come to in base at the rates of the report. */
type OfParty<R extends Line> = { party: R['party']; total: string; lines: readonly R[] };
type Totals = Readonly<Record<string, ReactNode>>;
type Props<R extends Line> = {
  label: string;
  /** Of one line; the first is the party. */
  columns: readonly Column<R>[];
  rows: readonly R[];
  reply: { base_currency: string; base_total: string };
  /** Of each currency, by the names of the columns. */
  totals: readonly Totals[];
  /** The columns that order the parties where all is in one currency. */
  figures: readonly string[];
  /** What a row has in one of them. */
  figureOf: (row: R, column: string) => string | null;
  rowHref: (of: OfParty<R>) => string;
  rowActions: (of: OfParty<R>) => MenuEntry[];
};

/** The rows of a report, one for each party with its currencies. */
function byParty<R extends Line>(rows: readonly R[], base: string): OfParty<R>[] {
  return [...Map.groupBy(rows, (row) => row.party.id).values()].flatMap((lines) => {
    const [first] = lines;
    if (first === undefined) return [];
    // Booked ones have no figure of their own at closing rates.
    const totals = lines.map((line) => line.base_closing ?? line.base_total);
    return [{ party: first.party, total: sumOf(totals, base), lines }];
  });
}

const isConverted = (lines: readonly Line[], base: string) => lines.some((line) => line.currency !== base);

/** The first line of who has another currency than base: what all of them come to in it. */
function inBase(column: string, total: string, base: string): ReactNode {
  if (column === 'currency') return <span className="text-mute">All</span>;
  return column === 'total' && <MoneyText strong value={total} currency={base} />;
}

type Align = 'right' | undefined;
/** A line of a cell, `tall` where a figure stands below another in it. */
type Drawn = { content: ReactNode; tall: boolean };

/** How high a line of a name is, in rem. */
const NAME_LINE = 1.25;

/** In rem. */
const heightOf = (lines: readonly Drawn[]): number => lines.reduce((sum, { tall }) => sum + (tall ? 3 : 1.5), 0);

/** Values beneath one another, each on a line as high as in the other columns, so that the figures of a currency are beside it. */
function Stack({ align, lines }: { align: Align; lines: readonly Drawn[] }) {
  return (
    <span className="grid py-1 text-xs in-[tfoot]:font-medium">
      {lines.map(({ content, tall }, index) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- the lines of a row keep their order
          key={index}
          className={clsx(
            'flex leading-6',
            tall ? 'paper-pair h-12' : 'paper-line h-6',
            align === 'right' && 'justify-end',
          )}
        >
          {content}
        </span>
      ))}
    </span>
  );
}

type PairProps = { upper: ReactNode; below: ReactNode; alike: boolean | undefined };

/** A figure with the one that stands below it, each as high as a finger needs. */
function Pair({ upper, below, alike = false }: PairProps) {
  return (
    <span className="grid justify-items-end">
      <span>{upper}</span>
      <span className={clsx('[&_a]:inline-block', !alike && 'font-normal text-mute')}>{below}</span>
    </span>
  );
}

/** Parties beneath one another, one row each: a line for each of its currencies, and what they come to in base. */
export function PartyTable<R extends Line>(props: Props<R>) {
  const { label, columns, rows, reply, totals, figures, figureOf, rowHref, rowActions } = props;
  const { base_currency: base } = reply;
  const foreign = rows.some((row) => row.currency !== base);
  // Amounts of several currencies have no order among them: parties are ordered by what they come to in base.
  const several = new Set(rows.map((row) => row.currency)).size > 1;
  const order = usePartyOrder(figures);
  const isTall = (line: R) =>
    columns.some(({ lower }) => {
      const figure = lower === undefined ? undefined : figureOf(line, lower.id);
      return figure !== undefined && (figure === null || !isNothing(figure, line.currency));
    });
  const shown = columns
    .filter(({ id }) => foreign || id !== 'currency')
    .map((column, index) => ({
      ...columnOf(column, index, { base, isTall }),
      sortable: index === 0 || column.id === 'total' || (!several && figures.includes(column.id)),
    }));
  const footOf = ({ id, lower }: Column<OfParty<R>>): Drawn[] => [
    ...(foreign ? [{ content: inBase(id, reply.base_total, base), tall: false }] : []),
    ...totals.map((one) => ({
      content: lower === undefined ? one[id] : <Pair alike={lower.alike} upper={one[id]} below={one[lower.id]} />,
      tall: hasLower(columns),
    })),
  ];
  const foot = shown.map((column) => [
    column.id,
    <Stack key={column.id} align={column.align} lines={footOf(column)} />,
  ]);
  return (
    <DataTable
      {...{ label, rowHref, rowActions }}
      {...order}
      rows={byParty(rows, base)}
      columns={shown}
      rowKey={({ party }) => String(party.id)}
      rowLabel={({ party }) => party.name}
      totals={{ ...Object.fromEntries(foot), party: 'Total' }}
    />
  );
}

type Rows<R> = { base: string; isTall: (line: R) => boolean };

function columnOf<R extends Line>(column: Column<R>, index: number, { base, isTall }: Rows<R>): Column<OfParty<R>> {
  const { id, title, align, kind, hidden, lower, second } = column;
  const drawnOf = (lines: readonly R[], total = ''): Drawn[] => [
    ...(isConverted(lines, base) ? [{ content: inBase(id, total, base), tall: false }] : []),
    ...lines.map((line) => {
      const tall = isTall(line);
      const upper = column.cell(line);
      return {
        content: tall && second && lower ? <Pair alike={lower.alike} {...{ upper }} below={second(line)} /> : upper,
        tall,
      };
    }),
  ];
  const cell = ({ party, total, lines }: OfParty<R>): ReactNode => {
    if (index === 0) {
      return (
        <span
          className="flex w-30 max-w-full items-start py-1 whitespace-normal 2xl:w-40"
          // The name is beside the first line.
          style={{ minHeight: `${heightOf(drawnOf(lines)) + 0.5}rem` }}
        >
          <span
            dir="auto"
            title={party.name}
            className="mt-0.5 line-clamp-2 leading-5"
            // As many lines as there is room for.
            style={{ WebkitLineClamp: Math.max(2, Math.floor(heightOf(drawnOf(lines)) / NAME_LINE)) }}
          >
            {party.name}
          </span>
        </span>
      );
    }
    return <Stack {...{ align }} lines={drawnOf(lines, total)} />;
  };
  return {
    id,
    title,
    cell,
    ...(align && { align }),
    ...(kind && { kind }),
    ...(hidden && { hidden }),
    ...(lower && { lower }),
  };
}
