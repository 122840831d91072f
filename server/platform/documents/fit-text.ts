import type { Column, TableSection } from './page-model.ts';

/** In a row of fixed height a text that wraps would be printed over the next row, so it is cut to its column. */
export const MM_PER_PT = 0.3528;
const SIZE_PT = 7.4;
const GUTTER_MM = 4;

/** Widths in em, on the generous side: a text cut a little early is better than one over its neighbour. */
function characterWidth(character: string): number {
  if (/[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/.test(character)) return 1;
  if (/[MWm@%—…]/.test(character)) return 0.95;
  if (/[A-Z0-9w&#]/.test(character)) return 0.74;
  if (/[iljtfr.,:;'|!()\s/-]/.test(character)) return 0.38;
  return 0.62;
}

const segmenter = new Intl.Segmenter('en');
const isPlain = (text: string): boolean => /^[\u0020-\u007e]*$/.test(text);
const partsOf = (text: string): Iterable<string> =>
  isPlain(text) ? text : Array.from(segmenter.segment(text), ({ segment }) => segment);

/** How wide a text is, in em. */
export function emWidth(text: string): number {
  let width = 0;
  for (const part of partsOf(text)) width += characterWidth(part);
  return width;
}

/** Figures are set with digits of one width, and are never cut. */
export const figureWidth = (text: string): number => text.length * 0.64 - text.replace(/[^.,]/g, '').length * 0.3;

/** How wide the widest of its lines is, in em. */
export const widestLine = (text: string, widthOf = emWidth): number => Math.max(...text.split('\n').map(widthOf));

const SHORT_TABLE = { largestPt: 8, leastPt: 5, smaller: 0.95, gutterMm: 5, leastTextMm: 28 };

/** The letters of a short table: smaller where its figures would leave a text that wraps no room beside them. */
export function tableSizePt({ columns, rows, total = [] }: TableSection, pageMm: number): number {
  const { largestPt, leastPt, smaller, gutterMm, leastTextMm } = SHORT_TABLE;
  if (!columns.some(({ grow }) => grow)) return largestPt;
  const em = columns.reduce((sum, { label, grow, align }, place) => {
    const widthOf = align === 'right' ? figureWidth : emWidth;
    const cells = [...rows.map((row) => row[place] ?? ''), total[place] ?? ''];
    return grow ? sum : sum + Math.max(widestLine(label), ...cells.map((cell) => widestLine(cell, widthOf)));
  }, 0);
  const room = pageMm - gutterMm * (columns.length - 1) - leastTextMm;
  let size = largestPt;
  while (size > leastPt && em * size * MM_PER_PT > room) size *= smaller;
  return size;
}

export function fitText(text: string, widthMm: number, sizePt = SIZE_PT): string {
  const line = text.replace(/\s+/g, ' ');
  let left = widthMm / (sizePt * MM_PER_PT);
  let kept = '';
  for (const part of partsOf(line)) {
    left -= characterWidth(part);
    if (left < 0) return `${kept.slice(0, -1).trimEnd()}…`;
    kept += part;
  }
  return line;
}

/** A word in pieces of a width at most, in em. */
function piecesOf(word: string, most: number): string[] {
  if (emWidth(word) <= most) return [word];
  const pieces: string[] = [];
  let [piece, width] = ['', 0];
  for (const part of partsOf(word)) {
    const own = characterWidth(part);
    if (piece !== '' && width + own > most) {
      pieces.push(piece);
      [piece, width] = ['', 0];
    }
    piece += part;
    width += own;
  }
  return [...pieces, piece];
}

/** A text in lines of a width at most, in em; only a word that is longer than a line is broken itself. */
export function wrapText(text: string, most: number): string {
  const whole = text.replace(/\s+/g, ' ');
  if (emWidth(whole) <= most) return whole;
  const space = characterWidth(' ');
  const lines: string[] = [];
  let width = most;
  for (const word of whole.split(' ')) {
    const [first = '', ...further] = piecesOf(word, most);
    const own = emWidth(first);
    if (width + space + own <= most) {
      lines.push(`${lines.pop() ?? ''} ${first}`);
      width += space + own;
    } else {
      lines.push(first);
      width = own;
    }
    for (const piece of further) {
      lines.push(piece);
      width = emWidth(piece);
    }
  }
  return lines.join('\n');
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
