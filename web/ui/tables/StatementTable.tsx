import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useNarrow } from '../hooks/use-narrow.ts';
import { Fading } from './Fading.tsx';
import { StackedRows } from './StackedRows.tsx';
import { hasLower, LEVEL, LowerTitle, LowerLine } from './Lower.tsx';
import type { Lower } from './table-types.ts';

export type StatementColumn<T> = {
  id: string;
  title: ReactNode;
  cell: (row: T) => ReactNode;
  /** A second line under it, in small letters. */
  second?: (row: T) => ReactNode;
  /** The column that the second line is. */
  lower?: Lower;
  align?: 'right';
  /** What is done with the row: beside its name where rows are stacked. */
  act?: boolean;
};
export type StatementGroup<T> = {
  id: string;
  /** "Jubilee Insurance · KES"; left out for a single group. */
  title?: ReactNode;
  rows: readonly T[];
  /** A cell per column id. */
  totals?: Readonly<Record<string, ReactNode>>;
};

type StatementTableProps<T> = {
  caption: string;
  columns: readonly StatementColumn<T>[];
  groups: readonly StatementGroup<T>[];
  rowKey: (row: T) => string;
  /** The whole statement's last line. */
  totals?: Readonly<Record<string, ReactNode>>;
  /** A sheet whose columns are compared down the page: it stays a table on a telephone and scrolls sideways. */
  sheet?: boolean;
};

/** So many columns still fit a telephone. */
const FIT = 3;

const cell = 'h-8 border-b border-line px-3 py-1 first:pl-4 last:pr-4';
/** The first column stays in sight while the others are scrolled sideways. */
const pinned = 'first:sticky first:left-0 first:z-10 first:bg-panel group-hover:first:bg-hover';

/**
 * A report as on paper: groups with their totals, a grand total, heads repeated on each printed page. On a telephone rows
 * of more columns than fit are stacked, unless it is a sheet.
 */
export function StatementTable<T>({ sheet = false, ...table }: StatementTableProps<T>) {
  const narrow = useNarrow();
  const Rows = narrow && !sheet && table.columns.length > FIT ? StackedRows : TabledRows;
  return <Rows {...table} />;
}

export type StatementRows<T> = Omit<StatementTableProps<T>, 'sheet'>;

function TabledRows<T>({ caption, columns, groups, rowKey, totals }: StatementRows<T>) {
  const level = hasLower(columns) && LEVEL;
  return (
    <Fading>
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide statement scrolls by keyboard
        tabIndex={0}
        className={clsx(
          'print-open follows relative rounded-[inherit] outline-none focus-visible:ring-2 focus-visible:ring-ring',
        )}
      >
        <table className="w-full border-separate border-spacing-0 [&>:last-child>tr:last-child>*]:border-b-0">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column.id}
                  scope="col"
                  style={{ minWidth: 'var(--alike, 0px)' }}
                  className={clsx(
                    cell,
                    'head-top sticky z-20 bg-panel first:left-0 first:z-30',
                    'text-xs font-medium whitespace-nowrap text-mute',
                    column.align === 'right' ? 'text-right' : 'text-left',
                  )}
                >
                  {column.title}
                  {column.lower !== undefined && <LowerTitle {...column.lower} />}
                </th>
              ))}
            </tr>
          </thead>
          {groups.map((group) => (
            <tbody key={group.id}>
              {group.title !== undefined && (
                <tr>
                  <th
                    colSpan={columns.length}
                    scope="rowgroup"
                    className={clsx(cell, 'bg-hover text-left font-semibold')}
                  >
                    <span className="sticky left-4">{group.title}</span>
                  </th>
                </tr>
              )}
              {group.rows.map((row) => (
                <tr key={rowKey(row)} className="group hover:bg-hover">
                  {columns.map((column) => (
                    <td
                      key={column.id}
                      className={clsx(
                        cell,
                        pinned,
                        level,
                        column.align === 'right' ? 'figures' : column.act !== true && 'min-w-24 sm:first:min-w-36',
                      )}
                    >
                      {column.cell(row)}
                      {column.lower && <LowerLine alike={column.lower.alike}>{column.second?.(row)}</LowerLine>}
                    </td>
                  ))}
                </tr>
              ))}
              {group.totals !== undefined && <TotalRow totals={group.totals} columns={columns} />}
            </tbody>
          ))}
          {totals !== undefined && (
            <tfoot>
              <TotalRow totals={totals} columns={columns} strong />
            </tfoot>
          )}
        </table>
      </div>
    </Fading>
  );
}

type TotalProps<T> = {
  totals: Readonly<Record<string, ReactNode>>;
  columns: readonly StatementColumn<T>[];
  strong?: boolean;
};

function TotalRow<T>({ totals, columns, strong = false }: TotalProps<T>) {
  return (
    <tr className={clsx('font-semibold', strong && '[&>td]:border-t-2 [&>td]:border-t-edge')}>
      {columns.map((column) => (
        <td
          key={column.id}
          className={clsx(cell, pinned, hasLower(columns) && LEVEL, column.align === 'right' && 'figures')}
        >
          {totals[column.id]}
          {column.lower && <LowerLine alike={column.lower.alike}>{totals[column.lower.id]}</LowerLine>}
        </td>
      ))}
    </tr>
  );
}
