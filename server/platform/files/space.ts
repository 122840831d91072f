import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../db/pool.ts';
import { inTransaction } from '../http/transaction.ts';
import type { FileStore } from './store.ts';

/** Disk full, as the database and the file system say it. */
const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT']);
const PROBE_BYTES = 1_048_576;

export type Space = {
  /** Learns from what went wrong whether a disk is full. */
  notice: (error: unknown) => void;
  /** Once a disk was full, refuses until a write of some size succeeds again. */
  assertRoom: (db: Database) => Promise<void>;
};

async function writeToDatabase(db: Database, bytes: Buffer): Promise<void> {
  const nothing = new Error('Rolled back: only whether there is room was asked.');
  await inTransaction(db, { readOnly: false, scope: [] }, async (tx) => {
    await sql`select put_job('room', ${JSON.stringify({ bytes: bytes.toString('base64') })}::jsonb, null)`.execute(tx);
    throw nothing;
  }).catch((error: unknown) => {
    if (error !== nothing) throw error;
  });
}

async function writeToStore(files: FileStore, bytes: Buffer): Promise<void> {
  const key = createHash('sha256').update(bytes).digest('hex');
  try {
    await files.put(key, bytes);
  } finally {
    await files.delete(key);
  }
}

/**
 * Whether there is room to write. A full disk is found out by those who write; from then on the system says that it is not
 * ready, and tries by itself, whenever it is asked, whether it is again.
 */
export function watchSpace(files: FileStore): Space {
  let full = false;
  return {
    notice: (error) => {
      const { code } = error as { code?: unknown };
      if (typeof code === 'string' && FULL.has(code)) full = true;
    },
    assertRoom: async (db) => {
      if (!full) return;
      const bytes = randomBytes(PROBE_BYTES);
      await writeToDatabase(db, bytes);
      await writeToStore(files, bytes);
      full = false;
    },
  };
}
