import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '../../../domain/errors.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { FileReply, PrepareCtx } from '../../platform/http/mount.ts';
import type { DocumentInput } from '../../platform/documents/kinds/common.ts';
import type { PageModel } from '../../platform/documents/page-model.ts';
import { isRenderError } from '../../platform/documents/render-error.ts';
import type { Services } from '../../services.ts';
import { letterheadOf } from '../firm/letterhead.ts';

/** What a document is of: one kind, of one record, in one issue. The same is made once. */
export type DocumentKey = {
  kind: string;
  recordKind: 'policy' | 'endorsement' | 'note' | 'receipt' | 'voucher';
  recordId: number;
  issue: number;
  /** Of a paper that each security has of its own. */
  securityId?: number;
};

/** What a document shows and where it belongs; `model` is called once the verification code is known. */
export type DocumentPlan = DocumentKey & {
  branchId: number;
  number: string;
  noteId?: number;
  partyName: string;
  total: string;
  day: string;
  model: (common: DocumentInput) => PageModel;
};

/** A plan that was rendered, or the document that stood there before. */
export type Prepared = {
  key: DocumentKey;
  fresh: null | { plan: DocumentPlan; code: string; pdf: Buffer; sha256: string };
};

export type DocumentReply = { id: number; number: string; kind: string; version: number; sha256: string; url: string };

const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

// 16 signs of 30: guessing one is hopeless, and none is mistaken for another when read aloud.
function verificationCode(): string {
  const signs = [...randomBytes(16)].map((byte) => ALPHABET[byte % ALPHABET.length]);
  return [0, 4, 8, 12].map((from) => signs.slice(from, from + 4).join('')).join('-');
}

async function existing(ctx: Ctx, key: DocumentKey) {
  return ctx.db
    .selectFrom('documents')
    .select(['id', 'number', 'kind', 'issue', 'sha256'])
    .where('kind', '=', key.kind)
    .where('record_kind', '=', key.recordKind)
    .where('record_id', '=', key.recordId)
    .where('issue', '=', key.issue)
    .where('security_id', '=', key.securityId ?? 0)
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirst();
}

function asRefusal(error: unknown): never {
  if (isRenderError(error)) throw new AppError('MALFORMED', { reason: error.message });
  throw error;
}

/**
 * Renders what is not there yet, outside any transaction. A plan says what to render; one whose document exists is
 * skipped, so that the same call again costs a look-up.
 */
export async function prepareDocuments(
  ctx: PrepareCtx,
  services: Services,
  plansOf: (ctx: Ctx) => Promise<DocumentPlan[]>,
): Promise<Prepared[]> {
  const found = await ctx.read(async (reading) => {
    const plans = await plansOf(reading);
    return Promise.all(
      plans.map(async (plan) => ({
        plan,
        known: await existing(reading, plan),
        head: await letterheadOf(reading, plan.branchId),
      })),
    );
  });
  const prepared: Prepared[] = [];
  for (const { plan, known, head } of found) {
    const { kind, recordKind, recordId, issue, securityId = 0 } = plan;
    const key = { kind, recordKind, recordId, issue, securityId };
    if (known) {
      prepared.push({ key, fresh: null });
      continue;
    }
    const code = verificationCode();
    const verification = { code, url: `${services.publicUrl}/signin#verify=${code}` };
    const model = plan.model({ number: plan.number, day: plan.day, verification, ...head });
    const pdf = Buffer.from(await services.renderer.render(model).catch(asRefusal));
    prepared.push({ key, fresh: { plan, code, pdf, sha256: createHash('sha256').update(pdf).digest('hex') } });
  }
  return prepared;
}

async function storeOne(ctx: Ctx, { key, fresh }: Prepared): Promise<DocumentReply> {
  if (fresh) {
    const { plan } = fresh;
    const inserted = await ctx.db
      .insertInto('documents')
      .values({
        branch_id: plan.branchId,
        kind: plan.kind,
        number: plan.number,
        record_kind: plan.recordKind,
        record_id: plan.recordId,
        note_id: plan.noteId ?? null,
        issue: plan.issue,
        security_id: plan.securityId ?? 0,
        party_name: plan.partyName,
        total: plan.total,
        code: fresh.code,
        sha256: fresh.sha256,
        pdf: fresh.pdf,
        made_by: ctx.user.id,
        made_at: ctx.now,
      })
      .onConflict((conflict) => conflict.constraint('document_once').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted)
      await ctx.audit({
        entity: 'document',
        entityId: inserted.id,
        branchId: plan.branchId,
        action: 'made',
        facts: { kind: plan.kind, number: plan.number, sha256: fresh.sha256 },
      });
  }
  const row = await existing(ctx, key);
  if (!row) throw new AppError('NOT_FOUND');
  return {
    id: row.id,
    number: row.number,
    kind: row.kind,
    version: row.issue,
    sha256: row.sha256,
    url: `/api/sca/v1/document/${row.id}`,
  };
}

/** Stores what was rendered; of two who made the same at once, both get the one that stayed. §6 Document calls. */
export async function storeDocuments(ctx: Ctx, prepared: unknown): Promise<DocumentReply[]> {
  const replies: DocumentReply[] = [];
  for (const one of prepared as Prepared[]) replies.push(await storeOne(ctx, one));
  return replies;
}

/** The same for a call that makes exactly one document, which is given as the file itself to who accepts a PDF. */
export async function storeDocument(ctx: Ctx, prepared: unknown): Promise<DocumentReply | FileReply> {
  const [reply] = await storeDocuments(ctx, prepared);
  if (!reply) throw new AppError('NOT_FOUND');
  return ctx.accepts === 'pdf' ? documentFile(ctx, reply.id) : reply;
}

/** The bytes of a document of the caller's branches. */
export async function documentFile(ctx: Ctx, id: number): Promise<FileReply> {
  const row = await ctx.db
    .selectFrom('documents')
    .select(['number', 'pdf'])
    .where('id', '=', id)
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return { file: { name: `${row.number}.pdf`, type: 'application/pdf', bytes: row.pdf, inline: true } };
}

/** The `prepare` of a call that makes documents: plans from its query, rendered before its transaction. */
export function rendering<Q>(services: Services, plansOf: (ctx: Ctx, query: Q) => Promise<DocumentPlan[]>) {
  return (ctx: PrepareCtx, { query }: { query: Q }) =>
    prepareDocuments(ctx, services, (reading) => plansOf(reading, query));
}
