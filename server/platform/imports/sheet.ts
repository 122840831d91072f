import { shownNumber } from './cell-text.ts';
import { LIMITS } from './limits.ts';
import { refusal, SENTENCES } from './refusal.ts';
import { columnIndex, FORMULA, type CellFault, type FileRow } from './table.ts';
import { piecesOf, type Workbook } from './workbook.ts';
import { attributeOf, xmlReader, type XmlEvents } from './xml.ts';

type Open = { column: number; type: string; style: string; value: string; formula: boolean };

/** `_x000D_` encodes a character that XML cannot hold; NUL can nowhere be kept. */
const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
        // oxlint-disable-next-line no-restricted-globals -- four hexadecimal digits of a character
        String.fromCodePoint(Number(`0x${hex}`)),
      )
    : text;

function textOf(book: Workbook, cell: Open): string {
  switch (cell.type) {
    case 's':
      // oxlint-disable-next-line no-restricted-globals -- an index into the workbook's own list
      return unescaped(book.strings[Number(cell.value)] ?? '');
    case 'inlineStr':
    case 'str':
      return unescaped(cell.value);
    case 'b':
      return cell.value === '1' ? 'TRUE' : 'FALSE';
    default: {
      // oxlint-disable-next-line no-restricted-globals -- an index into the workbook's own list
      const kind = book.formats[Number(cell.style)] ?? 'plain';
      return cell.value === '' ? '' : shownNumber(cell.value.trim(), { kind, system: book.system });
    }
  }
}

function faultOf(cell: Open, text: string): CellFault | null {
  const { column } = cell;
  if (cell.formula) return { column, message: FORMULA };
  if (cell.type === 'e') return { column, message: `Holds the error ${cell.value.slice(0, 20)}.` };
  if (text.length > LIMITS.cell) return { column, message: 'Holds more than 60,000 characters.' };
  return text.includes('\u0000') ? { column, message: 'Holds a character that cannot be kept.' } : null;
}

type Reading = { rows: FileRow[]; row: number; cells: string[]; faults: CellFault[]; text: number; merged: boolean };

function keepCell(book: Workbook, reading: Reading, cell: Open): void {
  const text = textOf(book, cell);
  const fault = faultOf(cell, text);
  if (fault) reading.faults.push(fault);
  if (text.trim() === '' && !fault) return;
  if (cell.column < 0 || cell.column >= LIMITS.columns) throw refusal(SENTENCES.wide);
  while (reading.cells.length < cell.column) reading.cells.push('');
  const kept = text.slice(0, LIMITS.cell).replaceAll('\u0000', '').toWellFormed();
  reading.cells[cell.column] = kept;
  reading.text += kept.length;
  if (reading.text > LIMITS.text) throw refusal(SENTENCES.text);
}

function eventsOf(book: Workbook, reading: Reading): XmlEvents {
  let cell: Open | null = null;
  let next = 0;
  let [inValue, phonetic] = [false, false];
  const openCell = (attributes: string) => {
    const letters = /^[A-Z]{1,3}/.exec(attributeOf(attributes, 'r') ?? '')?.[0];
    const column = letters === undefined ? next : columnIndex(letters);
    next = column + 1;
    const of = (name: string) => attributeOf(attributes, name) ?? '';
    cell = { column, type: of('t'), style: of('s') || '0', value: '', formula: false };
  };
  return {
    open: (name, attributes) => {
      if (name === 'row') {
        const number = attributeOf(attributes, 'r');
        // oxlint-disable-next-line no-restricted-globals -- the number of a row, at most seven digits
        reading.row = number !== undefined && /^\d{1,7}$/.test(number) ? Number(number) : reading.row + 1;
        next = 0;
      } else if (name === 'c') openCell(attributes);
      else if (name === 'f' && cell) cell.formula = true;
      else if (name === 'rPh') phonetic = true;
      else if (name === 'v' || name === 't') inValue = cell !== null && !phonetic;
      else if (name === 'mergeCell') reading.merged = true;
    },
    text: (piece) => {
      if (inValue && cell && cell.value.length <= LIMITS.cell) cell.value += piece;
    },
    close: (name) => {
      if (name === 'v' || name === 't') inValue = false;
      else if (name === 'rPh') phonetic = false;
      else if (name === 'c' && cell) {
        if (cell.value !== '' || cell.formula) keepCell(book, reading, cell);
        cell = null;
      } else if (name === 'row' && (reading.cells.length > 0 || reading.faults.length > 0)) {
        reading.rows.push({ row: reading.row, cells: reading.cells, faults: reading.faults });
        reading.cells = [];
        reading.faults = [];
      }
    },
  };
}

/**
 * The rows of a sheet that hold anything, as their cells show them: numbers as exact decimals, days as YYYY-MM-DD. A
 * formula, an error and a text too long become faults of their cells. Rows without content cost nothing.
 */
export async function* sheetRows(
  book: Workbook,
  part: string,
  addNote: (note: string) => void,
): AsyncGenerator<readonly FileRow[]> {
  const reading: Reading = { rows: [], row: 0, cells: [], faults: [], text: 0, merged: false };
  const reader = xmlReader(eventsOf(book, reading));
  for await (const piece of piecesOf(book, part)) {
    reader.push(piece);
    if (reading.rows.length === 0) continue;
    yield reading.rows;
    reading.rows = [];
  }
  reader.end();
  if (reading.merged) addNote('Some cells are merged: only the first cell of each has the value.');
}
