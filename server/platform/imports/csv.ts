import { LIMITS } from './limits.ts';
import { refusal, SENTENCES } from './refusal.ts';
import { FORMULA, type CellFault, type FileRow } from './table.ts';

const OLD_ENCODING = 'The file is not in UTF-8 and was read as Windows-1252. Check letters with accents.';

/** The text of a CSV file: by its mark, as UTF-8, or as what Excel saves on older systems, which adds a note. */
export function decodeText(bytes: Uint8Array, addNote: (note: string) => void): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    addNote(OLD_ENCODING);
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The separator that splits the first lines most often; a mark within quotes does not count. */
export function separatorOf(text: string): string {
  const head = text.slice(0, 16_384).replace(/"[^"]*"/g, '');
  const counts = [',', ';', '\t', '|'].map((mark) => ({ mark, count: head.split(mark).length }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).mark;
}

type Field = { text: string; end: number };

function quoted(text: string, start: number, row: number): Field {
  let from = start + 1;
  for (;;) {
    const close = text.indexOf('"', from);
    if (close < 0) throw refusal(`Row ${row} has a quotation mark that is never closed. Add the closing one.`);
    if (text[close + 1] !== '"') return { text: text.slice(start + 1, close).replaceAll('""', '"'), end: close + 1 };
    from = close + 2;
  }
}

/** Up to the next separator or the end of the line; `ends` finds either, so that a line is walked once. */
function plain(text: string, start: number, ends: RegExp): Field {
  ends.lastIndex = start;
  const end = ends.exec(text)?.index ?? text.length;
  return { text: text.slice(start, end), end };
}

/** What our own exports guard with an apostrophe comes back without it. */
const unguarded = (text: string) => (/^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text);

function cellOf(text: string, column: number, faults: CellFault[]): string {
  if (text.startsWith('=')) faults.push({ column, message: FORMULA });
  if (text.length > LIMITS.cell) faults.push({ column, message: 'Holds more than 60,000 characters.' });
  if (text.includes('\u0000')) faults.push({ column, message: 'Holds a character that cannot be kept.' });
  return unguarded(text.slice(0, LIMITS.cell)).replaceAll('\u0000', '').toWellFormed();
}

/**
 * The rows of a CSV text that hold anything, by RFC 4180: quotes, embedded separators and line breaks. A row has the
 * number that a spreadsheet would show for it: line breaks within quotes do not count. Returns how many there were.
 */
export function* csvRows(text: string, separator = separatorOf(text)): Generator<FileRow, number> {
  const ends = new RegExp(`[${separator === '|' ? '\\|' : separator}\\n\\r]`, 'g');
  let [at, row] = [0, 0];
  while (at < text.length) {
    row += 1;
    const cells: string[] = [];
    const faults: CellFault[] = [];
    for (;;) {
      const field = text[at] === '"' ? quoted(text, at, row) : plain(text, at, ends);
      // What follows a closing quote before the next separator belongs to the cell, as spreadsheets read it.
      const rest = text[at] === '"' ? plain(text, field.end, ends) : { text: '', end: field.end };
      if (cells.length >= LIMITS.columns) throw refusal(SENTENCES.wide);
      cells.push(cellOf(field.text + rest.text, cells.length, faults));
      at = rest.end;
      if (text[at] !== separator) break;
      at += 1;
    }
    if (text[at] === '\r') at += 1;
    if (text[at] === '\n') at += 1;
    while (cells.length > 0 && cells.at(-1)?.trim() === '') cells.pop();
    if (cells.length > 0 || faults.length > 0) yield { row, cells, faults };
  }
  return row;
}
