import { sql } from 'kysely';
import type pg from 'pg';
import { LOCKS } from '../db/locks.ts';
import type { Database } from '../db/pool.ts';

/** Keeps every stored file where it is until this connection ends: a backup is reading them. */
export async function holdSweeper(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1)', [LOCKS.sweeping]);
}

/** Whether files may be deleted in this transaction; while a backup reads them they may not. */
export async function maySweep(db: Database): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${LOCKS.sweeping}) as free`.execute(
    db,
  );
  return rows[0]?.free ?? false;
}
