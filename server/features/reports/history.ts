import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError } from '../../../domain/errors.ts';
import type { recordHistory } from '../../../domain/reports/contract.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { branchesWith } from './permitted.ts';

type History = Reply<typeof recordHistory>;
type Entity = Decoded<typeof recordHistory>['query']['entity'];

const RECORDS = {
  policy: { table: 'policies', view: 'policies.view' },
  receipt: { table: 'receipts', view: 'receipts.view' },
  voucher: { table: 'vouchers', view: 'vouchers.view' },
} as const satisfies Record<Entity, unknown>;

/**
 * What happened to a record, newest first, for whoever may view the record; to others it is not there. The trail is not
 * under row-level security, so the record itself is looked up first. Personal values stay out, and so do their digests.
 */
export async function historyOf(ctx: Ctx, { query }: Decoded<typeof recordHistory>): Promise<History> {
  const { table, view } = RECORDS[query.entity];
  const found = await sql`
    select 1 from ${sql.table(table)} t where t.id = ${query.id} and t.branch_id = any(${branchesWith(ctx, view)}::int[])`.execute(
    ctx.db,
  );
  if (found.rows.length === 0) throw new AppError('NOT_FOUND');
  const { rows } = await sql<History[number]>`
    select a.id::text as id, a.at, coalesce(u.name, 'System') as by, a.action, a.facts - 'personal' as facts
    from audit_trail a left join users u on u.id = a.user_id
    where a.entity = ${query.entity} and a.entity_id = ${query.id} order by a.id desc`.execute(ctx.db);
  return rows;
}
