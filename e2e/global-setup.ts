import type { TestProject } from 'vitest/node';
import { openPool } from '../server/platform/db/pool.ts';
import { cloneDatabase, openTestDatabases } from '../server/testing/databases.ts';
import { chromiumOptions } from './chromium.ts';
import { loadJourneyRegisters } from './registers.ts';

/** The template of the journeys: the test firm with the parties that they work with. Each journey clones it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Unpacked before the journeys begin, where it has to be.
  chromiumOptions();
  await using started = new AsyncDisposableStack();
  const server = started.use(await openTestDatabases());
  const template = await cloneDatabase(server);
  started.defer(template.drop);
  const pool = openPool({ url: template.ownerUrl, max: 1 });
  await loadJourneyRegisters(pool).finally(() => pool.end());
  project.provide('slipwayDatabase', { ownerUrl: server.ownerUrl, appUrl: server.appUrl, template: template.name });
  const all = started.move();
  return () => all.disposeAsync();
}
