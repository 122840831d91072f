import { sql, type RawBuilder } from 'kysely';
import { rowsOf } from '../../platform/exports/snapshot.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { countOf, COUNTED, pageOf, parseSort, windowOf, type ListInput, type Page } from '../../platform/http/lists.ts';

/** A report whose rows are computed: its common table expressions end in one called `found`, which is paged by SQL. */
export type ReportQuery = {
  ctes: RawBuilder<unknown>;
  sorts: Readonly<Record<string, string>>;
  defaultSort: string;
  /** Columns of `found` that together are unique: every order ends in them. */
  key: readonly string[];
  /** Sums over all rows found, returned with their count; their names differ from the columns of `found`. */
  sums?: RawBuilder<unknown>;
  /** Counts the rows before the search, where there is one. */
  total?: RawBuilder<unknown> | undefined;
};

function orderOf(report: ReportQuery, sort: string | undefined): RawBuilder<unknown> {
  const parts = parseSort(report, sort).filter((part) => part.column !== 'id' || report.key.includes('id'));
  const named = new Set(parts.map((part) => part.column));
  const rest = report.key.filter((column) => !named.has(column)).map((column) => ({ column, descending: false }));
  return sql.join(
    [...parts, ...rest].map((part) => sql`r.${sql.ref(part.column)} ${sql.raw(part.descending ? 'desc' : 'asc')}`),
  );
}

type Counts = { found_count: bigint; all_count: bigint };

/** One page of a computed report with its counts and sums, in one statement so that all of them are of one moment. */
export async function reportPage<Row, Sums = unknown>(
  ctx: Ctx,
  report: ReportQuery,
  input: ListInput,
): Promise<{ page: Page<Row>; sums: Sums }> {
  const { start, length } = windowOf(input);
  const order = orderOf(report, input.sort);
  const { rows } = await sql<Row & Sums & Counts & { present: true | null }>`
    with ${report.ctes},
    sums as (select count(*) as found_count${report.sums ? sql`, ${report.sums}` : sql``} from found),
    page as (select true as present, r.* from found r order by ${order} limit ${length} offset ${start})
    select sums.*, ${report.total ?? sql`sums.found_count`} as all_count, r.* from sums left join page r on true order by ${order}`.execute(
    ctx.db,
  );
  const first = rows[0];
  if (!first) throw new Error('Sums over nothing are still one row.');
  const counted = (count: bigint) => Math.min(countOf(count), COUNTED + 1);
  const data = rows.filter((row) => row.present === true);
  return { page: pageOf(data, counted(first.found_count), counted(first.all_count)), sums: first };
}

/** Every row of a computed report in its order, for an export. */
export function reportRows<Row>(ctx: Ctx, report: ReportQuery, input: ListInput): AsyncGenerator<Row> {
  const order = orderOf(report, input.sort);
  return rowsOf(ctx.db, sql<Row>`with ${report.ctes} select r.* from found r order by ${order}`);
}
