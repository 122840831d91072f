import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { installedPostgres, startInstalledPostgres } from '../../testing/installed-postgres.ts';
import { migrate } from './migrate.ts';
import { PLANNER } from './planner.ts';
import { assertAppRole, openPool } from './pool.ts';

const bin = installedPostgres();
if (!bin) console.log('skipped: no other PostgreSQL is installed (Debian: apt-get install postgresql)');

describe.skipIf(!bin)('DATABASE_URL on another PostgreSQL', () => {
  test('migrates twice, grants the application’s role, and row-level security holds there too', async () => {
    using installed = startInstalledPostgres(bin ?? '');
    const { url } = installed;
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
  });
});
