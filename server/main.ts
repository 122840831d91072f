import { randomInt } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { pino, type Logger } from 'pino';
import { allRoutes, buildApp } from './app.ts';
import { recoveryJob } from './features/accounts/recovery.ts';
import { documentMailJob, settleMails } from './features/documents/mail-job.ts';
import { scanAgain, scanJob } from './features/attachments/scan.ts';
import { sweepFiles } from './features/attachments/sweep.ts';
import { isLoopback, isReachable, type Config } from './config.ts';
import { migrateDatabase, startDatabase } from './database.ts';
import { renewalJobs } from './features/renewals/work.ts';
import { replacementJobs } from './features/replacements/work.ts';
import { mailViews, viewMailJob } from './features/mailed-views/mail-work.ts';
import { type Lists, viewedLists } from './features/views/viewed.ts';
import { draftRecurring } from './features/invoices/schedule-work.ts';
import { recordPaperJobs } from './features/batches/papers-work.ts';
import { recordBatchJobs } from './features/batches/work.ts';
import { statementJobs } from './features/statements/work.ts';
import { claimMailJob } from './features/claims/mails.ts';
import { renewalMailJob } from './features/renewals/notices.ts';
import { importJobs } from './features/imports/jobs.ts';
import { clearImports } from './features/imports/upkeep.ts';
import { endWorkingAlone } from './features/second-person.ts';
import { clearSpooled } from './platform/exports/serve.ts';
import { inTransaction } from './platform/http/transaction.ts';
import { FOLDS } from './features/ledger/folds.ts';
import { startSealer } from './platform/audit/sealer.ts';
import { startClock } from './platform/db/clock.ts';
import {
  assertAppRole,
  CONNECTIONS,
  openDatabase,
  openPool,
  SERVING,
  type Database,
  type Pool,
} from './platform/db/pool.ts';
import { EXPORTS_AT_ONCE } from './platform/exports/snapshot.ts';
import { watchDatabase } from './platform/db/watch.ts';
import { openStore } from './platform/files/open-store.ts';
import { watchSpace } from './platform/files/space.ts';
import type { FileStore } from './platform/files/store.ts';
import { createRenderer, type Renderer } from './platform/documents/renderer.ts';
import { openKeyRing } from './platform/http/signing-keys.ts';
import { startJobs, type JobHandlers } from './platform/jobs/jobs.ts';
import { createSender, mailJob, mailSettings, type Send } from './platform/mail/mail.ts';
import { startUpkeep } from './platform/upkeep.ts';
import type { Services } from './services.ts';

export type RunningServer = {
  url: string;
  services: Services;
  /** The owner's address of the database: for what is loaded from outside, such as the sample firm. */
  ownerUrl: string;
  appUrl: string;
  setupCode: string | null;
  /** Finishes what is under way, seals the audit trail, closes the database. */
  stop: () => Promise<void>;
};

const SWEEP_HOUR = 1;

// Milliseconds that each part has to stop; with the embedded database's own ten, a stop takes twenty seconds at most. Where
// the database is another's, requests have its time as well: one that is cut off has to be sent again.
const STOPPING = { requests: 5_000, requestsAlone: 13_000, background: 3_000, renderer: 1_000, pool: 1_000 };

type StartOptions = {
  web: boolean;
  clock?: () => Date;
  onFailed?: (error: Error | undefined) => void;
  /** Takes a database that may lose what it acknowledged, as those of the tests. */
  relaxed?: boolean;
};

function logger(config: Config): Logger {
  return pino({ level: config.logLevel, base: undefined, timestamp: pino.stdTimeFunctions.isoTime });
}

// The first visitor of a fresh installation would own it; where others reach it, they need the code that the start
// printed.
function setupCodeFor(config: Config): string | null {
  return !isReachable(config) ? null : String(randomInt(10_000_000, 99_999_999));
}

const FOLD_EVERY = 10_000;
const FOLDED_AT_ONCE = 20_000;

/** Folds what acts changed into the sums that are kept. */
function startFolding(pool: Pool, failed: (message: string, facts: object) => void): { stop: () => Promise<void> } {
  const foldAll = async (name: (typeof FOLDS)[number]) => {
    const { rows } = await pool.query<{ folded: number }>(`select ${name}($1) as folded`, [FOLDED_AT_ONCE]);
    if (rows[0]?.folded === FOLDED_AT_ONCE) await foldAll(name);
  };
  const fold = async () => {
    for (const name of FOLDS) await foldAll(name);
  };
  let last = Promise.resolve();
  const timer = setInterval(() => {
    // What is not folded now is folded later, and is read meanwhile.
    last = last.then(fold).catch((err: unknown) => failed('Kept sums could not be folded', { err }));
  }, FOLD_EVERY);
  return {
    stop: async () => {
      clearInterval(timer);
      await last;
    },
  };
}

type MailParts = { database: Database; send: Send; clock: () => Date; publicUrl: string; lists: Lists };

function jobHandlers(parts: MailParts): JobHandlers {
  return {
    mail: mailJob(parts.send),
    recovery: recoveryJob(parts),
    document_mail: documentMailJob(parts),
    renewal_mail: renewalMailJob(parts),
    claim_mail: claimMailJob(parts),
    view_mail: viewMailJob(parts),
  };
}

type Background = {
  pool: Pool;
  database: Database;
  files: FileStore;
  renderer: Renderer;
  clock: () => Date;
  log: Logger;
  services: Services;
};

/** What runs in the background: mails, imports, the sealing of the trail, the folding of sums, upkeep. */
function startBackground(config: Config, { pool, database, files, renderer, clock, log, services }: Background) {
  const send = createSender({
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    outbox: path.join(config.dataDir, 'outbox'),
    settings: () => mailSettings(pool),
  });
  const { scanCommand: command } = config;
  const routes = allRoutes(services);
  const lists = () => viewedLists(routes);
  const failed = (message: string, facts?: object) => log.warn(facts ?? {}, message);
  const workers = [
    startJobs(pool, jobHandlers({ database, send, clock, publicUrl: config.publicUrl, lists }), failed),
    startJobs(pool, importJobs({ pool, clock }), failed),
    startJobs(pool, renewalJobs({ pool, clock }), failed),
    startJobs(pool, recordBatchJobs({ pool, clock, routes: () => routes }), failed),
    startJobs(pool, recordPaperJobs({ pool, clock, renderer, publicUrl: config.publicUrl }), failed),
    startJobs(pool, replacementJobs({ pool, clock }), failed),
    startJobs(pool, statementJobs({ pool, clock, renderer, publicUrl: config.publicUrl }), failed),
    ...(command ? [startJobs(pool, { scan: scanJob({ database, files, clock, command }) }, failed)] : []),
  ];
  const sealer = startSealer(pool, { head: (head) => log.info(head, 'audit head'), failed });
  const folding = startFolding(pool, failed);
  const sweep = async () => {
    // Once a day, while the offices sleep: it walks through the whole store.
    if (clock().getUTCHours() !== SWEEP_HOUR) return;
    const swept = await sweepFiles(database, { files, now: clock(), retentionDays: config.fileRetentionDays });
    if (swept > 0) log.info({ swept }, 'bytes of files that no record needs');
  };
  const endAlone = () => inTransaction(database, { readOnly: false, scope: [] }, (db) => endWorkingAlone(db, clock()));
  const again = command !== null && { scanAgain: () => scanAgain(database) };
  const recurring = () => draftRecurring(database, clock());
  const mailed = () => mailViews({ database, now: clock(), lists, publicUrl: config.publicUrl });
  const settled = () => settleMails(database, clock());
  const upkeep = startUpkeep(
    pool,
    { clearSpooled, settled, clearImports, sweep, endAlone, recurring, mailed, ...again },
    failed,
  );
  return {
    stop: async () => {
      upkeep.stop();
      await Promise.all(workers.map((worker) => worker.stop()));
      await sealer.stop();
      await folding.stop();
    },
  };
}

/** Waits for an end, but no longer than so many milliseconds: what then still runs ends with the process. */
async function within(limit: number, end: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  await Promise.race([end, sleep(limit, undefined, { signal: over.signal }).catch(() => undefined)]);
  over.abort();
}

/** Requests under way are answered; connections that are still busy after that, or never bring their body, are cut. */
export async function closeWithin(limit: number, app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), limit);
  await app.close();
  clearTimeout(timer);
}

/** Starts everything: database, migrations, workers, the HTTP server. Errors carry one clear sentence. */
export async function startServer(config: Config, options: StartOptions): Promise<RunningServer> {
  const log = logger(config);
  await using started = new AsyncDisposableStack();
  const { ownerUrl, appUrl, stop } = await startDatabase(config, {
    log: (message) => log.debug(message),
    onFailed: (error) => options.onFailed?.(error),
  });
  started.defer(stop);
  const { relaxed = false } = options;
  await migrateDatabase(config, { ownerUrl, appUrl }, { relaxed, log: (message) => log.info(message) });
  const pool = openPool({
    url: appUrl,
    max: CONNECTIONS + EXPORTS_AT_ONCE,
    parameters: SERVING,
    onError: (error) => log.warn({ err: error.message }, 'a database connection broke'),
  });
  started.defer(() => within(STOPPING.pool, pool.end()));
  started.defer(watchDatabase(pool).stop);
  await assertAppRole(pool);
  const databaseClock = await startClock(pool);
  started.defer(databaseClock.stop);
  const clock = options.clock ?? databaseClock.now;
  const ring = await openKeyRing({ ownerUrl, pool, secret: config.secret });
  started.defer(ring.stop);
  const { keys } = ring;
  const renderer = createRenderer({
    workers: config.documentWorkers,
    log: { warn: (details, message) => log.warn(details, message) },
  });
  started.defer(() => within(STOPPING.renderer, renderer.close()));
  const setupCode = setupCodeFor(config);
  const database = openDatabase(pool);
  const files = openStore(config.files);
  const services: Services = {
    keys,
    pool,
    publicUrl: config.publicUrl,
    renderer,
    files,
    space: watchSpace(files),
    scanned: config.scanCommand !== null,
    setupCode,
    mailBy: config.smtpUrl === null ? 'OUTBOX' : 'SMTP',
  };
  const app = buildApp({ database, pool, keys, clock }, services, {
    logger: log,
    trustProxy: config.trustProxy,
    web: options.web,
  });
  const background = startBackground(config, { pool, database, files, renderer, clock, log, services });
  started.defer(() => within(STOPPING.background, background.stop()));
  const limit = config.databaseUrl === null ? STOPPING.requests : STOPPING.requestsAlone;
  started.defer(() => closeWithin(limit, app));
  await app.listen({ port: config.port, host: config.host });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  const all = started.move();
  return {
    url: `http://${isLoopback(config.host) ? 'localhost' : config.host}:${port}`,
    services,
    ownerUrl,
    appUrl,
    setupCode,
    // Requests first, the database last.
    stop: () => all.disposeAsync(),
  };
}
