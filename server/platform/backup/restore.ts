import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from } from 'pg-copy-streams';
import { knownMigrations, migrateTo } from '../db/migrate.ts';
import type { FileStore } from '../files/store.ts';
import { hashTable } from './backup.ts';
import { readFrames, refusal, type Piece } from './frames.ts';
import { endShape, headShape, type End, type Head } from './manifest.ts';
import {
  copyIn,
  dropForeignKeys,
  emptyAgain,
  isEmpty,
  nameOf,
  PLAIN_TEXT,
  readTables,
  setSequences,
  stopTriggers,
  type Table,
} from './tables.ts';

type Pieces = AsyncGenerator<Piece, void, undefined>;

const UNREADABLE = 'The backup cannot be read: its parts are not what they should be.';

async function next(pieces: Pieces): Promise<Piece> {
  const { value, done } = await pieces.next();
  if (done) throw refusal(UNREADABLE);
  return value;
}

/** The bytes of a table or a file, up to the piece that closes it. */
async function* content(pieces: Pieces, kind: 'rows' | 'bytes'): AsyncGenerator<Uint8Array, void, undefined> {
  for (;;) {
    const piece = await next(pieces);
    if (piece.kind === 'done') return;
    if (piece.kind !== kind) throw refusal(UNREADABLE);
    yield piece.bytes;
  }
}

const parsed = (piece: Piece): unknown => JSON.parse(Buffer.from(piece.bytes).toString('utf8'));

function headOf(piece: Piece): Head {
  const head = piece.kind === 'head' ? headShape.safeParse(parsed(piece)) : null;
  if (!head?.success) throw refusal(UNREADABLE);
  return head.data;
}

function endOf(piece: Piece): End {
  const end = piece.kind === 'end' ? endShape.safeParse(parsed(piece)) : null;
  if (!end?.success) throw refusal(UNREADABLE);
  return end.data;
}

/** What is done with a backup's parts as they come. */
type Reader = {
  head: (head: Head) => Promise<void>;
  table: (name: string, rows: AsyncIterable<Uint8Array>) => Promise<void>;
  file: (key: string, bytes: AsyncIterable<Uint8Array>) => Promise<void>;
};

async function readBackup(source: { file: string; key: string | null }, reader: Reader): Promise<End> {
  const pieces = readFrames(source.file, source.key);
  try {
    await reader.head(headOf(await next(pieces)));
    for (;;) {
      const piece = await next(pieces);
      if (piece.kind === 'table') await reader.table(String(parsed(piece)), content(pieces, 'rows'));
      else if (piece.kind === 'file') await reader.file(String(parsed(piece)), content(pieces, 'bytes'));
      else return endOf(piece);
    }
  } finally {
    await pieces.return();
  }
}

async function digestOf(bytes: AsyncIterable<Uint8Array>): Promise<{ sha256: string; size: number }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of bytes) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { sha256: hash.digest('hex'), size };
}

/** Reads a backup to its end, and says what is in it; a file that is not whole or not ours is refused. */
export async function inspectBackup(file: string, key: string | null): Promise<{ head: Head; end: End }> {
  let head: Head | null = null;
  const tables: { table: string; sha256: string }[] = [];
  const files = { count: 0, bytes: 0 };
  const damaged: string[] = [];
  const end = await readBackup(
    { file, key },
    {
      head: async (read) => {
        head = read;
      },
      table: async (table, rows) => void tables.push({ table, sha256: (await digestOf(rows)).sha256 }),
      file: async (name, bytes) => {
        const { sha256, size } = await digestOf(bytes);
        files.count += 1;
        files.bytes += size;
        if (sha256 !== name) damaged.push(name);
      },
    },
  );
  const promised = end.tables.map(({ table, sha256 }) => ({ table, sha256 }));
  const same = JSON.stringify([tables, files, damaged]) === JSON.stringify([promised, end.files, end.damaged]);
  if (!head || !same) throw refusal(UNREADABLE);
  return { head, end };
}

/** A backup is restored by the version that made it or a newer one: every migration in it must be known here. */
async function assertKnown(head: Head): Promise<string> {
  const known = await knownMigrations();
  for (const [place, { name, digest }] of head.migrations.entries()) {
    const ours = known[place];
    if (ours?.name !== name)
      throw refusal(`The backup has the migration ${name}, which this version does not know: it is newer.`);
    if (ours.digest !== digest) throw refusal(`The backup's migration ${name} is not the one of this version.`);
  }
  return head.migrations.at(-1)?.name ?? '';
}

const shapeOf = (tables: readonly Table[]): string =>
  JSON.stringify(tables.map((table) => [nameOf(table), table.columns.map(({ name, type }) => [name, type])]));

async function fill(client: pg.Client, source: Source, manifest: { head: Head; end: End }): Promise<void> {
  const tables = await readTables(client);
  if (shapeOf(tables) !== shapeOf(manifest.head.tables))
    throw refusal("The backup's tables are not those of its migrations.");
  await client.query('begin');
  const addForeignKeys = await dropForeignKeys(client);
  const startTriggers = await stopTriggers(client, tables);
  await client.query(`truncate ${tables.map(nameOf).join(', ')}`);
  await readBackup(source, {
    head: async () => undefined,
    table: async (name, rows) => {
      const table = tables.find((one) => nameOf(one) === name);
      if (!table) throw refusal(UNREADABLE);
      await pipeline(Readable.from(rows), client.query(from(copyIn(table))));
    },
    file: async (key, bytes) => {
      const chunks = await Array.fromAsync(bytes);
      if (!manifest.end.damaged.includes(key)) await source.files?.put(key, Buffer.concat(chunks));
    },
  });
  await addForeignKeys();
  await startTriggers();
  await setSequences(client, manifest.end.sequences);
  await client.query('commit');
  // The planner has no statistics of the copied rows, and a report would take minutes until the next vacuum.
  await client.query('analyze');
}

async function compareHashes(client: pg.Client, end: End): Promise<void> {
  for (const table of await readTables(client)) {
    const promised = end.tables.find((one) => one.table === nameOf(table));
    // Its text alone says what it was: backups of earlier versions may have counted no rows.
    const { sha256 } = await hashTable(client, table);
    if (sha256 !== promised?.sha256) throw refusal(`The table ${nameOf(table)} is not what the backup says it was.`);
  }
}

type Source = { file: string; key: string | null; files: FileStore | null };

/**
 * Brings a backup into an empty database at the migration that it was made at, and compares every table and file with
 * its hash. What fails leaves the database as empty as it was. Later migrations and the application's rights are the
 * next `migrate`'s.
 */
export async function restore(source: Source & { ownerUrl: string }): Promise<{ head: Head; end: End }> {
  const manifest = await inspectBackup(source.file, source.key);
  const last = await assertKnown(manifest.head);
  const client = new pg.Client({ connectionString: source.ownerUrl, application_name: 'slipway restore' });
  await client.connect();
  try {
    if (!(await isEmpty(client)))
      throw refusal('The database is not empty: a backup is restored into a new, empty one.');
    await client.query(PLAIN_TEXT);
    try {
      await migrateTo(client, last);
      await fill(client, source, manifest);
      await compareHashes(client, manifest.end);
    } catch (error) {
      await client.query('rollback');
      await emptyAgain(client);
      throw error;
    }
    return manifest;
  } finally {
    await client.end();
  }
}
