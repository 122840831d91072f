import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const ROOT = '/usr/lib/postgresql';
const OLDEST = 15;

/** The programs of a PostgreSQL that is not the embedded one: the newest that Debian has installed; null where it has none. */
export function installedPostgres(): string | null {
  if (!existsSync(ROOT)) return null;
  const versions = readdirSync(ROOT).filter(
    (name) => /^\d+$/.test(name) && Number(name) >= OLDEST && existsSync(path.join(ROOT, name, 'bin/initdb')),
  );
  const newest = versions.toSorted((a, b) => Number(a) - Number(b)).at(-1);
  return newest ? path.join(ROOT, newest, 'bin') : null;
}

/** PostgreSQL does not run under root. */
function accountFor(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout),
  );
  if (uid === undefined || gid === undefined) throw new Error('There is no account that PostgreSQL runs under.');
  chownSync(folder, uid, gid);
  return { uid, gid };
}

type Installed = { url: (user: string, database: string) => string; [Symbol.dispose]: () => void };

/** Starts it on a new folder of its own, with settings besides its own; reached through a socket in that folder, by anybody as anybody. */
export function startInstalledPostgres(bin: string, settings: Record<string, string> = {}): Installed {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'slipway-other-pg-'));
  const account = accountFor(folder);
  const run = (tool: string, args: string[]) => {
    const done = spawnSync(path.join(bin, tool), args, {
      ...account,
      encoding: 'utf8',
      cwd: folder,
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    });
    if (done.status !== 0) throw new Error(`${tool}: ${done.stderr}${done.stdout}`);
  };
  const data = path.join(folder, 'data');
  const options = Object.entries({ listen_addresses: "''", unix_socket_directories: folder, ...settings })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
  run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C']);
  run('pg_ctl', ['-D', data, '-w', '-l', path.join(folder, 'log'), '-o', options, 'start']);
  return {
    url: (user, database) => `postgres://${user}@${encodeURIComponent(folder)}/${database}`,
    [Symbol.dispose]: () => {
      run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
