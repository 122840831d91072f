import { Worker } from 'node:worker_threads';
import type { FileKind } from './format.ts';
import { LIMITS } from './limits.ts';
import { refusal, SENTENCES } from './refusal.ts';
import type { FileHead, FileRow } from './table.ts';
import type { ReadJob, ReadMessage } from './worker.ts';

type Taken = {
  head: (head: FileHead) => Promise<void>;
  rows: (rows: readonly FileRow[]) => Promise<void>;
};

type FileToRead = {
  bytes: Uint8Array;
  kind: FileKind;
  /** Which sheet of a workbook, from 0. */
  sheet: number;
  /** Keys (`nameKey`) of headings to expect, which show the row of headings. */
  headings: readonly string[];
};

/**
 * Reads a file on a thread of its own that has its own limits of memory and time, and hands over its rows a batch at a
 * time; the next is read when one was taken. Rejects with a refusal that its sender may read. Resolves to notes about it.
 */
export async function readFile(file: FileToRead, taken: Taken): Promise<readonly string[]> {
  const bytes = new Uint8Array(file.bytes);
  const job: ReadJob = { ...file, bytes };
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    name: 'import',
    execArgv: [],
    workerData: job,
    transferList: [bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: LIMITS.heapMb, maxYoungGenerationSizeMb: 16 },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<readonly string[]>((resolve, reject) => {
      const watch = () => {
        clearTimeout(timer);
        timer = setTimeout(() => reject(refusal(SENTENCES.slow)), LIMITS.readMs);
      };
      const take = async (message: ReadMessage) => {
        clearTimeout(timer);
        if (message.kind === 'refused') return reject(refusal(message.sentence));
        if (message.kind === 'failed') return reject(new Error(`A file could not be read: ${message.message}`));
        if (message.kind === 'done') return resolve(message.notes);
        if (message.kind === 'head') await taken.head(message);
        else await taken.rows(message.rows);
        // Its own time alone counts: while the database works, the thread waits.
        watch();
        worker.postMessage('next', []);
      };
      let turn = Promise.resolve();
      worker.on('message', (message: ReadMessage) => {
        turn = turn.then(() => take(message)).catch(reject);
      });
      worker.on('error', (error: Error & { code?: string }) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? refusal(SENTENCES.memory) : error),
      );
      worker.on('exit', () => void turn.then(() => reject(new Error('The thread that read a file ended.'))));
      watch();
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
