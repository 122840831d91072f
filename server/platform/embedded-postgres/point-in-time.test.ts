import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { takeBase } from './base-backup.ts';
import { restoreBase } from './restore-base.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './start.ts';
import { log, prepareGround, query, type Ground } from './test-support.ts';

let ground: Ground;
let archive: string;
let base: string;
/** Between the second and the third row. */
let between: Date;
const open: EmbeddedPostgres[] = [];

const instant = async (server: EmbeddedPostgres): Promise<Date> => {
  const [row] = await query(server.ownerUrl, 'select clock_timestamp() as at');
  return row?.['at'] as Date;
};
const rowsOf = async (server: EmbeddedPostgres) =>
  (await query(server.ownerUrl, 'select n from kept order by n')).map(({ n }) => n);
const walOf = (): string[] => {
  const [cluster = ''] = fs.readdirSync(archive);
  return fs.readdirSync(path.join(archive, cluster)).toSorted();
};
const restored = async (changes: { base?: string; to?: Date | null; dataDir?: string } = {}) => {
  const server = await restoreBase({ base, dataDir: ground.emptyDir(), archive, to: null, log, ...changes });
  open.push(server);
  return server;
};
/** A copy of the base that differs. */
function baseWith(change: (folder: string) => void): string {
  const copy = path.join(ground.base, `base-${fs.readdirSync(ground.base).length}`);
  fs.cpSync(base, copy, { recursive: true });
  change(copy);
  return copy;
}

beforeAll(async () => {
  ground = await prepareGround();
  archive = path.join(ground.base, 'wal with 100 %');
  base = path.join(ground.base, 'base');
  const dataDir = ground.seeded();
  const server = await startEmbeddedPostgres({ dataDir, log, archive });
  await query(server.ownerUrl, 'create table kept (n int); insert into kept values (1)');
  await takeBase(dataDir, base);
  await query(server.ownerUrl, 'insert into kept values (2)');
  await sleep(50);
  between = await instant(server);
  await sleep(50);
  await query(server.ownerUrl, 'insert into kept values (3)');
  // Stopping archives what is left.
  await server.stop();
}, 120_000);
afterEach(async () => {
  for (const server of open.splice(0)) await server.stop();
});
afterAll(() => ground.remove());

test('an instant between two writes has the one and not the other, and goes on from there', async () => {
  const server = await restored({ to: between });
  expect(await rowsOf(server)).toEqual([1, 2]);
  await query(server.ownerUrl, 'insert into kept values (4)');
  await expect(query(server.appUrl, 'select * from kept')).rejects.toThrow(/permission denied/);
  await server.stop();
  const again = await startEmbeddedPostgres({ dataDir: path.dirname(path.dirname(server.clusterDir)), log, archive });
  open.push(again);
  expect(await rowsOf(again)).toEqual([1, 2, 4]);
});

test('without an instant, all that was archived, whatever became of the first one', async () => {
  const before = walOf();
  const server = await restored();
  const rows = await rowsOf(server);
  // The restored copy of the test before archived its own way onward, and the last way is followed.
  expect([
    [1, 2, 3],
    [1, 2, 4],
  ]).toContainEqual(rows);
  expect(walOf()).toEqual(expect.arrayContaining(before));
});

test('a segment that was archived is whole, and readable by its server alone', async () => {
  const [cluster = ''] = fs.readdirSync(archive);
  const names = walOf();
  expect(names.filter((name) => name.endsWith('.part'))).toEqual([]);
  expect(names.length).toBeGreaterThan(1);
  expect(fs.statSync(path.join(archive, cluster)).mode & 0o077).toBe(0);
  expect(fs.statSync(path.join(base, 'base.tar')).mode & 0o077).toBe(0);
  expect(fs.readdirSync(base).toSorted()).toEqual(['backup_manifest', 'base.tar', 'db-secret', 'ended-at']);
});

test.each([
  {
    what: 'a base cut short',
    change: (folder: string) => fs.truncateSync(path.join(folder, 'base.tar'), 5_000_000),
    says: /is damaged/,
  },
  {
    what: 'one byte altered',
    change: (folder: string) => {
      const file = path.join(folder, 'base.tar');
      const handle = fs.openSync(file, 'r+');
      const at = Math.floor(fs.statSync(file).size / 4);
      const byte = Buffer.alloc(1);
      fs.readSync(handle, byte, 0, 1, at);
      fs.writeSync(handle, Buffer.from([byte.readUInt8() ^ 1]), 0, 1, at);
      fs.closeSync(handle);
    },
    says: /is damaged/,
  },
  {
    what: 'a manifest altered',
    change: (folder: string) => {
      const file = path.join(folder, 'backup_manifest');
      fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('global/pg_control', 'global/pg_controX'));
    },
    says: /holds no whole base backup/,
  },
  {
    what: 'no passwords',
    change: (folder: string) => fs.rmSync(path.join(folder, 'db-secret')),
    says: /no whole base/,
  },
])('$what is refused, and nothing is left', async ({ change, says }) => {
  const place = ground.emptyDir();
  await expect(restored({ base: baseWith(change), dataDir: path.join(place, 'new/data') })).rejects.toThrow(says);
  expect(fs.existsSync(place)).toBe(false);
});

test('a directory that was there stays, with what is in it', async () => {
  const dataDir = ground.emptyDir();
  fs.mkdirSync(dataDir, { mode: 0o711 });
  fs.writeFileSync(path.join(dataDir, 'note'), 'mine');
  const base = baseWith((folder) => fs.rmSync(path.join(folder, 'db-secret')));
  await expect(restored({ base, dataDir })).rejects.toThrow(/no whole base/);
  expect(fs.readdirSync(dataDir)).toEqual(['note']);
});

test('an instant that the archive does not reach, or before the base, is refused, and nothing is left', async () => {
  const dataDir = ground.emptyDir();
  await expect(restored({ to: new Date(Date.now() + 3_600_000), dataDir })).rejects.toThrow(
    /recovery ended before configured recovery target was reached/,
  );
  await expect(restored({ to: new Date(between.getTime() - 3_600_000), dataDir })).rejects.toThrow(
    /was taken until .*: name a base that is older than/,
  );
  expect(fs.existsSync(dataDir)).toBe(false);
});

test('over a database that is there, and a base over a folder that is there, are refused', async () => {
  const dataDir = ground.seeded();
  await expect(restored({ dataDir })).rejects.toMatchObject({ code: 'DATA_DIRECTORY_IN_USE' });
  await expect(takeBase(dataDir, path.join(ground.base, 'other'))).rejects.toMatchObject({ code: 'DATABASE_MISSING' });
  const server = await ground.started(dataDir);
  await expect(takeBase(dataDir, base)).rejects.toMatchObject({ code: 'BASE_REFUSED' });
  await takeBase(dataDir, path.join(ground.base, 'other'));
  await ground.stopAll();
  expect(server.adopted).toBe(false);
});
