import { sql } from 'kysely';
import { AppError } from '../../../domain/errors.ts';
import { formatNumber, type Numbered } from '../../../domain/numbers.ts';
import { yearOf, type Day } from '../../../domain/values/day.ts';
import type { BranchRef, Ctx } from '../../platform/http/context.ts';
import type { Database } from '../../platform/db/pool.ts';

type NumberRequest = { kind: Numbered; count: number };

/**
 * Takes the next numbers of a branch and year, gapless: the counters stay locked until the commit, so they are taken
 * after every other lock, and several by key. §4 Numbers.
 */
export async function takeNumbers(
  db: Database,
  book: { branch: BranchRef; year: number },
  requests: readonly NumberRequest[],
): Promise<Map<Numbered, string[]>> {
  const ordered = requests.filter((request) => request.count > 0).toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
  if (ordered.length === 0) return new Map();
  const { rows } = await sql<{ kind: Numbered; last: number; format: string | null }>`
    with taken as (insert into counters (branch_id, kind, year, last)
    select ${book.branch.id}, kind, ${book.year}, count from unnest(${ordered.map((r) => r.kind)}::text[], ${ordered.map((r) => r.count)}::int[]) as wanted (kind, count)
    on conflict (branch_id, kind, year) do update set last = counters.last + excluded.last
    returning kind, last)
    select kind, last, format from taken left join number_formats using (kind)`.execute(db);
  const numbers = ordered.flatMap(({ kind, count }) => {
    const { last = count, format = null } = rows.find((row) => row.kind === kind) ?? {};
    return Array.from({ length: count }, (_, index) => {
      const sequence = last - count + 1 + index;
      const number = { branch: book.branch.code, year: book.year, sequence, ...(format !== null && { format }) };
      return { kind, sequence, number: formatNumber(kind, number) };
    });
  });
  // Kind, branch and year are columns of their own: formats change, and a number is never read back.
  await db
    .insertInto('given_numbers')
    .values(numbers.map((one) => ({ branch_id: book.branch.id, year: book.year, ...one })))
    .execute();
  return new Map(
    ordered.map(({ kind }) => [kind, numbers.filter((one) => one.kind === kind).map((one) => one.number)]),
  );
}

/** The next number of one kind for a record of a branch, in the year of its posting day. */
export async function takeNumber(ctx: Ctx, kind: Numbered, record: { branchId: number; day: Day }): Promise<string> {
  const branch = ctx.branches.find((own) => own.id === record.branchId);
  if (!branch) throw new AppError('NOT_FOUND');
  const numbers = await takeNumbers(ctx.db, { branch, year: yearOf(record.day) }, [{ kind, count: 1 }]);
  return numbers.get(kind)?.[0] ?? '';
}
