import { fork, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { roleOf } from '../../database.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { openDatabase, openPool, type Database, type Pool } from '../../platform/db/pool.ts';
import { isRoot } from '../../platform/embedded-postgres/account.ts';
import { removeTree } from '../../platform/embedded-postgres/files.ts';
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/start.ts';
import { makeBook, type Book } from '../../testing/factories.ts';
import { loadTestFirm } from '../../testing/test-firm.ts';
import { SECRET, tokenBook } from '../../testing/rig.ts';

/** An installation of its own with durability on, its server a process that can be killed. */
export type Site = {
  ownerPool: Pool;
  ownerDatabase: Database;
  ownerUrl: string;
  clusterDir: string;
  book: Book;
  tokenOf: (who: string) => Promise<string>;
  url: () => string;
  /** Kills the server outright and starts it again; gives the milliseconds until it serves. */
  restart: () => Promise<number>;
  close: () => Promise<void>;
};

const CHILD = path.join(import.meta.dirname, '..', 'child.ts');

function startChild(dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    SLIPWAY_DATA: dataDir,
    PORT: '0',
    SLIPWAY_SECRET: SECRET,
    SLIPWAY_LOG: 'error',
  };
  const child = fork(CHILD, [], {
    env,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => (output = `${output}${text.toString()}`.slice(-4_000)));
  return new Promise((resolve, reject) => {
    // A server that the proof did not kill has crashed: its output is worth reading.
    child.once('exit', (_code, signal) => {
      if (signal !== 'SIGKILL' && output !== '') process.stderr.write(output);
    });
    child.once('message', (message: { url: string }) => resolve({ child, url: message.url }));
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${output}`)));
  });
}

const gone = (child: ChildProcess) =>
  new Promise<void>((resolve) =>
    child.exitCode === null && child.signalCode === null ? child.once('exit', () => resolve()) : resolve(),
  );

async function prepare(dataDir: string): Promise<{ ownerUrl: string; clusterDir: string; book: Book }> {
  await using started = new AsyncDisposableStack();
  const database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  started.defer(database.stop);
  await migrate({ ownerUrl: database.ownerUrl, appRole: roleOf(database.appUrl), log: () => undefined });
  const pool = openPool({ url: database.ownerUrl, max: 1 });
  started.defer(() => pool.end());
  const ownerDatabase = openDatabase(pool);
  await loadTestFirm(ownerDatabase);
  const book = await makeBook({ ownerDatabase, ownerPool: pool });
  return { ownerUrl: database.ownerUrl, clusterDir: database.clusterDir, book };
}

export async function openSite(): Promise<Site> {
  await using opened = new AsyncDisposableStack();
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-crash-'));
  opened.defer(() => removeTree(dataDir));
  if (isRoot()) fs.chmodSync(dataDir, 0o711);
  const { ownerUrl, clusterDir, book } = await prepare(dataDir);
  let { child, url } = await startChild(dataDir);
  opened.defer(async () => {
    child.kill('SIGTERM');
    await gone(child);
  });
  const ownerPool = openPool({ url: ownerUrl, max: 4 });
  opened.defer(() => ownerPool.end());
  const ownerDatabase = openDatabase(ownerPool);
  const tokens = tokenBook(ownerDatabase, () => new Date());
  const all = opened.move();
  return {
    ownerPool,
    ownerDatabase,
    ownerUrl,
    clusterDir,
    book,
    tokenOf: tokens.tokenOf,
    url: () => url,
    restart: async () => {
      child.kill('SIGKILL');
      await gone(child);
      const began = performance.now();
      ({ child, url } = await startChild(dataDir));
      return performance.now() - began;
    },
    close: () => all.disposeAsync(),
  };
}
