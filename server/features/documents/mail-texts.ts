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

/** Changes the covering text of one kind; the version that was read must still be the current one. */
export async function changeMailText(
  ctx: Ctx,
  { body }: Decoded<typeof editMailText>,
): Promise<Reply<typeof editMailText>> {
  const { kind, version, subject, text } = body;
  if (!Object.hasOwn(MAIL_TEXTS, kind)) throw invalid({ field: 'kind', message: 'Choose a kind of document.' });
  const before = await ctx.db
    .selectFrom('mail_texts')
    .selectAll()
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst();
  if ((before?.version ?? 0) !== version) throw new AppError('STALE');
  const row = { kind, subject, text, version: version + 1 };
  const written = await ctx.db
    .insertInto('mail_texts')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('kind')
        .doUpdateSet({ subject, text, version: row.version })
        .where('mail_texts.version', '=', version),
    )
    .executeTakeFirst();
  if (written.numInsertedOrUpdatedRows !== 1n) throw new AppError('STALE');
  await ctx.audit({
    entity: 'firm',
    entityId: 1,
    action: 'mail_text_edited',
    facts: {
      kind,
      before: { subject: before?.subject ?? MAIL_TEXTS[kind]?.subject, text: before?.text ?? MAIL_TEXTS[kind]?.text },
      after: { subject, text },
    },
  });
  return row;
}
