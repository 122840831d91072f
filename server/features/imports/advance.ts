import { sql } from 'kysely';
import { AppError } from '../../../domain/errors.ts';
import { IMPORT_STATES, type ImportState } from '../../../domain/imports/states.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { keepFile, sha256 } from './files.ts';
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

type Sent = { target: string; branchId: number | null; name: string; body: Uint8Array; common?: string | null };

/** Keeps a file and has it read in the background, in a branch where it is of one. */
export async function beginImport(ctx: Ctx, { target, branchId, name, body, common }: Sent): Promise<Saved> {
  const digest = sha256(body);
  const made = await ctx.db
    .insertInto('imports')
    .values({
      user_id: ctx.user.id,
      branch_id: branchId,
      target,
      file_name: name,
      sha256: digest,
      size: body.length,
      common: common ?? null,
      created_at: ctx.now,
    })
    .returning(['id', 'version', 'state'])
    .executeTakeFirstOrThrow();
  await keepFile(ctx.db, made.id, body);
  await queueStep(ctx, { id: made.id, branchId: ctx.branch.id }, 'read');
  await ctx.audit({
    entity: 'import',
    entityId: made.id,
    action: 'added',
    facts: { target, sha256: digest.toString('hex'), size: body.length },
    personal: { file_name: name },
  });
  return { id: made.id, version: made.version, status: made.state };
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
