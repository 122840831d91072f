/** Something wrong with one cell, by its column from 0; null when it is about the whole row. */
export type CellFault = { column: number | null; message: string };

/** A row of a file: its number counted from 1, its cells as text, what could not be read. */
export type FileRow = { row: number; cells: string[]; faults: CellFault[] };

/** What a file is, known before its rows: its sheets, which of them was read, the row of the headings, and these. */
export type FileHead = { sheets: string[]; sheet: number; row: number; columns: string[] };

/** "A" for 0, "AB" for 27: how a spreadsheet names its columns. */
export function columnLetter(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last;
}

/** 27 for "AB": -1 for what is no column. */
export function columnIndex(letters: string): number {
  let index = 0;
  for (const letter of letters) {
    const value = (letter.codePointAt(0) ?? 0) - 64;
    if (value < 1 || value > 26) return -1;
    index = index * 26 + value;
  }
  return index - 1;
}

export const FORMULA = 'Holds a formula. Paste values only.';
