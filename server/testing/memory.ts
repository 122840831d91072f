import { accessSync, chmodSync, constants, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';

const MEMORY = '/dev/shm';
/** Several times what a share has been seen to hold at once: 0.7 GB, with the largest firms of its tests. */
const ENOUGH = 4n * 1024n ** 3n;
// Short, since the address of a database's socket has room for a hundred characters only.
const OURS = /^slw([0-9a-z]{1,5})$/;

/** The folder in memory of a process. */
export const folderOf = (pid: number): string => path.join(MEMORY, `slw${pid.toString(36)}`);

/** Whether this machine has plenty of memory for files. */
export function hasMemoryToSpare(): boolean {
  try {
    // Some mounts run no programs, which tests copy there.
    const mount = readFileSync('/proc/self/mounts', 'utf8')
      .split('\n')
      .findLast((line) => line.split(' ')[1] === MEMORY);
    if (!mount?.startsWith('tmpfs ') || mount.includes('noexec')) return false;
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY, { bigint: true });
    const [, available = '0'] = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? [];
    return bavail * bsize >= ENOUGH && BigInt(available) * 1024n >= 2n * ENOUGH;
  } catch {
    return false;
  }
}

function lives(pid: number): boolean {
  // What bears this process's number was left by one that had it before.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** What runs that were killed have left: a database whose folder is gone ends by itself. */
function removeAbandoned(): void {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = OURS.exec(name) ?? [];
    if (pid === undefined || lives(Number.parseInt(pid, 36))) continue;
    try {
      rmSync(path.join(MEMORY, name), { recursive: true, force: true });
    } catch {
      // another user's
    }
  }
}

/**
 * Lets what this process and those that it starts keep for a while lie in memory, if there is plenty and nobody named a
 * place: tests make and drop hundreds of databases of a thousand files each, and a disk spends more time on files that
 * come and go than PostgreSQL does on what is in them. Gone when it is disposed of.
 */
export function temporaryInMemory(): Disposable {
  if (process.env['TMPDIR'] !== undefined || process.platform !== 'linux' || !hasMemoryToSpare())
    return { [Symbol.dispose]: () => undefined };
  removeAbandoned();
  const folder = folderOf(process.pid);
  mkdirSync(folder, { mode: 0o700 });
  // As the usual one: what root's tests run as another account keeps things there, too.
  if (process.getuid?.() === 0) chmodSync(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  return {
    [Symbol.dispose]: () => {
      delete process.env['TMPDIR'];
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
