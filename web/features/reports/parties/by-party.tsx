import type { ReactNode } from 'react';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import type { Column } from '../../../ui/tables/table-types.ts';
import { sumOf } from '../../ledger/wire-amounts.ts';

type Line = { party: { id: number; name: string }; currency: string; base_total: string };

/** A party with one line for each currency, and what they come to in base. */
export type ByParty<R extends Line> = {
  party: R['party'];
  /** That of its total. */
  currency: string;
  base_total: string;
  lines: readonly R[];
};

/** The rows of a report by party: one for each, its currencies beneath one another. */
export function byParty<R extends Line>(rows: readonly R[], base: string): ByParty<R>[] {
  return [...Map.groupBy(rows, (row) => row.party.id).values()].flatMap((lines) => {
    const [first] = lines;
    if (first === undefined) return [];
    const total = sumOf(
      lines.map((line) => line.base_total),
      base,
    );
    return [{ party: first.party, currency: base, base_total: total, lines }];
  });
}

/** Values beneath one another, each on a line of one height, so that the currencies of a row stand beside their figures. */
export function Stack({ children }: { children: readonly ReactNode[] }) {
  return (
    <span className="grid">
      {children.map((child, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the lines of a row keep their order
        <span key={index} className="flex h-5.5 items-center justify-end [td:not(.figures)_&]:justify-start">
          {child}
        </span>
      ))}
    </span>
  );
}

/** Columns of a row as those of a party: a line for each of its currencies. */
export function stacked<R extends Line>(columns: readonly Column<R>[], own: Partial<Record<string, Column<ByParty<R>>>>) {
  return columns.map(
    (column): Column<ByParty<R>> =>
      own[column.id] ?? {
        id: column.id,
        title: column.title,
        ...(column.align && { align: column.align }),
        ...(column.kind && { kind: column.kind }),
        ...(column.hidden && { hidden: column.hidden }),
        isBlank: ({ lines }) => lines.every((line) => column.isBlank?.(line) === true),
        cell: ({ lines }) => <Stack>{lines.map((line) => column.cell(line))}</Stack>,
      },
  );
}

/** The column of what a party's currencies come to in base at the rates at which they were booked. */
export const baseTotal = <R extends Line>(title: string): Column<ByParty<R>> => ({
  id: 'base_total',
  title,
  align: 'right',
  kind: 'amount',
  sortable: true,
  cell: ({ base_total: total, currency, lines }) => (
    <Stack>{lines.map((_, at) => at === 0 && <MoneyText key="total" strong value={total} currency={currency} />)}</Stack>
  ),
});

/** Totals of a report by currency, beneath one another in each column. */
export function stackedTotals(totals: readonly Readonly<Record<string, ReactNode>>[]): Record<string, ReactNode> {
  const names = [...new Set(totals.flatMap((one) => Object.keys(one)))];
  return Object.fromEntries(names.map((name) => [name, <Stack key={name}>{totals.map((one) => one[name])}</Stack>]));
}
