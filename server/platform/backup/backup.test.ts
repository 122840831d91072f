import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { schemaSql } from '../../../scripts/lib/schema-sql.ts';
import { openBucket } from '../../testing/bucket.ts';
import { startRelay } from '../../testing/relay.ts';
import { databaseUrl, onServer } from '../../testing/databases.ts';
import { knownMigrations, migrate, migrateTo } from '../db/migrate.ts';
import { openDatabase, openPool } from '../db/pool.ts';
import { folderStore } from '../files/folder-store.ts';
import { s3Store } from '../files/s3-store.ts';
import { maySweep } from '../files/sweeper.ts';
import { backup } from './backup.ts';
import { backupBefore } from './before-migration.ts';
import { restore } from './restore.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const KEY = 'a key of the tests alone';
const server = inject('slipwayDatabase');
const ODD = 'tab\there, line\nbreak, back\\slash, \\N, quote " and \u00e9\u{1F6A2}';
let folder: string;
const made: string[] = [];

async function newDatabase(template = 'template1'): Promise<string> {
  const name = `${server.template}_backup_${randomBytes(4).toString('hex')}`;
  await onServer(server.ownerUrl, `create database ${name} template ${template} strategy file_copy`);
  made.push(name);
  return databaseUrl(server.ownerUrl, name);
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}
const rowsOf = (url: string, text: string) => withClient(url, async (client) => (await client.query(text)).rows);

let files = 0;
const newFile = (): string => path.join(folder, `${(files += 1)}.backup`);
const isThere = (url: string) =>
  rowsOf(url, `select count(*)::int as tables from pg_tables where schemaname in ('public', 'private')`);

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-backup-'));
});
afterAll(async () => {
  for (const name of made) await onServer(server.ownerUrl, `drop database if exists ${name}`);
  await rm(folder, { recursive: true, force: true });
});

describe('a restored firm', () => {
  let source: string;
  let target: string;
  const bytes = randomBytes(2_500_000);
  const key = createHash('sha256').update(bytes).digest('hex');

  beforeAll(async () => {
    source = await newDatabase(server.template);
    await rowsOf(
      source,
      `insert into parties (kind, name, name_key, search_text, address) values
        ('INSURED', 'A', 'a', 'a', ${pg.escapeLiteral(ODD)}), ('INSURED', 'B', 'b', 'b', ''), ('INSURED', 'C', 'c', 'c', '\\N')`,
    );
    await rowsOf(
      source,
      `insert into party_merges (loser_id, survivor_id, made_by)
       select a.id, b.id, u.id from parties a, parties b, users u where a.name = 'A' and b.name = 'B' limit 1`,
    );
    await rowsOf(source, `insert into private.signing_keys (kid, secret) values ('k', '\\x00ff0a5c'::bytea)`);
    const store = folderStore(path.join(folder, 'source'));
    await store.put(key, bytes);
    const file = newFile();
    await backup({ ownerUrl: source, file, key: KEY, files: store });
    target = await newDatabase();
    await restore({ ownerUrl: target, file, key: KEY, files: folderStore(path.join(folder, 'target')) });
  });

  test('has every row to the sign, and the signing keys', async () => {
    const parties = 'select id, name, address from parties order by id';
    expect(await rowsOf(target, parties)).toEqual(await rowsOf(source, parties));
    const keys = 'select kid, secret from private.signing_keys';
    expect(await rowsOf(target, keys)).toEqual(await rowsOf(source, keys));
    const applied = 'select * from private.schema_migrations order by name';
    expect(await rowsOf(target, applied)).toEqual(await rowsOf(source, applied));
  });

  test('has its files to the byte', async () => {
    const stream = await folderStore(path.join(folder, 'target')).get(key);
    const chunks: Buffer[] = [];
    for await (const chunk of stream ?? []) chunks.push(Buffer.from(chunk));
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
  });

  test('has them when they lie in a bucket, and a bucket that cannot be reached makes no backup', async () => {
    const [from, into] = [await openBucket(), await openBucket()];
    const file = newFile();
    try {
      await s3Store(from.settings).put(key, bytes);
      const made = await backup({ ownerUrl: source, file, key: KEY, files: s3Store(from.settings) });
      expect([made.files.count, made.files.bytes, made.damaged]).toEqual([1, bytes.length, []]);
      await restore({ ownerUrl: await newDatabase(), file, key: KEY, files: s3Store(into.settings) });
      expect([...into.kept.keys()]).toEqual([...from.kept.keys()]);
      expect([...into.kept.values()][0]?.bytes.equals(bytes)).toBe(true);
      const lost = newFile();
      const gone = s3Store({ ...from.settings, secret: 'another' });
      await expect(backup({ ownerUrl: source, file: lost, key: KEY, files: gone })).rejects.toMatchObject({
        code: 'UNAVAILABLE',
      });
      expect((await readdir(folder)).filter((name) => name.startsWith(path.basename(lost)))).toEqual([]);
    } finally {
      from.close();
      into.close();
    }
  });

  test('has the same tables, keys, indexes, triggers and policies', async () => {
    const schema = (url: string) => withClient(url, (client) => schemaSql(client));
    expect(await schema(target)).toBe(await schema(source));
    const disabled = `select tgname from pg_trigger where tgenabled <> 'O'`;
    expect(await rowsOf(target, disabled)).toEqual([]);
    await expect(rowsOf(target, 'delete from journal_lines')).rejects.toThrow('append-only');
  });

  test('goes on numbering where it was', async () => {
    const next = `insert into parties (kind, name, name_key, search_text) values ('INSURED', 'D', 'd', 'd') returning id`;
    expect(await rowsOf(target, next)).toEqual(await rowsOf(source, next));
  });

  test('lends nobody the right of an old merge, whose transaction number comes again', async () => {
    expect(await rowsOf(target, 'select transaction_id::text as id from party_merges')).toEqual([{ id: '0' }]);
  });
});

describe('what is refused', () => {
  test('a database that holds something', async () => {
    const [source, target] = [await newDatabase(server.template), await newDatabase(server.template)];
    const file = newFile();
    await backup({ ownerUrl: source, file, key: null, files: null });
    await expect(restore({ ownerUrl: target, file, key: null, files: null })).rejects.toThrow(
      'The database is not empty',
    );
  });

  test('a backup of a newer version, and of one whose migrations were others', async () => {
    for (const [change, sentence] of [
      [`insert into private.schema_migrations (name, digest) values ('999_later.sql', repeat('0', 64))`, 'newer'],
      [`update private.schema_migrations set digest = repeat('0', 64) where name like '001%'`, 'not the one'],
    ] as const) {
      const [source, target] = [await newDatabase(server.template), await newDatabase()];
      await rowsOf(source, change);
      const file = newFile();
      await backup({ ownerUrl: source, file, key: null, files: null });
      await expect(restore({ ownerUrl: target, file, key: null, files: null })).rejects.toThrow(sentence);
      expect(await isThere(target)).toEqual([{ tables: 0 }]);
    }
  });

  test('rows that break a key: what was empty is empty again, and takes a whole backup afterwards', async () => {
    const [source, target] = [await newDatabase(server.template), await newDatabase()];
    const [good, bad] = [newFile(), newFile()];
    await backup({ ownerUrl: source, file: good, key: null, files: null });
    await rowsOf(source, 'alter table user_roles drop constraint user_roles_user_id_fkey');
    await rowsOf(source, `insert into user_roles (user_id, branch_id, role) values (999999, null, 'ROLE_ROOT')`);
    await backup({ ownerUrl: source, file: bad, key: null, files: null });
    await expect(restore({ ownerUrl: target, file: bad, key: null, files: null })).rejects.toThrow(
      'user_roles_user_id_fkey',
    );
    expect(await isThere(target)).toEqual([{ tables: 0 }]);
    await restore({ ownerUrl: target, file: good, key: null, files: null });
    const appRole = new URL(server.appUrl).username;
    expect(await migrate({ ownerUrl: target, appRole, relaxed: true, log: () => undefined })).toBe(0);
  });
});

test('has every row counted where the database’s last word on a table comes apart from its rows', async () => {
  const COPY_DONE = Buffer.from([0x63, 0, 0, 0, 4]);
  const [source, target] = [await newDatabase(inject('slipwayDatabase').template), await newDatabase()];
  const relay = await startRelay(source, { mark: COPY_DONE });
  try {
    const file = newFile();
    const { tables } = await backup({ ownerUrl: relay.url, file, key: KEY, files: null });
    const [users] = await rowsOf(source, 'select count(*)::int as count from users');
    expect(tables.find(({ table }) => table === '"public"."users"')?.rows).toBe(users?.['count']);
    await restore({ ownerUrl: target, file, key: KEY, files: null });
  } finally {
    await relay.close();
  }
});

test('a stored file that is not what it was is named, and not brought back', async () => {
  const source = await newDatabase(server.template);
  const root = path.join(folder, 'damaged');
  const key = createHash('sha256').update('right').digest('hex');
  const store = folderStore(root);
  await store.put(key, Buffer.from('right'));
  await writeFile(path.join(root, key.slice(0, 2), key.slice(2, 4), key), 'wrong');
  const file = newFile();
  expect((await backup({ ownerUrl: source, file, key: null, files: store })).damaged).toEqual([key]);
  const restored = folderStore(path.join(folder, 'not damaged'));
  await restore({ ownerUrl: await newDatabase(), file, key: null, files: restored });
  expect(await restored.has(key)).toBe(false);
});

test('no stored file is swept while a backup reads them', async () => {
  const source = await newDatabase(server.template);
  const pool = openPool({ url: source, max: 1 });
  const free = () => openDatabase(pool).transaction().execute(maySweep);
  const during: boolean[] = [];
  const store = folderStore(path.join(folder, 'swept'));
  const watched = {
    ...store,
    list: async function* list() {
      during.push(await free());
      yield* store.list();
    },
  };
  await backup({ ownerUrl: source, file: newFile(), key: null, files: watched });
  expect([...during, await free()]).toEqual([false, true]);
  await pool.end();
});

test('a database is backed up before its next migration, and the last three of these are kept', async () => {
  const url = await newDatabase();
  const names = (await knownMigrations()).map(({ name }) => name);
  await withClient(url, (client) => migrateTo(client, names.at(-2) ?? ''));
  const backups = path.join(folder, 'backups');
  const before: string[] = [];
  const appRole = new URL(server.appUrl).username;
  const options = { ownerUrl: url, appRole, relaxed: true, log: () => undefined };
  const made = async (next: string) => {
    before.push(await backupBefore(next, { ownerUrl: url, folder: backups, key: null }));
  };
  expect(await migrate({ ...options, before: made })).toBe(1);
  expect(before.map((file) => path.basename(file).split('.')[0])).toEqual([
    `before-${names.at(-1)?.replace('.sql', '')}`,
  ]);
  expect(await migrate({ ...options, before: made })).toBe(0);
  const target = await newDatabase();
  await restore({ ownerUrl: target, file: before[0] ?? '', key: null, files: null });
  const last = 'select max(name) as name from private.schema_migrations';
  expect(await rowsOf(target, last)).toEqual([{ name: names.at(-2) }]);
  for (const older of ['20200101000000', '20200102000000', '20200103000000'])
    await writeFile(path.join(backups, `before-001_platform.${older}.backup`), '');
  await writeFile(path.join(backups, 'of-my-own.backup'), '');
  await backupBefore('999_later.sql', { ownerUrl: url, folder: backups, key: null });
  const left = await readdir(backups);
  expect(left).toHaveLength(4);
  expect(left).toContain('before-001_platform.20200103000000.backup');
  expect(left).toContain('of-my-own.backup');
});
