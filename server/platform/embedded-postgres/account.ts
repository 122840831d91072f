import fs from 'node:fs';
import path from 'node:path';
import { readText, wholeNumber, windows } from './files.ts';

/** The unprivileged account that runs PostgreSQL for root; undefined means the account that runs us. */
export type Account = { uid: number; gid: number; name: string };

const candidates = ['slipway', 'postgres', '_postgres', 'nobody'];

export const isRoot = (): boolean => !windows && process.getuid?.() === 0;

/**
 * PostgreSQL refuses to run as root. The owner of an existing cluster or data directory is kept, since the files
 * must stay theirs; else the first account of a short list that this machine has.
 */
export function chooseAccount(places: string[]): Account | undefined {
  if (!isRoot()) return undefined;
  const known = accounts();
  for (const place of places) {
    const owner = fs.statSync(place, { throwIfNoEntry: false });
    if (owner && owner.uid !== 0) {
      const name = known.find((one) => one.uid === owner.uid)?.name ?? `uid ${owner.uid}`;
      return { uid: owner.uid, gid: owner.gid, name };
    }
  }
  for (const name of candidates) {
    const account = known.find((one) => one.name === name);
    if (account) return account;
  }
  return { uid: 65534, gid: 65534, name: 'uid 65534' };
}

function accounts(): Account[] {
  return (readText('/etc/passwd') ?? '').split('\n').flatMap((line) => {
    const [name = '', , uid, gid] = line.split(':');
    const [uidNumber, gidNumber] = [wholeNumber(uid), wholeNumber(gid)];
    return uidNumber === undefined || gidNumber === undefined ? [] : [{ name, uid: uidNumber, gid: gidNumber }];
  });
}

/** The first directory on the way to `dir` that the account may not enter; undefined when the way is open. */
export function closedParent(dir: string, account: Account | undefined): string | undefined {
  if (!account) return undefined;
  const real = fs.realpathSync(dir);
  const parts = real.split(path.sep);
  for (let count = 1; count <= parts.length; count++) {
    const step = parts.slice(0, count).join(path.sep) || path.sep;
    if (!mayEnter(step, account)) return step;
  }
  return undefined;
}

/** Node drops the supplementary groups when it changes the user, so the three permission triples decide. */
function mayEnter(dir: string, account: Account): boolean {
  const { uid, gid, mode } = fs.statSync(dir);
  if (uid === account.uid) return (mode & 0o100) !== 0;
  if (gid === account.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}

export function giveTo(target: string, account: Account | undefined): void {
  if (account) fs.chownSync(target, account.uid, account.gid);
}

/** How a PostgreSQL program is started: unprivileged, in a neutral place, with a clean environment. */
export function spawnIdentity(account: Account | undefined): {
  uid?: number;
  gid?: number;
  cwd: string;
  env: NodeJS.ProcessEnv;
} {
  const system = windows ? { SystemRoot: process.env['SystemRoot'], TEMP: process.env['TEMP'] } : {};
  const identity = account ? { uid: account.uid, gid: account.gid } : {};
  return {
    ...identity,
    cwd: path.parse(process.cwd()).root,
    env: { PATH: process.env['PATH'], TZ: 'UTC', LC_ALL: 'C', ...system },
  };
}
