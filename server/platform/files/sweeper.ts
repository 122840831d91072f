import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../db/pool.ts';

const LOCK = 7_214_900_002;

/** Keeps every stored file where it is until this connection ends: a backup is reading them. */
export async function holdSweeper(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1)', [LOCK]);
}

/** Whether files may be deleted in this transaction; while a backup reads them they may not. */
export async function maySweep(db: Database): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as free`.execute(db);
  return rows[0]?.free ?? false;
}
