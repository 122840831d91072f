import { sql } from 'kysely';
import { AppError } from '../../../domain/errors.ts';
import { numberStem, type Numbered } from '../../../domain/numbers.ts';
import { yearOf, type Day } from '../../../domain/values/day.ts';
import type { BranchRef, Ctx } from '../../platform/http/context.ts';
import { jsonRows } from '../../platform/db/json-rows.ts';
import type { Database } from '../../platform/db/pool.ts';

type NumberRequest = { kind: Numbered; count: number };
type Book = { branch: BranchRef; year: number };
/** A request with what its numbers look like. */
type Series = NumberRequest & { lead: string; width: number };

/** What numbers of a branch and year look like, read before their counters are locked. */
export async function seriesOf(db: Database, book: Book, requests: readonly NumberRequest[]): Promise<Series[]> {
  const kinds = requests.map(({ kind }) => kind);
  const { rows } = await sql<{ kind: Numbered; format: string }>`
    select kind, format from number_formats where kind = any(${kinds}::text[])`.execute(db);
  return requests.map((request) => {
    const format = rows.find(({ kind }) => kind === request.kind)?.format;
    return { ...request, ...numberStem(request.kind, { branch: book.branch.code, year: book.year, format }) };
  });
}

/**
 * The beginning of a statement that takes the next numbers of a branch and year: `numbered` has each with its kind and its place among those of
 * its kind. Gapless: the counters, several by key, stay locked until the commit, so a statement with this comes after every other lock, as late as it
 * can. Kind, branch and year are columns of their own: formats change, and a number is never read back. §4 Numbers.
 */
export const numbering = ({ branch, year }: Book, series: readonly Series[]) => sql`
  series as (select * from json_to_recordset(${jsonRows(series.filter(({ count }) => count > 0))}) as s (kind text, count int, lead text, width int)),
  taken as (
    insert into counters (branch_id, kind, year, last) select ${branch.id}::int, kind, ${year}::int, count from series order by kind
    on conflict (branch_id, kind, year) do update set last = counters.last + excluded.last
    returning kind, last),
  numbered as (
    select s.kind, place, sequence, s.lead || lpad(sequence::text, greatest(s.width, length(sequence::text)), '0') as number
    from taken t join series s on s.kind = t.kind cross join generate_series(1, s.count) as place
      cross join lateral (select t.last - s.count + place as sequence) one),
  given as (
    insert into given_numbers (branch_id, kind, year, sequence, number)
    select ${branch.id}::int, kind, ${year}::int, sequence, number from numbered)`;

/** Takes the next numbers of a branch and year, by their kinds. */
export async function takeNumbers(
  db: Database,
  book: Book,
  requests: readonly NumberRequest[],
): Promise<Map<Numbered, string[]>> {
  const counted = requests.filter(({ count }) => count > 0);
  if (counted.length === 0) return new Map();
  const series = await seriesOf(db, book, counted);
  const { rows } = await sql<{ kind: Numbered; number: string }>`
    with ${numbering(book, series)} select kind, number from numbered order by kind, place`.execute(db);
  return new Map(
    counted.map(({ kind }) => [kind, rows.filter((one) => one.kind === kind).map(({ number }) => number)]),
  );
}

/** The next number of one kind for a record of a branch, in the year of its posting day. */
export async function takeNumber(ctx: Ctx, kind: Numbered, record: { branchId: number; day: Day }): Promise<string> {
  const branch = ctx.branches.find((own) => own.id === record.branchId);
  if (!branch) throw new AppError('NOT_FOUND');
  const numbers = await takeNumbers(ctx.db, { branch, year: yearOf(record.day) }, [{ kind, count: 1 }]);
  return numbers.get(kind)?.[0] ?? '';
}
