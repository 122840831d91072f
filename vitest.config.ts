import { defineConfig } from 'vitest/config';
import { LONG_FORM } from './domain/testing/runs.ts';

/**
 * Ends a test that hangs; one that is merely slow passes, since the machine may be busy: on one with a load of 30 the
 * longest proof has taken ten minutes. `npm test` ends a whole share that hangs.
 */
const HANG_MS = LONG_FORM ? 14_400_000 : 3_600_000;

const common = {
  environment: 'node' as const,
  pool: 'forks' as const,
  // Files share two processes: none changes what another sees, and each would load the application anew.
  isolate: false,
  testTimeout: HANG_MS,
  hookTimeout: HANG_MS,
  expect: { poll: { timeout: 120_000 } },
};
const database = { globalSetup: ['./server/testing/global-setup.ts'] };

/** Rules alone need no database; what does shares one server and clones its own database from a template. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    teardownTimeout: HANG_MS,
    projects: [
      { test: { ...common, name: 'domain', include: ['domain/**/*.test.ts', 'web/**/*.test.ts'] } },
      {
        test: {
          ...common,
          ...database,
          name: 'server',
          include: ['server/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['server/proofs/**'],
        },
      },
      {
        test: {
          ...common,
          ...database,
          name: 'proofs',
          include: ['server/proofs/**/*.test.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'browser',
          include: ['e2e/**/*.spec.ts'],
          globalSetup: ['./e2e/global-setup.ts'],
        },
      },
    ],
  },
});
