import { createHash } from 'node:crypto';
import pg from 'pg';
import { to } from 'pg-copy-streams';
import type { FileStore } from '../files/store.ts';
import { holdSweeper } from '../files/sweeper.ts';
import { writeFrames, type Piece } from './frames.ts';
import type { End, Head, TableHash } from './manifest.ts';
import { copyOut, nameOf, PLAIN_TEXT, readSequences, readTables, type Table } from './tables.ts';

const CHUNK = 1_048_576;

const json = (kind: Piece['kind'], value: Head | End | string): Piece => ({
  kind,
  bytes: Buffer.from(JSON.stringify(value)),
});

/** Small chunks gathered into large ones, so that a frame is worth its seal. */
async function* gathered(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void, undefined> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += CHUNK) {
      const part = chunk.subarray(from, from + CHUNK);
      waiting.push(part);
      size += part.length;
      if (size < CHUNK) continue;
      yield Buffer.concat(waiting);
      waiting = [];
      size = 0;
    }
  }
  if (size > 0) yield Buffer.concat(waiting);
}

const LINE_FEED = 10;

/**
 * The hash of a table's text and its rows: each ends with a line feed and has none within. The stream's own count comes
 * with the database's last message, which may arrive after the stream has ended.
 */
function tableDigest(table: Table) {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    add: (bytes: Uint8Array) => {
      hash.update(bytes);
      for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) rows += 1;
    },
    end: (): TableHash => ({ table: nameOf(table), rows, sha256: hash.digest('hex') }),
  };
}

async function* tablePieces(client: pg.Client, table: Table): AsyncGenerator<Piece, TableHash, undefined> {
  yield json('table', nameOf(table));
  const digest = tableDigest(table);
  for await (const bytes of gathered(client.query(to(copyOut(table))))) {
    digest.add(bytes);
    yield { kind: 'rows', bytes };
  }
  yield { kind: 'done', bytes: Buffer.alloc(0) };
  return digest.end();
}

/** What a table holds, hashed as a backup hashes it. */
export async function hashTable(client: pg.Client, table: Table): Promise<TableHash> {
  const digest = tableDigest(table);
  for await (const bytes of client.query(to(copyOut(table)))) digest.add(bytes as Uint8Array);
  return digest.end();
}

type Files = Pick<End, 'files' | 'damaged'>;

async function* filePieces(store: FileStore): AsyncGenerator<Piece, Files, undefined> {
  const taken = { count: 0, bytes: 0 };
  const damaged: string[] = [];
  for await (const { key } of store.list()) {
    const stream = await store.get(key);
    if (!stream) continue;
    yield json('file', key);
    const hash = createHash('sha256');
    for await (const bytes of gathered(stream as AsyncIterable<Buffer>)) {
      hash.update(bytes);
      taken.bytes += bytes.length;
      yield { kind: 'bytes', bytes };
    }
    yield { kind: 'done', bytes: Buffer.alloc(0) };
    taken.count += 1;
    if (hash.digest('hex') !== key) damaged.push(key);
  }
  return { files: taken, damaged };
}

async function readMigrations(client: pg.Client): Promise<Head['migrations']> {
  const { rows } = await client.query<Head['migrations'][number]>(
    'select name, digest from private.schema_migrations order by name collate "C"',
  );
  return rows;
}

async function* pieces(
  client: pg.Client,
  { files, finished }: { files: FileStore | null; finished: (end: End) => void },
): AsyncGenerator<Piece, void, undefined> {
  await client.query('begin isolation level repeatable read read only');
  const tables = await readTables(client);
  yield json('head', { made_at: new Date().toISOString(), migrations: await readMigrations(client), tables });
  const hashes: TableHash[] = [];
  for (const table of tables) hashes.push(yield* tablePieces(client, table));
  // A sequence is outside any snapshot: read last, it is beyond every number that was written.
  const sequences = await readSequences(client);
  await client.query('commit');
  const taken = files ? yield* filePieces(files) : { files: { count: 0, bytes: 0 }, damaged: [] };
  const end = { tables: hashes, sequences, ...taken };
  yield json('end', end);
  finished(end);
}

type BackupOptions = {
  ownerUrl: string;
  file: string;
  /** Null writes it unencrypted. */
  key: string | null;
  /** Null leaves the attached files out, where they are stored safely elsewhere. */
  files: FileStore | null;
};

/**
 * Writes the whole database as of one instant, and every attached file, while the system goes on working. A file
 * that a row of that instant needs stays where it is until the backup has it.
 */
export async function backup({ ownerUrl, file, key, files }: BackupOptions): Promise<End> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'slipway backup' });
  await client.connect();
  try {
    await client.query(PLAIN_TEXT);
    await holdSweeper(client);
    let written: End | null = null;
    const finished = (end: End) => {
      written = end;
    };
    await writeFrames(file, key, pieces(client, { files, finished }));
    if (!written) throw new Error('The backup ended before its last part.');
    return written;
  } finally {
    await client.end();
  }
}
