import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { readConfig } from '../server/config.ts';
import { startServer } from '../server/main.ts';
import { openDatabase, openPool } from '../server/platform/db/pool.ts';
import { loadTestFirm } from '../server/testing/test-firm.ts';
import { loadJourneyRegisters } from './registers.ts';

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

/**
 * The real server on an embedded database of its own: empty, or with the test firm and the parties of the journeys. A
 * journey that counts on the firm's first numbers and figures starts one for itself.
 */
export async function startInstallation({ firm }: { firm: boolean }): Promise<Installation> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'slipway-e2e-'));
  await rm(dataDir, { recursive: true });
  const config = readConfig({ PORT: await freePort(), SLIPWAY_DATA: dataDir, SLIPWAY_LOG: 'error' });
  const server = await startServer(config, { web: true });
  if (firm) {
    const owner = openPool({ url: server.ownerUrl, max: 1 });
    await loadTestFirm(openDatabase(owner));
    await loadJourneyRegisters(openDatabase(owner));
    await owner.end();
  }
  return {
    url: server.url,
    ownerUrl: server.ownerUrl,
    dataDir,
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
