import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { DayOrder } from '../../../domain/banks/csv-columns.ts';
import type { ImportTarget, Matching } from '../../../domain/imports/targets.ts';
import { nameKey } from '../../../domain/names.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { FileRow } from '../../platform/imports/table.ts';

export type ImportColumn = { heading: string; samples: string[] };

const SAMPLES = 3;
const SAMPLE_LENGTH = 60;

/** Adds what the first rows hold, by which a person knows a column. */
export function addSamples(columns: readonly ImportColumn[], rows: readonly FileRow[]): void {
  for (const { cells } of rows) {
    for (const [index, column] of columns.entries()) {
      const sample = (cells[index] ?? '').trim().slice(0, SAMPLE_LENGTH);
      if (sample !== '' && column.samples.length < SAMPLES && !column.samples.includes(sample))
        column.samples.push(sample);
    }
    if (columns.every(({ samples }) => samples.length === SAMPLES)) return;
  }
}

/** A file by its headings, whatever their order and their case; a column of reasons is one of ours. */
function headingsDigest(headings: readonly string[]): Buffer {
  const keys = headings.map(nameKey).filter((key) => key !== '' && key !== 'reason');
  return createHash('sha256').update(keys.toSorted().join('\n')).digest();
}

type Remembered = { matching: Matching; dayOrder: DayOrder | null };

/** What the columns of such a file were matched to the last time, recognised by their headings. */
export async function rememberedMatching(
  ctx: Ctx,
  target: ImportTarget,
  headings: readonly string[],
): Promise<Remembered | null> {
  const row = await ctx.db
    .selectFrom('import_matchings')
    .select(['matching', 'day_order'])
    .where('target', '=', target.key)
    .where('headings', '=', headingsDigest(headings))
    .executeTakeFirst();
  if (!row) return null;
  const keys = headings.map(nameKey);
  const kept = row.matching as Record<string, string>;
  const matches = target.fields.flatMap(({ key }) => {
    const column = keys.indexOf(kept[key] ?? '\n');
    return column < 0 ? [] : [[key, column] as const];
  });
  return { matching: Object.fromEntries(matches), dayOrder: row.day_order as DayOrder | null };
}

/** Keeps how the columns were matched, by their headings, for the next file that has the same. */
export async function rememberMatching(
  ctx: Ctx,
  target: ImportTarget,
  {
    headings,
    matching,
    dayOrder = null,
  }: { headings: readonly string[]; matching: Matching; dayOrder?: DayOrder | null },
): Promise<void> {
  const kept = Object.fromEntries(
    Object.entries(matching).map(([field, column]) => [field, nameKey(headings[column] ?? '')]),
  );
  await sql`
    insert into import_matchings (target, headings, matching, day_order, used_by, used_at)
    values (${target.key}, ${headingsDigest(headings)}, ${JSON.stringify(kept)}, ${dayOrder}, ${ctx.user.id}, ${ctx.now})
    on conflict (target, headings) do update set matching = excluded.matching, day_order = excluded.day_order,
      used_by = excluded.used_by, used_at = excluded.used_at`.execute(ctx.db);
}
