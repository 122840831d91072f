import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../platform/db/pool.ts';

const PART = 1024 * 1024;

export const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** Keeps the bytes of an import, a part at a time. */
export async function keepFile(db: Database, importId: number, bytes: Uint8Array): Promise<void> {
  for (let part = 0; part * PART < bytes.length; part += 1) {
    const piece = Buffer.from(bytes.buffer, bytes.byteOffset + part * PART, Math.min(PART, bytes.length - part * PART));
    await sql`insert into import_files (import_id, part, bytes) values (${importId}, ${part}, ${piece})`.execute(db);
  }
}

/** The bytes of an import; null when they are no longer kept. */
export async function keptFile(db: Database, importId: number, size: number): Promise<Uint8Array | null> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (let part = 0; at < size; part += 1) {
    const row = await db
      .selectFrom('import_files')
      .select('bytes')
      .where('import_id', '=', importId)
      .where('part', '=', part)
      .executeTakeFirst();
    if (!row) return null;
    bytes.set(row.bytes, at);
    at += row.bytes.length;
  }
  return bytes;
}

export async function forgetFile(db: Database, importId: number): Promise<void> {
  await db.deleteFrom('import_files').where('import_id', '=', importId).execute();
}
