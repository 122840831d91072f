import { AppError } from '../../../../domain/errors.ts';
import type { HistoryFindings } from '../../../../domain/imports/history/contract.ts';
import { refusal } from '../../../platform/imports/refusal.ts';
import { forgetFile, keptFile } from '../files.ts';
import type { Step } from '../step.ts';
import { findHistory, keptFindings } from './findings.ts';
import { archiveSource } from './source.ts';
import { writeHistory } from './write.ts';

/** Of a job that posts, the share of reading the files again. */
const READING = 25;

async function find({ ctx, stored, goOn }: Step, uses: HistoryFindings['uses'] | undefined): Promise<HistoryFindings> {
  const bytes = await keptFile(ctx.db, stored.id, stored.size);
  if (bytes === null) throw refusal('The file is no longer kept. Choose it again.');
  return findHistory(ctx, { source: await archiveSource(bytes), goOn, uses });
}

/** Reads and checks the files, with the accounts for what they were said to be for. */
async function check(step: Step): Promise<void> {
  const { ctx, stored } = step;
  const found = await find(step, (await keptFindings(ctx, stored.id))?.uses);
  await ctx.db
    .updateTable('imports')
    .set((e) => ({
      state: 'READY',
      history: JSON.stringify(found),
      rows: found.counts.documents,
      faulty: found.fault_count,
      version: e('version', '+', 1),
    }))
    .where('id', '=', stored.id)
    .execute();
}

/** Reads and checks the files once more, and posts all of them. */
async function write(step: Step): Promise<void> {
  const { ctx, stored, job, goOn } = step;
  const before = await keptFindings(ctx, stored.id);
  const found = await find(step, before?.uses);
  if (found.fault_count > 0 || stored.branch_id === null) throw new AppError('HISTORY_FAULTY');
  await job.report(READING);
  await writeHistory(ctx, {
    importId: stored.id,
    branchId: stored.branch_id,
    ...found,
    posted: async (documents) => {
      await job.report(READING + (documents * (100 - READING)) / Math.max(1, found.counts.documents));
      await goOn();
    },
  });
  await ctx.db
    .updateTable('imports')
    .set((e) => ({
      state: 'DONE',
      written: found.counts.documents,
      finished_at: ctx.now,
      version: e('version', '+', 1),
    }))
    .where('id', '=', stored.id)
    .execute();
  await forgetFile(ctx.db, stored.id);
  const facts = { target: stored.target, sha256: stored.sha256.toString('hex'), ...found.counts, uses: found.uses };
  await ctx.audit({ entity: 'import', entityId: stored.id, action: 'done', branchId: stored.branch_id, facts });
}

export const HISTORY_STEPS = { read: check, check, write } as const;
