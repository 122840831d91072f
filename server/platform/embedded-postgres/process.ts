import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnIdentity } from './account.ts';
import type { Binaries } from './binaries.ts';
import { failure } from './failure.ts';
import { windows } from './files.ts';
import { openSocketDirectory } from './home.ts';
import type { Home } from './home.ts';
import {
  answers,
  awaitBackends,
  clearLocksOfStrangers,
  isAlive,
  readPidFile,
  servesCluster,
  tell,
} from './postmaster.ts';
import type { Address } from './postmaster.ts';

export type Server = { pid: number; address: Address; adopted: boolean };

/** What is needed to start the cluster, the first time and after every crash. */
export type Launch = {
  home: Home;
  binaries: Binaries;
  settings: Record<string, string>;
  log: (message: string) => void;
  /** Milliseconds in which it must be ready. */
  startLimit: number;
};

type Attempt = { server: Server } | { refused: string };

const occupied = /lock file .* already exists|pre-existing shared memory block|is still in use/;

export async function chooseAddress(home: Home): Promise<Address> {
  if (windows) return { host: '127.0.0.1', port: await freePort() };
  return { host: openSocketDirectory(home), port: 5432 };
}

/**
 * A server that answers is adopted (a kill -9 of ours leaves it running), one that is starting or stopping is waited
 * for, and a dead one's leftovers are cleared before a new one starts.
 */
export async function ensureRunning(launch: Launch, address: Address): Promise<Server> {
  const { cluster, dataDir } = launch.home;
  const deadline = Date.now() + launch.startLimit;
  let refused = '';
  while (Date.now() < deadline) {
    const pidFile = readPidFile(cluster);
    if (pidFile && servesCluster(pidFile, cluster)) {
      if (pidFile.ready && pidFile.address && (await answers(pidFile.address))) {
        return { pid: pidFile.pid, address: pidFile.address, adopted: true };
      }
    } else {
      if (pidFile) {
        await refuseServerElsewhere(address, dataDir);
        await awaitBackends(cluster);
      }
      clearLocksOfStrangers(cluster, address);
      const attempt = await start(launch, address);
      if ('server' in attempt) return attempt.server;
      refused = attempt.refused;
    }
    await sleep(25);
  }
  throw failure(
    'DATABASE_DID_NOT_START',
    `The database in ${dataDir} did not become ready in ${launch.startLimit / 60_000} minutes. ${refused}`.trim(),
  );
}

/** In another container its process number means nothing here, but the socket in the shared directory answers. */
async function refuseServerElsewhere(address: Address, dataDir: string): Promise<void> {
  for (let tries = 0; tries < 10; tries++) {
    if (windows || !(await answers(address))) return;
    await sleep(100);
  }
  throw failure(
    'DATA_DIRECTORY_IN_USE',
    `The data directory ${dataDir} is in use by a Slipway in another container: stop it first.`,
  );
}

async function start(launch: Launch, address: Address): Promise<Attempt> {
  const { home, binaries, log } = launch;
  const options = Object.entries({ ...listening(address), ...launch.settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  // Detached: Ctrl-C must not reach PostgreSQL before the application has finished its requests.
  const child = spawn(binaries.postgres, ['-D', home.cluster, '-p', String(address.port), ...options], {
    ...spawnIdentity(home.account),
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const tail = followLog(child, log);
  const end: { reason?: string } = {};
  child.once('error', (error) => (end.reason = error.message));
  child.once('exit', (code, signal) => (end.reason ??= `it ended with ${signal ?? `code ${code}`}`));
  const deadline = Date.now() + launch.startLimit;
  while (end.reason === undefined) {
    const pidFile = readPidFile(home.cluster);
    if (pidFile && pidFile.pid === child.pid && pidFile.ready)
      return { server: { pid: pidFile.pid, address, adopted: false } };
    if (Date.now() > deadline) child.kill('SIGQUIT');
    await sleep(10);
  }
  await sleep(20); // its last words may still be in the pipe
  const reason =
    tail()
      .match(/(?:FATAL|PANIC):\s+(.*)/g)
      ?.at(-1) ?? end.reason;
  if (occupied.test(tail())) return { refused: reason };
  throw failure('DATABASE_DID_NOT_START', `The database in ${home.dataDir} does not start: ${reason}`);
}

function listening(address: Address): Record<string, string> {
  if (windows) return { listen_addresses: address.host, unix_socket_directories: '' };
  return { listen_addresses: '', unix_socket_directories: address.host, unix_socket_permissions: '0700' };
}

function followLog(child: ChildProcess, log: (message: string) => void): () => string {
  let tail = '';
  let line = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-4_000);
    const lines = (line + text).split('\n');
    line = lines.pop() ?? '';
    for (const whole of lines) log(whole.trimEnd());
  });
  return () => tail;
}

/** Fast: a checkpoint, so that the next start has nothing to recover. Immediate after 6 s: nothing is lost either. */
export async function stopServer(server: Server, launch: Launch): Promise<void> {
  const grace = 6_000;
  if (windows) {
    spawnSync(launch.binaries.pgCtl, ['stop', '-D', launch.home.cluster, '-m', 'fast', '-w', '-t', '6']);
    return;
  }
  const ours = (): boolean => {
    const pidFile = readPidFile(launch.home.cluster);
    return pidFile?.pid === server.pid && isAlive(server.pid);
  };
  if (!ours()) return;
  tell(server.pid, 'SIGINT');
  const deadline = Date.now() + grace;
  while (ours() && Date.now() < deadline) await sleep(10);
  if (ours()) tell(server.pid, 'SIGQUIT');
  while (isAlive(server.pid) && Date.now() < deadline + 4_000) await sleep(10);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0));
    });
  });
}
