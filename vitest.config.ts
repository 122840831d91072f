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
/**
 * Files that the long form alone runs, so that `npm test` stays around seven minutes: what rests on a mechanism that
 * another file tries in the short form too (named beside it), or on the machine and not on the product.
 */
const LONG_ALONE = {
  server: [
    // Backups and the database that comes with the product; `main.test.ts` starts, stops and backs up one.
    'server/platform/backup/backup.test.ts',
    'server/platform/db/other-postgres.test.ts',
    'server/platform/db/watch.test.ts',
    'server/platform/embedded-postgres/*.test.ts',
    // Files of a million rows; `imports.test.ts` and `bordereau.test.ts` read those of a working day.
    'server/features/imports/hostile.test.ts',
    // Random lives; `prove:workflow` draws some, and `release.test.ts`, `money.test.ts` have the worked figures.
    'server/features/claims/walk.test.ts',
    'server/features/ledger/releases.test.ts',
    'server/features/vouchers/release-walk.test.ts',
    // Sums that are kept: the auditor adds them up again after every test that moves money (I3, `expectSound`).
    'server/features/reports/money/kept-money.test.ts',
    'server/features/parties/kept-parties.test.ts',
    // A client that is generated from the description; `openapi.test.ts` lints the description and says what is in it.
    'server/platform/http/openapi-client.test.ts',
    // The books of another system, once in an office's life; `domain/imports/history` has its rules.
    'server/features/imports/history/*.test.ts',
  ],
  // `crash-server` and `contention` lose a server and repeat a request; mutants try tests, which stay as they are; `sample.test.ts` tells a short story.
  proofs: [
    'disk-full',
    'restore',
    'shutdown',
    'crash-batch',
    'crash-database',
    'database-away',
    'lost-answers',
    'mutants',
    'sample-days',
  ].map((name) => `server/proofs/${name}.test.ts`),
  // Each goes through screens that `screens.spec.ts` opens, by steps that a journey of the short form has as well:
  // forms and approvals (journey, day, decide), imports (import), money (journey), entrance (entrance).
  browser: [
    'adjustment',
    'attachments',
    'authority',
    'bank',
    'between-branches',
    'bordereau',
    'budgets',
    'claim-money',
    'drill',
    'claims',
    'earlier-endorsements',
    'endorsements',
    'fee-drawing',
    'history',
    'instalments',
    'interchange',
    'invite',
    'invoice',
    'london',
    'merge',
    'monday',
    'month-end',
    'own-transfers',
    'papers',
    'parties',
    'reminders',
    'renewal',
    'sections',
    'taxes',
    'telephone',
  ].map((name) => `e2e/${name}.spec.ts`),
};
/** On another PostgreSQL than the embedded one, all but how that one plans and how a test's own is started. */
const OF_THE_EMBEDDED = process.env['SLIPWAY_TEST_DATABASE_URL']
  ? ['server/**/plans*.test.ts', 'server/testing/databases.test.ts']
  : [];
/** What is named is run, in either form. */
const NAMED = process.argv.slice(2).some((argument) => /^(server|scripts|e2e)\//.test(argument));
const leftOut = (project: keyof typeof LONG_ALONE) => (LONG_FORM || NAMED ? [] : LONG_ALONE[project]);
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
          exclude: ['server/proofs/**', ...OF_THE_EMBEDDED, ...leftOut('server')],
        },
      },
      {
        test: {
          ...common,
          ...database,
          name: 'proofs',
          include: ['server/proofs/**/*.test.ts'],
          exclude: leftOut('proofs'),
        },
      },
      {
        test: {
          ...common,
          name: 'browser',
          include: ['e2e/**/*.spec.ts'],
          exclude: leftOut('browser'),
          globalSetup: ['./e2e/global-setup.ts'],
        },
      },
    ],
  },
});
