import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, invalid } from '../../../domain/errors.ts';
import { MAIL_TEXTS } from '../../../domain/documents/mail-texts.ts';
import type { editMailText, listMailTexts } from '../../../domain/documents/sending.ts';
import type { Ctx } from '../../platform/http/context.ts';

/** The covering texts by kind: the firm's own where it has one. */
export async function mailTexts(ctx: Ctx): Promise<Reply<typeof listMailTexts>> {
  const own = await ctx.db.selectFrom('mail_texts').selectAll().execute();
  return Object.entries(MAIL_TEXTS).map(
    ([kind, text]) => own.find((row) => row.kind === kind) ?? { kind, ...text, version: 0 },
  );
}

/**
 * Changes the covering text of one kind; the version that was read must still be the current one. The product's own words are nobody else's: a
 * kind that has them again follows them.
 */
export async function changeMailText(
  ctx: Ctx,
  { body }: Decoded<typeof editMailText>,
): Promise<Reply<typeof editMailText>> {
  const { kind, version, subject, text } = body;
  const standard = Object.hasOwn(MAIL_TEXTS, kind) ? MAIL_TEXTS[kind] : undefined;
  if (!standard) throw invalid({ field: 'kind', message: 'Choose a kind of document.' });
  const before = await ctx.db
    .selectFrom('mail_texts')
    .selectAll()
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst();
  if ((before?.version ?? 0) !== version) throw new AppError('STALE');
  const isStandard = subject === standard.subject && text === standard.text;
  const row = { kind, subject, text, version: isStandard ? 0 : version + 1 };
  if (isStandard) {
    if (!before) return row;
    await ctx.db.deleteFrom('mail_texts').where('kind', '=', kind).execute();
  } else await keepText(ctx, row);
  await ctx.audit({
    entity: 'firm',
    entityId: 1,
    action: 'mail_text_edited',
    facts: {
      kind,
      before: { subject: before?.subject ?? standard.subject, text: before?.text ?? standard.text },
      after: { subject, text },
    },
  });
  return row;
}

/** Keeps the firm's own text of a kind, unless somebody else did so meanwhile. */
async function keepText(ctx: Ctx, row: Reply<typeof editMailText>): Promise<void> {
  const { subject, text, version } = row;
  const written = await ctx.db
    .insertInto('mail_texts')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('kind')
        .doUpdateSet({ subject, text, version })
        .where('mail_texts.version', '=', version - 1),
    )
    .executeTakeFirst();
  if (written.numInsertedOrUpdatedRows !== 1n) throw new AppError('STALE');
}
