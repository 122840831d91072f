import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { giveTo, spawnIdentity } from './account.ts';
import type { Binaries } from './binaries.ts';
import { codeOf, failure } from './failure.ts';
import { readText, removeTree, syncDirectory, wholeNumber, windows, writeDurably } from './files.ts';
import { notWritable, writePointer } from './home.ts';
import type { Home } from './home.ts';
import { isAlive } from './postmaster.ts';

/**
 * The passwords of the three roles. The administrator is PostgreSQL's own superuser, used by the supervisor alone.
 * The owner owns the database and migrates it without being superuser: the extensions that we need (pg_trgm,
 * unaccent, btree_gist) are trusted ones. The application's role owns nothing and cannot pass row-level security.
 */
export type Secret = { admin: string; owner: string; app: string };

export const adminRole = 'slipway_admin';

const run = promisify(execFile);

/** Makes the cluster unless it is there. */
export async function ensureCluster(home: Home, binaries: Binaries, durable: boolean): Promise<void> {
  if (fs.existsSync(home.dir)) return;
  await placeCluster(home, (temporary) => build({ temporary, home, binaries, durable }));
}

/**
 * Makes the folder of a database, in which `fill` lays the cluster and its passwords: it appears whole, by one rename, or
 * not at all. False when another start was first.
 */
export async function placeCluster(home: Home, fill: (temporary: string) => Promise<void>): Promise<boolean> {
  clearAbandoned(home.dir);
  const temporary = `${home.dir}.new-${process.pid}-${randomBytes(3).toString('hex')}`;
  try {
    fs.mkdirSync(temporary, { mode: 0o700 });
    // PostgreSQL's account passes through to its cluster; the passwords stay ours.
    if (home.account) fs.chmodSync(temporary, 0o711);
    await fill(temporary);
    fs.renameSync(temporary, home.dir);
    syncDirectory(path.dirname(home.dir));
    if (writePointer(home)) return true;
    removeTree(home.dir);
    return false;
  } catch (error) {
    removeTree(temporary);
    if (['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) return false;
    if (['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(codeOf(error))) throw notWritable(home.dataDir, error);
    throw error;
  }
}

async function build(job: { temporary: string; home: Home; binaries: Binaries; durable: boolean }): Promise<void> {
  const { temporary, home, binaries } = job;
  const secret: Secret = { admin: password(), owner: password(), app: password() };
  writeDurably(path.join(temporary, 'db-secret'), `${JSON.stringify(secret)}\n`);
  const cluster = path.join(temporary, 'cluster');
  const passwordFile = path.join(temporary, 'initdb-password');
  fs.mkdirSync(cluster, { mode: 0o700 });
  fs.writeFileSync(passwordFile, `${secret.admin}\n`, { mode: 0o600 });
  giveTo(cluster, home.account);
  giveTo(passwordFile, home.account);
  const options = ['-D', cluster, '-U', adminRole, `--pwfile=${passwordFile}`, '-A', 'scram-sha-256', '-E', 'UTF8'];
  // The builtin provider sorts alike on every machine and never changes with the C library.
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const rest = ['--data-checksums', '--no-instructions', ...(job.durable ? [] : ['--no-sync'])];
  try {
    await run(binaries.initdb, [...options, ...locale, ...rest], spawnIdentity(home.account));
  } catch (error) {
    const detail = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    const line = detail.split('\n').findLast((text) => /error|FATAL/i.test(text)) ?? String(error);
    throw failure('DATABASE_DID_NOT_START', `The database could not be made in ${home.dir}: ${line}.`, error);
  }
  fs.rmSync(passwordFile);
}

const password = (): string => randomBytes(24).toString('base64url');

function clearAbandoned(dir: string): void {
  for (const name of fs.readdirSync(path.dirname(dir))) {
    const maker = name.startsWith(`${path.basename(dir)}.new-`)
      ? wholeNumber(name.split('.new-')[1]?.split('-')[0])
      : undefined;
    if (maker !== undefined && !isAlive(maker)) removeTree(path.join(path.dirname(dir), name));
  }
}

/** The passwords; what a copy of the folder left open to others is closed again. */
export function readSecret(home: Home): Secret {
  const text = readText(home.secretFile);
  if (!windows && text !== undefined && (fs.statSync(home.secretFile).mode & 0o077) !== 0)
    fs.chmodSync(home.secretFile, 0o600);
  if (text === undefined) {
    const sentence = `The passwords of the database are missing: ${home.secretFile} must be brought back from a backup.`;
    throw failure('DATABASE_SECRET_MISSING', sentence);
  }
  return JSON.parse(text) as Secret;
}

export function checkMajorVersion(home: Home, binaries: Binaries): void {
  const version = readText(path.join(home.cluster, 'PG_VERSION'))?.trim();
  if (version === binaries.major) return;
  if (version === undefined) throw failure('DATABASE_MISSING', `There is no PostgreSQL database in ${home.cluster}.`);
  const advice = `back up with the Slipway that made it, restore with this one`;
  const sentence = `The database in ${home.dataDir} is of PostgreSQL ${version}, this Slipway runs ${binaries.major}: ${advice}.`;
  throw failure('DATABASE_VERSION_MISMATCH', sentence);
}
