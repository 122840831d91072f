import { Worker } from 'node:worker_threads';
import type { BankFormat, ReadStatement } from '../../../../domain/banks/statement.ts';
import { type ImportTarget, knownHeadings } from '../../../../domain/imports/targets.ts';
import { STATEMENT_COLUMNS } from '../../../../domain/banks/csv-columns.ts';
import { formatOf } from '../../../platform/imports/format.ts';
import { readFile } from '../../../platform/imports/read-file.ts';
import { refusal } from '../../../platform/imports/refusal.ts';
import type { FileRow } from '../../../platform/imports/table.ts';
import { MOST_LINES, SENTENCES } from './sentences.ts';
import type { StatementJob, StatementMessage } from './worker.ts';

const LIMITS = { readMs: 20_000, heapMb: 256 };

/** A statement that came as a sheet, whose columns are still to be matched. */
export type StatementSheet = { columns: string[]; rows: FileRow[] };
export type StatementFile =
  | { format: 'CSV'; sheet: StatementSheet }
  | { format: 'CAMT053' | 'MT940'; statements: ReadStatement[] };

/** What a file is by its first characters, whatever it is called; a sheet is what is neither of the banks' formats. */
function formatOfBank(bytes: Uint8Array): BankFormat {
  const head = Buffer.from(bytes.subarray(0, 4_096)).toString('latin1').replace('\u00ef\u00bb\u00bf', '').trimStart();
  if (head.startsWith('<')) return 'CAMT053';
  return /^(\{1:|:20:)/m.test(head) ? 'MT940' : 'CSV';
}

/** A CSV or XLSX file whose columns are still to be matched. Rejects with a refusal that its sender may read. */
export async function readSheet(
  name: string,
  bytes: Uint8Array,
  target: ImportTarget = STATEMENT_COLUMNS,
): Promise<StatementSheet> {
  const kind = await formatOf(name, bytes);
  const sheet: StatementSheet = { columns: [], rows: [] };
  await readFile(
    { bytes, kind, sheet: 0, headings: knownHeadings(target) },
    {
      head: async ({ columns }) => {
        sheet.columns = columns;
      },
      rows: async (rows) => {
        sheet.rows.push(...rows);
        if (sheet.rows.length > MOST_LINES) throw refusal(SENTENCES.many);
      },
    },
  );
  return sheet;
}

/** Reads on a thread of its own that has its own limits of memory and time. */
async function readOnThread(job: StatementJob): Promise<ReadStatement[]> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    name: 'bank-statement',
    execArgv: [],
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: LIMITS.heapMb, maxYoungGenerationSizeMb: 16 },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    const message = await new Promise<StatementMessage>((resolve, reject) => {
      timer = setTimeout(() => reject(refusal(SENTENCES.slow)), LIMITS.readMs);
      worker.on('message', resolve);
      worker.on('error', (error: Error & { code?: string }) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? refusal(SENTENCES.memory) : error),
      );
      worker.on('exit', () => reject(new Error('The thread that read a statement ended.')));
    });
    if (message.kind === 'refused') throw refusal(message.sentence);
    if (message.kind === 'failed') throw new Error(`A statement could not be read: ${message.message}`);
    return message.statements;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/** A file of the bank as it was sent. Rejects with a refusal that its sender may read. M9. */
export async function readStatementFile(name: string, bytes: Uint8Array): Promise<StatementFile> {
  const format = formatOfBank(bytes);
  if (format === 'CSV') return { format, sheet: await readSheet(name, bytes) };
  return { format, statements: await readOnThread({ bytes, format }) };
}
