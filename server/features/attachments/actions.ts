import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { MAX_FILES, type removeAttachment, type saveAttachment } from '../../../domain/attachments/contract.ts';
import { cleanFileName } from '../../../domain/attachments/file-name.ts';
import { fileKind, type FileKind } from '../../../domain/attachments/kinds.ts';
import { mayOpen, type Scan } from '../../../domain/attachments/scans.ts';
import type { Decoded } from '../../../domain/endpoint.ts';
import { AppError, invalid } from '../../../domain/errors.ts';
import type { Database } from '../../platform/db/pool.ts';
import type { FileStore } from '../../platform/files/store.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { FileReply, PrepareCtx } from '../../platform/http/mount.ts';
import { seeRecord, type SeenRecord } from '../records.ts';
import { judgeFile } from './file-kind.ts';
import { enqueueScan } from './scan.ts';
import { countFiles, mayRemove, sameFile, seeAttachment, type AttachmentRow } from './queries.ts';

type SaveInput = Decoded<typeof saveAttachment>;
type Stored = { name: string; kind: FileKind; size: number; sha256: string };

const refusedFile = (message: string) => invalid({ field: 'file', message });

async function assertRoom(ctx: Ctx, record: SeenRecord): Promise<void> {
  if ((await countFiles(ctx, record)) >= BigInt(MAX_FILES))
    throw refusedFile(`A record holds at most ${MAX_FILES} files. Remove one first.`);
}

/**
 * Looks at the file and keeps its bytes before there is a row that says they are there: a row never lacks its bytes, and
 * bytes that got no row are swept up.
 */
export async function keepBytes(ctx: PrepareCtx, input: SaveInput, files: FileStore): Promise<Stored> {
  const bytes = Buffer.from(input.body.buffer, input.body.byteOffset, input.body.byteLength);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const known = await ctx.read(async (reading) => {
    const record = await seeRecord(reading, input.query);
    if (!record.mayWork) throw new AppError('FORBIDDEN');
    const same = await sameFile(reading, record, sha256);
    if (!same) await assertRoom(reading, record);
    return same;
  });
  const name = cleanFileName(input.query.name);
  if (known) return { name, kind: known.kind as FileKind, size: bytes.length, sha256 };
  if (name === '') throw refusedFile('The file needs a name.');
  const judged = await judgeFile(bytes, name);
  if ('refusal' in judged) throw refusedFile(judged.refusal);
  await files.put(sha256, bytes);
  return { name, kind: judged.kind, size: bytes.length, sha256 };
}

/** The sweep of the bytes of a digest and the writing of a row that needs them wait for each other. */
export async function lockBytes(db: Database, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`attachment bytes ${sha256}`}, 0))`.execute(db);
}

/** Attaches a file that was kept; the same one again, or uploaded twice together, answers the one that exists. */
export async function attach(
  ctx: Ctx,
  input: SaveInput,
  { stored, files, scanned }: { stored: Stored; files: FileStore; scanned: boolean },
): Promise<AttachmentRow> {
  const record = await seeRecord(ctx, input.query, true);
  if (!record.mayWork) throw new AppError('FORBIDDEN');
  const known = await sameFile(ctx, record, stored.sha256);
  if (known) return known;
  await assertRoom(ctx, record);
  await lockBytes(ctx.db, stored.sha256);
  // Swept between the keeping and the lock: rare, and then they are kept once more.
  if (!(await files.has(stored.sha256))) await files.put(stored.sha256, input.body);
  const { id } = await ctx.db
    .insertInto('attachments')
    .values({
      branch_id: record.branchId,
      entity: record.entity,
      entity_id: record.id,
      ...stored,
      scan: scanned ? 'WAITING' : 'NONE',
      made_by: ctx.user.id,
      made_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (scanned) await enqueueScan(ctx.db, { id, branchId: record.branchId });
  await ctx.audit({
    entity: 'attachment',
    entityId: id,
    branchId: record.branchId,
    action: 'attached',
    facts: { on: record.entity, record: record.id, file: stored.name, size: stored.size, sha256: stored.sha256 },
  });
  const made = await sameFile(ctx, record, stored.sha256);
  if (!made) throw new AppError('NOT_FOUND');
  return made;
}

/**
 * The bytes of a file, for callers who may view its record. Always a download: nothing of it is opened under our
 * address.
 */
export async function openAttachment(ctx: Ctx, id: number, files: FileStore): Promise<FileReply> {
  const { row, record } = await seeAttachment(ctx, id);
  if (row.scan === 'INFECTED') throw new AppError('FILE_INFECTED');
  if (!mayOpen(row.scan as Scan)) throw new AppError('FILE_WAITING');
  const stream = await files.get(row.sha256);
  if (!stream) throw new AppError('FILE_MISSING');
  const { name, size, sha256 } = row;
  const facts = { on: record.entity, record: record.id, sha256 };
  const delivery = {
    action: 'downloaded',
    entity: 'attachment',
    entityId: row.id,
    branchId: record.branchId,
    facts,
  } as const;
  return { file: { name, type: fileKind(row.kind).type, bytes: stream, size, foreign: true, delivery } };
}

/** Takes a file off its record; its bytes go when the time of keeping is over. */
export async function detach(ctx: Ctx, { params, body }: Decoded<typeof removeAttachment>): Promise<{ id: number }> {
  const { row, record } = await seeAttachment(ctx, params.id, true);
  if (!mayRemove(ctx, record, row)) throw new AppError('FORBIDDEN');
  await ctx.db
    .updateTable('attachments')
    .set({ removed_by: ctx.user.id, removed_at: ctx.now, removed_reason: body.reason })
    .where('id', '=', row.id)
    .execute();
  await ctx.audit({
    entity: 'attachment',
    entityId: row.id,
    branchId: record.branchId,
    action: 'detached',
    facts: { on: record.entity, record: record.id, file: row.name, sha256: row.sha256, reason: body.reason },
  });
  return { id: row.id };
}
