import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, invalid } from '../../../domain/errors.ts';
import { MAIL_TEXTS, type MailText } from '../../../domain/documents/mail-texts.ts';
import type { editMailText, listMailTexts } from '../../../domain/documents/sending.ts';
import type { Ctx } from '../../platform/http/context.ts';

type Kept = { subject: string | null; text: string | null; version: number };

/** What a kind says: the firm's own words where it has some. */
function saying(kind: string, standard: MailText, kept: Kept | undefined): Reply<typeof editMailText> {
  const { subject, text, version } = kept ?? { subject: null, text: null, version: 0 };
  const own = subject !== null && text !== null;
  return { kind, ...(own ? { subject, text } : standard), version, own };
}

/** The covering texts by kind: the firm's own where it has one. */
export async function mailTexts(ctx: Ctx): Promise<Reply<typeof listMailTexts>> {
  const kept = await ctx.db.selectFrom('mail_texts').selectAll().execute();
  return Object.entries(MAIL_TEXTS).map(([kind, standard]) =>
    saying(
      kind,
      standard,
      kept.find((row) => row.kind === kind),
    ),
  );
}

/**
 * Changes the covering text of one kind; the version that was read must still be the current one. The product's own words are nobody else's: a
 * kind that has them again follows them. Throws STALE.
 */
export async function changeMailText(
  ctx: Ctx,
  { body }: Decoded<typeof editMailText>,
): Promise<Reply<typeof editMailText>> {
  const { kind, version, subject, text } = body;
  const standard = Object.hasOwn(MAIL_TEXTS, kind) ? MAIL_TEXTS[kind] : undefined;
  if (!standard) throw invalid({ field: 'kind', message: 'Choose a kind of document.' });
  const row = await ctx.db.selectFrom('mail_texts').selectAll().where('kind', '=', kind).forUpdate().executeTakeFirst();
  const before = saying(kind, standard, row);
  if (before.version !== version) throw new AppError('STALE');
  const isStandard = subject === standard.subject && text === standard.text;
  if (isStandard && !before.own) return before;
  const words = isStandard ? { subject: null, text: null } : { subject, text };
  const after = { ...words, version: version + 1 };
  const written = await ctx.db
    .insertInto('mail_texts')
    .values({ kind, ...after })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(after).where('mail_texts.version', '=', version))
    .executeTakeFirst();
  if (written.numInsertedOrUpdatedRows !== 1n) throw new AppError('STALE');
  await ctx.audit({
    entity: 'firm',
    entityId: 1,
    action: 'mail_text_edited',
    facts: { kind, before: { subject: before.subject, text: before.text }, after: { subject, text } },
  });
  return saying(kind, standard, after);
}
