import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { parentPort, type MessagePort } from 'node:worker_threads';
import { writeXlsxStream } from 'hucre/xlsx';
import type { ColumnKind } from '../../../domain/tables/columns.ts';
import { QuickDeflate } from './quick-deflate.ts';
import type { Cell } from './table.ts';

export type XlsxJob = { path: string; name: string; columns: { name: string; kind: ColumnKind }[] };
/** A file begins, a batch of its rows, or null, which ends its sheet. */
export type XlsxMessage = { job: XlsxJob } | { rows: (readonly Cell[])[] | null };
export type XlsxReply = { kind: 'taken' } | { kind: 'done' } | { kind: 'failed'; message: string };

type Value = string | number | Date | null;

const WIDTHS: Record<ColumnKind, number> = { text: 28, count: 10, amount: 18, rate: 10, day: 12, instant: 26 };
/** A spreadsheet keeps 15 digits: an amount with more of them would come back as another one. */
const EXACT_DIGITS = 15;
/** By decimals: no currency has more than four. */
const FORMATS = ['#,##0', '#,##0.0', '#,##0.00', '#,##0.000', '#,##0.0000'] as const;

function decimalsOf(cell: Cell | undefined): number {
  const point = cell?.indexOf('.') ?? -1;
  return cell && point >= 0 ? cell.length - point - 1 : 0;
}

function numberOf(text: string): number | string {
  const digits = text.replace(/[-.]/g, '').replace(/^0+/, '');
  // oxlint-disable-next-line no-restricted-globals -- a cell is a double by its format; only digits that it keeps come here
  return digits.length <= EXACT_DIGITS ? Number(text) : text;
}

/** Characters that no XML has, not even by a number, and a text that looks like the escape of one: readers would take that for the character. */
const inXml = (text: string): string =>
  text.replace(/[\uFFFE\uFFFF]/g, '\uFFFD').replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');

/** Text and an instant are a text cell whatever they start with; a day is a date; counts, amounts and percentages are numbers where exact. */
function valueOf(cell: Cell, kind: ColumnKind): Value {
  if (cell === null) return null;
  if (kind === 'text' || kind === 'instant') return inXml(cell);
  return kind === 'day' ? new Date(`${cell}T00:00:00Z`) : numberOf(cell);
}

/**
 * Columns as the writer wants them. It asks for a column's format again with every row, just before it writes the row's
 * cells: so each amount is shown with its own currency's decimals although formats hang on columns (a test holds it to this).
 */
function sheetColumns(job: XlsxJob, current: { cells: readonly Cell[] }) {
  return job.columns.map(({ name, kind }, index) => ({
    header: name,
    width: WIDTHS[kind],
    get numFmt(): string | undefined {
      if (kind === 'amount') return FORMATS[decimalsOf(current.cells[index])];
      return kind === 'day' ? 'yyyy-mm-dd' : undefined;
    },
  }));
}

/** What comes to the thread, in its order. */
async function* messagesOf(port: MessagePort): AsyncGenerator<XlsxMessage> {
  const queue: XlsxMessage[] = [];
  let wake = () => {};
  port.on('message', (message: XlsxMessage) => {
    queue.push(message);
    wake();
  });
  for (;;) {
    const message = queue.shift();
    if (message) yield message;
    else
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  }
}

async function writeFile(job: XlsxJob, batches: AsyncIterable<(readonly Cell[])[]>): Promise<void> {
  const current: { cells: readonly Cell[] } = { cells: [] };
  const rows = async function* (): AsyncGenerator<Value[]> {
    for await (const batch of batches)
      for (const cells of batch) {
        current.cells = cells;
        yield cells.map((cell, index) => valueOf(cell, job.columns[index]?.kind ?? 'text'));
      }
  };
  const sheet = writeXlsxStream(rows(), {
    name: job.name,
    columns: sheetColumns(job, current),
    freezePane: { rows: 1 },
  });
  await pipeline(Readable.fromWeb(sheet as ReadableStream), createWriteStream(job.path, { flags: 'wx', mode: 0o600 }));
}

/** One file after the other, as long as the thread is kept, or until one fails. */
async function serve(port: MessagePort): Promise<void> {
  Object.assign(globalThis, { CompressionStream: QuickDeflate });
  const reply = (message: XlsxReply) => port.postMessage(message, []);
  const messages = messagesOf(port);
  const batches = async function* (): AsyncGenerator<(readonly Cell[])[]> {
    for (;;) {
      const { value: message } = await messages.next();
      reply({ kind: 'taken' });
      if (message === undefined || !('rows' in message) || message.rows === null) return;
      yield message.rows;
    }
  };
  for (;;) {
    const { value: message } = await messages.next();
    if (message === undefined || !('job' in message)) throw new Error('Rows of no file.');
    try {
      await writeFile(message.job, batches());
      reply({ kind: 'done' });
    } catch (error) {
      // Rows of it may be on their way: the thread ends with it, and says no more than why.
      return reply({ kind: 'failed', message: String(error) });
    }
  }
}

if (parentPort) void serve(parentPort);
