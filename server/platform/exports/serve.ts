import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Decoded, Endpoint } from '../../../domain/endpoint.ts';
import type { Pool } from '../db/pool.ts';
import type { Ctx } from '../http/context.ts';
import { serve, type FileReply, type Handler, type PrepareCtx, type Route } from '../http/mount.ts';
import { writeCsv } from './csv.ts';
import { inSnapshot } from './snapshot.ts';
import type { ExportTable } from './table.ts';
import { writeXlsx } from './xlsx.ts';

export type ExportFormat = 'csv' | 'xlsx';

/** The media types of exports. */
export const EXPORT_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** A finished export in a folder of its own, which goes with the stream that reads it. */
type Spooled = { folder: string; path: string; name: string; type: string };

type ExportRequest = { pool: Pool; format: ExportFormat; table: (ctx: Ctx) => Promise<ExportTable> | ExportTable };

// The file is whole before the first byte leaves: a slow client holds a file, never a snapshot of the database.
async function spool(ctx: PrepareCtx, { pool, format, table }: ExportRequest): Promise<Spooled> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-export-'));
  try {
    const file = path.join(folder, `export.${format}`);
    const name = await inSnapshot(pool, ctx, async (reading) => {
      const made = await table(reading);
      await (format === 'csv' ? writeCsv(made, file) : writeXlsx(made, file));
      return made.name;
    });
    return { folder, path: file, name: `${name}-${ctx.today}.${format}`, type: EXPORT_TYPES[format] };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

function sendSpooled(spooled: Spooled): FileReply {
  const bytes = createReadStream(spooled.path);
  bytes.once('close', () => void rm(spooled.folder, { recursive: true, force: true }).catch(() => undefined));
  return { file: { name: spooled.name, type: spooled.type, bytes } };
}

/**
 * Serves a list or a report that also gives itself as CSV and XLSX (`format=csv|xlsx`), all its rows, under the endpoint's
 * own rights. `table` runs in the export's snapshot. §6 Conventions of the calls.
 */
export function serveExportable<E extends Endpoint>(
  endpoint: E,
  handle: Handler<E>,
  exported: { pool: Pool; table: (ctx: Ctx, input: Decoded<E>) => Promise<ExportTable> | ExportTable },
): Route {
  const prepare = async (ctx: PrepareCtx, input: Decoded<E>): Promise<Spooled | undefined> => {
    const { format } = input.query as { format?: ExportFormat };
    if (format === undefined) return undefined;
    return spool(ctx, { pool: exported.pool, format, table: (reading) => exported.table(reading, input) });
  };
  const answer: Handler<E> = async (ctx, input, prepared) =>
    prepared === undefined ? handle(ctx, input, prepared) : sendSpooled(prepared as Spooled);
  return serve(endpoint, answer, prepare);
}
