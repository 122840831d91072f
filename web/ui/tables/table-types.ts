import type { ReactNode } from 'react';
import type { AnyColumn } from '../../../domain/tables/table.ts';
import type { MenuEntry } from '../buttons/Menu.tsx';

export type Column<T> = {
  /** Also the name by which the server sorts. */
  id: string;
  title: string;
  cell: (row: T) => ReactNode;
  /** The same without a link of its own: where the cell leads to the row's record. */
  bare?: (row: T) => ReactNode;
  /** A second line under it, in small letters; it is no part of the cell's link. */
  second?: (row: T) => ReactNode;
  /** The column that the second line is: its heading stands under this one's, what it comes to under this one's total. */
  lower?: Lower;
  /** Figures are right-aligned. */
  align?: 'right';
  /** Least width in pixels. */
  width?: number;
  sortable?: boolean;
  /** In which way it is sorted, where its title does not say so. */
  sortNote?: string;
  /** Not shown until chosen. */
  hidden?: boolean;
  /** Shown only where there is room, until chosen. */
  wide?: boolean;
  /** What its values are, where it is a table's. A telephone's row begins with its first text and its first amount. */
  kind?: AnyColumn['kind'];
  /** A row may have nothing there, so what stands alone says what it is. */
  isOptional?: boolean;
  /** The row has nothing there, so a telephone leaves it out. */
  isBlank?: (row: T) => boolean;
};

/** A column that stands under another; `alike` where it is no less than that one, as another age is. */
export type Lower = { id: string; title: string; alike?: boolean };

export type Sort = { id: string; descending: boolean };
export type Density = 'compact' | 'relaxed';

type Selection<T> = {
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
  /** Batch actions, for the rows selected on this page. */
  actions: (rows: T[]) => ReactNode;
};

export type TotalLine = Readonly<Record<string, ReactNode>>;

export type DataTableProps<T> = {
  /** Names the table for those who do not see it. */
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[] | undefined;
  rowKey: (row: T) => string;
  /** The record's page; the first column links to it, and a click anywhere on the row follows. */
  rowHref?: (row: T) => string;
  /** What this user may do with the row in its state. */
  rowActions?: (row: T) => readonly MenuEntry[];
  /** Reads out a row: "Actions for NBO/FAC/2026/000123". */
  rowLabel?: (row: T) => string;
  loading?: boolean;
  error?: unknown;
  onRetry?: () => void;
  empty?: ReactNode;
  sort?: Sort | undefined;
  onSort?: (sort: Sort | undefined) => void;
  hidden?: ReadonlySet<string>;
  density?: Density;
  selection?: Selection<T>;
  /** Totals: a cell per column id. */
  totals?: TotalLine;
  /** Further lines below them: what they were on another day. */
  moreTotals?: readonly TotalLine[];
  /** Rows of the skeleton before the first answer. */
  skeletonRows?: number;
  /** The table scrolls on its own within this height, or in what a column leaves it (`min-h-0`); otherwise it grows with the page. */
  maxHeight?: string;
};
