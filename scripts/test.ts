import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { buildWeb } from './lib/build.ts';

/**
 * Everything that must hold, in one command: types, lint, format, imports; rules, calls and proofs; the browser. Prints
 * how long each share took and fails beyond its budget. Names of shares as arguments run those alone.
 */
const ROOT = path.resolve(import.meta.dirname, '..');
const CACHE = path.join(ROOT, '.cache');
const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');

type Share = { name: string; minutes: number; args: string[]; report?: string };

const project = (name: string, minutes: number): Share => {
  const report = path.join(CACHE, `${name}.json`);
  return {
    name,
    minutes,
    report,
    args: [
      vitest,
      'run',
      '--root',
      '.',
      '--project',
      name,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
  };
};

const SHARES: Share[] = [
  { name: 'check', minutes: 3, args: ['scripts/check.ts'] },
  project('domain', 2),
  project('server', 6),
  project('proofs', 8),
  project('browser', 8),
];

type Counts = { passed: number; failed: number; skipped: number };

function countsOf(share: Share, status: number): Counts {
  if (!share.report) return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 };
  if (!existsSync(share.report)) return { passed: 0, failed: 1, skipped: 0 };
  const report = JSON.parse(readFileSync(share.report, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    success: boolean;
  };
  // A suite that fell over before its tests counts as a failure, whatever its tests say.
  const failed = Math.max(report.numFailedTests, status === 0 && report.success ? 0 : 1);
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests };
}

async function run(share: Share): Promise<{ counts: Counts; seconds: number }> {
  if (share.report) rmSync(share.report, { force: true });
  const started = performance.now();
  const status = await new Promise<number>((resolve) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...share.args], {
      cwd: ROOT,
      stdio: 'inherit',
    });
    child.on('exit', (code) => resolve(code ?? 1));
  });
  return { counts: countsOf(share, status), seconds: (performance.now() - started) / 1000 };
}

mkdirSync(CACHE, { recursive: true });
const wanted = process.argv.slice(2);
const shares = SHARES.filter((share) => wanted.length === 0 || wanted.includes(share.name));
if (shares.some((share) => share.name === 'browser')) await buildWeb();
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
const lines: string[] = [];
for (const share of shares) {
  const { counts, seconds } = await run(share);
  const late = seconds > share.minutes * 60;
  total.passed += counts.passed;
  total.failed += counts.failed + (late ? 1 : 0);
  total.skipped += counts.skipped;
  lines.push(
    `${share.name.padEnd(8)} ${seconds.toFixed(0).padStart(5)} s of ${share.minutes * 60}${late ? '  over its budget' : ''}`,
  );
}
console.log(`\n${lines.join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed === 0 ? 0 : 1);
