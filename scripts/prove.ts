/**
 * node scripts/run.mjs scripts/prove.ts <name> [--rounds N] [--seed S] [--short]: one proof of quality.md in full. It
 * prints its seed, its counts and one line, and exits 1 when anything failed.
 */
import { parseArgs } from 'node:util';
import { PROOFS } from '../server/proofs/proofs.ts';
import { startTestDatabases } from '../server/testing/databases.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string' }, seed: { type: 'string' }, short: { type: 'boolean', default: false } },
});
const name = positionals[0] ?? '';
const entry = PROOFS[name];
if (!entry) {
  process.stderr.write(`usage: prove <${Object.keys(PROOFS).join(' | ')}> [--rounds N] [--seed S] [--short]\n`);
  process.exit(2);
}

function wholeNumber(text: string | undefined, fallback: number, option: string): number {
  if (text === undefined) return fallback;
  if (!/^\d{1,9}$/.test(text)) {
    process.stderr.write(`--${option} must be a whole number, not "${text}".\n`);
    process.exit(2);
  }
  return Number(text);
}

const SHOWN = 200;
const seed = wholeNumber(values.seed, Date.now() % 1_000_000_000, 'seed');
const rounds = wholeNumber(values.rounds, values.short ? entry.short : entry.full, 'rounds');
const log = (line: string) => void process.stdout.write(`${line}\n`);

await using server = await startTestDatabases();
log(`${name}: seed ${seed}, ${rounds} rounds${values.short ? ', short form' : ''}`);
const began = performance.now();
const { passed, failures, skipped } = await entry.proof({
  server,
  rounds,
  seed,
  short: values.short,
  timed: true,
  log,
});
for (const failure of failures.slice(0, SHOWN)) log(`  ✗ ${failure}`);
if (failures.length > SHOWN) log(`  … and ${failures.length - SHOWN} more`);
log(`${((performance.now() - began) / 1000).toFixed(1)} s`);
if (skipped !== undefined) log(`  not tried: ${skipped}`);
log(`${name}: ${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0;
