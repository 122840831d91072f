import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, firstOf } from '../../../domain/errors.ts';
import { bordereauCommon, type BordereauCommon } from '../../../domain/imports/bordereau.ts';
import type { imports } from '../../../domain/imports/contract.ts';
import { importTable } from '../../../domain/imports/table.ts';
import { replyRow, type Values } from '../../../domain/tables/table.ts';
import { listing } from '../../platform/exports/list.ts';
import type { ImportState, RowOutcome } from '../../../domain/imports/states.ts';
import { importTarget, type Matching } from '../../../domain/imports/targets.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { columnLetter } from '../../platform/imports/table.ts';
import { exportTable, type ExportTable } from '../../platform/exports/table.ts';
import { rowsOf } from '../../platform/exports/snapshot.ts';
import { countOf, every, when, windowOf } from '../../platform/http/lists.ts';
import type { ImportColumn } from './columns.ts';
import { importerOf } from './targets/all.ts';

type ImportTotals = Reply<typeof imports.one>['totals'];

/** An import as the database keeps it. */
export type StoredImport = {
  id: number;
  user_id: number;
  branch_id: number | null;
  branch: { id: number; code: string; name: string } | null;
  common: BordereauCommon;
  totals: ImportTotals;
  warned: number;
  user_name: string;
  target: string;
  file_name: string;
  sha256: Buffer;
  size: number;
  state: ImportState;
  existing: 'skip' | 'update';
  sheets: string[];
  sheet: number;
  heading_row: number;
  columns: ImportColumn[];
  matching: Matching;
  notes: string[];
  rows: number;
  fresh: number;
  known: number;
  faulty: number;
  written: number;
  updated: number;
  skipped: number;
  message: string | null;
  job_id: bigint | null;
  progress: number | null;
  version: number;
  created_at: Date;
  finished_at: Date | null;
};

const GIVEN_UP = 'This could not be done. Nothing was written; try again.';

// A job that was abandoned does not update its import: the import failed with it.
const WORKED_ON = sql`i.state in ('READING', 'CHECKING', 'WRITING')`;
const ABANDONED = sql`j.state = 'FAILED' and ${WORKED_ON}`;
const STATE = sql`case when ${ABANDONED} then 'FAILED' else i.state end`;
const STORED = sql`i.id, i.user_id, i.branch_id, u.name as user_name, i.target, i.file_name, i.sha256, i.size, i.existing,
  i.sheets, i.sheet, i.heading_row, i.columns, i.matching, i.notes, i.rows, i.fresh, i.known, i.faulty, i.written,
  i.updated, i.skipped, i.warned, i.totals, i.common, i.job_id,
  case when b.id is not null then json_build_object('id', b.id, 'code', b.code, 'name', b.name) end as branch, i.version, i.created_at, i.finished_at, j.progress,
  ${STATE} as state, case when ${ABANDONED} then ${GIVEN_UP} else i.message end as message`;
const FROM = sql`imports i join users u on u.id = i.user_id left join branches b on b.id = i.branch_id left join lateral job_standing(i.job_id) j on true`;

/** The caller's own imports; root sees everybody's. */
const visible = (ctx: Ctx) => (ctx.user.isRoot ? sql`true` : sql`i.user_id = ${ctx.user.id}`);

/** An import of the caller's, locked when it is to be changed. Throws NOT_FOUND for anybody else's. */
export async function findImport(ctx: Ctx, id: number, how: { lock?: boolean } = {}): Promise<StoredImport> {
  const lock = how.lock ? sql`for update of i` : sql``;
  const { rows } = await sql<StoredImport>`
    select ${STORED} from ${FROM} where i.id = ${id} and ${visible(ctx)} ${lock}`.execute(ctx.db);
  const row = firstOf(rows);
  // The database keeps it in the form in which it is sent.
  return { ...row, common: z.parse(bordereauCommon, row.common ?? {}) };
}

const countsOf = (row: StoredImport) => ({
  rows: row.rows,
  new: row.fresh,
  exists: row.known,
  faulty: row.faulty,
  warned: row.warned,
  written: row.written,
  updated: row.updated,
  skipped: row.skipped,
});

const summaryOf = (row: StoredImport): Values<typeof importTable> => {
  const counts = countsOf(row);
  const { rows, written, updated, faulty } = counts;
  return {
    id: row.id,
    version: row.version,
    target: row.target,
    file_name: row.file_name,
    state: row.state,
    counts,
    rows,
    written,
    updated,
    faulty,
    by: { id: row.user_id, name: row.user_name },
    created_at: row.created_at,
    finished_at: row.finished_at,
  };
};

/** An import as its page shows it. */
export async function oneImport(ctx: Ctx, id: number): Promise<Reply<typeof imports.one>> {
  const row = await findImport(ctx, id);
  const { update, placements } = importerOf(row.target).target;
  return {
    ...replyRow(importTable, summaryOf(row), ctx.firm.baseCurrency),
    size: row.size,
    sha256: row.sha256.toString('hex'),
    progress: row.progress ?? 0,
    message: row.message,
    notes: row.notes,
    existing: row.existing,
    mayUpdate: update !== null && ctx.can(update, row.branch_id ?? ctx.branch.id),
    sheets: row.sheets,
    sheet: row.sheet,
    headingRow: row.heading_row,
    columns: row.columns,
    matching: row.matching,
    remembered: row.notes.includes(REMEMBERED),
    branch: row.branch,
    common: placements === undefined ? null : row.common,
    parties: await partiesIn(ctx, row.common),
    totals: row.totals,
    insureds: await unknownInsureds(ctx, row),
  };
}

/** The parties that the values in common name, so that a form can show them. */
async function partiesIn(ctx: Ctx, { reinsured, securities = [] }: BordereauCommon) {
  const ids = [...(reinsured === undefined ? [] : [reinsured]), ...securities.map((line) => line.security)];
  if (ids.length === 0) return [];
  return ctx.db.selectFrom('parties').select(['id', 'name', 'resident']).where('id', 'in', ids).execute();
}

const NAMES_SHOWN = 100;

/** The insureds that rows name and the register does not have, while it can still be chosen what becomes of them. */
async function unknownInsureds(ctx: Ctx, { id, state, common }: StoredImport) {
  if (state !== 'READY') return { count: 0, names: [] };
  // None is added for a row that is left out.
  const outcome = common.add_insureds === true ? 'new' : 'error';
  const { rows } = await sql<{ name: string; rows: number; count: number }>`
    select min(insured) as name, count(*)::int as rows, (count(*) over ())::int as count from import_rows
    where import_id = ${id} and insured is not null and outcome = ${outcome}
    group by lower(regexp_replace(insured, '\\s', '', 'g')) order by 1 limit ${NAMES_SHOWN}`.execute(ctx.db);
  return { count: rows[0]?.count ?? 0, names: rows.map(({ count: _count, ...row }) => row) };
}

/** A note on a file whose columns were matched as for the same headings last time. */
export const REMEMBERED = 'The columns are matched as they were last time.';

type ImportsQuery = Decoded<typeof imports.items>['query'];

/** Imports that are shown in a state: jobs are asked of those that one works on alone. */
function inState(state: ImportState): RawBuilder<unknown> {
  const abandoned = sql`exists (select from job_standing(i.job_id) j where ${ABANDONED})`;
  if (state === 'FAILED') return sql`(i.state = 'FAILED' or (${WORKED_ON} and ${abandoned}))`;
  return sql`(i.state = ${state} and not (${WORKED_ON} and ${abandoned}))`;
}
const ofList = (ctx: Ctx, { target, state }: ImportsQuery) =>
  every([visible(ctx), when(target, (key) => sql`i.target = ${key}`), when(state, inState)]);
const inList = (ctx: Ctx, query: ImportsQuery) =>
  sql<StoredImport>`select ${STORED} from ${FROM} where ${ofList(ctx, query)} order by i.id desc`;

/** One's own imports, of root everybody's. */
export const importList = listing({
  table: importTable,
  name: 'imports',
  title: 'Imports',
  page: async (ctx, query: ImportsQuery) => {
    const { start, length } = windowOf(query, true);
    const { rows } = await sql<StoredImport>`${inList(ctx, query)} limit ${length} offset ${start}`.execute(ctx.db);
    const { rows: counted } = await sql<{ count: bigint }>`
      select count(*) from imports i where ${ofList(ctx, query)}`.execute(ctx.db);
    const total = countOf(counted[0]?.count ?? 0n);
    return { recordsTotal: total, recordsFiltered: total, data: rows };
  },
  all: (ctx, query) => rowsOf(ctx.db, inList(ctx, query)),
  rowOf: summaryOf,
});

type Query = Decoded<typeof imports.rows>['query'];
type StoredRow = {
  row: number;
  outcome: RowOutcome;
  label: string | null;
  record: number | null;
  cells: string[];
  errors: { column: number | null; message: string }[];
  warnings: string[];
};

const SHOWN = 200;
const matching = (query: Query) => {
  const search = query.searchValue?.trim() ?? '';
  const warned = query.warned === undefined ? sql`true` : sql`r.warnings <> '[]'`;
  const outcome = query.outcome === undefined ? warned : sql`${warned} and r.outcome = ${query.outcome}`;
  if (search === '') return outcome;
  return sql`${outcome} and exists (select 1 from unnest(r.cells) c where strpos(lower(c), lower(${search})) > 0)`;
};

async function counted(ctx: Ctx, query: Query): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from import_rows r where r.import_id = ${query.id} and ${matching(query)}`.execute(ctx.db);
  return countOf(rows[0]?.count ?? 0n);
}

/** A page of the rows of an import, in the order of the file. */
export async function listRows(ctx: Ctx, query: Query): Promise<Reply<typeof imports.rows>> {
  const { start, length } = windowOf(query, true);
  const { id, rows: total } = await findImport(ctx, query.id);
  const { rows } = await sql<StoredRow>`
    select r.row, r.outcome, r.label, r.record_id as record, r.errors, r.warnings,
      array(select left(c, ${SHOWN}) from unnest(r.cells) with ordinality as t (c, place) order by place) as cells
    from import_rows r where r.import_id = ${id} and ${matching(query)}
    order by r.row limit ${length} offset ${start}`.execute(ctx.db);
  return { recordsTotal: total, recordsFiltered: await counted(ctx, query), data: rows };
}

/** A reason as shown with the row: "Email (column D): Enter a valid email address." */
function reasonOf(columns: readonly ImportColumn[], { errors }: Pick<StoredRow, 'errors'>): string {
  return errors
    .map(({ column, message }) => {
      if (column === null) return message;
      const heading = columns[column]?.heading ?? '';
      const letter = `column ${columnLetter(column)}`;
      return `${heading === '' ? letter : `${heading} (${letter})`}: ${message}`;
    })
    .join(' ');
}

const fileName = (key: string) => (importTarget(key)?.nouns[1] ?? key).toLowerCase().replaceAll(' ', '-');

/** The rows as a file to mend and send again: its own columns, and a column with what is wrong. */
export async function rowsExport(ctx: Ctx, query: Query): Promise<ExportTable> {
  const stored = await findImport(ctx, query.id);
  const rows = rowsOf(
    ctx.db,
    sql<StoredRow>`select r.row, r.outcome, r.label, r.record_id as record, r.errors, r.warnings, r.cells
      from import_rows r where r.import_id = ${stored.id} and ${matching(query)} order by r.row`,
  );
  const columns = stored.columns.map(({ heading }, index) => ({
    name: heading,
    kind: 'text' as const,
    cell: (row: StoredRow) => row.cells[index] ?? '',
  }));
  const reason = { name: 'Reason', kind: 'text' as const, cell: (row: StoredRow) => reasonOf(stored.columns, row) };
  return exportTable({ name: `${fileName(stored.target)}-to-correct`, columns: [...columns, reason], rows });
}

/** The headings of a target and an example of a record. */
export function templateTable(key: string): ExportTable {
  const target = importTarget(key);
  if (!target) throw new AppError('NOT_FOUND');
  return exportTable({
    name: `${fileName(target.key)}-template`,
    columns: target.fields.map(({ key: field, label, example }) => ({
      name: label,
      kind: 'text' as const,
      cell: (row: Readonly<Record<string, string>> | null) => (row === null ? example : (row[field] ?? '')),
    })),
    rows: [null, ...(target.more ?? [])],
  });
}
