/** What a column holds: how its cells are written in CSV and XLSX. */
export type ColumnKind = 'text' | 'amount' | 'rate' | 'day';

/** A cell as plain text: an amount with its currency's own decimals ("562500.00"), a percentage, a day (YYYY-MM-DD). */
export type Cell = string | null;

export type Column<Row> = { name: string; kind: ColumnKind; cell: (row: Row) => Cell };

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

/** Ties rows to their columns. */
export function exportTable<Row>(given: {
  name: string;
  columns: readonly Column<Row>[];
  rows: AsyncIterable<Row> | Iterable<Row>;
}): ExportTable {
  return {
    name: given.name,
    columns: given.columns.map(({ name, kind }) => ({ name, kind })),
    rows: cellsOf(given.rows, given.columns),
  };
}
