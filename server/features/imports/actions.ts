import * as z from 'zod/mini';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, invalid } from '../../../domain/errors.ts';
import { bordereauCommon, type BordereauCommon } from '../../../domain/imports/bordereau.ts';
import type { imports } from '../../../domain/imports/contract.ts';
import { mayCancel } from '../../../domain/imports/states.ts';
import { matchingFaults, missingFields, type ImportTarget, type Matching } from '../../../domain/imports/targets.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { formatOf } from '../../platform/imports/format.ts';
import { isRefusal } from '../../platform/imports/refusal.ts';
import { askToCancel } from '../../platform/jobs/jobs.ts';
import { advance, beginImport, lockReady, queueStep, wrongState } from './advance.ts';
import { forgetFile } from './files.ts';
import { findImport, type StoredImport } from './queries.ts';
import { importerFor } from './targets/all.ts';

type Saved = Reply<typeof imports.upload>;
/** Looks at a file before anything of it is kept: what is no plain CSV or XLSX is refused in one sentence. */
export async function assertReadable(name: string, bytes: Uint8Array): Promise<void> {
  try {
    await formatOf(name, bytes);
  } catch (error) {
    if (isRefusal(error))
      throw new AppError('FILE_REFUSED', { reason: error.message }, [{ field: 'file', message: error.message }]);
    throw error;
  }
}

/** Keeps a file and has it read. Throws NOT_FOUND for what cannot be imported, FORBIDDEN. */
export async function uploadFile(ctx: Ctx, { query, body }: Decoded<typeof imports.upload>): Promise<Saved> {
  const { target } = importerFor(ctx, query.target);
  assertCommon(ctx, { target, branchId: ctx.branch.id }, query.common);
  const branchId = target.ofBranch ? ctx.branch.id : null;
  return beginImport(ctx, { target: target.key, branchId, name: query.name, body, common: storedCommon(query.common) });
}

const storedCommon = (common: BordereauCommon | undefined) =>
  common === undefined ? null : JSON.stringify(z.encode(bordereauCommon, common));

/** Refuses values in common where there are none, and insureds to be added by a caller who may not add any. */
function assertCommon(
  ctx: Ctx,
  { target, branchId }: { target: ImportTarget; branchId: number },
  common: BordereauCommon | undefined,
): void {
  if (common === undefined) return;
  if (target.placements === undefined)
    throw invalid({ field: 'common', message: 'Rows of this file have nothing in common.' });
  if (common.add_insureds !== true) return;
  if (!ctx.can('registers.create', branchId)) throw new AppError('FORBIDDEN');
  if (common.insured_address === undefined)
    throw invalid({
      field: 'common.insured_address',
      message: 'Enter the address of insureds that have none in the file.',
    });
}

/** The branch that an import is for: where it is the firm's own, the one in which the caller works. */
const branchOf = (ctx: Ctx, { branch_id }: StoredImport): number => branch_id ?? ctx.branch.id;

function assertMatching(target: ImportTarget, stored: StoredImport, matching: Matching): void {
  const faults = matchingFaults(target, stored.columns.length, matching);
  if (faults.length > 0) throw invalid(...faults);
}

/** Matches columns, chooses the sheet and what happens to what exists; the rows are read or checked again. */
export async function matchImport(ctx: Ctx, { params, body }: Decoded<typeof imports.match>): Promise<Saved> {
  const stored = await lockReady(ctx, params.id, { version: body.version, action: 'matching it' });
  const branchId = branchOf(ctx, stored);
  const { target } = importerFor(ctx, stored.target, branchId);
  assertCommon(ctx, { target, branchId }, body.common);
  const existing = body.existing ?? stored.existing;
  if (existing === 'update' && (target.update === null || !ctx.can(target.update, branchId)))
    throw new AppError('FORBIDDEN');
  const matching = body.matching ?? stored.matching;
  const sheet = body.sheet ?? stored.sheet;
  if (sheet > 0 && sheet >= stored.sheets.length) throw invalid({ field: 'sheet', message: 'Choose a sheet.' });
  const reread = sheet !== stored.sheet;
  if (!reread) assertMatching(target, stored, matching);
  await ctx.db
    .updateTable('imports')
    .set({
      existing,
      sheet,
      ...(body.common !== undefined && { common: storedCommon(body.common) }),
      ...(!reread && { matching: JSON.stringify(matching) }),
    })
    .where('id', '=', stored.id)
    .execute();
  if (stored.job_id !== null) await askToCancel(ctx.db, stored.job_id);
  const saved = await advance(ctx, stored, reread ? 'READING' : 'CHECKING');
  await queueStep(ctx, { id: stored.id, branchId }, reread ? 'read' : 'check');
  await ctx.audit({ entity: 'import', entityId: stored.id, action: 'matched', facts: { matching, existing, sheet } });
  return saved;
}

/** Has the good rows written. Throws COLUMNS_MISSING, NOTHING_TO_IMPORT. */
export async function confirmImport(ctx: Ctx, { params, body }: Decoded<typeof imports.confirm>): Promise<Saved> {
  const stored = await lockReady(ctx, params.id, { version: body.version, action: 'importing it' });
  if (stored.state !== 'READY') throw wrongState(stored.state, 'importing it');
  const branchId = branchOf(ctx, stored);
  const { target } = importerFor(ctx, stored.target, branchId);
  const update = stored.existing === 'update';
  if (update && (target.update === null || !ctx.can(target.update, branchId))) throw new AppError('FORBIDDEN');
  const missing = missingFields(target, stored.matching);
  // What is updated has them already.
  if (missing.length > 0 && stored.fresh + stored.known === 0)
    throw new AppError('COLUMNS_MISSING', { fields: missing.map((field) => field.label).join(', ') });
  if (stored.fresh + (update ? stored.known : 0) === 0) throw new AppError('NOTHING_TO_IMPORT');
  const saved = await advance(ctx, stored, 'WRITING');
  await queueStep(ctx, { id: stored.id, branchId }, 'write');
  const facts = { new: stored.fresh, exists: stored.known, faulty: stored.faulty, existing: stored.existing };
  await ctx.audit({ entity: 'import', entityId: stored.id, action: 'confirmed', facts });
  return saved;
}

/**
 * Gives an import up. One that is being written gets a request to stop, and is rolled back unless it is already done;
 * any other ends here and what was kept of it goes.
 */
export async function cancelImport(ctx: Ctx, id: number): Promise<Saved> {
  const stored = await findImport(ctx, id, { lock: true });
  if (!mayCancel(stored.state)) throw wrongState(stored.state, 'cancelling it');
  if (stored.job_id !== null) await askToCancel(ctx.db, stored.job_id);
  await ctx.audit({ entity: 'import', entityId: id, action: 'cancelled', facts: { state: stored.state } });
  if (stored.state === 'WRITING') return { id, version: stored.version, status: stored.state };
  await ctx.db.updateTable('imports').set({ finished_at: ctx.now }).where('id', '=', id).execute();
  await ctx.db.deleteFrom('import_rows').where('import_id', '=', id).execute();
  await forgetFile(ctx.db, id);
  return advance(ctx, stored, 'CANCELLED');
}
