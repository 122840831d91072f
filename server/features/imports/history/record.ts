import { sql } from 'kysely';
import type { Reply } from '../../../../domain/endpoint.ts';
import { HISTORY_TARGET, type history } from '../../../../domain/imports/history/contract.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { findImport } from '../queries.ts';
import { keptFindings, taxesOfFirm } from './findings.ts';

type Current = Reply<typeof history.current>;

async function latest(ctx: Ctx): Promise<Current['latest']> {
  const newest = await ctx.db
    .selectFrom('imports')
    .select('id')
    .where('target', '=', HISTORY_TARGET)
    .where('branch_id', 'in', ctx.scope)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest === undefined) return null;
  const row = await findImport(ctx, newest.id);
  return {
    id: row.id,
    version: row.version,
    state: row.state,
    file_name: row.file_name,
    branch: row.branch,
    by: { id: row.user_id, name: row.user_name },
    created_at: row.created_at,
    finished_at: row.finished_at,
    progress: row.progress ?? 0,
    message: row.message,
    found: await keptFindings(ctx, row.id),
  };
}

/** Whether the books have begun, and the latest import of a history. */
export async function currentHistory(ctx: Ctx): Promise<Current> {
  const { rows } = await sql<{ begun: boolean }>`select books_begun() as begun`.execute(ctx.db);
  return { begun: rows[0]?.begun ?? false, taxes: await taxesOfFirm(ctx), latest: await latest(ctx) };
}
