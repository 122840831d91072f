import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isRoot } from './account.ts';
import { removeTree } from './files.ts';
import { startWith } from './start.ts';
import type { EmbeddedPostgres } from './start.ts';

// Tests lose nothing with the power, and flushing is most of their time. A commit still waits until it is written, which costs nothing without flushing:
// PostgreSQL keeps one position of unwritten commits for 32 transactions at a time, and while one of any database waits, a vacuum marks no page of the others.
export const FAST = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'on', shared_buffers: '128MB' };

type TestServer = { dataDir?: string; log?: (message: string) => void; settings?: Record<string, string> };

/** A database for tests; without a `dataDir` it lies in a temporary directory that goes when it is stopped. */
export async function startTestPostgres(options: TestServer = {}): Promise<EmbeddedPostgres> {
  await using started = new AsyncDisposableStack();
  const dataDir = options.dataDir ?? fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-test-'));
  if (options.dataDir === undefined) {
    started.defer(() => removeTree(dataDir));
    // Root's needs its x bit for others: the account that runs PostgreSQL has to pass through.
    if (isRoot()) fs.chmodSync(dataDir, 0o711);
  }
  const settings = { ...FAST, ...options.settings };
  const server = await startWith({ dataDir, log: options.log ?? (() => undefined), settings }, { unsafe: true });
  started.defer(server.stop);
  const all = started.move();
  // Not spread: `pid` changes with a restart.
  return Object.defineProperty(server, 'stop', { value: () => all.disposeAsync() });
}
