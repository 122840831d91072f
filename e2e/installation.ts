import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { readConfig } from '../server/config.ts';
import { startServer } from '../server/main.ts';
import { cloneDatabase } from '../server/testing/databases.ts';

export type Installation = { url: string; ownerUrl: string; dataDir: string; stop: () => Promise<void> };

/** A port that is free: links in mails and passkeys need the address before the server listens. */
async function freePort(): Promise<string> {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as net.AddressInfo;
  probe.close();
  await once(probe, 'close');
  return String(port);
}

/** The real server on a database of its own: empty, or with the test firm and the parties of the journeys. */
export async function startInstallation(options: { firm: boolean; host?: string }): Promise<Installation> {
  await using started = new AsyncDisposableStack();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'slipway-e2e-'));
  started.defer(() => rm(dataDir, { recursive: true, force: true }));
  const server = inject('slipwayDatabase');
  const { ownerUrl, appUrl, drop } = await cloneDatabase(server, options.firm ? server.template : 'template0');
  started.defer(drop);
  const config = readConfig({
    PORT: await freePort(),
    ...(options.host !== undefined && { HOST: options.host }),
    SLIPWAY_DATA: dataDir,
    SLIPWAY_LOG: 'error',
    DATABASE_URL: ownerUrl,
    SLIPWAY_APP_DATABASE_URL: appUrl,
  });
  const { url, stop } = await startServer(config, { web: true, relaxed: true });
  started.defer(stop);
  const all = started.move();
  return { url, ownerUrl, dataDir, stop: () => all.disposeAsync() };
}
