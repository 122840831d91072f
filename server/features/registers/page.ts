import { sql, type RawBuilder } from 'kysely';
import { LOOKUP_CAP } from '../../../domain/registers/shapes.ts';
import type { Columns, Table, Values } from '../../../domain/tables/table.ts';
import { COUNTED } from '../../../domain/tables/counted.ts';
import type { Database } from '../../platform/db/pool.ts';
import { rowsOf } from '../../platform/exports/snapshot.ts';
import { listing, type Titles } from '../../platform/exports/list.ts';
import type { Ctx } from '../../platform/http/context.ts';
import {
  countUpTo,
  every,
  pageOf,
  parseSort,
  same,
  searchKey,
  windowOf,
  type Condition,
  type ListInput,
  type Page,
} from '../../platform/http/lists.ts';

/** A list of what belongs to the firm and not to a branch: one relation, called `t`, with an `id`. */
export type RegisterDefinition = {
  from: RawBuilder<unknown>;
  columns: RawBuilder<unknown>;
  sorts: Readonly<Record<string, string>>;
  defaultSort: string;
  search: (text: string) => RawBuilder<unknown>;
  /** A column that is the same in every row of the list and comes before the sorted one in its index. */
  constant?: string | undefined;
};

/** "Contains", with the text's own wildcards taken literally. */
export function contains(column: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  return sql`${column} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`;
}

/** Folds a column of a small table as `searchKey` folds a text; large tables keep a folded column. */
export function folded(column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`regexp_replace(normalize(lower(${column}), NFKD), '[\\u0300-\\u036f]', '', 'g')`;
}

function orderOf(definition: RegisterDefinition, sort: string | undefined): RawBuilder<unknown> {
  const parts = parseSort(definition, sort);
  const leading = definition.constant === undefined ? [] : [{ ...parts[0], column: definition.constant }];
  return sql.join(
    [...leading, ...parts].map(
      ({ column, descending }) => sql`${sql.ref(`t.${column}`)} ${sql.raw(descending ? 'desc' : 'asc')}`,
    ),
  );
}

const all = (conditions: readonly Condition[]): RawBuilder<unknown> => every(conditions) ?? sql`true`;

/** A request for rows of a register: `within` always applies, `where` is a filter. */
type RegisterRequest = { input: ListInput; within?: Condition; where?: readonly Condition[] };

/** Every row that a request finds, in its order, for an export: a batch at a time. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the definition's columns are the row
function registerRows<Row>(
  db: Database,
  definition: RegisterDefinition,
  { input, within, where = [] }: RegisterRequest,
): AsyncGenerator<Row> {
  const search = searchKey(input.searchValue ?? '');
  const conditions = all([within, ...where, search === '' ? undefined : definition.search(search)]);
  return rowsOf(
    db,
    sql<Row>`select ${definition.columns} from ${definition.from} where ${conditions} order by ${orderOf(definition, input.sort)}`,
  );
}

/** One page of a register with its counts, by the conventions of §6. */
async function registerPage<Row>(
  db: Database,
  definition: RegisterDefinition,
  request: RegisterRequest,
): Promise<Page<Row>> {
  const { input, within } = request;
  const { start, length } = windowOf(input);
  const order = orderOf(definition, input.sort);
  const search = searchKey(input.searchValue ?? '');
  const filters = [...(request.where ?? []), search === '' ? undefined : definition.search(search)];
  const where = all([within, ...filters]);
  const { rows } = await sql<Row>`
    select ${definition.columns} from ${definition.from} where ${where} order by ${order}
    limit ${length} offset ${start}`.execute(db);
  const counted = (conditions: RawBuilder<unknown>) =>
    countUpTo(db, sql`select 1 from ${definition.from} where ${conditions}`);
  // A page that is not full says how many there are.
  const ended = rows.length < length && (rows.length > 0 || start === 0);
  const filtered = ended ? Math.min(start + rows.length, COUNTED + 1) : await counted(where);
  const unfiltered = filters.every((filter) => filter === undefined);
  const total = unfiltered ? filtered : await counted(all([within]));
  return pageOf(rows, filtered, total);
}

type Register<Query extends ListInput, C extends Columns, Stored> = Titles<Query> & {
  table: Table<C>;
  definition: RegisterDefinition | ((ctx: Ctx, query: Query) => RegisterDefinition);
  /** What makes an entry one of the register that the caller sees. */
  within?: (ctx: Ctx, query: Query) => Condition;
  /** Its filters, as far as they are set. */
  where?: (ctx: Ctx, query: Query) => readonly Condition[] | Promise<readonly Condition[]>;
  rowOf: (row: Stored, ctx: Ctx) => Values<Table<C>>;
};

/** A register as data: its table and the SQL of it. */
export function register<Query extends ListInput, C extends Columns, Stored>(of: Register<Query, C, Stored>) {
  const definition = (ctx: Ctx, query: Query) =>
    typeof of.definition === 'function' ? of.definition(ctx, query) : of.definition;
  const request = async (ctx: Ctx, query: Query): Promise<RegisterRequest> => ({
    input: query,
    within: of.within?.(ctx, query),
    where: (await of.where?.(ctx, query)) ?? [],
  });
  return listing<Query, C, Stored>({
    ...of,
    page: async (ctx, query) => registerPage<Stored>(ctx.db, definition(ctx, query), await request(ctx, query)),
    all: async (ctx, query) => registerRows<Stored>(ctx.db, definition(ctx, query), await request(ctx, query)),
  });
}

/** A filter by status, as far as it is set. */
export const inStatus = (status: string | undefined): Condition => same({ status });

/** The first 500 choices in the list's own order, and whether there are more. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the definition's columns are the row
export async function registerChoices<Row>(
  db: Database,
  definition: RegisterDefinition,
  request: { searchValue?: string | undefined; where: readonly Condition[] },
): Promise<{ data: Row[]; more: boolean }> {
  const search = searchKey(request.searchValue ?? '');
  const where = all([...request.where, search === '' ? undefined : definition.search(search)]);
  const order = orderOf(definition, undefined);
  const { rows } = await sql<Row>`
    select ${definition.columns} from ${definition.from} where ${where} order by ${order}
    limit ${LOOKUP_CAP + 1}`.execute(db);
  return { data: rows.slice(0, LOOKUP_CAP), more: rows.length > LOOKUP_CAP };
}

/** Pickers show what is active unless they request more. §4 registers. */
export function statusFilter(status: 'ACTIVE' | 'INACTIVE' | 'ALL' | undefined): Condition {
  return status === 'ALL' ? undefined : sql`t.status = ${status ?? 'ACTIVE'}`;
}
