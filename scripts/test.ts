import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { INSTALLED, SHARED_SERVER, startTestDatabases } from '../server/testing/databases.ts';
import { installedPostgres } from '../server/testing/installed-postgres.ts';
import { temporaryInMemory } from '../server/testing/memory.ts';
import { buildWeb } from './lib/build.ts';
import { interruptionsOf, runShare, type Counts, type Share } from './lib/share.ts';

/**
 * Everything that must hold, in one command: types, lint, format, imports; rules, calls and proofs; the browser. Prints
 * each share's seconds beside its budget: being slow is no failure. Names of shares as arguments run those alone;
 * `--long` runs the long forms.
 */
const ROOT = path.resolve(import.meta.dirname, '..');
const CACHE = path.join(ROOT, '.cache');
const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { long: { type: 'boolean', default: false } },
});

/** The tests of projects of vitest.config.ts; of the one that it is named after unless said. */
function project(name: string, seconds: { short: number; long: number }, projects = [name]): Share {
  const report = path.join(CACHE, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return {
    name,
    seconds: values.long ? seconds.long : seconds.short,
    report,
    args: [vitest, 'run', '--root', '.', ...projects.flatMap((one) => ['--project', one]), ...reporters],
  };
}

/** Calls and proofs in their short form, on a server of their own, for a firm whose chart of accounts has other codes. */
const OTHER_CHART: Share = {
  ...project('other-chart', { short: 400, long: 400 }, ['server', 'proofs']),
  env: { SLIPWAY_TEST_CHART: 'other', [SHARED_SERVER]: undefined, SLIPWAY_LONG: undefined },
};

/** Calls in their short form on another PostgreSQL than the embedded one, where one is installed. */
const OTHER_POSTGRES: Share = {
  ...project('other-postgres', { short: 360, long: 360 }, ['server']),
  env: { SLIPWAY_TEST_DATABASE_URL: INSTALLED, [SHARED_SERVER]: undefined, SLIPWAY_LONG: undefined },
};

/**
 * What a short form takes of the processors in a quiet hour, 970 s in all: so long it lasts while the browser's lane has the
 * other one of two, and half as long alone. Of proofs and browser it is the rest of the whole, divided as in a slow hour.
 */
const SHARES: Share[] = [
  { name: 'check', seconds: 60, args: ['scripts/check.ts'] },
  project('domain', { short: 60, long: 240 }),
  // Before the server's: its longest file goes on alone, which is no loss while the browser works beside it.
  project('proofs', { short: 160, long: 3_600 }),
  project('server', { short: 440, long: 900 }),
  project('browser', { short: 250, long: 600 }),
  ...(values.long ? [OTHER_CHART] : []),
  ...(values.long && installedPostgres() ? [OTHER_POSTGRES] : []),
];
const WITH_DATABASE = ['server', 'proofs', 'browser'];

const unknown = positionals.filter((name) => !SHARES.some((share) => share.name === name));
if (unknown.length > 0) {
  console.error(`There is no share ${unknown.join(', ')}: ${SHARES.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
const shares = SHARES.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const interruptions = interruptionsOf(process);

mkdirSync(CACHE, { recursive: true });
if (shares.some(({ name }) => name === 'browser')) await buildWeb();
// The long forms stay on the disk, as what they prove does.
using _memory = values.long ? null : temporaryInMemory();
await using database = shares.some(({ name }) => WITH_DATABASE.includes(name)) ? await startTestDatabases() : null;
const env = {
  ...(database && { [SHARED_SERVER]: JSON.stringify(database) }),
  ...(values.long && { SLIPWAY_LONG: '1' }),
};

const total: Counts = { passed: 0, failed: 0, skipped: 0 };
const lines = new Map<Share, string>();
const failed: string[] = [];

/** One share after the other. Beside another lane a lane has one worker, and prints a share when it has ended. */
async function runLane(lane: readonly Share[], beside: boolean): Promise<void> {
  const print = (output: Buffer) => void process.stdout.write(output);
  for (const share of lane) {
    if (interruptions.signal.aborted) return;
    const args = [...share.args, ...(beside ? ['--maxWorkers=1'] : [])];
    const options = { cwd: ROOT, env, ...interruptions, ...(beside && { print }) };
    const { counts, seconds, faults, failures } = await runShare({ ...share, args }, options);
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
    failed.push(...failures);
    const time = `${share.name.padEnd(11)} ${seconds.toFixed(0).padStart(5)} s of ${share.seconds}`;
    lines.set(share, [time, ...(counts.failed > 0 ? [`${counts.failed} failed`] : []), ...faults].join('  '));
  }
}

// A browser waits for its pages a quarter of its time, in which the other shares work.
const browser = shares.filter(({ name }) => name === 'browser');
const others = shares.filter(({ name }) => name !== 'browser');
await Promise.all([runLane(others, false), runLane(browser, others.length > 0)]);
if (interruptions.signal.aborted) total.failed += 1;
// Last, where whoever sees the end of the output alone finds them.
if (failed.length > 0) console.log(`\nFailed:\n\n${failed.join('\n\n')}`);
console.log(`\n${shares.flatMap((share) => lines.get(share) ?? []).join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed === 0 ? 0 : 1;
