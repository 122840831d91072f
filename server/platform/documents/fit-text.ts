import type { Column, TableSection } from './page-model.ts';

/** In a row of fixed height a text that wraps would be printed over the next row, so it is cut to its column. */
const FONT_MM = 7.4 * 0.3528;
const GUTTER_MM = 4;

/** Widths in em, on the generous side: a text cut a little early is better than one over its neighbour. */
function emWidth(character: string): number {
  if (/[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/.test(character)) return 1;
  if (/[MW@%—…]/.test(character)) return 0.95;
  if (/[A-Z0-9mw&#]/.test(character)) return 0.72;
  if (/[iljtfr.,:;'|!()\s/-]/.test(character)) return 0.38;
  return 0.62;
}

export function fitText(text: string, widthMm: number): string {
  const line = text.replace(/\s+/g, ' ');
  let left = widthMm / FONT_MM;
  let kept = '';
  for (const { segment } of new Intl.Segmenter('en').segment(line)) {
    left -= emWidth(segment);
    if (left < 0) return `${kept.slice(0, -1).trimEnd()}…`;
    kept += segment;
  }
  return line;
}

/** Right-aligned columns hold figures, which are never cut: their column must be wide enough. */
export function fitRows(table: TableSection, pageMm: number): string[][] {
  const widths = columnWidths(table.columns, pageMm);
  return table.rows.map((row) =>
    row.map((cell, index) => (table.columns[index]?.align === 'right' ? cell : fitText(cell, widths[index] ?? 20))),
  );
}

function columnWidths(columns: readonly Column[], pageMm: number): number[] {
  const fixed = columns.reduce((sum, column) => sum + (column.mm ?? 0), 0);
  const open = columns.filter((column) => column.mm === undefined).length;
  const share = (pageMm - fixed - GUTTER_MM * (columns.length - 1)) / Math.max(1, open);
  return columns.map((column) => column.mm ?? share);
}
