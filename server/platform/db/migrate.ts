import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { LOCKS } from './locks.ts';

const MIGRATIONS = new URL('./migrations/', import.meta.url);
/** The oldest major version of PostgreSQL that our statements are for. */
export const OLDEST = 15;

type Log = (message: string) => void;

async function migrationFiles(): Promise<{ name: string; text: string; digest: string }[]> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, MIGRATIONS), 'utf8');
      return { name, text, digest: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

type Applying = {
  log: Log;
  /** The last migration to apply; the newest where none is named. */
  upTo?: string;
  /** Done before the first migration of a database that holds something already. */
  before?: (next: string) => Promise<void>;
};

async function applyMissing(client: pg.Client, { log, upTo, before }: Applying): Promise<number> {
  await client.query(`create schema if not exists private;
    create table if not exists private.schema_migrations (
      name text primary key, digest text not null, applied_at timestamptz not null default now())`);
  const { rows } = await client.query<{ name: string; digest: string }>(
    'select name, digest from private.schema_migrations',
  );
  const applied = new Map(rows.map((row) => [row.name, row.digest]));
  const files = await migrationFiles();
  const chosen = upTo === undefined ? files : files.filter((file) => file.name <= upTo);
  const unknown = [...applied.keys()].find((name) => !files.some((file) => file.name === name));
  if (unknown)
    throw new Error(`The database has the migration ${unknown}, which this version does not know: it is newer.`);
  let count = 0;
  for (const file of chosen) {
    const digest = applied.get(file.name);
    if (digest === file.digest) continue;
    if (digest) throw new Error(`The migration ${file.name} was changed after it had been applied.`);
    if (count === 0 && applied.size > 0) await before?.(file.name);
    await client.query('begin');
    await client.query(file.text);
    await client.query('insert into private.schema_migrations (name, digest) values ($1, $2)', [
      file.name,
      file.digest,
    ]);
    await client.query('commit');
    log(`applied ${file.name}`);
    count += 1;
  }
  return count;
}

type Migration = { name: string; digest: string };

/** The migrations of this version, in their order. */
export async function knownMigrations(): Promise<Migration[]> {
  return (await migrationFiles()).map(({ name, digest }) => ({ name, digest }));
}

/** Brings an empty database to an earlier migration, so that rows of that time fit; nobody has rights in it yet. */
export async function migrateTo(client: pg.Client, upTo: string): Promise<void> {
  await applyMissing(client, { log: () => undefined, upTo });
}

/** Refuses a server on which an acknowledged write could be lost or that is too old. quality.md Reliability. */
async function assertDurable(client: pg.Client, relaxed: boolean): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('server_version_num', 'fsync', 'full_page_writes', 'synchronous_commit')`,
  );
  const setting = (name: string) => rows.find((row) => row.name === name)?.setting ?? '';
  if (BigInt(setting('server_version_num')) < OLDEST * 10_000)
    throw new Error(`PostgreSQL ${OLDEST} or newer is needed.`);
  if (relaxed) return;
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    if (setting(name) === 'off')
      throw new Error(`The database runs with ${name} off: acknowledged work could be lost.`);
  }
}

/**
 * Brings the database to this version under an advisory lock and grants the application's role its rights.
 * `relaxed` lets a test database run without durability.
 */
export async function migrate(options: {
  ownerUrl: string;
  appRole: string;
  log: Log;
  relaxed?: boolean;
  before?: Applying['before'];
}): Promise<number> {
  const client = new pg.Client({ connectionString: options.ownerUrl });
  await client.connect();
  try {
    await assertDurable(client, options.relaxed ?? false);
    await client.query('select pg_advisory_lock($1)', [LOCKS.migrating]);
    const count = await applyMissing(client, options);
    const grants = await readFile(new URL('./grants.sql', import.meta.url), 'utf8');
    await client.query(grants.replaceAll(':app', client.escapeIdentifier(options.appRole)));
    return count;
  } finally {
    await client.end();
  }
}
