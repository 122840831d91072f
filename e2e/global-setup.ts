import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { readConfig } from '../server/config.ts';
import { startServer } from '../server/main.ts';
import { openDatabase, openPool } from '../server/platform/db/pool.ts';
import { loadTestFirm } from '../server/testing/test-firm.ts';
import { loadJourneyRegisters } from './registers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    slipwayUrl: string;
    slipwayOwnerUrl: string;
  }
}

/** The real server on an embedded database of its own, with the test firm and the parties of the journey. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'slipway-e2e-'));
  await rm(dataDir, { recursive: true });
  const config = readConfig({ PORT: '0', SLIPWAY_DATA: dataDir, SLIPWAY_LOG: 'error' });
  const server = await startServer(config, { web: true });
  const ownerUrl = server.ownerUrl;
  const owner = openPool({ url: ownerUrl, max: 1 });
  await loadTestFirm(openDatabase(owner));
  await loadJourneyRegisters(openDatabase(owner));
  await owner.end();
  project.provide('slipwayUrl', server.url);
  project.provide('slipwayOwnerUrl', ownerUrl);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
