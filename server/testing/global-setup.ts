import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { openTestDatabases, type TestDatabaseServer } from './databases.ts';
import { temporaryInMemory } from './memory.ts';

declare module 'vitest' {
  interface ProvidedContext {
    slipwayDatabase: TestDatabaseServer;
  }
}

const COMPILED = fileURLToPath(new URL('../../.cache/node', import.meta.url));

/** One PostgreSQL for the run and one template in it, which every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Of a run without npm, which says the same: what Node made of our modules is kept for the processes to come.
  process.env['NODE_COMPILE_CACHE'] ??= COMPILED;
  await using started = new AsyncDisposableStack();
  started.use(temporaryInMemory());
  const server = started.use(await openTestDatabases());
  const { ownerUrl, appUrl, template } = server;
  project.provide('slipwayDatabase', { ownerUrl, appUrl, template });
  const all = started.move();
  return () => all.disposeAsync();
}
