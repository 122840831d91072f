import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chooseAccount, closedParent, giveTo, isRoot } from './account.ts';
import type { Account } from './account.ts';
import { codeOf, failure } from './failure.ts';
import { makeDirectory, readText, sameDirectory, windows, writeDurably } from './files.ts';

/** Where the database of one data directory lives: the cluster, its passwords and its socket, in one folder. */
export type Home = {
  dataDir: string;
  dir: string;
  cluster: string;
  secretFile: string;
  /** Set when the database had to be placed outside the data directory: the file in it that says where. */
  pointerFile: string | undefined;
  account: Account | undefined;
};

type Pointer = { database: string; madeFor: string };

const clustersDir = '/var/lib/slipway';

export function openHome(dataDir: string, log: (message: string) => void, elsewhere = clustersDir): Home {
  const real = openDataDirectory(dataDir);
  const pointerFile = path.join(real, 'postgres.location.json');
  const pointer = readPointer(pointerFile, real);
  const local = path.join(real, 'postgres');
  const dir = pointer?.database ?? local;
  const account = chooseAccount([path.join(dir, 'cluster'), real]);
  const home = (place: string, pointed: boolean): Home => ({
    dataDir: real,
    dir: place,
    cluster: path.join(place, 'cluster'),
    secretFile: path.join(place, 'db-secret'),
    pointerFile: pointed ? pointerFile : undefined,
    account,
  });
  if (pointer) return checked(home(dir, true));
  const closed = closedParent(real, account);
  if (closed === undefined) return checked(home(local, false));
  if (fs.existsSync(local)) throw unreachable(real, closed, account);
  return home(newPlace(real, elsewhere, log), true);
}

/** Made if absent; its real path, so that one directory has one name. */
function openDataDirectory(dataDir: string): string {
  const full = path.resolve(dataDir);
  try {
    // Root's needs its x bit for others: the account that runs PostgreSQL has to pass through.
    makeDirectory(full, isRoot() ? 0o711 : 0o700);
    fs.accessSync(full, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    return fs.realpathSync(full);
  } catch (error) {
    throw notWritable(full, error);
  }
}

const explanations: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'it is a file',
  ENOSPC: 'the disk is full',
};

export function notWritable(dir: string, error: unknown): Error {
  const why = explanations[codeOf(error)] ?? (error instanceof Error ? error.message : String(error));
  const sentence = `The data directory ${dir} cannot be written (${why}): choose another with SLIPWAY_DATA.`;
  return failure('DATA_DIRECTORY_NOT_WRITABLE', sentence, error);
}

function unreachable(dir: string, closed: string, account: Account | undefined): Error {
  const who = account?.name ?? 'this account';
  const sentence = `PostgreSQL runs as ${who}, which may not enter ${closed} on the way to ${dir}: open it with chmod o+x ${closed}.`;
  return failure('DATA_DIRECTORY_UNREACHABLE', sentence);
}

function checked(home: Home): Home {
  const stat = fs.statSync(home.dir, { throwIfNoEntry: false });
  if (!stat) return home;
  const closed = closedParent(home.dir, home.account);
  if (closed !== undefined) throw unreachable(home.dir, closed, home.account);
  const cluster = fs.statSync(home.cluster, { throwIfNoEntry: false });
  if (!windows && !isRoot() && (stat.uid !== process.getuid?.() || (cluster && cluster.uid !== stat.uid))) {
    const advice = 'start Slipway as the user who made it, or choose another with SLIPWAY_DATA';
    throw failure('DATA_DIRECTORY_NOT_WRITABLE', `The database in ${home.dir} belongs to another user: ${advice}.`);
  }
  return home;
}

function readPointer(pointerFile: string, dataDir: string): Pointer | undefined {
  const text = readText(pointerFile);
  if (text === undefined) return undefined;
  const pointer = JSON.parse(text) as Pointer;
  if (!fs.existsSync(pointer.database)) {
    const advice = `bring it back, or remove ${pointerFile} to begin with an empty one`;
    throw failure('DATABASE_MISSING', `The database ${pointer.database} is not there: ${advice}.`);
  }
  // A moved data directory keeps its database; a copied one would share it with the original.
  const original = path.join(pointer.madeFor, path.basename(pointerFile));
  if (pointer.madeFor !== dataDir && sameDirectory(pointer.madeFor, dataDir) === false && readText(original) === text) {
    const sentence = `${dataDir} is a copy of ${pointer.madeFor} and would use the same database: use backup and restore instead.`;
    throw failure('DATA_DIRECTORY_COPIED', sentence);
  }
  return pointer;
}

/**
 * The name holds a random part, so that a data directory that somebody removed to begin afresh does not come back to
 * life from here.
 */
function newPlace(dataDir: string, base: string, log: (message: string) => void): string {
  const prefix = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  try {
    makeDirectory(base, 0o711);
  } catch (error) {
    throw notWritable(base, error);
  }
  for (const old of fs.readdirSync(base)) {
    if (old.startsWith(`${prefix}-`)) log(`An earlier database of ${dataDir} is still in ${path.join(base, old)}.`);
  }
  const place = path.join(base, `${prefix}-${randomBytes(4).toString('hex')}`);
  log(
    `The database of ${dataDir} is placed in ${place}, since the account that runs PostgreSQL cannot enter ${dataDir}.`,
  );
  return place;
}

/** False when another start has placed its own database for this data directory first. */
export function writePointer(home: Home): boolean {
  if (home.pointerFile === undefined) return true;
  const pointer: Pointer = { database: home.dir, madeFor: home.dataDir };
  const temporary = `${home.pointerFile}.new-${process.pid}`;
  fs.rmSync(temporary, { force: true });
  writeDurably(temporary, `${JSON.stringify(pointer)}\n`);
  try {
    fs.linkSync(temporary, home.pointerFile);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    fs.rmSync(temporary);
  }
}

const longestSocketDirectory = 103 - '/.s.PGSQL.5432'.length;

/** Next to the cluster, unless the path would not fit into a socket's address (104 bytes on macOS, 108 on Linux). */
export function openSocketDirectory(home: Home): string {
  const near = path.join(home.dir, 'run');
  const fits = Buffer.byteLength(near) <= longestSocketDirectory;
  const owner = home.account?.uid ?? process.getuid?.();
  const dir = fits ? near : path.join(shortTemporary(), `slipway-${owner}-${digest(home.cluster)}`);
  makeDirectory(dir, 0o700);
  const made = fs.lstatSync(dir);
  if (made.uid === process.getuid?.()) giveTo(dir, home.account);
  else if (!made.isDirectory() || made.uid !== owner) {
    throw failure(
      'DATABASE_DID_NOT_START',
      `${dir}, needed for the database's socket, belongs to another user: remove it.`,
    );
  }
  return dir;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

function shortTemporary(): string {
  return Buffer.byteLength(os.tmpdir()) <= 55 ? fs.realpathSync(os.tmpdir()) : '/tmp';
}
