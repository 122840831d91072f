import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readConfig } from '../server/config.ts';
import { startServer } from '../server/main.ts';
import { openDatabase, openPool } from '../server/platform/db/pool.ts';
import { loadTestFirm } from '../server/testing/test-firm.ts';
import { loadJourneyRegisters } from './registers.ts';

export type OwnServer = { url: string; ownerUrl: string; dataDir: string; stop: () => Promise<void> };

/** A server beside the one that the journeys share, for a story whose records would be in their way. */
export async function startOwnServer(): Promise<OwnServer> {
  const parent = await mkdtemp(path.join(os.tmpdir(), 'slipway-own-'));
  const dataDir = path.join(parent, 'data');
  const server = await startServer(readConfig({ PORT: '0', SLIPWAY_DATA: dataDir, SLIPWAY_LOG: 'error' }), {
    web: true,
  });
  const owner = openPool({ url: server.ownerUrl, max: 1 });
  await loadTestFirm(openDatabase(owner));
  await loadJourneyRegisters(openDatabase(owner));
  await owner.end();
  return {
    url: server.url,
    ownerUrl: server.ownerUrl,
    dataDir,
    stop: async () => {
      await server.stop();
      await rm(parent, { recursive: true, force: true });
    },
  };
}
