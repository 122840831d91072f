import { spawn } from 'node:child_process';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { Scan } from '../../../domain/attachments/scans.ts';
import { writeAudit } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/db/pool.ts';
import type { FileStore } from '../../platform/files/store.ts';
import { inTransaction } from '../../platform/http/transaction.ts';
import { enqueue, type JobHandlers } from '../../platform/jobs/jobs.ts';

type Waiting = { id: number; branchId: number | null };

const PATIENCE = 120_000;

/** Has a file looked at, in the transaction that attaches it. */
export async function enqueueScan(db: Database, { id, branchId }: Waiting): Promise<void> {
  await enqueue(db, { kind: 'scan', payload: { id, branchId } });
}

/**
 * Gives the bytes to the scanner on its standard input. As scanners have it, 0 is clean and 1 infected; anything else, or
 * no end in two minutes, is an error, and the file goes on waiting.
 */
export async function scanBytes(command: readonly string[], bytes: NodeJS.ReadableStream): Promise<Scan> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'ignore'], timeout: PATIENCE, killSignal: 'SIGKILL' });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  // A scanner that has seen enough closes its input early: its code says what it found.
  const [code] = await Promise.all([ended, pipeline(bytes, child.stdin).catch(() => undefined)]);
  if (code !== 0 && code !== 1) throw new Error(`The scanner ended with ${code}.`);
  return code === 0 ? 'CLEAN' : 'INFECTED';
}

type ScanParts = { database: Database; files: FileStore; command: readonly string[]; clock: () => Date };

/** The job of it; run twice, it looks once more at a file that still waits. */
export function scanJob({ database, files, command, clock }: ScanParts): JobHandlers[string] {
  return async (payload) => {
    const { id, branchId } = payload as Waiting;
    const scope = branchId === null ? [] : [branchId];
    const waiting = (db: Database) =>
      db.selectFrom('attachments').select('sha256').where('id', '=', id).where('scan', '=', 'WAITING');
    const row = await inTransaction(database, { readOnly: true, scope }, (db) => waiting(db).executeTakeFirst());
    if (!row) return;
    const bytes = await files.get(row.sha256);
    if (!bytes) throw new Error('The bytes of the file are not in the store.');
    const scan = await scanBytes(command, bytes);
    await inTransaction(database, { readOnly: false, scope }, async (db) => {
      if (!(await waiting(db).forUpdate().executeTakeFirst())) return;
      const scanned_at = clock();
      await db.updateTable('attachments').set({ scan, scanned_at }).where('id', '=', id).execute();
      const actor = { userId: null, sessionId: null, at: scanned_at };
      const action = scan === 'CLEAN' ? 'scanned_clean' : 'scanned_infected';
      await writeAudit(db, actor, {
        entity: 'attachment',
        entityId: id,
        branchId,
        action,
        facts: { sha256: row.sha256 },
      });
    });
  };
}

/** Files that wait although no job looks at them, since the scanner failed: their jobs are made anew every hour. */
export async function scanAgain(database: Database): Promise<void> {
  const branches = await database.selectFrom('branches').select('id').execute();
  await inTransaction(database, { readOnly: false, scope: branches.map(({ id }) => id) }, async (db) => {
    const { rows } = await sql<Waiting>`
      select a.id, a.branch_id as "branchId" from attachments a
      where a.scan = 'WAITING' and a.removed_at is null and not scan_waits(a.id)
      limit 1000`.execute(db);
    for (const waiting of rows) await enqueueScan(db, waiting);
  });
}
