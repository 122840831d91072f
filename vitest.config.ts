import { defineConfig } from 'vitest/config';

const common = { environment: 'node' as const, pool: 'forks' as const };

/** Rules alone need no database; everything that does shares one server and clones its own database from a template. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { ...common, name: 'domain', include: ['domain/**/*.test.ts'] } },
      {
        test: {
          ...common,
          name: 'server',
          include: ['server/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['./server/testing/global-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
});
