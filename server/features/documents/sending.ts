import { emailKey } from '../../../domain/names.ts';
import { DOCUMENT_LABELS } from '../../../domain/documents/labels.ts';
import { filledText, mailTextOf, type MailText } from '../../../domain/documents/mail-texts.ts';
import { strangersAmong } from '../../../domain/documents/mail-limits.ts';
import type { prepareMail, sendDocument, sendingRow } from '../../../domain/documents/sending.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, invalid } from '../../../domain/errors.ts';
import { showMoney } from '../../../domain/values/money.ts';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Ctx } from '../../platform/http/context.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { addressesFor } from './addresses.ts';
import { assertWithinMailLimits } from './mail-limits.ts';
import { isPapered, paperRights } from '../records.ts';

type Sending = z.output<typeof sendingRow>;
type Sendings = { sendings: Sending[]; mailed_to: string[] };

/** Whether a mail with a document left, or is about to: all but what the mail server refused. In SQL, by the name of its row. */
export const isMailed = (sending: string) => sql<boolean>`${sql.ref(`${sending}.status`)} <> 'FAILED'`;

/** A document of the caller's branches that they may view; others are not there. */
export async function seeDocument(ctx: Ctx, id: number) {
  const row = await ctx.db
    .selectFrom('documents')
    .select([
      'id',
      'branch_id',
      'kind',
      'number',
      'record_kind',
      'record_id',
      'note_id',
      'party_name',
      'currency',
      'total',
      'issue',
      'copy',
      'security_id',
      'dated',
      'made_at',
    ])
    .where('id', '=', id)
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirst();
  if (!row || !isPapered(row.record_kind)) throw new AppError('NOT_FOUND');
  const { view, issue } = paperRights(row.record_kind);
  if (!ctx.can(view, row.branch_id)) throw new AppError('NOT_FOUND');
  return { ...row, record_kind: row.record_kind, maySend: issue.some((right) => ctx.can(right, row.branch_id)) };
}

export type SeenDocument = Awaited<ReturnType<typeof seeDocument>>;

/** A document that was replaced is not sent or replaced any more. Throws WRONG_STATE. §7 Documents. */
export async function assertCounts(ctx: Ctx, document: SeenDocument, action: string): Promise<void> {
  const { issue, copy } = document;
  const later = await ctx.db
    .selectFrom('documents')
    .select('id')
    .where('kind', '=', document.kind)
    .where('record_kind', '=', document.record_kind)
    .where('record_id', '=', document.record_id)
    .where('security_id', '=', document.security_id)
    .where('branch_id', 'in', ctx.scope)
    .where((e) => e.or([e('issue', '>', issue), e.and([e('issue', '=', issue), e('copy', '>', copy)])]))
    .limit(1)
    .executeTakeFirst();
  if (later) throw new AppError('WRONG_STATE', { status: 'superseded', action });
}

/** The words of a kind of mail: the firm's own, else the product's. */
export async function wordsFor(ctx: Ctx, kind: string): Promise<MailText> {
  const own = await ctx.db
    .selectFrom('mail_texts')
    .select(['subject', 'text'])
    .where('kind', '=', kind)
    .executeTakeFirst();
  const { subject = null, text = null } = own ?? {};
  return subject === null || text === null ? mailTextOf(kind) : { subject, text };
}

async function coveringText(ctx: Ctx, document: SeenDocument) {
  const { currency, total } = document;
  return filledText(await wordsFor(ctx, document.kind), {
    number: document.number,
    document: (DOCUMENT_LABELS[document.kind] ?? 'document').toLowerCase(),
    party: document.party_name,
    total: currency === null || total === null ? '' : showMoney({ amount: total, currency }),
    firm: ctx.firm.name,
    sender: ctx.user.name,
    policies: '',
  });
}

/** What the mail says with which a job sends a document. */
export const wordsOfDocument = async (ctx: Ctx, id: number): Promise<MailText> =>
  coveringText(ctx, await seeDocument(ctx, id));

/** What a mail with a document would say, before anybody sends it. */
export async function mailFor(ctx: Ctx, id: number): Promise<Reply<typeof prepareMail>> {
  const document = await seeDocument(ctx, id);
  return {
    may_send: document.maySend,
    ...(await addressesFor(ctx, document)),
    ...(await coveringText(ctx, document)),
  };
}

function recipientsOf(to: readonly string[]): string[] {
  return [...new Map(to.map((one) => [emailKey(one), one])).values()];
}

/**
 * Queues a mail with the document as it was issued; it leaves after the commit, or not at all. Addresses that no party of
 * the document has were confirmed by the sender. Throws STRANGERS, TOO_MANY_MAILS. §7 Documents.
 */
export async function sendByMail(ctx: Ctx, { body }: Pick<Decoded<typeof sendDocument>, 'body'>): Promise<Sending> {
  const document = await seeDocument(ctx, body.id);
  if (!document.maySend) throw new AppError('FORBIDDEN');
  await assertCounts(ctx, document, 'sending it');
  const recipients = recipientsOf(body.to);
  if (recipients.length === 0) throw invalid({ field: 'to', message: 'Enter at least one address.' });
  const strangers = strangersAmong(recipients, (await addressesFor(ctx, document)).known);
  const unconfirmed = strangersAmong(strangers, body.confirmed ?? []);
  if (unconfirmed.length > 0) throw new AppError('STRANGERS', { addresses: unconfirmed.join(', ') });
  await assertWithinMailLimits(ctx, { addresses: recipients.length, strangers: strangers.length });
  const { id } = await ctx.db
    .insertInto('document_sendings')
    .values({
      branch_id: document.branch_id,
      document_id: document.id,
      recipients,
      strangers: strangers.length,
      subject: body.subject,
      text: body.text,
      made_by: ctx.user.id,
      made_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueue(ctx.db, {
    kind: 'document_mail',
    payload: { sending: id, branch: document.branch_id },
    userId: ctx.user.id,
  });
  await ctx.audit({
    entity: 'document',
    entityId: document.id,
    branchId: document.branch_id,
    action: 'sent',
    facts: {
      kind: document.kind,
      number: document.number,
      recipients: recipients.length,
      ...(strangers.length > 0 && { strangers: strangers.length }),
    },
    personal: { to: recipients.join(', '), strangers: strangers.join(', '), subject: body.subject },
  });
  return { id, to: recipients, by: ctx.user.name, at: ctx.now, status: 'QUEUED', message: null };
}

/** What was sent of some documents, the latest first. */
export async function sendingsOf(ctx: Ctx, documents: readonly number[]): Promise<Map<number, Sendings>> {
  const found = new Map<number, Sendings>();
  if (documents.length === 0) return found;
  const rows = await ctx.db
    .selectFrom('document_sendings as s')
    .innerJoin('users as u', 'u.id', 's.made_by')
    .select(['s.id', 's.document_id', 's.recipients as to', 'u.name as by', 's.made_at as at', 's.status', 's.message'])
    .select(isMailed('s').as('mailed'))
    .where('s.document_id', 'in', documents)
    .where('s.branch_id', 'in', ctx.scope)
    .orderBy('s.id', 'desc')
    .execute();
  for (const { document_id: document, status, mailed, ...row } of rows) {
    const { sendings, mailed_to: before } = found.get(document) ?? { sendings: [], mailed_to: [] };
    found.set(document, {
      sendings: [...sendings, { ...row, status: status as Sending['status'] }],
      mailed_to: mailed ? recipientsOf([...before, ...row.to]) : before,
    });
  }
  return found;
}
