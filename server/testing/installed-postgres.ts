import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { OLDEST } from '../platform/db/migrate.ts';
import { chooseAccount, giveTo, spawnIdentity } from '../platform/embedded-postgres/account.ts';

const ROOT = '/usr/lib/postgresql';

/** The programs of a PostgreSQL that is not the embedded one: the newest that Debian has installed; null where it has none. */
export function installedPostgres(): string | null {
  if (!existsSync(ROOT)) return null;
  const versions = readdirSync(ROOT).filter(
    (name) => /^\d+$/.test(name) && Number(name) >= OLDEST && existsSync(path.join(ROOT, name, 'bin/initdb')),
  );
  const newest = versions.toSorted((a, b) => Number(a) - Number(b)).at(-1);
  return newest ? path.join(ROOT, newest, 'bin') : null;
}

type Installed = { url: (user: string, database: string) => string; [Symbol.dispose]: () => void };

/** Starts it on a new folder of its own, with settings besides its own; reached through a socket in that folder, by anybody as anybody. */
export function startInstalledPostgres(bin: string, settings: Record<string, string> = {}): Installed {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'slipway-other-pg-'));
  const account = chooseAccount([]);
  giveTo(folder, account);
  const run = (tool: string, args: string[]) => {
    const done = spawnSync(path.join(bin, tool), args, { ...spawnIdentity(account), encoding: 'utf8' });
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
