import { createReadStream } from 'node:fs';
import { mkdtemp, mkdtempDisposable, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Decoded, Endpoint } from '../../../domain/endpoint.ts';
import { AppError } from '../../../domain/errors.ts';
import { type Columns, headed, type Headings, leaving, type Table, unsummed } from '../../../domain/tables/table.ts';
import { type Day, writtenDay } from '../../../domain/values/day.ts';
import type { Pool } from '../db/pool.ts';
import type { Firm } from '../documents/page-model.ts';
import type { Renderer } from '../documents/renderer.ts';
import type { Ctx } from '../http/context.ts';
import {
  serve,
  type Printed,
  type FileReply,
  type Delivery,
  type Handler,
  type PrepareCtx,
  type Route,
} from '../http/mount.ts';
import { writeCsv } from './csv.ts';
import { factsOf, type Fact } from './facts.ts';
import { printReport } from './paper.ts';
import { trackExport } from './progress.ts';
import { inSnapshot } from './snapshot.ts';
import { fileOf, type ExportTable, type Rows } from './table.ts';
import { writeXlsx } from './xlsx.ts';

type ExportFormat = 'csv' | 'xlsx' | 'pdf';

/** The media types of exports. */
export const EXPORT_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

/** What a list or a report needs for its files: a connection, the printer, and what is at the head of a branch's paper. */
export type Exporting = {
  pool: Pool;
  renderer: Renderer;
  letterhead: (ctx: Ctx, branchId: number) => Promise<{ firm: Firm; branchName: string }>;
};

/** A finished export in a folder of its own, which goes with the stream that reads it, or without one where the call fails. */
export type Spooled = AsyncDisposable & { path: string; name: string; type: string; size: number };

type Exported<E extends Endpoint> = {
  pool: Pool;
  table: (ctx: Ctx, input: Decoded<E>) => Promise<ExportTable> | ExportTable;
  /** Absent: it does not come as PDF. */
  paper?: {
    print: (ctx: Ctx, input: Decoded<E>) => Promise<{ name: string; pdf: Uint8Array }>;
    of: Table<Columns>;
  };
};

/** The rows of an export, counted as they are written. */
type Counting = <Row>(rows: Iterable<Row> | AsyncIterable<Row>) => AsyncGenerator<Row>;

type Writing<E extends Endpoint> = {
  input: Decoded<E>;
  format: ExportFormat;
  file: string;
  counted: Counting;
};

async function writeExport<E extends Endpoint>(
  ctx: Ctx,
  { table, paper }: Exported<E>,
  { input, format, file, counted }: Writing<E>,
): Promise<string> {
  if (format === 'pdf') {
    if (!paper) throw new Error('Its call refuses this format.');
    const { name, pdf } = await paper.print(ctx, input);
    await writeFile(file, pdf, { flag: 'wx', mode: 0o600 });
    return name;
  }
  const listed = await table(ctx, input);
  const rows = { ...listed, rows: counted(listed.rows) };
  await (format === 'csv' ? writeCsv(rows, file) : writeXlsx(rows, file));
  return rows.name;
}

/** The days that a file is of: those of its call, else today. */
export function daysOf({ today }: Pick<Ctx, 'today'>, query: Readonly<Record<string, unknown>>) {
  const dayIn = (...names: string[]) =>
    names.map((name) => query[name]).find((one): one is Day => typeof one === 'string');
  return { from: dayIn('from', 'startdate'), last: dayIn('asat', 'to', 'enddate', 'date') ?? today };
}

/** The same for its name. */
export function daysOfFile(ctx: Pick<Ctx, 'today'>, query: Readonly<Record<string, unknown>>): string {
  const { from, last } = daysOf(ctx, query);
  return from === undefined ? last : `${from}-to-${last}`;
}

const SPOOL_PREFIX = 'slipway-export-';
/** How the folders of exports that are being made begin. */
export const SPOOL = path.join(os.tmpdir(), SPOOL_PREFIX);
/** Nobody waits so long for a file. */
const ABANDONED_MS = 86_400_000;

/** Removes what a server that was killed left of its exports. */
export async function clearSpooled(): Promise<void> {
  const names = (await readdir(os.tmpdir())).filter((name) => name.startsWith(SPOOL_PREFIX));
  for (const name of names) {
    const folder = path.join(os.tmpdir(), name);
    const made = await stat(folder).catch(() => null);
    if (made !== null && Date.now() - made.mtimeMs > ABANDONED_MS) await rm(folder, { recursive: true, force: true });
  }
}

type Spooling = {
  extension: string;
  type: string;
  /** As `daysOfFile` has them. */
  days: string;
  /** Writes the file, of rows that it gives to be counted, and says what it is called, without its day and extension. */
  write: (ctx: Ctx, file: string, counted: Counting) => Promise<string>;
};

/**
 * A file of one moment, written whole before its first byte leaves: a slow client holds a file, never a snapshot. Who waits for it can ask how far it is; it ends when
 * nobody waits any more.
 */
export async function spoolFile(
  ctx: PrepareCtx,
  pool: Pool,
  { extension, type, days, write }: Spooling,
): Promise<Spooled> {
  const folder = await mkdtemp(SPOOL);
  const remove = () => rm(folder, { recursive: true, force: true });
  const tracking = trackExport(ctx.user.id, ctx);
  try {
    const file = path.join(folder, `export.${extension}`);
    const name = await inSnapshot(pool, ctx, (reading) => {
      tracking.begin();
      return write(reading, file, (rows) => tracking.counted(rows));
    });
    const { size } = await stat(file);
    return { path: file, name: `${name}-${days}.${extension}`, type, size, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    // Nobody reads the answer, and that they left is no fault.
    throw ctx.gone?.aborted === true ? new AppError('UNAVAILABLE') : error;
  } finally {
    tracking.release();
  }
}

/** Everything of a list or a report as one file in memory, for a mail, with how many rows are in it. */
export async function fileBytes(
  ctx: Ctx,
  { table, paper }: Printed,
  { input, format }: { input: object; format: 'xlsx' | 'pdf' },
): Promise<{ name: string; bytes: Uint8Array; rows: number }> {
  // Its query was decoded by the call's own shape.
  const own = input as never;
  const listed = await table(ctx, own);
  let rows = 0;
  const counted = async function* () {
    for await (const row of listed.rows) {
      rows += 1;
      yield row;
    }
  };
  await using folder = await mkdtempDisposable(SPOOL);
  const file = path.join(folder.path, 'export.xlsx');
  await writeXlsx({ ...listed, rows: counted() }, file);
  if (format === 'xlsx') return { name: listed.name, bytes: await readFile(file), rows };
  const { name, pdf } = await paper.print(ctx, own);
  return { name, bytes: pdf, rows };
}

/** Sends a finished export, which goes with the stream. */
export function sendSpooled(spooled: Spooled, delivery: Delivery): FileReply {
  const bytes = createReadStream(spooled.path);
  bytes.once('close', () => void spooled[Symbol.asyncDispose]().then(undefined, () => undefined));
  return { file: { name: spooled.name, type: spooled.type, bytes, size: spooled.size, delivery } };
}

/** What the trail keeps of an export: of which call, of which branches, and by which filters; what was searched for can be erased. */
export function deliveryOf(ctx: Ctx, { method, path: address }: Endpoint, query: Record<string, unknown>): Delivery {
  const { searchValue, ...filters } = query;
  const branchId = ctx.scope.length === 1 ? (ctx.scope[0] ?? null) : null;
  const searched = typeof searchValue === 'string' && searchValue !== '' ? { personal: { searched: searchValue } } : {};
  const facts = { call: `${method} ${address}`, branches: ctx.scope, filters };
  return { action: 'exported', entity: 'export', entityId: 0, branchId, facts, ...searched };
}

/**
 * Serves what is also available as a file (`format=csv|xlsx`), all its rows, under the endpoint's own rights. `table` and
 * `paper` run in the export's snapshot. §6 Conventions of the calls.
 */
export function serveExportable<E extends Endpoint>(endpoint: E, handle: Handler<E>, exported: Exported<E>): Route {
  const prepare = async (ctx: PrepareCtx, input: Decoded<E>): Promise<Spooled | undefined> => {
    const { format } = input.query as { format?: ExportFormat };
    if (format === undefined) return undefined;
    return spoolFile(ctx, exported.pool, {
      extension: format,
      type: EXPORT_TYPES[format],
      days: daysOfFile(ctx, input.query as Record<string, unknown>),
      write: (reading, file, counted) => writeExport(reading, exported, { input, format, file, counted }),
    });
  };
  const answer: Handler<E> = async (ctx, input, prepared) =>
    prepared === undefined
      ? handle(ctx, input, prepared)
      : sendSpooled(prepared as Spooled, deliveryOf(ctx, endpoint, input.query as Record<string, unknown>));
  return { ...serve(endpoint, answer, prepare), filed: exported };
}

/** A list or a report: what answers for its page, and all of its rows, which go into CSV, XLSX and PDF. */
export type Listing<E extends Endpoint, C extends Columns> = {
  table: Table<C>;
  /** Of its files: "trial-balance". */
  name: string | ((query: Decoded<E>['query']) => string);
  /** On paper. */
  title: string;
  /** On paper: as at when, or between which days; as at today unless it says so. */
  period?: (ctx: Ctx, input: Decoded<E>) => Promise<string> | string;
  /** On paper: what it was narrowed to, besides what its filters say by themselves. */
  facts?: (ctx: Ctx, input: Decoded<E>) => Promise<Fact[]> | Fact[];
  /** Columns that say nothing for a request and are left out of its files. */
  leaves?: (query: Decoded<E>['query'], ctx: Pick<Ctx, 'today'>) => readonly (keyof C & string)[];
  /** Columns that its facts say for all rows of a request, and that its paper leaves out. */
  saidAbove?: (query: Decoded<E>['query']) => readonly (keyof C & string)[];
  /** Columns of which the rows of a request say the same more than once, so that they are not summed on its paper. */
  unsummed?: (query: Decoded<E>['query']) => readonly (keyof C & string)[];
  /** What its columns are called in files where a request decides that: by what its rows are grouped. */
  headings?: (query: Decoded<E>['query']) => Headings<C>;
  reply: Handler<E>;
  rows: (ctx: Ctx, input: Decoded<E>) => Promise<Rows<C>> | Rows<C>;
};

/** The names by which rows of a table can be ordered: where they can be and have ids, by these as well. */
function sortsOf<C extends Columns>({ columns }: Table<C>): readonly string[] {
  const names = Object.entries(columns).flatMap(([name, { sort }]) => (sort === true ? [name] : []));
  return names.length === 0 || columns['id'] === undefined ? names : [...new Set([...names, 'id'])];
}

/** Serves a list or a report under the rights of its call: on a screen, and as CSV, XLSX and PDF. §6, §7. */
export function serveListing<E extends Endpoint, C extends Columns>(
  endpoint: E,
  listed: Listing<E, C>,
  { pool, renderer, letterhead }: Exporting,
): Route {
  const { title, name } = listed;
  const tableOf = (ctx: Ctx, { query }: Decoded<E>) => {
    const kept = leaving(listed.table, listed.leaves?.(query, ctx) ?? []);
    return listed.headings === undefined ? kept : headed(kept, listed.headings(query));
  };
  const nameOf = ({ query }: Decoded<E>) => (typeof name === 'string' ? name : name(query));
  const route = serveExportable(endpoint, listed.reply, {
    pool,
    table: async (ctx, input) =>
      fileOf(tableOf(ctx, input), {
        name: nameOf(input),
        rows: await listed.rows(ctx, input),
        base: ctx.firm.baseCurrency,
        timeZone: ctx.firm.timeZone,
      }),
    paper: {
      of: listed.table,
      print: async (ctx, input) => {
        const own = (await listed.facts?.(ctx, input)) ?? [];
        const pdf = await printReport(renderer, {
          ...(await letterhead(ctx, ctx.branch.id)),
          title,
          period: (await listed.period?.(ctx, input)) ?? `As at ${writtenDay(ctx.today)}`,
          day: ctx.today,
          facts: [...own, ...(await factsOf(ctx, listed.table, input.query))].filter((one) => one !== undefined),
          table: unsummed(
            leaving(tableOf(ctx, input), listed.saidAbove?.(input.query) ?? []),
            listed.unsummed?.(input.query) ?? [],
          ),
          rows: await listed.rows(ctx, input),
          base: ctx.firm.baseCurrency,
          timeZone: ctx.firm.timeZone,
        });
        return { name: nameOf(input), pdf };
      },
    },
  });
  const sorts = sortsOf(listed.table);
  return sorts.length === 0 ? route : { ...route, sorts };
}
