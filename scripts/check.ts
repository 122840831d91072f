import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { exportFaults } from './check-exports.ts';
import { importFaults } from './check-imports.ts';

// Types, lint, format, imports and exports. `--fix` formats and mends what can be mended by itself.
const ROOT = path.resolve(import.meta.dirname, '..');
const fix = process.argv.includes('--fix');
const bin = (name: string) => path.join(ROOT, 'node_modules', name);

// What was found of files that have not changed since is kept, so that a check after a small change takes a second.
const types = (project: string, kept: string) => [
  bin('typescript/bin/tsc'),
  '-p',
  project,
  '--incremental',
  '--tsBuildInfoFile',
  path.join(ROOT, '.cache', kept),
  // Each checker beside the first works out anew what they share, on a processor that other work waits for.
  '--checkers',
  '1',
];

// Types and lint are done before what they leave is worth collecting: a third of their time went into that.
const env = { GOGC: '400', ...process.env };

const STEPS: [string, string[]][] = [
  ['types', types('tsconfig.json', 'types.tsbuildinfo')],
  ['types of the web', types('web/tsconfig.json', 'types-web.tsbuildinfo')],
  ['format', [bin('oxfmt/bin/oxfmt'), ...(fix ? [] : ['--check'])]],
  ['lint', [bin('oxlint/bin/oxlint'), '--quiet', ...(fix ? ['--fix'] : [])]],
];

let failed = 0;
for (const [name, args] of STEPS) {
  const started = performance.now();
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' });
  if (status !== 0) failed += 1;
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}

const REACH: [string, string[]][] = [
  ['imports', (await importFaults()).map(({ file, imports, why }) => `${file} imports ${imports}: ${why}`)],
  ['exports', (await exportFaults()).map((name) => `${name} is exported and nothing else uses it`)],
];
for (const [name, faults] of REACH) {
  for (const fault of faults) console.log(fault);
  if (faults.length > 0) failed += 1;
  console.log(`${faults.length === 0 ? 'ok    ' : 'FAILED'} ${name}`);
}
process.exit(failed === 0 ? 0 : 1);
