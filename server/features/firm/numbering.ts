import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, invalid } from '../../../domain/errors.ts';
import type { formats, saveFormat } from '../../../domain/firm/numbering.ts';
import { NUMBERED, numberPattern, seriesOf, standardFormat, type Numbered } from '../../../domain/numbers.ts';
import { yearOf } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';

type Last = { kind: string; sequence: number; number: string };

/** The formats with the last number of each kind that the active branch gave this year. */
export async function listFormats(ctx: Ctx): Promise<Reply<typeof formats>> {
  const year = yearOf(ctx.today);
  const chosen = await ctx.db.selectFrom('number_formats').selectAll().execute();
  const { rows } = await sql<Last>`
    select k.kind, g.sequence, g.number from unnest(${[...NUMBERED]}::text[]) k (kind)
    cross join lateral (select sequence, number from given_numbers
      where branch_id = ${ctx.branch.id} and kind = k.kind and year = ${year} order by sequence desc limit 1) g`.execute(
    ctx.db,
  );
  const data = NUMBERED.map((kind) => {
    const own = chosen.find((row) => row.kind === kind);
    const last = rows.find((row) => row.kind === kind);
    return {
      kind,
      format: own?.format ?? standardFormat(kind),
      standard: own === undefined || own.format === standardFormat(kind),
      last: last?.number ?? null,
      sequence: (last?.sequence ?? 0) + 1,
      version: own?.version ?? 0,
    };
  });
  return { branch: ctx.branch.code, year, data };
}

/** No number to come is one that a document of another system has. §4 Numbers. */
async function assertNotOfHistory(ctx: Ctx, kind: Numbered, format: string): Promise<void> {
  const { rows } = await sql<{ number: string }>`
    select number from history_documents where number ~ ${numberPattern(kind, format)} limit 1`.execute(ctx.db);
  const [taken] = rows;
  if (taken)
    throw invalid({
      field: 'format',
      message: `${taken.number} of the history is such a number. Choose another format.`,
    });
}

/** Changes the format of numbers to come; the sequence goes on. §4 Numbers. */
export async function keepFormat(
  ctx: Ctx,
  { body: { kind, format, version: read } }: Decoded<typeof saveFormat>,
): Promise<Reply<typeof saveFormat>> {
  const before = await ctx.db
    .selectFrom('number_formats')
    .selectAll()
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst();
  if ((before?.version ?? 0) !== read) throw new AppError('STALE');
  await assertNotOfHistory(ctx, kind, format);
  const version = read + 1;
  const kept = await ctx.db
    .insertInto('number_formats')
    .values({ kind, format, version })
    .onConflict((conflict) =>
      conflict.column('kind').doUpdateSet({ format, version }).where('number_formats.version', '=', read),
    )
    .returning('version')
    .executeTakeFirst();
  if (!kept) throw new AppError('STALE');
  const facts = { kind, before: before?.format ?? standardFormat(kind), after: format };
  const { id } = seriesOf(kind);
  await ctx.audit({ entity: 'number_format', entityId: id, action: 'edited', facts });
  return { id, version, status: 'ACTIVE' };
}
