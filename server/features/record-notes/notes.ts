import { assertVersion } from '../../../domain/decisions.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, notFound } from '../../../domain/errors.ts';
import type { Permission } from '../../../domain/permissions.ts';
import {
  EDIT_HOURS,
  type deleteRecordNote,
  type editRecordNote,
  type listRecordNotes,
  type saveRecordNote,
} from '../../../domain/record-notes/contract.ts';
import type { AuditAction } from '../../../domain/records/audit-actions.ts';
import type { RecordName } from '../../../domain/records/kinds.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { seeRecord, type RecordRef, type SeenRecord } from '../records.ts';

type Note = Reply<typeof saveRecordNote>;

/** Those who see the record and hold a right to work there may leave a note: an auditor only looks. */
export const NOTE_RIGHTS: readonly Permission[] = [
  'policies.create',
  'policies.decide',
  'claims.create',
  'claims.decide',
  'receipts.create',
  'receipts.decide',
  'vouchers.create',
  'vouchers.decide',
  'vouchers.pay',
];

const HOUR_MS = 3_600_000;

function notesQuery(ctx: Ctx) {
  return ctx.db
    .selectFrom('record_notes as n')
    .innerJoin('users as u', 'u.id', 'n.made_by')
    .select(['n.id', 'n.entity', 'n.entity_id', 'n.version', 'n.text', 'n.made_by', 'u.name as maker'])
    .select(['n.made_at', 'n.edited_at'])
    .where('n.deleted_at', 'is', null);
}

type Row = Awaited<ReturnType<ReturnType<typeof notesQuery>['execute']>>[number];

const isOwn = (ctx: Ctx, row: Row) => row.made_by === ctx.user.id;
const isFresh = (ctx: Ctx, row: Row) => ctx.now.getTime() - row.made_at.getTime() <= EDIT_HOURS * HOUR_MS;

function shown(ctx: Ctx, record: SeenRecord, row: Row): Note {
  const writes = record.holds(NOTE_RIGHTS);
  return {
    id: row.id,
    version: row.version,
    text: row.text,
    made_by: { id: row.made_by, name: row.maker },
    made_at: row.made_at,
    edited_at: row.edited_at,
    may_edit: writes && isOwn(ctx, row) && isFresh(ctx, row),
    may_delete: record.mayManage || (writes && isOwn(ctx, row)),
  };
}

/** The notes of a record, newest first. */
export async function notesOf(ctx: Ctx, ref: RecordRef): Promise<Reply<typeof listRecordNotes>> {
  const record = await seeRecord(ctx, ref);
  const rows = await notesQuery(ctx)
    .where('n.entity', '=', ref.entity)
    .where('n.entity_id', '=', ref.id)
    .orderBy('n.id', 'desc')
    .limit(500)
    .execute();
  return { may_add: record.holds(NOTE_RIGHTS), data: rows.map((row) => shown(ctx, record, row)) };
}

/** A note with the record that the caller may see, locked; one on a record that they may not see is not there. */
async function lockNote(ctx: Ctx, id: number): Promise<{ row: Row; record: SeenRecord }> {
  const row = await notesQuery(ctx).where('n.id', '=', id).forUpdate('n').executeTakeFirstOrThrow(notFound);
  const record = await seeRecord(ctx, { entity: row.entity as RecordName, id: row.entity_id });
  return { row, record };
}

async function noteById(ctx: Ctx, record: SeenRecord, id: number): Promise<Note> {
  return shown(ctx, record, await notesQuery(ctx).where('n.id', '=', id).executeTakeFirstOrThrow());
}

type NoteEvent = { action: AuditAction; note: number; personal?: Record<string, string> };

// A note may name people: the trail keeps its text where it can be erased.
async function tell(ctx: Ctx, record: SeenRecord, { action, note, personal }: NoteEvent): Promise<void> {
  await ctx.audit({
    entity: 'record_note',
    entityId: note,
    branchId: record.branchId,
    action,
    facts: { on: record.entity, record: record.id },
    ...(personal && { personal }),
  });
}

/** Leaves a note on a record. */
export async function saveNote(ctx: Ctx, { body }: Decoded<typeof saveRecordNote>): Promise<Note> {
  const record = await seeRecord(ctx, body);
  if (!record.holds(NOTE_RIGHTS)) throw new AppError('FORBIDDEN');
  const { id } = await ctx.db
    .insertInto('record_notes')
    .values({
      branch_id: record.branchId,
      entity: record.entity,
      entity_id: record.id,
      text: body.text,
      made_by: ctx.user.id,
      made_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tell(ctx, record, { action: 'noted', note: id, personal: { note_text: body.text } });
  return noteById(ctx, record, id);
}

/** Changes the caller's own note while it is fresh. */
export async function editNote(ctx: Ctx, { body }: Decoded<typeof editRecordNote>): Promise<Note> {
  const { row, record } = await lockNote(ctx, body.id);
  if (!isOwn(ctx, row) || !record.holds(NOTE_RIGHTS)) throw new AppError('FORBIDDEN');
  assertVersion(row.version, body.version);
  if (!isFresh(ctx, row)) throw new AppError('NOTE_SETTLED');
  await ctx.db
    .updateTable('record_notes')
    .set({ text: body.text, version: row.version + 1, edited_at: ctx.now })
    .where('id', '=', row.id)
    .execute();
  await tell(ctx, record, {
    action: 'note_edited',
    note: row.id,
    personal: { 'before.note_text': row.text, note_text: body.text },
  });
  return noteById(ctx, record, row.id);
}

/** Deletes a note; that there was one stays in the trail. */
export async function deleteNote(ctx: Ctx, { params }: Decoded<typeof deleteRecordNote>): Promise<{ id: number }> {
  const { row, record } = await lockNote(ctx, params.id);
  if (!shown(ctx, record, row).may_delete) throw new AppError('FORBIDDEN');
  await ctx.db
    .updateTable('record_notes')
    .set({ deleted_by: ctx.user.id, deleted_at: ctx.now })
    .where('id', '=', row.id)
    .execute();
  await tell(ctx, record, { action: 'note_deleted', note: row.id, personal: { 'before.note_text': row.text } });
  return { id: row.id };
}
