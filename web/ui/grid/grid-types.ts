import type { ReactNode } from 'react';
import type { Found, Search } from '../fields/use-search.ts';

export type GridCell = string | Found | null;

export type GridColumn<R> = {
  key: keyof R & string;
  title: string;
  /** picker: `Found | null`; rate, money, text, day, check ('yes' or ''): string. 'shown' is computed and not entered. */
  kind: 'picker' | 'rate' | 'money' | 'text' | 'day' | 'check' | 'shown';
  /** Of a 'shown' column that holds words. */
  align?: 'left';
  /** Least width in pixels. */
  width?: number;
  search?: Search;
  onCreate?: (text: string) => Promise<Found | null>;
  noun?: string;
  currency?: string;
  show?: (row: R, index: number) => ReactNode;
  /** Not entered in this row, and why. */
  lockedReason?: (row: R) => string | undefined;
};

export type GridFieldProps<R> = {
  label: string;
  columns: readonly GridColumn<R>[];
  rows: readonly R[];
  onChange: (rows: R[]) => void;
  /** A fresh row. */
  newRow: () => R;
  /** Message by "<row>.<key>" ("2.share"), as react-hook-form and the server name fields. */
  errors?: Readonly<Record<string, string | undefined>>;
  /** Ids of cells are "<name>.<row>.<key>", so that an error summary leads to them. */
  name: string;
  addLabel?: string;
  /** A cell per column key. */
  totals?: Readonly<Record<string, ReactNode>>;
  disabled?: boolean;
  /** Its rows are fixed: none is added or taken away. */
  fixed?: boolean;
};
