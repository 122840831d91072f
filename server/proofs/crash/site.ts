import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { roleOf } from '../../database.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { type Database, openDatabase, openPool, type Pool } from '../../platform/db/pool.ts';
import { isRoot } from '../../platform/embedded-postgres/account.ts';
import { removeTree } from '../../platform/embedded-postgres/files.ts';
import { isAlive, readPidFile, servesCluster, tell } from '../../platform/embedded-postgres/postmaster.ts';
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/start.ts';
import { type Book, makeBook } from '../../testing/factories.ts';
import { loadTestFirm } from '../../testing/test-firm.ts';
import { tokenBook } from '../../testing/rig.ts';
import { endOf, startInstance } from '../instances.ts';

/** An installation of its own with durability on, its server a process that can be killed. */
export type Site = {
  ownerPool: Pool;
  ownerDatabase: Database;
  ownerUrl: string;
  appUrl: string;
  clusterDir: string;
  book: Book;
  tokenOf: (who: string) => Promise<string>;
  url: () => string;
  /** How the server's process ended, which nobody meant to; null while it runs. */
  ended: () => string | null;
  /** Kills the server outright and starts it again; gives the milliseconds until it serves. */
  restart: () => Promise<number>;
  close: () => Promise<void>;
};

type Prepared = Pick<Site, 'ownerUrl' | 'appUrl' | 'clusterDir' | 'book'>;

async function prepare(dataDir: string): Promise<Prepared> {
  await using started = new AsyncDisposableStack();
  const database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  started.defer(database.stop);
  await migrate({ ownerUrl: database.ownerUrl, appRole: roleOf(database.appUrl), log: () => undefined });
  const pool = openPool({ url: database.ownerUrl, max: 1 });
  started.defer(() => pool.end());
  const ownerDatabase = openDatabase(pool);
  await loadTestFirm(ownerDatabase);
  const book = await makeBook({ ownerDatabase, ownerPool: pool });
  const { ownerUrl, appUrl, clusterDir } = database;
  return { ownerUrl, appUrl, clusterDir, book };
}

/** Below the machine's folder for what passes, or another: a small file system. */
export async function openSite(folder = os.tmpdir()): Promise<Site> {
  await using opened = new AsyncDisposableStack();
  const dataDir = fs.mkdtempSync(path.join(folder, 'slipway-crash-'));
  opened.defer(() => removeTree(dataDir));
  if (isRoot()) fs.chmodSync(dataDir, 0o711);
  const { ownerUrl, appUrl, clusterDir, book } = await prepare(dataDir);
  let instance = await startInstance({ SLIPWAY_DATA: dataDir });
  opened.defer(async () => {
    instance.child.kill('SIGTERM');
    await endOf(instance);
    // A server that was killed leaves its database running.
    const left = readPidFile(clusterDir);
    if (left && servesCluster(left, clusterDir)) {
      tell(left.pid, 'SIGQUIT');
      while (isAlive(left.pid)) await sleep(10);
    }
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
    appUrl,
    clusterDir,
    book,
    tokenOf: tokens.tokenOf,
    url: () => instance.url,
    ended: () => instance.ended(),
    restart: async () => {
      instance.child.kill('SIGKILL');
      await endOf(instance);
      const began = performance.now();
      instance = await startInstance({ SLIPWAY_DATA: dataDir });
      return performance.now() - began;
    },
    close: () => all.disposeAsync(),
  };
}
