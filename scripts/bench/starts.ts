import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readConfig } from '../../server/config.ts';
import { startServer } from '../../server/main.ts';
import { isRoot } from '../../server/platform/embedded-postgres/account.ts';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres/start.ts';
import { timed, type Figure } from './figure.ts';

const log = () => undefined;

/** Starts on a data directory that was used before, and closes again. */
async function embeddedDatabase(dataDir: string): Promise<number> {
  await (await startEmbeddedPostgres({ dataDir, log })).stop();
  await using ending = new AsyncDisposableStack();
  return await timed(async () => ending.defer((await startEmbeddedPostgres({ dataDir, log })).stop));
}

async function wholeServer(dataDir: string): Promise<number> {
  const config = readConfig({ PORT: '0', SLIPWAY_DATA: dataDir, SLIPWAY_LOG: 'silent' });
  await (await startServer(config, { web: false })).stop();
  await using ending = new AsyncDisposableStack();
  return await timed(async () => {
    const server = await startServer(config, { web: false });
    ending.defer(server.stop);
    await fetch(`${server.url}/api/ready`);
  });
}

export async function benchStarts(): Promise<Figure[]> {
  await using ending = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-bench-'));
  ending.defer(() => rm(folder, { recursive: true, force: true }));
  if (isRoot()) await chmod(folder, 0o711);
  const data = 'embedded database, warm';
  return [
    {
      name: 'start of the database',
      figure: await embeddedDatabase(path.join(folder, 'database')),
      bound: 1_000,
      unit: 'ms',
      data,
    },
    {
      name: 'start of the server until it is ready',
      figure: await wholeServer(path.join(folder, 'server')),
      bound: 3_000,
      unit: 'ms',
      data,
    },
  ];
}
