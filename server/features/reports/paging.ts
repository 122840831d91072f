import { sql, type RawBuilder } from 'kysely';
import { rowsOf } from '../../platform/exports/snapshot.ts';
import { plannedOnce } from '../../platform/db/pool.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { COUNTED } from '../../../domain/tables/counted.ts';
import { countOf, pageOf, parseSort, windowOf, type ListInput, type Page } from '../../platform/http/lists.ts';

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
  /**
   * Columns that are worked out for the rows shown alone, since they cost much: a query over a table of rows, with the id of
   * each as `shown_of`, or what `shownBy` names. Nothing is sorted or searched by them.
   */
  shown?: ((rows: RawBuilder<unknown>) => RawBuilder<unknown>) | undefined;
  /** The column of `found` that `shown_of` is. */
  shownBy?: string;
  /** Whether those columns hang on the ids alone and on many tables: they are then read by a statement of their own, which is planned once on each connection. */
  shownApart?: boolean;
  /** Where an index has the order: common table expressions whose `found` is the first rows alone, and how many rows there are, up to what is counted. */
  near?: Near | undefined;
};

type Near = {
  /** How many rows there are is written out: a plan that has no values is made for so many. */
  ctes: (reach: RawBuilder<unknown>) => RawBuilder<unknown>;
  count: RawBuilder<unknown>;
  /** Whether nothing narrows them: the first page is then planned once on each connection. */
  comesAgain: boolean;
};

/** The rest of a statement that reads rows of a table, with the columns that are worked out for them. */
function withShown({ shown, shownBy = 'id' }: ReportQuery, rows: RawBuilder<unknown>) {
  if (!shown) return { cte: sql``, columns: sql``, join: sql`` };
  return {
    cte: sql`, shown as materialized (${shown(rows)})`,
    columns: sql`, shown.*`,
    join: sql`left join shown on shown.shown_of = r.${sql.ref(shownBy)}`,
  };
}

function orderOf(report: ReportQuery, sort: string | undefined): RawBuilder<unknown> {
  const parts = parseSort(report, sort).filter((part) => part.column !== 'id' || report.key.includes('id'));
  const named = new Set(parts.map((part) => part.column));
  const rest = report.key.filter((column) => !named.has(column)).map((column) => ({ column, descending: false }));
  return sql.join(
    [...parts, ...rest].map((part) => sql`r.${sql.ref(part.column)} ${sql.raw(part.descending ? 'desc' : 'asc')}`),
  );
}

type Counts = { found_count: bigint; all_count: bigint };

/** Rows of a page with the columns that are worked out for them, each by its id. */
async function withShownApart<Row extends object>(
  ctx: Ctx,
  { shown }: ReportQuery,
  rows: readonly Row[],
): Promise<Row[]> {
  type Keyed = Row & { id?: number };
  const ids = rows.flatMap(({ id }: Keyed) => id ?? []);
  if (!shown || ids.length === 0) return [...rows];
  const found = await plannedOnce(
    ctx.db,
    sql<{
      shown_of: number;
    }>`with page as (select unnest(${ids}::int[]) as id) select * from (${shown(sql`page`)}) worked_out`,
  );
  const byId = new Map(found.map((one) => [one.shown_of, one]));
  return rows.map((row: Keyed) => ({ ...row, ...byId.get(row.id ?? 0) }));
}

/** One page of a computed report with its counts and sums, all of one moment. */
export async function reportPage<Row extends object, Sums = unknown>(
  ctx: Ctx,
  report: ReportQuery,
  input: ListInput,
): Promise<{ page: Page<Row>; sums: Sums }> {
  const { start, length } = windowOf(input);
  const order = orderOf(report, input.sort);
  const comesAgain = start === 0 && report.near?.comesAgain === true;
  const apart = report.shownApart === true && !comesAgain;
  const shown = withShown(apart ? { ...report, shown: undefined } : report, sql`page`);
  const statement = sql<Row & Sums & Counts & { present: true | null }>`
    with ${report.near ? report.near.ctes(sql.lit(start + length)) : report.ctes},
    sums as materialized (${report.near ? sql`select ${report.near.count} as found_count` : sql`select count(*) as found_count${report.sums ? sql`, ${report.sums}` : sql``} from found`}),
    page as (select true as present, r.* from found r order by ${order} limit ${sql.lit(length)} offset ${sql.lit(start)})${shown.cte}
    select sums.*, ${report.total ?? sql`sums.found_count`} as all_count, r.*${shown.columns}
    from sums left join page r on true ${shown.join} order by ${order}`;
  const rows = comesAgain ? await plannedOnce(ctx.db, statement) : (await statement.execute(ctx.db)).rows;
  const first = rows[0];
  if (!first) throw new Error('Sums over nothing are still one row.');
  const counted = (count: bigint) => Math.min(countOf(count), COUNTED + 1);
  const onPage = rows.filter((row) => row.present === true);
  const data = apart ? await withShownApart(ctx, report, onPage) : onPage;
  return { page: pageOf(data, counted(first.found_count), counted(first.all_count)), sums: first };
}

/** Every row of a computed report in its order, for an export. */
export function reportRows<Row>(ctx: Ctx, report: ReportQuery, input: ListInput): AsyncGenerator<Row> {
  const order = orderOf(report, input.sort);
  const { cte, columns, join } = withShown(report, sql`found`);
  return rowsOf(
    ctx.db,
    sql<Row>`with ${report.ctes}${cte} select r.*${columns} from found r ${join} order by ${order}`,
  );
}

/** What rows come to in a currency. */
export type CurrencyTotal = { currency: string; amount: bigint };
type TotalRow = CurrencyTotal & { id: null };
/** Rows and what all of them come to, where one statement gives both: totals have no id. */
export type Found<Row extends { id: number }> = Row | TotalRow;

/** The two apart. */
export function rowsApart<Row extends { id: number }>(
  found: readonly Found<Row>[],
): { rows: Row[]; totals: CurrencyTotal[] } {
  const isTotal = (row: Found<Row>): row is TotalRow => row.id === null;
  return {
    rows: found.filter((row) => !isTotal(row)),
    totals: found.filter(isTotal).map(({ currency, amount }) => ({ currency, amount })),
  };
}
