import { parentPort, workerData } from 'node:worker_threads';
import { nameKey } from '../../../domain/names.ts';
import { csvRows, decodeText } from './csv.ts';
import type { FileKind } from './format.ts';
import { LIMITS } from './limits.ts';
import { isRefusal, refusal, SENTENCES } from './refusal.ts';
import { sheetRows } from './sheet.ts';
import type { FileHead, FileRow } from './table.ts';
import { openWorkbook } from './workbook.ts';

export type ReadJob = { bytes: Uint8Array; kind: FileKind; sheet: number; headings: readonly string[] };
export type ReadMessage =
  | ({ kind: 'head' } & FileHead)
  | { kind: 'rows'; rows: FileRow[] }
  | { kind: 'done'; notes: string[] }
  | { kind: 'refused'; sentence: string }
  | { kind: 'failed'; message: string };

const BATCH = 500;
const BATCH_TEXT = 1_000_000;

type Source = { sheets: string[]; sheet: number; batches: AsyncIterable<readonly FileRow[]> };

async function* once(rows: Iterable<FileRow>): AsyncGenerator<readonly FileRow[]> {
  for (const row of rows) yield [row];
}

async function sourceOf(job: ReadJob, addNote: (note: string) => void): Promise<Source> {
  if (job.kind === 'csv') return { sheets: [], sheet: 0, batches: once(csvRows(decodeText(job.bytes, addNote))) };
  const book = await openWorkbook(job.bytes);
  const sheet = book.sheets[job.sheet] ? job.sheet : 0;
  return {
    sheets: book.sheets.map(({ name }) => name),
    sheet,
    batches: sheetRows(book, book.sheets[sheet]?.part ?? '', addNote),
  };
}

/** The row that names the columns: of the first ones the one with most known headings, else the first with two cells. */
function headingAt(rows: readonly FileRow[], known: ReadonlySet<string>): number {
  const scores = rows.map((row) => row.cells.filter((cell) => known.has(nameKey(cell))).length);
  const best = Math.max(...scores);
  if (best > 0) return scores.indexOf(best);
  const wide = rows.findIndex((row) => row.cells.filter((cell) => cell.trim() !== '').length > 1);
  return Math.max(0, wide);
}

function withinHeadings(row: FileRow, columns: number): FileRow {
  const beyond = row.cells.findIndex((cell, index) => index >= columns && cell.trim() !== '');
  if (beyond < 0) return row;
  return { ...row, faults: [...row.faults, { column: beyond, message: 'There is no heading above this value.' }] };
}

type Output = { send: (message: ReadMessage) => Promise<void> };

function batching({ send }: Output) {
  let rows: FileRow[] = [];
  let [text, count, columns] = [0, 0, 0];
  const flush = async () => {
    if (rows.length === 0) return;
    await send({ kind: 'rows', rows });
    rows = [];
    text = 0;
  };
  return {
    width: (columnCount: number) => {
      columns = columnCount;
    },
    count: () => count,
    flush,
    add: async (row: FileRow) => {
      count += 1;
      if (count > LIMITS.rows) throw refusal(SENTENCES.many);
      rows.push(withinHeadings(row, columns));
      text += row.cells.reduce((sum, cell) => sum + cell.length, 0);
      if (rows.length >= BATCH || text >= BATCH_TEXT) await flush();
    },
  };
}

async function read(job: ReadJob, output: Output): Promise<void> {
  const notes = new Set<string>();
  const source = await sourceOf(job, (note) => notes.add(note));
  const known = new Set(job.headings);
  const batch = batching(output);
  let first: FileRow[] | null = [];
  const start = async (rows: readonly FileRow[]) => {
    const at = headingAt(rows, known);
    const heading = rows[at];
    if (!heading) throw refusal(SENTENCES.noHeadings);
    const columns = heading.cells.map((cell) => cell.trim().slice(0, 200));
    batch.width(columns.length);
    await output.send({ kind: 'head', sheets: source.sheets, sheet: source.sheet, row: heading.row, columns });
    for (const row of rows.slice(at + 1)) await batch.add(row);
  };
  for await (const rows of source.batches) {
    for (const row of rows) {
      if (first === null) await batch.add(row);
      else if (first.push(row) >= LIMITS.headingSearch) {
        const head: FileRow[] = first;
        first = null;
        await start(head);
      }
    }
  }
  if (first !== null) await start(first);
  if (batch.count() === 0) throw refusal(SENTENCES.noRows);
  await batch.flush();
  await output.send({ kind: 'done', notes: [...notes] });
}

const port = parentPort;
if (port) {
  let credits = 2;
  let wake = () => {};
  port.on('message', () => {
    credits += 1;
    wake();
  });
  const send = async (message: ReadMessage) => {
    while (credits === 0)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    credits -= 1;
    port.postMessage(message, []);
  };
  const job = workerData as ReadJob;
  read(job, { send }).then(
    () => port.close(),
    (error: unknown) => {
      port.postMessage(
        isRefusal(error)
          ? { kind: 'refused', sentence: error.message }
          : { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) },
        [],
      );
      port.close();
    },
  );
}
