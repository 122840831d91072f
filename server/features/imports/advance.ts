import { sql } from 'kysely';
import { AppError } from '../../../domain/errors.ts';
import { IMPORT_STATES, type ImportState } from '../../../domain/imports/states.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { findImport, type StoredImport } from './queries.ts';

type Saved = { id: number; version: number; status: string };
type ImportStep = 'read' | 'check' | 'write';
export type ImportJob = { import: number; step: ImportStep; user: number; session: string; branch: number };

/** The job of an import in the queue: its step runs as the user who started it. */
export async function queueStep(
  ctx: Ctx,
  { id, branchId }: { id: number; branchId: number },
  step: ImportStep,
): Promise<void> {
  const { user, sessionId } = ctx;
  const payload: ImportJob = { import: id, step, user: user.id, session: sessionId, branch: branchId };
  const job = await enqueue(ctx.db, { kind: 'import', payload, userId: user.id });
  await sql`update imports set job_id = ${job.toString()}::bigint where id = ${id}`.execute(ctx.db);
}

/** An import that the caller may go on with, as they read it. Throws STALE, WRONG_STATE. */
export async function lockReady(ctx: Ctx, id: number, act: { version: number; action: string }): Promise<StoredImport> {
  const stored = await findImport(ctx, id, { lock: true });
  if (stored.state !== 'READY' && stored.state !== 'CHECKING') throw wrongState(stored.state, act.action);
  if (stored.version !== act.version) throw new AppError('STALE');
  return stored;
}

export const wrongState = (state: ImportState, action: string) =>
  new AppError('WRONG_STATE', { status: IMPORT_STATES[state].label.toLowerCase(), action });

/** Moves an import on. */
export async function advance(ctx: Ctx, stored: StoredImport, next: ImportState): Promise<Saved> {
  const version = stored.version + 1;
  await ctx.db
    .updateTable('imports')
    .set({ state: next, version, message: null })
    .where('id', '=', stored.id)
    .execute();
  return { id: stored.id, version, status: next };
}
