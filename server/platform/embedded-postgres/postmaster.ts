import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from './failure.ts';
import { readText, sameDirectory, wholeNumber, windows } from './files.ts';

/** Where clients connect: a socket's directory, or a loopback address where there are no such sockets. */
export type Address = { host: string; port: number };

type PidFile = { pid: number; dir: string; address: Address | undefined; ready: boolean };

export const readPidFile = (cluster: string): PidFile | undefined => readLockFile(path.join(cluster, 'postmaster.pid'));

/** The cluster's pid file and the lock of a socket have the same format. */
function readLockFile(file: string): PidFile | undefined {
  const lines = (readText(file) ?? '').split('\n');
  const pid = wholeNumber(lines[0]?.trim());
  if (pid === undefined || pid === 0) return undefined;
  const port = wholeNumber(lines[3]?.trim());
  const address = port === undefined ? undefined : { host: lines[4]?.trim() || '127.0.0.1', port };
  return { pid, dir: lines[1] ?? '', address, ready: lines[7]?.trim() === 'ready' };
}

/** A zombie, left where process 1 does not reap, is dead. */
export function isAlive(pid: number): boolean {
  return exists(pid) && !/\) Z /.test(readText(`/proc/${pid}/stat`) ?? '');
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Undefined when the machine does not tell. */
function isPostgres(pid: number): boolean | undefined {
  try {
    return fs
      .readlinkSync(`/proc/${pid}/exe`)
      .replace(/ \(deleted\)$/, '')
      .endsWith('postgres');
  } catch {
    // not Linux, or a process of another user
  }
  if (windows) {
    const list = spawnSync('tasklist', ['/FI', `PID eq ${pid}`, '/NH'], { encoding: 'utf8' });
    return list.status === 0 ? /postgres/i.test(list.stdout) : undefined;
  }
  const list = spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' });
  return list.status === 0 ? /postgres/.test(list.stdout) : undefined;
}

/** Process numbers are used again and clusters are copied with their pid file: only our own server counts. */
export function servesCluster(pidFile: PidFile, cluster: string): boolean {
  if (!isAlive(pidFile.pid) || isPostgres(pidFile.pid) === false) return false;
  return sameDirectory(`/proc/${pidFile.pid}/cwd`, cluster) ?? sameDirectory(pidFile.dir, cluster) ?? false;
}

export function answers(address: Address): Promise<boolean> {
  const local = path.isAbsolute(address.host);
  const target = local ? { path: path.join(address.host, `.s.PGSQL.${address.port}`) } : address;
  return new Promise((resolve) => {
    const socket = net.connect(target as net.NetConnectOpts);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/**
 * PostgreSQL clears stale lock files, and needs its pid file to find the shared memory of the dead server.
 * Only those whose process number is in use, by a stranger or by a zombie, have to go: it would refuse to start
 * next to them.
 */
export function clearLocksOfStrangers(cluster: string, address: Address): void {
  const files = [path.join(cluster, 'postmaster.pid')];
  if (path.isAbsolute(address.host)) files.push(path.join(address.host, `.s.PGSQL.${address.port}.lock`));
  for (const file of files) {
    const lockFile = readLockFile(file);
    if (lockFile && exists(lockFile.pid) && !servesCluster(lockFile, cluster)) fs.rmSync(file, { force: true });
  }
}

/**
 * The backends of a killed postmaster go by themselves, but a busy one only when its query is done, and no new server
 * may start before. They have 0.3 s, then get SIGQUIT, then SIGKILL: recovery replays what was committed.
 */
export async function awaitBackends(cluster: string): Promise<void> {
  const began = Date.now();
  let signal: NodeJS.Signals | undefined;
  for (;;) {
    const left = backendsOf(cluster);
    if (left.length === 0) return;
    const waited = Date.now() - began;
    if (waited > 10_000) return; // PostgreSQL itself refuses to start next to them, and says so
    const next = waited > 1_000 ? 'SIGKILL' : waited > 300 ? 'SIGQUIT' : undefined;
    if (next && next !== signal) for (const pid of left) tell(pid, next);
    signal = next;
    await sleep(20);
  }
}

/** Every PostgreSQL process works in its cluster's directory; elsewhere than on Linux the list is empty. */
function backendsOf(cluster: string): number[] {
  if (process.platform !== 'linux') return [];
  return fs.readdirSync('/proc').flatMap((name) => {
    const pid = wholeNumber(name);
    if (pid === undefined) return [];
    const inside = sameDirectory(`/proc/${pid}/cwd`, cluster) === true;
    return inside && isAlive(pid) && isPostgres(pid) === true ? [pid] : [];
  });
}

export function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // gone already
  }
}
