import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import NODE_FLAGS from '../../server/platform/node-flags.json' with { type: 'json' };

/** A part of the tests: a Node program, the seconds that it should take, and where it writes its report as JSON. */
export type Share = {
  name: string;
  seconds: number;
  args: string[];
  report?: string;
  /** What this share alone has of its environment; undefined takes a variable away. */
  env?: NodeJS.ProcessEnv;
};
export type Counts = { passed: number; failed: number; skipped: number };
/** Of each test that failed, `failures` has the file, the name and how its message begins. */
type Outcome = { counts: Counts; seconds: number; faults: string[]; failures: string[] };

/** What of Vitest's report as JSON is read. */
type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  success: boolean;
  testResults?: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};

type Options = {
  cwd: string;
  env?: NodeJS.ProcessEnv;
  /** It is asked to end, and has its time for that; at once it is ended with all that it started. */
  signal?: AbortSignal;
  atOnce?: AbortSignal;
  hangAfter?: number;
  /** Takes all that it printed once it has ended; absent, it prints as it goes. */
  print?: (output: Buffer) => void;
};

/** The first time that somebody interrupts, shares are asked to end; from the second on they are ended. */
export function interruptionsOf(source: NodeJS.EventEmitter): { signal: AbortSignal; atOnce: AbortSignal } {
  const [asked, ended] = [new AbortController(), new AbortController()];
  const interrupted = () => (asked.signal.aborted ? ended : asked).abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) source.on(signal, interrupted);
  return { signal: asked.signal, atOnce: ended.signal };
}

/** So many times its budget and a share hangs; what is merely slow passes. */
const HANG_FACTOR = 10;

const reportOf = ({ report }: Share): Report | null =>
  report && existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Report) : null;

/** A share without a report is one check; one whose report is missing, without tests or not of a success has failed. */
function countsOf(share: Share, report: Report | null, status: number): Counts {
  if (!share.report) return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 };
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const sound = status === 0 && report.success && report.numPassedTests > 0;
  const failed = Math.max(report.numFailedTests, sound ? 0 : 1);
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests };
}

const LINES_OF_FAILURE = 12;

/** Of tests, and of files that could not be read or whose hooks failed. */
function failuresOf(report: Report | null, root: string): string[] {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed');
    const failed = tests.map((test) => ({ name: test.fullName, message: test.failureMessages.join('\n') }));
    if (failed.length === 0 && status === 'failed') failed.push({ name: 'as a whole', message });
    return failed.map((test) => {
      const lines = stripVTControlCharacters(test.message).split('\n').slice(0, LINES_OF_FAILURE);
      return [`${path.relative(root, name)}: ${test.name}`, ...lines.map((line) => `  ${line}`)].join('\n');
    });
  });
}

/** With the processes that it started, but for those in a group of their own. */
function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal);
  } catch {
    // all of it has ended already
  }
}

/** Ends the database servers whose folders lie in this one, and names what of ours was left in it. */
function sweep(folder: string): string[] {
  const left = readdirSync(folder).filter((name) => name.startsWith('slipway-'));
  for (const file of globSync('**/postmaster.pid', { cwd: folder })) {
    try {
      process.kill(Number(readFileSync(path.join(folder, file), 'utf8').split('\n')[0]), 'SIGQUIT');
    } catch {
      // ended without its file, or in the meantime
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  return left;
}

/** Runs a share in a temporary folder of its own. It fails for a wrong result, for hanging, for what it leaves behind. */
export async function runShare(share: Share, options: Options): Promise<Outcome> {
  const { cwd, signal, atOnce, hangAfter = share.seconds * HANG_FACTOR, print } = options;
  const folder = mkdtempSync(path.join(os.tmpdir(), 's'));
  // Root's needs its x bit for others: the account that runs PostgreSQL has to pass through.
  if (process.getuid?.() === 0) chmodSync(folder, 0o711);
  if (share.report) rmSync(share.report, { force: true });
  const began = performance.now();
  const child = spawn(process.execPath, [...NODE_FLAGS, ...share.args], {
    cwd,
    stdio: print ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    detached: process.platform !== 'win32',
    env: { ...process.env, ...options.env, ...share.env, TMPDIR: folder, TEMP: folder, TMP: folder },
  });
  const printed: Buffer[] = [];
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  for (const stream of streams) stream.on('data', (chunk: Buffer) => printed.push(chunk));
  // The last of it may come after the process has ended.
  const allPrinted = Promise.all(streams.map((stream) => once(stream, 'close')));
  const faults: string[] = [];
  const hang = setTimeout(() => {
    faults.push(`hung, and was ended after ${hangAfter} s`);
    endGroup(child, 'SIGKILL');
  }, hangAfter * 1_000);
  const interrupt = () => endGroup(child, 'SIGTERM');
  const end = () => endGroup(child, 'SIGKILL');
  signal?.addEventListener('abort', interrupt);
  atOnce?.addEventListener('abort', end);
  const status = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
  clearTimeout(hang);
  signal?.removeEventListener('abort', interrupt);
  atOnce?.removeEventListener('abort', end);
  end();
  const left = sweep(folder);
  await allPrinted;
  print?.(Buffer.concat(printed));
  if (left.length > 0) faults.push(`left behind ${left.join(', ')}`);
  const report = reportOf(share);
  const counts = countsOf(share, report, status);
  return {
    counts: { ...counts, failed: Math.max(counts.failed, faults.length > 0 ? 1 : 0) },
    seconds: (performance.now() - began) / 1_000,
    faults,
    failures: failuresOf(report, cwd),
  };
}
