import { open } from 'node:fs/promises';
import type { ColumnKind } from '../../../domain/tables/columns.ts';
import type { Cell, ExportTable } from './table.ts';

const BOM = '\uFEFF';
const CHUNK = 64 * 1024;

/** One cell by RFC 4180. Text that a spreadsheet would run as a formula gets a leading apostrophe; amounts stay numbers. */
export function csvCell(cell: Cell, kind: ColumnKind): string {
  if (cell === null) return '';
  const safe = kind === 'text' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function csvLine(cells: readonly Cell[], kinds: readonly ColumnKind[]): string {
  return `${cells.map((cell, index) => csvCell(cell, kinds[index] ?? 'text')).join(',')}\r\n`;
}

/** Writes a table as CSV: UTF-8 with its mark, a heading, CRLF. Writing to the file is what gives the event loop back. */
export async function writeCsv(table: ExportTable, path: string): Promise<void> {
  const kinds = table.columns.map((column) => column.kind);
  const headings = table.columns.map((column) => column.name);
  const file = await open(path, 'wx', 0o600);
  try {
    let chunk =
      BOM +
      csvLine(
        headings,
        headings.map(() => 'text'),
      );
    for await (const cells of table.rows) {
      chunk += csvLine(cells, kinds);
      if (chunk.length < CHUNK) continue;
      await file.write(chunk);
      chunk = '';
    }
    await file.write(chunk);
  } finally {
    await file.close();
  }
}
