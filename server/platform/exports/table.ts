import type { ColumnKind } from '../../../domain/tables/columns.ts';
import { currencyIn, headingOf, type Columns, type Table, type Values } from '../../../domain/tables/table.ts';
import type { CurrencyCode } from '../../../domain/values/money.ts';

/** A cell as plain text: an amount with its currency's own decimals ("562500.00"), a percentage, a day (YYYY-MM-DD). */
export type Cell = string | null;

type Column<Row> = { name: string; kind: ColumnKind; cell: (row: Row) => Cell };

/** Something to export, whatever its rows were: a name for the file and the sheet, headings, and rows of cells. */
export type ExportTable = {
  name: string;
  columns: readonly { name: string; kind: ColumnKind }[];
  rows: AsyncIterable<readonly Cell[]>;
};

async function* cellsOf<Row>(
  rows: AsyncIterable<Row> | Iterable<Row>,
  columns: readonly Column<Row>[],
): AsyncGenerator<readonly Cell[]> {
  for await (const row of rows) yield columns.map((column) => column.cell(row));
}

/** Each row as another, as it comes. */
export async function* mapped<Row, Other>(rows: AsyncIterable<Row>, of: (row: Row) => Other): AsyncGenerator<Other> {
  for await (const row of rows) yield of(row);
}

/** Ties rows to their columns. */
export function exportTable<Row>(source: {
  name: string;
  columns: readonly Column<Row>[];
  rows: AsyncIterable<Row> | Iterable<Row>;
}): ExportTable {
  return {
    name: source.name,
    columns: source.columns.map(({ name, kind }) => ({ name, kind })),
    rows: cellsOf(source.rows, source.columns),
  };
}

/** The rows of a table of the domain, from wherever they come. */
export type Rows<C extends Columns> = AsyncIterable<Values<Table<C>>> | Iterable<Values<Table<C>>>;

/** A table of the domain as a file: its columns in the order of a file. */
export function fileOf<C extends Columns>(
  table: Table<C>,
  { name, rows, base, timeZone }: { name: string; rows: Rows<C>; base: CurrencyCode; timeZone?: string },
): ExportTable {
  const columns = table.file.map(({ name: key, column }): Column<Values<Table<C>>> => ({
    name: headingOf(column, base),
    kind: column.kind,
    cell: (row) => column.cell(row[key], currencyIn(column, row, base), timeZone),
  }));
  return exportTable({ name, columns, rows });
}
