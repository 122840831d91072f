import { defineConfig } from 'vitest/config';

const common = { environment: 'node' as const, pool: 'forks' as const };
const database = { globalSetup: ['./server/testing/global-setup.ts'], hookTimeout: 60_000 };

/** Rules alone need no database; what does shares one server and clones its own database from a template. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { ...common, name: 'domain', include: ['domain/**/*.test.ts', 'web/**/*.test.ts'] } },
      {
        test: {
          ...common,
          ...database,
          name: 'server',
          include: ['server/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['server/proofs/**'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          ...common,
          ...database,
          name: 'proofs',
          include: ['server/proofs/**/*.test.ts'],
          testTimeout: 240_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          ...common,
          name: 'browser',
          include: ['e2e/**/*.spec.ts'],
          globalSetup: ['./e2e/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
