import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, chownSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { assertAppRole, openPool } from './pool.ts';
import { migrate } from './migrate.ts';
import { PLANNER } from './planner.ts';

/** A PostgreSQL that is not the embedded one: Debian's, where it is installed. */
function installed(): string | null {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return null;
  const versions = readdirSync(root).filter(
    (name) => /^\d+$/.test(name) && Number(name) >= 15 && existsSync(path.join(root, name, 'bin/initdb')),
  );
  const newest = versions.toSorted((a, b) => Number(a) - Number(b)).at(-1);
  return newest ? path.join(root, newest, 'bin') : null;
}

const bin = installed();
if (!bin) console.log('skipped: no other PostgreSQL is installed (Debian: apt-get install postgresql)');

function accountFor(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const found = spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' });
  const group = spawnSync('id', ['-g', 'postgres'], { encoding: 'utf8' });
  const account = { uid: Number(found.stdout), gid: Number(group.stdout) };
  chownSync(folder, account.uid, account.gid);
  return account;
}

describe.skipIf(!bin)('DATABASE_URL on another PostgreSQL', () => {
  test('migrates twice, grants the application’s role, and row-level security holds there too', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'slipway-other-pg-'));
    const account = accountFor(folder);
    const run = (tool: string, args: string[]) => {
      const done = spawnSync(path.join(bin ?? '', tool), args, {
        ...account,
        encoding: 'utf8',
        cwd: folder,
        env: { PATH: process.env['PATH'], LC_ALL: 'C' },
      });
      if (done.status !== 0) throw new Error(`${tool}: ${done.stderr}${done.stdout}`);
    };
    const data = path.join(folder, 'data');
    run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C']);
    run('pg_ctl', [
      '-D',
      data,
      '-w',
      '-l',
      path.join(folder, 'log'),
      '-o',
      `-c listen_addresses='' -k ${folder}`,
      'start',
    ]);
    try {
      const url = (user: string, database: string) => `postgres://${user}@${encodeURIComponent(folder)}/${database}`;
      const admin = new pg.Client({ connectionString: url('postgres', 'postgres') });
      await admin.connect();
      for (const statement of [
        'create role other_owner login',
        'create role other_app login',
        'create database slipway owner other_owner',
      ])
        await admin.query(statement);
      await admin.end();
      const options = { ownerUrl: url('other_owner', 'slipway'), appRole: 'other_app', log: () => undefined };
      expect(await migrate(options)).toBeGreaterThan(0);
      expect(await migrate(options)).toBe(0);
      const pool = openPool({ url: url('other_app', 'slipway'), max: 1 });
      await assertAppRole(pool);
      const { rows } = await pool.query('select count(*) as count from policies');
      expect(rows[0].count).toBe(0n);
      await expect(pool.query('delete from audit_trail')).rejects.toThrow(/permission denied/);
      // It plans as the embedded one does, though its own settings are others.
      const { rows: planned } = await pool.query('select name, setting from pg_settings where name = any($1)', [
        Object.keys(PLANNER),
      ]);
      expect(Object.fromEntries(planned.map(({ name, setting }) => [name, setting]))).toEqual(PLANNER);
      await pool.end();
      const owner = openPool({ url: options.ownerUrl, max: 1 });
      await expect(assertAppRole(owner)).rejects.toThrow(/SLIPWAY_APP_DATABASE_URL/);
      await owner.end();
    } finally {
      run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
