import { sql, type RawBuilder } from 'kysely';
import type { Ctx } from '../../platform/http/context.ts';
import { forgetFile } from './files.ts';
import type { Step } from './step.ts';
import { rememberMatching } from './columns.ts';
import { importerOf } from './targets/all.ts';
import type { ReadyRow, WrittenRow } from './targets/target.ts';

const BATCH = 500;
const LOCK = 7_214_900;

async function nextRows(ctx: Ctx, importId: number, { after, which }: { after: number; which: RawBuilder<unknown> }) {
  const { rows } = await sql<ReadyRow>`
    select row, record, case when outcome = 'exists' then record_id end as exists from import_rows
    where import_id = ${importId} and row > ${after} and ${which} order by row limit ${BATCH}`.execute(ctx.db);
  return rows;
}

async function keepWritten(ctx: Ctx, importId: number, rows: readonly WrittenRow[]): Promise<void> {
  await sql`
    update import_rows t set outcome = r.outcome, record_id = coalesce(r.id, t.record_id),
      errors = case when r.message is null then t.errors
        else jsonb_build_array(jsonb_build_object('column', null, 'message', r.message)) end
    from json_to_recordset(${JSON.stringify(rows)}) as r (row int, outcome text, id int, message text)
    where t.import_id = ${importId} and t.row = r.row`.execute(ctx.db);
}

/** Rows in the order in which they are written: those that others may build on come first. */
const passesOf = (after: string | undefined): RawBuilder<unknown>[] =>
  after === undefined ? [sql`true`] : [sql`not record ? ${after}`, sql`record ? ${after}`];

/** Writes the good rows: all in this one transaction, or none. */
export async function writeRows({ ctx, stored, job, goOn }: Step): Promise<void> {
  const importer = importerOf(stored.target);
  // Imports of a branch, and those of the firm, are written one after the other: what two have in common is there when the second looks. Should two
  // workers ever hold the same job, the second finds it done.
  await sql`select pg_advisory_xact_lock(${LOCK}, ${stored.branch_id ?? 0})`.execute(ctx.db);
  const again = await ctx.db.selectFrom('imports').select('state').where('id', '=', stored.id).executeTakeFirst();
  if (again?.state !== 'WRITING') return;
  const update = stored.existing === 'update';
  const counts = { written: 0, updated: 0, skipped: 0, error: 0 };
  const total = stored.fresh + stored.known;
  let done = 0;
  for (const pass of passesOf(importer.after)) {
    const which = sql`outcome in ('new', 'exists') and ${pass}`;
    for (let after = 0; ;) {
      const rows = await nextRows(ctx, stored.id, { after, which });
      const last = rows.at(-1);
      if (!last) break;
      const written = await importer.write(ctx, rows, { update, importId: stored.id, common: stored.common });
      for (const { outcome } of written) counts[outcome] += 1;
      await keepWritten(ctx, stored.id, written);
      after = last.row;
      done += rows.length;
      await job.report((done * 100) / Math.max(1, total));
      await goOn();
    }
  }
  const { error, ...made } = counts;
  const faulty = stored.faulty + error;
  await ctx.db
    .updateTable('imports')
    .set((eb) => ({ state: 'DONE', ...made, faulty, finished_at: ctx.now, version: eb('version', '+', 1) }))
    .where('id', '=', stored.id)
    .execute();
  const headings = stored.columns.map(({ heading }) => heading);
  await rememberMatching(ctx, importer.target, { headings, matching: stored.matching });
  await forgetFile(ctx.db, stored.id);
  await ctx.audit({
    entity: 'import',
    entityId: stored.id,
    action: 'done',
    branchId: stored.branch_id,
    facts: { target: stored.target, sha256: stored.sha256.toString('hex'), ...made, faulty },
  });
}
