import { createHash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzipSync } from 'node:zlib';
import { AppError, notFound } from '../../../domain/errors.ts';
import type { Day } from '../../../domain/values/day.ts';
import type { Money } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { FileReply, PrepareCtx } from '../../platform/http/mount.ts';
import type { DocumentInput } from '../../platform/documents/kinds/common.ts';
import type { PageModel } from '../../platform/documents/page-model.ts';
import { isRenderError } from '../../platform/documents/render-error.ts';
import type { Services } from '../../services.ts';
import { paperRights, type Papered } from '../records.ts';
import { letterheadOf } from '../firm/letterhead.ts';

/** What a document is of: one kind, of one record, in one issue. The same is made once. */
type DocumentKey = {
  kind: string;
  recordKind: Papered;
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
  /** None where the paper has no one figure. */
  total: Money | null;
  day: Day;
  model: (common: DocumentInput) => PageModel;
};

/** A document that is made in the place of another, and why. */
type Replacing = { copy: number; reason: string; replaces: string };

type Fresh = {
  plan: DocumentPlan;
  code: string;
  model: PageModel;
  pdf: Buffer;
  sha256: string;
  copy: number;
  reason: string;
};
/** A plan that was rendered, or the document that already existed. */
type PreparedDocument = { key: DocumentKey; branchId: number; fresh: Fresh | null };
/** What a call made ready: its documents and, where one file of several was requested, that file. */
export type Prepared = { documents: PreparedDocument[]; together: Buffer | null };
/** What a caller who may only view sees of papers that nobody has issued: a file marked so, of which nothing is kept. */
type Shown = { shown: Buffer; plan: DocumentPlan };

type DocumentReply = { id: number; number: string; kind: string; version: number; sha256: string; url: string };

const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

// 16 signs of 30: guessing one is hopeless, and none is mistaken for another when read aloud.
function verificationCode(): string {
  const signs = [...randomBytes(16)].map((byte) => ALPHABET[byte % ALPHABET.length]);
  return [0, 4, 8, 12].map((from) => signs.slice(from, from + 4).join('')).join('-');
}

async function existing(ctx: Ctx, key: DocumentKey) {
  return (
    ctx.db
      .selectFrom('documents')
      .select(['id', 'number', 'kind', 'issue', 'copy', 'sha256'])
      .where('kind', '=', key.kind)
      .where('record_kind', '=', key.recordKind)
      .where('record_id', '=', key.recordId)
      .where('issue', '=', key.issue)
      .where('security_id', '=', key.securityId ?? 0)
      .where('branch_id', 'in', ctx.scope)
      // The last copy is the one that counts.
      .orderBy('copy', 'desc')
      .limit(1)
      .executeTakeFirst()
  );
}

function asRefusal(error: unknown): never {
  if (isRenderError(error)) throw new AppError('MALFORMED', { reason: error.message });
  throw error;
}

const sha256Of = (pdf: Buffer): string => createHash('sha256').update(pdf).digest('hex');

type Head = Awaited<ReturnType<typeof letterheadOf>>;
type Making = { plan: DocumentPlan; head: Head; replacing?: Replacing };
/** One that a job makes; what is there already is not printed again. */
type JobMaking = Making & { known?: boolean };
/** What making a paper needs. */
export type Printing = Pick<Services, 'renderer' | 'publicUrl'>;

async function renderOne(services: Printing, { plan, head, replacing }: Making): Promise<Fresh> {
  const code = verificationCode();
  const model = plan.model({
    number: plan.number,
    day: plan.day,
    verification: { code, url: `${services.publicUrl}/signin#verify=${code}` },
    ...(replacing && { replaces: replacing.replaces }),
    ...head,
  });
  const pdf = Buffer.from(await services.renderer.render(model).catch(asRefusal));
  const { copy, reason } = replacing ?? { copy: 1, reason: '' };
  return { plan, code, model, pdf, sha256: sha256Of(pdf), copy, reason };
}

const keyOf = ({ kind, recordKind, recordId, issue, securityId = 0 }: DocumentPlan): DocumentKey => ({
  kind,
  recordKind,
  recordId,
  issue,
  securityId,
});

/** The document that was made of a plan, where there is one. */
export const documentOf = (ctx: Ctx, plan: DocumentPlan) => existing(ctx, keyOf(plan));

const unzip = promisify(gunzip);

/** What a document that was made says, as it was issued. */
async function issuedModel(ctx: Ctx, id: number): Promise<PageModel> {
  const { model } = await ctx.db
    .selectFrom('documents')
    .select('model')
    .where('id', '=', id)
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirstOrThrow();
  if (model === null)
    throw new AppError('MALFORMED', { reason: 'these were made before they could be one file. Open each by itself.' });
  return JSON.parse((await unzip(model)).toString('utf8')) as PageModel;
}

/**
 * Renders what is not there yet, outside any transaction. A plan says what to render; one whose document exists is
 * skipped, so that the same call again costs a look-up. Several that are requested as a file become one file.
 */
async function prepareDocuments(
  ctx: PrepareCtx,
  services: Services,
  plansOf: (ctx: Ctx) => Promise<DocumentPlan[]>,
): Promise<Prepared | Shown> {
  const planned = await ctx.read(async (reading) => {
    const plans = await plansOf(reading);
    const asOneFile = ctx.accepts === 'pdf' && plans.length > 1;
    return Promise.all(
      plans.map(async (plan) => {
        const known = await existing(reading, plan);
        const issued = known && asOneFile ? await issuedModel(reading, known.id) : null;
        return { plan, known, issued, head: await letterheadOf(reading, plan.branchId) };
      }),
    );
  });
  const unissued = planned.filter(({ plan, known }) => !known && !mayIssue(ctx, plan));
  if (unissued.length > 0) return showUnissued(ctx, services, planned);
  const documents: PreparedDocument[] = [];
  for (const { plan, known, head } of planned)
    documents.push({
      key: keyOf(plan),
      branchId: plan.branchId,
      fresh: known ? null : await renderOne(services, { plan, head }),
    });
  const models = planned.flatMap(({ issued }, place) => issued ?? documents[place]?.fresh?.model ?? []);
  const together =
    ctx.accepts === 'pdf' && models.length > 1
      ? Buffer.from(await services.renderer.render(models).catch(asRefusal))
      : null;
  return { documents, together };
}

/** Who may view a record may not by that issue its papers. */
const mayIssue = (ctx: PrepareCtx, { recordKind, branchId }: DocumentPlan) =>
  paperRights(recordKind).issue.some((right) => ctx.can(right, branchId));

/** Papers as they would be issued, without a code by which anybody could verify them, and marked across each page. */
export async function printUnissued(services: Printing, planned: readonly Making[]): Promise<Buffer> {
  const models = planned.map(({ plan, head }): PageModel => {
    const verification = { code: '', url: '' };
    const { verification: _none, ...page } = plan.model({ number: plan.number, day: plan.day, verification, ...head });
    return { ...page, watermark: 'NOT ISSUED' };
  });
  return Buffer.from(await services.renderer.render(models).catch(asRefusal));
}

async function showUnissued(ctx: PrepareCtx, services: Services, planned: readonly Making[]): Promise<Shown> {
  const [first] = planned;
  if (ctx.accepts !== 'pdf' || !first) throw new AppError('NOT_ISSUED');
  return { shown: await printUnissued(services, planned), plan: first.plan };
}

function shownFile({ shown: bytes, plan: { kind, number, recordKind, recordId, branchId } }: Shown): FileReply {
  const facts = { kind, number, of: recordKind, record: recordId, issued: false };
  const delivery = { action: 'opened', entity: 'document', entityId: 0, branchId, facts } as const;
  return { file: { name: `${number} not issued.pdf`, type: 'application/pdf', bytes, inline: true, delivery } };
}

const isShown = (prepared: unknown): prepared is Shown =>
  typeof prepared === 'object' && prepared !== null && 'shown' in prepared;

/** Renders a document that is to replace another one. */
export async function prepareReplacing(
  ctx: PrepareCtx,
  services: Services,
  of: { plan: DocumentPlan; replacing: Replacing },
): Promise<Prepared> {
  const head = await ctx.read((reading) => letterheadOf(reading, of.plan.branchId));
  const fresh = await renderOne(services, { ...of, head });
  return { documents: [{ key: keyOf(of.plan), branchId: of.plan.branchId, fresh }], together: null };
}

/** Renders papers that a job makes; it has read their plans and heads, and stores them with `storeDocuments`. */
export async function renderAll(services: Printing, makings: readonly JobMaking[]): Promise<Prepared> {
  const documents: PreparedDocument[] = [];
  for (const making of makings)
    documents.push({
      key: keyOf(making.plan),
      branchId: making.plan.branchId,
      fresh: making.known === true ? null : await renderOne(services, making),
    });
  return { documents, together: null };
}

async function insertOne(ctx: Ctx, fresh: Fresh): Promise<boolean> {
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
      currency: plan.total?.currency ?? null,
      total: plan.total?.amount ?? null,
      code: fresh.code,
      sha256: fresh.sha256,
      pdf: fresh.pdf,
      model: gzipSync(JSON.stringify(fresh.model)),
      dated: plan.day,
      copy: fresh.copy,
      reason: fresh.reason,
      made_by: ctx.user.id,
      made_at: ctx.now,
    })
    .onConflict((conflict) => conflict.constraint('document_once').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return false;
  await ctx.audit({
    entity: 'document',
    entityId: inserted.id,
    branchId: plan.branchId,
    action: fresh.copy === 1 ? 'made' : 'superseded',
    facts: {
      kind: plan.kind,
      number: plan.number,
      sha256: fresh.sha256,
      ...(fresh.copy > 1 && { version: plan.issue + fresh.copy - 1, reason: fresh.reason }),
    },
  });
  return true;
}

async function replyOf(ctx: Ctx, key: DocumentKey): Promise<DocumentReply> {
  const row = await existing(ctx, key);
  if (!row) throw new AppError('NOT_FOUND');
  return {
    id: row.id,
    number: row.number,
    kind: row.kind,
    version: row.issue + row.copy - 1,
    sha256: row.sha256,
    url: `/api/sca/v1/document/${row.id}`,
  };
}

/** Stores what was rendered; of two who make the same together, both get the one that stays. §6 Document calls. */
export async function storeDocuments(ctx: Ctx, prepared: unknown): Promise<DocumentReply[]> {
  const replies: DocumentReply[] = [];
  for (const { key, fresh } of (prepared as Prepared).documents) {
    if (fresh) await insertOne(ctx, fresh);
    replies.push(await replyOf(ctx, key));
  }
  return replies;
}

/** Stores what replaces another; of two who replace the same one together, the second gets STALE. */
export async function storeReplacing(ctx: Ctx, prepared: unknown): Promise<DocumentReply> {
  const [one] = (prepared as Prepared).documents;
  if (!one?.fresh || !(await insertOne(ctx, one.fresh))) throw new AppError('STALE');
  return replyOf(ctx, one.key);
}

/** The same for a call that makes exactly one document, answered with the file itself where the caller accepts a PDF. */
export async function storeDocument(ctx: Ctx, prepared: unknown): Promise<DocumentReply | FileReply> {
  if (isShown(prepared)) return shownFile(prepared);
  const [reply] = await storeDocuments(ctx, prepared);
  if (!reply) throw new AppError('NOT_FOUND');
  return ctx.accepts === 'pdf' ? documentFile(ctx, reply.id) : reply;
}

/** The same for a call that makes several: an array, and one file of all of them where the caller accepts a PDF. */
export async function storeSeveral(ctx: Ctx, prepared: unknown): Promise<DocumentReply[] | FileReply> {
  if (isShown(prepared)) return shownFile(prepared);
  const { documents, together } = prepared as Prepared;
  const replies = await storeDocuments(ctx, prepared);
  const [first, last] = [replies[0], replies.at(-1)];
  if (ctx.accepts !== 'pdf' || !first || !last) return replies;
  if (first === last) return documentFile(ctx, first.id);
  // Somebody else made one of them meanwhile, with a code of its own: it is theirs that counts, and not what was set here.
  const replaced = replies.some(({ sha256 }, place) => (documents[place]?.fresh?.sha256 ?? sha256) !== sha256);
  if (replaced || together === null) throw new AppError('BUSY');
  const name = `${first.number} to ${last.number}.pdf`;
  const delivery = {
    action: 'opened',
    entity: 'document',
    entityId: first.id,
    branchId: documents[0]?.branchId ?? null,
  } as const;
  return { file: { name, type: 'application/pdf', bytes: together, inline: true, delivery } };
}

/** The bytes of a document of the caller's branches. */
export async function documentFile(ctx: Ctx, id: number): Promise<FileReply> {
  const row = await ctx.db
    .selectFrom('documents')
    .select(['number', 'pdf', 'branch_id', 'sha256'])
    .where('id', '=', id)
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirstOrThrow(notFound);
  const { number, pdf: bytes, branch_id: branchId, sha256 } = row;
  const delivery = { action: 'opened', entity: 'document', entityId: id, branchId, facts: { sha256 } } as const;
  return { file: { name: `${number}.pdf`, type: 'application/pdf', bytes, inline: true, delivery } };
}

/** The `prepare` of a call that makes documents: plans from its query, rendered before its transaction. */
export function rendering<Q>(services: Services, plansOf: (ctx: Ctx, query: Q) => Promise<DocumentPlan[]>) {
  return (ctx: PrepareCtx, { query }: { query: Q }) =>
    prepareDocuments(ctx, services, (reading) => plansOf(reading, query));
}
