import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import { AppError, invalid } from '../../../../domain/errors.ts';
import { useFaults } from '../../../../domain/imports/history/accounts.ts';
import { HISTORY_TARGET, type history } from '../../../../domain/imports/history/contract.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { isRefusal } from '../../../platform/imports/refusal.ts';
import { askToCancel } from '../../../platform/jobs/jobs.ts';
import { advance, beginImport, lockReady, queueStep } from '../advance.ts';
import { keptFindings, taxesOfFirm } from './findings.ts';
import { archiveSource } from './source.ts';
import { assertBooksEmpty } from './write.ts';

type Saved = Reply<typeof history.upload>;

/** Looks at an archive before anything of it is kept. */
export async function assertArchive(bytes: Uint8Array): Promise<void> {
  try {
    await archiveSource(bytes);
  } catch (error) {
    if (isRefusal(error))
      throw new AppError('FILE_REFUSED', { reason: error.message }, [{ field: 'file', message: error.message }]);
    throw error;
  }
}

/** Keeps the files of a history and has them checked. Throws BOOKS_BEGUN. */
export async function uploadHistory(ctx: Ctx, { query, body }: Decoded<typeof history.upload>): Promise<Saved> {
  await assertBooksEmpty(ctx);
  return beginImport(ctx, { target: HISTORY_TARGET, branchId: ctx.branch.id, name: query.name, body });
}

type Act = { id: number; version: number; action: string };

async function lockFound(ctx: Ctx, act: Act) {
  const stored = await lockReady(ctx, act.id, act);
  const found = stored.target === HISTORY_TARGET ? await keptFindings(ctx, act.id) : null;
  if (found === null || stored.branch_id === null) throw new AppError('NOT_FOUND');
  return { stored, found, branchId: stored.branch_id };
}

/** Says what the accounts of a history are for and has it checked again. */
export async function matchHistory(ctx: Ctx, { params, body }: Decoded<typeof history.match>): Promise<Saved> {
  const act = { id: params.id, version: body.version, action: 'matching it' };
  const { stored, found, branchId } = await lockFound(ctx, act);
  const taxes = (await taxesOfFirm(ctx)).map(({ code }) => code);
  const faults = useFaults(found.accounts, body.accounts, taxes);
  if (faults.length > 0) throw invalid(...faults);
  if (stored.job_id !== null) await askToCancel(ctx.db, stored.job_id);
  const kept = JSON.stringify({ ...found, uses: body.accounts });
  await ctx.db.updateTable('imports').set({ history: kept }).where('id', '=', params.id).execute();
  const saved = await advance(ctx, stored, 'CHECKING');
  await queueStep(ctx, { id: stored.id, branchId }, 'check');
  await ctx.audit({ entity: 'import', entityId: stored.id, action: 'matched', facts: { uses: body.accounts } });
  return saved;
}

/** Has a history posted. Throws HISTORY_FAULTY, BOOKS_BEGUN. */
export async function confirmHistory(ctx: Ctx, { params, body }: Decoded<typeof history.confirm>): Promise<Saved> {
  const act = { id: params.id, version: body.version, action: 'importing it' };
  const { stored, found, branchId } = await lockFound(ctx, act);
  if (stored.state !== 'READY' || found.fault_count > 0) throw new AppError('HISTORY_FAULTY');
  await assertBooksEmpty(ctx);
  const saved = await advance(ctx, stored, 'WRITING');
  await queueStep(ctx, { id: stored.id, branchId }, 'write');
  await ctx.audit({ entity: 'import', entityId: stored.id, action: 'confirmed', facts: found.counts });
  return saved;
}
