import { sql } from 'kysely';
import type { Reply } from '../../../domain/endpoint.ts';
import { notFound } from '../../../domain/errors.ts';
import type { attachmentRow } from '../../../domain/attachments/contract.ts';
import type * as z from 'zod/mini';
import type { RecordName } from '../../../domain/records/kinds.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { seeRecord, type RecordRef, type SeenRecord } from '../records.ts';
import type { Scan } from '../../../domain/attachments/scans.ts';
import type { listAttachments } from '../../../domain/attachments/contract.ts';

export type AttachmentRow = z.output<typeof attachmentRow>;
type Maker = { made_by: number };

/** A file is removed by who attached it, or by who manages such records. */
export function mayRemove(ctx: Ctx, record: SeenRecord, { made_by: maker }: Maker): boolean {
  return record.mayManage || (record.mayWork && maker === ctx.user.id);
}

function filesOf(ctx: Ctx, { entity, id }: RecordRef) {
  return ctx.db
    .selectFrom('attachments as a')
    .innerJoin('users as u', 'u.id', 'a.made_by')
    .select(['a.id', 'a.name', 'a.kind', 'a.size', 'a.sha256', 'a.scan', 'a.made_by', 'u.name as maker', 'a.made_at'])
    .where('a.entity', '=', entity)
    .where('a.entity_id', '=', id)
    .where('a.removed_at', 'is', null)
    .orderBy('a.id');
}

type Row = Awaited<ReturnType<ReturnType<typeof filesOf>['execute']>>[number];

function shown(ctx: Ctx, record: SeenRecord, { maker, ...row }: Row): AttachmentRow {
  return {
    ...row,
    scan: row.scan as Scan,
    made_by: { id: row.made_by, name: maker },
    may_remove: mayRemove(ctx, record, row),
  };
}

/** The files of a record, oldest first. */
export async function attachmentsOf(ctx: Ctx, ref: RecordRef): Promise<Reply<typeof listAttachments>> {
  const record = await seeRecord(ctx, ref);
  const rows = await filesOf(ctx, ref).execute();
  return { may_add: record.mayWork, data: rows.map((row) => shown(ctx, record, row)) };
}

/** The one file of a record that holds these bytes; null when there is none. */
export async function sameFile(ctx: Ctx, record: SeenRecord, sha256: string): Promise<AttachmentRow | null> {
  const row = await filesOf(ctx, record).where('a.sha256', '=', sha256).executeTakeFirst();
  return row ? shown(ctx, record, row) : null;
}

export async function countFiles(ctx: Ctx, { entity, id }: RecordRef): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from attachments where entity = ${entity} and entity_id = ${id} and removed_at is null`.execute(
    ctx.db,
  );
  return rows[0]?.count ?? 0n;
}

/** A file that the caller may see, with its record; one of a record that they may not see is not there. */
export async function seeAttachment(ctx: Ctx, id: number, lock = false) {
  const query = ctx.db
    .selectFrom('attachments')
    .select(['id', 'entity', 'entity_id', 'name', 'kind', 'size', 'sha256', 'scan', 'made_by'])
    .where('id', '=', id)
    .where('removed_at', 'is', null);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirstOrThrow(notFound);
  const record = await seeRecord(ctx, { entity: row.entity as RecordName, id: row.entity_id });
  return { row, record };
}
