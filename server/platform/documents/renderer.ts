import { Worker } from 'node:worker_threads';
import { isReport, LONG_REPORT_ROWS, type PageModel } from './page-model.ts';
import { renderError } from './render-error.ts';
import type { RenderErrorCode } from './render-error.ts';
import type { WorkerReply } from './worker.ts';

interface RendererLog {
  warn(details: object, message: string): void;
}

interface RendererOptions {
  readonly log: RendererLog;
  /** Threads for papers, each with its own fonts (about 120 MB); 1 is enough for 30 documents a second. */
  readonly workers?: number;
  readonly timeoutMs?: number;
  readonly maxQueued?: number;
}

export interface Renderer {
  /** Several are set into one file, each with its own pages. Rejects with a `RenderError`, whose message may be shown. */
  render(model: PageModel | readonly PageModel[]): Promise<Uint8Array>;
  close(): Promise<void>;
}

interface Job {
  readonly models: readonly PageModel[];
  readonly resolve: (pdf: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

interface Slot {
  readonly worker: Worker;
  ready: boolean;
  rendered: number;
  job: Job | undefined;
  timer: NodeJS.Timeout | undefined;
}

interface Pool {
  readonly options: Required<RendererOptions>;
  readonly rendersPerWorker: number;
  readonly queue: Job[];
  readonly slots: Set<Slot>;
  closed: boolean;
}

interface Loss {
  readonly code: RenderErrorCode;
  readonly message: string;
  /** For the log alone: the user can do nothing with it. */
  readonly cause?: string;
}

const NOT_MADE = 'The document could not be made.';

const STARTUP_MS = 30_000;
const HEAP_MB = 512;
/** A long report may take longer than a document, ten times what it takes on an idle machine. */
const MS_PER_ROW = 4;
/**
 * Native memory is the compiler's own and outside every limit of Node: a fresh thread now and then gives it back. A long
 * report takes up to a gigabyte of it, so its thread ends with it.
 */
const RENDERS_PER_WORKER = { papers: 2000, reports: 1 };

/**
 * Threads that make PDFs, each one at a time, so that the event loop never waits for a layout. A long report takes
 * seconds: it has a thread of its own, so that no paper that a client waits for is behind it.
 */
export function createRenderer(options: RendererOptions): Renderer {
  const all = { workers: 1, timeoutMs: 20_000, maxQueued: 200, ...options };
  const poolOf = (kind: keyof typeof RENDERS_PER_WORKER, workers: number): Pool => ({
    options: { ...all, workers },
    rendersPerWorker: RENDERS_PER_WORKER[kind],
    queue: [],
    slots: new Set(),
    closed: false,
  });
  const papers = poolOf('papers', all.workers);
  const reports = poolOf('reports', 1);
  return {
    render: (model) => {
      const models = [model].flat();
      return enqueue(rowsOf(models) > LONG_REPORT_ROWS ? reports : papers, models);
    },
    close: async () => {
      await Promise.all([close(papers), close(reports)]);
    },
  };
}

function enqueue(pool: Pool, models: readonly PageModel[]): Promise<Uint8Array> {
  if (pool.closed) return Promise.reject(closedError());
  if (pool.queue.length >= pool.options.maxQueued)
    return Promise.reject(renderError('QUEUE_FULL', 'Too many documents are being made. Try again in a moment.'));
  return new Promise((resolve, reject) => {
    pool.queue.push({ models, resolve, reject });
    pump(pool);
  });
}

const closedError = () => renderError('RENDERER_CLOSED', 'The document renderer is closed.');

/** Gives waiting documents to idle threads, and starts a thread when documents still wait. */
function pump(pool: Pool): void {
  for (const slot of pool.slots) {
    const job = slot.ready && !slot.job ? pool.queue.shift() : undefined;
    if (!job) continue;
    slot.job = job;
    slot.worker.ref();
    watch(pool, slot, pool.options.timeoutMs + MS_PER_ROW * rowsOf(job.models));
    slot.worker.postMessage(job.models, []);
  }
  const starting = [...pool.slots].filter((slot) => !slot.ready).length;
  if (pool.queue.length > starting && pool.slots.size < pool.options.workers) start(pool);
}

const rowsOf = (models: readonly PageModel[]): number =>
  models.flatMap((model) => model.sections.filter(isReport)).reduce((sum, { rows }) => sum + rows.length, 0);

function start(pool: Pool): void {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    name: 'documents',
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const slot: Slot = { worker, ready: false, rendered: 0, job: undefined, timer: undefined };
  pool.slots.add(slot);
  watch(pool, slot, STARTUP_MS);
  const failed = (cause: string): void => lose(pool, slot, { code: 'RENDER_FAILED', message: NOT_MADE, cause });
  worker.on('message', (reply: WorkerReply) => receive(pool, slot, reply));
  worker.on('error', (error) => failed(String(error)));
  worker.on('exit', () => failed('The thread ended.'));
}

function watch(pool: Pool, slot: Slot, limitMs: number): void {
  const message = `The document could not be made within ${limitMs} ms.`;
  slot.timer = setTimeout(() => lose(pool, slot, { code: 'RENDER_TIMEOUT', message }), limitMs);
}

function receive(pool: Pool, slot: Slot, reply: WorkerReply): void {
  // A thread that was abandoned for its slowness may still answer.
  if (!pool.slots.has(slot)) return;
  clearTimeout(slot.timer);
  const { job } = slot;
  slot.job = undefined;
  slot.ready = true;
  slot.rendered += 1;
  slot.worker.unref();
  if (reply.kind === 'done') job?.resolve(reply.pdf);
  if (reply.kind === 'failed') job?.reject(refusal(pool, job.models, reply));
  if (slot.rendered > pool.rendersPerWorker) drop(pool, slot);
  pump(pool);
}

function refusal(pool: Pool, [model]: readonly PageModel[], reply: WorkerReply & { kind: 'failed' }): Error {
  const { code, message, field, text } = reply;
  if (code === 'RENDER_FAILED') {
    pool.options.log.warn({ code, template: model?.template, number: model?.number, cause: message }, NOT_MADE);
    return renderError(code, NOT_MADE);
  }
  return renderError(code, message, { ...(field ? { field } : {}), ...(text ? { text } : {}) });
}

function lose(pool: Pool, slot: Slot, loss: Loss): void {
  if (!pool.slots.has(slot)) return;
  const { template, number } = slot.job?.models[0] ?? {};
  pool.options.log.warn({ code: loss.code, template, number, cause: loss.cause }, loss.message);
  slot.job?.reject(renderError(loss.code, loss.message));
  drop(pool, slot);
  // A thread that cannot even start would be started again for ever: the waiting calls fail instead.
  if (!slot.ready) for (const job of pool.queue.splice(0)) job.reject(renderError(loss.code, loss.message));
  pump(pool);
}

/** A thread inside the native compiler ends when it comes back from it; nobody waits for that. */
function drop(pool: Pool, slot: Slot): void {
  pool.slots.delete(slot);
  clearTimeout(slot.timer);
  slot.job = undefined;
  slot.worker.unref();
  void slot.worker.terminate();
}

async function close(pool: Pool): Promise<void> {
  pool.closed = true;
  const slots = [...pool.slots];
  pool.slots.clear();
  for (const job of [...pool.queue.splice(0), ...slots.flatMap((slot) => slot.job ?? [])]) job.reject(closedError());
  for (const slot of slots) clearTimeout(slot.timer);
  await Promise.all(slots.map((slot) => slot.worker.terminate()));
}
