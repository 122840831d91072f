import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError } from '../../../domain/errors.ts';
import type { imports } from '../../../domain/imports/contract.ts';
import type { ImportState, RowOutcome } from '../../../domain/imports/states.ts';
import { importTarget, type Matching } from '../../../domain/imports/targets.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { columnLetter } from '../../platform/imports/table.ts';
import { exportTable, type ExportTable } from '../../platform/exports/table.ts';
import { rowsOf } from '../../platform/exports/snapshot.ts';
import { countOf } from '../../platform/http/lists.ts';
import { importerOf } from './targets/all.ts';

export type ImportColumn = { heading: string; samples: string[] };

/** An import as it stands in the database. */
export type StoredImport = {
  id: number;
  user_id: number;
  branch_id: number | null;
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

// A job that was given up for good leaves its import as it was: it failed with it.
const STORED = sql`i.id, i.user_id, i.branch_id, u.name as user_name, i.target, i.file_name, i.sha256, i.size, i.existing,
  i.sheets, i.sheet, i.heading_row, i.columns, i.matching, i.notes, i.rows, i.fresh, i.known, i.faulty, i.written,
  i.updated, i.skipped, i.job_id, i.version, i.created_at, i.finished_at, j.progress,
  case when j.state = 'FAILED' and i.state in ('READING', 'CHECKING', 'WRITING') then 'FAILED' else i.state end as state,
  case when j.state = 'FAILED' and i.state in ('READING', 'CHECKING', 'WRITING') then ${GIVEN_UP} else i.message end as message`;
const FROM = sql`imports i join users u on u.id = i.user_id left join jobs j on j.id = i.job_id`;

/** One's own imports; root sees everybody's. */
const visible = (ctx: Ctx) => (ctx.user.isRoot ? sql`true` : sql`i.user_id = ${ctx.user.id}`);

/** An import of the caller's, locked when it is to be changed. Throws NOT_FOUND for anybody else's. */
export async function findImport(ctx: Ctx, id: number, how: { lock?: boolean } = {}): Promise<StoredImport> {
  const lock = how.lock ? sql`for update of i` : sql``;
  const { rows } = await sql<StoredImport>`
    select ${STORED} from ${FROM} where i.id = ${id} and ${visible(ctx)} ${lock}`.execute(ctx.db);
  const [row] = rows;
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

const countsOf = (row: StoredImport) => ({
  rows: row.rows,
  new: row.fresh,
  exists: row.known,
  faulty: row.faulty,
  written: row.written,
  updated: row.updated,
  skipped: row.skipped,
});

const summaryOf = (row: StoredImport) => ({
  id: row.id,
  version: row.version,
  target: row.target,
  file_name: row.file_name,
  state: row.state,
  counts: countsOf(row),
  by: { id: row.user_id, name: row.user_name },
  created_at: row.created_at,
  finished_at: row.finished_at,
});

/** An import as its page shows it. */
export async function oneImport(ctx: Ctx, id: number): Promise<Reply<typeof imports.one>> {
  const row = await findImport(ctx, id);
  const { update } = importerOf(row.target).target;
  return {
    ...summaryOf(row),
    size: row.size,
    sha256: row.sha256.toString('hex'),
    progress: row.progress ?? 0,
    message: row.message,
    notes: row.notes,
    existing: row.existing,
    mayUpdate: update !== null && ctx.can(update, ctx.branch.id),
    sheets: row.sheets,
    sheet: row.sheet,
    headingRow: row.heading_row,
    columns: row.columns,
    matching: row.matching,
    remembered: row.notes.includes(REMEMBERED),
  };
}

/** Told with the notes of a file whose columns were matched as the same headings were the last time. */
export const REMEMBERED = 'The columns are matched as they were last time.';

export async function listImports(
  ctx: Ctx,
  query: Decoded<typeof imports.items>['query'],
): Promise<Reply<typeof imports.items>> {
  const where = query.target === undefined ? visible(ctx) : sql`${visible(ctx)} and i.target = ${query.target}`;
  const { rows } = await sql<StoredImport>`
    select ${STORED} from ${FROM} where ${where} order by i.id desc
    limit ${query.length ?? 25} offset ${query.start ?? 0}`.execute(ctx.db);
  const { rows: counted } = await sql<{ count: bigint }>`select count(*) from imports i where ${where}`.execute(ctx.db);
  const total = countOf(counted[0]?.count ?? 0n);
  return { recordsTotal: total, recordsFiltered: total, data: rows.map(summaryOf) };
}

type Query = Decoded<typeof imports.rows>['query'];
type StoredRow = {
  row: number;
  outcome: RowOutcome;
  label: string | null;
  record: number | null;
  cells: string[];
  errors: { column: number | null; message: string }[];
};

const SHOWN = 200;
const matching = (query: Query) => {
  const wanted = query.searchValue?.trim() ?? '';
  const outcome = query.outcome === undefined ? sql`true` : sql`r.outcome = ${query.outcome}`;
  if (wanted === '') return outcome;
  return sql`${outcome} and exists (select 1 from unnest(r.cells) c where strpos(lower(c), lower(${wanted})) > 0)`;
};

async function counted(ctx: Ctx, query: Query): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from import_rows r where r.import_id = ${query.id} and ${matching(query)}`.execute(ctx.db);
  return countOf(rows[0]?.count ?? 0n);
}

/** A page of the rows of an import, in the order of the file. */
export async function listRows(ctx: Ctx, query: Query): Promise<Reply<typeof imports.rows>> {
  const { id, rows: total } = await findImport(ctx, query.id);
  const { rows } = await sql<StoredRow>`
    select r.row, r.outcome, r.label, r.record_id as record, r.errors,
      array(select left(c, ${SHOWN}) from unnest(r.cells) with ordinality as t (c, place) order by place) as cells
    from import_rows r where r.import_id = ${id} and ${matching(query)}
    order by r.row limit ${query.length ?? 25} offset ${query.start ?? 0}`.execute(ctx.db);
  return { recordsTotal: total, recordsFiltered: await counted(ctx, query), data: rows };
}

/** A reason as one reads it beside the row: "Email (column D): Enter a valid email address." */
export function reasonOf(columns: readonly ImportColumn[], { errors }: Pick<StoredRow, 'errors'>): string {
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

/** The rows as a file to mend and send again: its own columns, and what is wrong beside them. */
export async function rowsExport(ctx: Ctx, query: Query): Promise<ExportTable> {
  const found = await findImport(ctx, query.id);
  const rows = rowsOf(
    ctx.db,
    sql<StoredRow>`select r.row, r.outcome, r.label, r.record_id as record, r.errors, r.cells
      from import_rows r where r.import_id = ${found.id} and ${matching(query)} order by r.row`,
  );
  const columns = found.columns.map(({ heading }, index) => ({
    name: heading,
    kind: 'text' as const,
    cell: (row: StoredRow) => row.cells[index] ?? '',
  }));
  const reason = { name: 'Reason', kind: 'text' as const, cell: (row: StoredRow) => reasonOf(found.columns, row) };
  return exportTable({ name: `${fileName(found.target)}-to-mend`, columns: [...columns, reason], rows });
}

/** The headings of a target and one example of a record. */
export function templateTable(key: string): ExportTable {
  const target = importTarget(key);
  if (!target) throw new AppError('NOT_FOUND');
  return exportTable({
    name: `${fileName(target.key)}-template`,
    columns: target.fields.map((field) => ({ name: field.label, kind: 'text' as const, cell: () => field.example })),
    rows: [null],
  });
}
