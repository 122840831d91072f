import { Worker } from 'node:worker_threads';
import type { Cell, ExportTable } from './table.ts';
import type { XlsxJob, XlsxMessage, XlsxReply } from './xlsx-worker.ts';

const BATCH = 250;
/** Batches on their way to the thread at most: enough to keep it busy, few enough to keep memory flat. */
const IN_FLIGHT = 4;
const HEAP_MB = 128;
/** Rows live for a batch: a small space for them is enough. */
const YOUNG_MB = 8;
/** A thread takes longer to start than a short file to be written: it is kept so long for the next one. */
const KEPT_MS = 10_000;
/** One that wrote more than this ends with its file, and gives back what it took for it. */
const LONG_ROWS = 5_000;

type Thread = { worker: Worker; timer?: NodeJS.Timeout };

/** Threads that wait for a file. */
const idle: Thread[] = [];

function startThread(): Thread {
  const worker = new Worker(new URL('./xlsx-worker.ts', import.meta.url), {
    name: 'export',
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const thread: Thread = { worker };
  // What breaks while it waits is not taken for the next file.
  worker.on('error', () => forget(thread));
  worker.on('exit', () => forget(thread));
  return thread;
}

function forget(thread: Thread): void {
  clearTimeout(thread.timer);
  const place = idle.indexOf(thread);
  if (place >= 0) idle.splice(place, 1);
}

function takeThread(): Thread {
  const thread = idle.pop();
  if (!thread) return startThread();
  clearTimeout(thread.timer);
  thread.worker.ref();
  return thread;
}

/** Keeps a thread for the next file; it holds nobody's end up. */
function keep(thread: Thread): void {
  thread.worker.unref();
  thread.timer = setTimeout(() => {
    forget(thread);
    void thread.worker.terminate();
  }, KEPT_MS).unref();
  idle.push(thread);
}

type Feed = { send: (message: XlsxMessage) => Promise<void>; done: Promise<void>; release: () => void };

// Every batch that the thread takes up gives one credit back; the sender waits while there is none.
function feedOf(worker: Worker): Feed {
  let credits = IN_FLIGHT;
  let wake = () => {};
  const { promise: done, resolve, reject } = Promise.withResolvers<void>();
  const hear = (reply: XlsxReply) => {
    if (reply.kind === 'failed') return reject(new Error(reply.message));
    if (reply.kind === 'done') return resolve();
    credits += 1;
    wake();
  };
  const end = () => reject(new Error('The export thread ended.'));
  worker.on('message', hear).on('error', reject).on('exit', end);
  const failed = done.then(
    () => undefined,
    () => undefined,
  );
  return {
    done,
    send: async (message) => {
      while (credits === 0) {
        const credit = new Promise<void>((credited) => {
          wake = credited;
        });
        const ended = await Promise.race([credit.then(() => false), failed.then(() => true)]);
        // Its failure ends the reading of further rows.
        if (ended) return done;
      }
      credits -= 1;
      worker.postMessage(message, []);
    },
    release: () => void worker.off('message', hear).off('error', reject).off('exit', end),
  };
}

/** Sends the rows in batches; how many there were. */
async function sendRows({ rows }: ExportTable, { send }: Feed): Promise<number> {
  let sent = 0;
  let batch: (readonly Cell[])[] = [];
  for await (const cells of rows) {
    batch.push(cells);
    sent += 1;
    if (batch.length < BATCH) continue;
    await send({ rows: batch });
    batch = [];
  }
  await send({ rows: batch });
  await send({ rows: null });
  return sent;
}

/** Writes a table as XLSX. Cells become XML and are compressed on a thread of its own: it would hold up every request. */
export async function writeXlsx(table: ExportTable, path: string): Promise<void> {
  const job: XlsxJob = { path, name: table.name, columns: table.columns.map(({ name, kind }) => ({ name, kind })) };
  const thread = takeThread();
  const feed = feedOf(thread.worker);
  let isShort = false;
  try {
    thread.worker.postMessage({ job } satisfies XlsxMessage, []);
    const rows = await sendRows(table, feed);
    await feed.done;
    isShort = rows <= LONG_ROWS;
  } finally {
    feed.release();
    // A file that failed, or was given up, leaves its thread in the middle of something.
    if (isShort) keep(thread);
    else await thread.worker.terminate();
  }
}
