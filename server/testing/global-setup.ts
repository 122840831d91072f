import type { TestProject } from 'vitest/node';
import { openTestDatabases, type TestDatabaseServer } from './databases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    slipwayDatabase: TestDatabaseServer;
  }
}

/** One PostgreSQL for the run and one template in it, which every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openTestDatabases();
  const { ownerUrl, appUrl, template } = server;
  project.provide('slipwayDatabase', { ownerUrl, appUrl, template });
  return async () => server[Symbol.asyncDispose]();
}
