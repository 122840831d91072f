import { Worker } from 'node:worker_threads';
import type { Cell, ExportTable } from './table.ts';
import type { XlsxJob, XlsxMessage, XlsxReply } from './xlsx-worker.ts';

const BATCH = 250;
/** Batches on their way to the thread at most: enough to keep it busy, few enough to keep memory flat. */
const IN_FLIGHT = 4;
const HEAP_MB = 128;
/** Rows live for a batch: a small space for them is enough. */
const YOUNG_MB = 8;

type Feed = { send: (message: XlsxMessage) => Promise<void>; done: Promise<void> };

// Every batch that the thread takes up gives one credit back; the sender waits while there is none.
function feedOf(worker: Worker): Feed {
  let credits = IN_FLIGHT;
  let wake = () => {};
  const done = new Promise<void>((resolve, reject) => {
    worker.on('message', (reply: XlsxReply) => {
      if (reply.kind === 'failed') return reject(new Error(reply.message));
      if (reply.kind === 'done') return resolve();
      credits += 1;
      wake();
    });
    worker.on('error', reject);
    worker.on('exit', () => reject(new Error('The export thread ended.')));
  });
  const failed = done.then(
    () => undefined,
    () => undefined,
  );
  return {
    done,
    send: async (message) => {
      while (credits === 0) {
        const credit = new Promise<void>((resolve) => {
          wake = resolve;
        });
        const ended = await Promise.race([credit.then(() => false), failed.then(() => true)]);
        if (ended) return;
      }
      credits -= 1;
      worker.postMessage(message, []);
    },
  };
}

/** Writes a table as XLSX. Cells become XML and are compressed on a thread of its own: it would hold up every request. */
export async function writeXlsx(table: ExportTable, path: string): Promise<void> {
  const job: XlsxJob = { path, name: table.name, columns: table.columns.map(({ name, kind }) => ({ name, kind })) };
  const worker = new Worker(new URL('./xlsx-worker.ts', import.meta.url), {
    name: 'export',
    execArgv: [],
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const feed = feedOf(worker);
  try {
    let batch: (readonly Cell[])[] = [];
    for await (const cells of table.rows) {
      batch.push(cells);
      if (batch.length < BATCH) continue;
      await feed.send({ rows: batch });
      batch = [];
    }
    await feed.send({ rows: batch });
    await feed.send({ rows: null });
    await feed.done;
  } finally {
    await worker.terminate();
  }
}
