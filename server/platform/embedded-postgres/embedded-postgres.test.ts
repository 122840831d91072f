import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isAlive } from './postmaster.ts';
import { startEmbeddedPostgres } from './start.ts';
import { startTestPostgres } from './test-server.ts';
import { copyOwned, ended, eventually, kill, log, otherProcess, prepareGround, query, root } from './test-support.ts';
import type { Ground } from './test-support.ts';

let ground: Ground;
const emptyDir = (): string => ground.emptyDir();
const seeded = (): string => ground.seeded();
const started: Ground['started'] = (dataDir, onState) => ground.started(dataDir, onState);

beforeAll(async () => {
  ground = await prepareGround();
});
afterEach(() => ground.stopAll());
afterAll(() => ground.remove());

describe('a start', () => {
  test('cold: makes the cluster, its roles and its database', async () => {
    const server = await started(emptyDir());
    const [database] = await query(
      server.ownerUrl,
      `select pg_encoding_to_char(encoding) as encoding, datlocprovider as provider, datlocale as locale,
        pg_get_userbyid(datdba) as owner, current_setting('fsync') as fsync, current_setting('data_checksums') as sums
       from pg_database where datname = current_database()`,
    );
    expect(database).toEqual({
      encoding: 'UTF8',
      provider: 'b',
      locale: 'C.UTF-8',
      owner: 'slipway_owner',
      fsync: 'on',
      sums: 'on',
    });
    const roles = `select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname ~ '^slipway_(app|owner)$' order by 1`;
    expect(await query(server.appUrl, roles)).toEqual([
      { rolname: 'slipway_app', rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false },
      { rolname: 'slipway_owner', rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: true },
    ]);
    await query(server.ownerUrl, 'create extension pg_trgm; create extension unaccent; create table t (a int)');
    await expect(query(server.appUrl, 'select * from t')).rejects.toThrow(/permission denied/);
    await expect(query(server.appUrl, 'create temp table u (a int)')).rejects.toThrow(/permission denied/);
    await expect(query(server.appUrl.replace(/\/slipway$/, '/postgres'), 'select 1')).rejects.toThrow(
      /permission denied/,
    );
    expect(fs.statSync(path.join(server.clusterDir, '../db-secret')).mode & 0o777).toBe(0o600);
    expect(server.adopted).toBe(false);
  });

  test('warm: keeps data and passwords', async () => {
    const dataDir = seeded();
    const secretFile = path.join(dataDir, 'postgres/db-secret');
    fs.chmodSync(secretFile, 0o644);
    const first = await started(dataDir);
    expect(fs.statSync(secretFile).mode & 0o777).toBe(0o600);
    await query(first.ownerUrl, 'create table kept as select 42 as answer');
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);
    const second = await started(dataDir);
    expect(second.ownerUrl).toBe(first.ownerUrl);
    expect(await query(second.ownerUrl, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  test('two cold at once: one has it, the other is refused', async () => {
    const dataDir = emptyDir();
    const both = await Promise.all([otherProcess(dataDir), otherProcess(dataDir)]);
    expect(both.map(({ reply }) => reply.code)).toContain('DATA_DIRECTORY_IN_USE');
    expect(both.filter(({ reply }) => reply.pid !== undefined)).toHaveLength(1);
    for (const { child } of both) child.kill('SIGTERM');
    await Promise.all(both.map(({ child }) => ended(child)));
    expect(fs.readdirSync(dataDir)).toEqual(['postgres']);
  });

  test('a second one is refused in a sentence, and does not disturb the first', async () => {
    const dataDir = seeded();
    const first = await started(dataDir);
    const { child, reply } = await otherProcess(dataDir);
    await ended(child);
    expect(reply).toEqual({
      code: 'DATA_DIRECTORY_IN_USE',
      message: `The data directory ${dataDir} is in use by another Slipway (process ${process.pid}): stop it, or choose another with SLIPWAY_DATA.`,
    });
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toMatchObject({ code: 'DATA_DIRECTORY_IN_USE' });
    expect(await query(first.appUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('with a path too long for a socket', async () => {
    const dataDir = path.join(emptyDir(), 'x'.repeat(60), 'y'.repeat(60));
    const server = await started(dataDir);
    expect(Buffer.byteLength(server.connection.host)).toBeLessThan(90);
    expect(await query(server.appUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
    fs.rmSync(server.connection.host, { recursive: true, force: true });
  });

  test('durability is not for sale, but for tests', async () => {
    const settings = { fsync: 'off' };
    await expect(startEmbeddedPostgres({ dataDir: seeded(), log, settings })).rejects.toMatchObject({
      code: 'DATABASE_SETTING_REFUSED',
    });
    const server = await startTestPostgres();
    const dir = path.dirname(path.dirname(server.clusterDir));
    expect(await query(server.appUrl, 'show fsync')).toEqual([{ fsync: 'off' }]);
    await server.stop();
    expect(fs.existsSync(dir)).toBe(false);
  });
});

describe('after a kill', () => {
  test('of the owner: the orphan is adopted with its data', async () => {
    const dataDir = seeded();
    const { child, reply } = await otherProcess(dataDir);
    await kill(child);
    expect(isAlive(reply.pid ?? 0)).toBe(true);
    const server = await started(dataDir);
    expect(server).toMatchObject({ adopted: true, pid: reply.pid });
    expect(await query(server.appUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
    expect(isAlive(reply.pid ?? 0)).toBe(false);
  });

  test.each([true, false])('of the postmaster (adopted: %s): it is restarted at the same address', async (adopted) => {
    const dataDir = seeded();
    if (adopted) await kill((await otherProcess(dataDir)).child);
    const states: string[] = [];
    const server = await started(dataDir, (state) => states.push(state));
    expect(server.adopted).toBe(adopted);
    await query(server.ownerUrl, 'create table kept as select 42 as answer');
    // A busy backend outlives its postmaster and holds the shared memory.
    const busy = query(server.appUrl, 'select pg_sleep(60)').catch((error: Error) => error.message);
    await sleep(100);
    const before = server.pid;
    const began = performance.now();
    process.kill(before, 'SIGKILL');
    const rows = await eventually(() => query(server.ownerUrl, 'select answer from kept'));
    process.stdout.write(`serving again ${(performance.now() - began).toFixed(0)} ms after the postmaster's death\n`);
    expect(rows).toEqual([{ answer: 42 }]);
    await eventually(async () => expect(states).toEqual(['down', 'up']));
    expect(server.pid).not.toBe(before);
    await expect(busy).resolves.toBeTypeOf('string');
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toMatchObject({ code: 'DATA_DIRECTORY_IN_USE' });
  });

  test('again and again: it comes back every time', async () => {
    const server = await started(seeded());
    for (let round = 0; round < 5; round++) {
      const before = server.pid;
      process.kill(before, 'SIGKILL');
      await eventually(async () => expect(server.pid).not.toBe(before));
      await eventually(() => query(server.appUrl, 'select 1'));
    }
  });

  test('of the kept connection alone: it is taken again', async () => {
    const states: string[] = [];
    const dataDir = seeded();
    const server = await started(dataDir, (state) => states.push(state));
    const before = server.pid;
    const { admin } = JSON.parse(fs.readFileSync(path.join(dataDir, 'postgres/db-secret'), 'utf8')) as {
      admin: string;
    };
    const url = `postgres://slipway_admin:${admin}@${encodeURIComponent(server.connection.host)}/postgres`;
    await query(
      url,
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name ~ '^slipway owner'`,
    );
    await eventually(async () => expect(states).toEqual(['down', 'up']));
    expect(server.pid).toBe(before);
  });

  test('of everything: a stale process number, and one that is somebody else now', async () => {
    const dataDir = seeded();
    const { child, reply } = await otherProcess(dataDir);
    await kill(child);
    process.kill(reply.pid ?? 0, 'SIGKILL');
    const server = await started(dataDir);
    expect(server.adopted).toBe(false);
    await server.stop();

    const pidFile = path.join(server.clusterDir, 'postmaster.pid');
    const lines = [process.pid, server.clusterDir, 1, 5432, server.connection.host, '', '0 0', 'ready   ', ''];
    fs.writeFileSync(pidFile, lines.join('\n'));
    expect((await started(dataDir)).adopted).toBe(false);
  });

  test('a copy made while the original runs does not touch the original', async () => {
    const dataDir = seeded();
    const server = await started(dataDir);
    const copy = emptyDir();
    copyOwned(dataDir, copy);
    const second = await started(copy);
    expect(second.adopted).toBe(false);
    expect(isAlive(server.pid)).toBe(true);
    expect(await query(server.appUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('during initdb: what was left half made is cleared', async () => {
    const dataDir = emptyDir();
    fs.mkdirSync(path.join(dataDir, 'postgres.new-999999999-abc'), { recursive: true, mode: 0o711 });
    await started(dataDir);
    expect(fs.readdirSync(dataDir)).toEqual(['postgres']);
  });
});

describe('a directory that cannot be used', () => {
  test('of another major version', async () => {
    const dataDir = seeded();
    fs.writeFileSync(path.join(dataDir, 'postgres/cluster/PG_VERSION'), '17\n');
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toMatchObject({
      code: 'DATABASE_VERSION_MISMATCH',
      message: `The database in ${dataDir} is of PostgreSQL 17, this Slipway runs 18: back up with the Slipway that made it, restore with this one.`,
    });
  });

  test('without its passwords, or with others', async () => {
    const dataDir = seeded();
    const file = path.join(dataDir, 'postgres/db-secret');
    const secret = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, string>;
    fs.writeFileSync(file, JSON.stringify({ ...secret, admin: 'wrong' }));
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toMatchObject({ code: 'DATABASE_SECRET_MISSING' });
    expect(fs.existsSync(path.join(dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false);
    fs.rmSync(file);
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toMatchObject({ code: 'DATABASE_SECRET_MISSING' });
  });

  test('a file in its place', async () => {
    const file = emptyDir();
    fs.writeFileSync(file, '');
    const refused = { code: 'DATA_DIRECTORY_NOT_WRITABLE' };
    await expect(startEmbeddedPostgres({ dataDir: file, log })).rejects.toMatchObject(refused);
    await expect(startEmbeddedPostgres({ dataDir: `${file}/below`, log })).rejects.toMatchObject(refused);
  });

  test('unwritable', async () => {
    const dataDir = emptyDir();
    fs.mkdirSync(dataDir, { mode: 0o555 });
    // Root may write anywhere, so there an ordinary user tries.
    const { child, reply } = await otherProcess(dataDir, root ? 65534 : undefined);
    await ended(child);
    expect(reply).toEqual({
      code: 'DATA_DIRECTORY_NOT_WRITABLE',
      message: `The data directory ${dataDir} cannot be written (permission denied): choose another with SLIPWAY_DATA.`,
    });
  });
});
