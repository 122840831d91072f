import { sql } from 'kysely';
import { knownHeadings, matchHeadings } from '../../../domain/imports/targets.ts';
import { dayIn, showDay } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { formatOf } from '../../platform/imports/format.ts';
import { readFile } from '../../platform/imports/read-file.ts';
import { refusal } from '../../platform/imports/refusal.ts';
import type { FileHead, FileRow } from '../../platform/imports/table.ts';
import { checkRows } from './check-rows.ts';
import { addSamples, rememberedMatching, type ImportColumn } from './columns.ts';
import { keptFile } from './files.ts';
import type { Step } from './step.ts';
import { REMEMBERED, type StoredImport } from './queries.ts';
import { importerOf } from './targets/all.ts';

async function keepRows(ctx: Ctx, importId: number, rows: readonly FileRow[]): Promise<void> {
  const json = JSON.stringify(rows.map(({ row, cells, faults }) => ({ row, cells, misread: faults })));
  await sql`
    insert into import_rows (import_id, row, cells, misread)
    select ${importId}, r.row, array(select c from json_array_elements_text(r.cells) with ordinality as t (c, place) order by place), r.misread
    from json_to_recordset(${json}) as r (row int, cells json, misread jsonb)`.execute(ctx.db);
}

/** Says that the same file was imported in the branch before: its rows may be there already. */
async function earlierNote(ctx: Ctx, stored: StoredImport): Promise<string[]> {
  const { rows } = await sql<{ name: string; finished_at: Date; written: number }>`
    select u.name, i.finished_at, i.written from imports i join users u on u.id = i.user_id
    where i.sha256 = ${stored.sha256} and i.state = 'DONE' and i.target = ${stored.target} and i.id <> ${stored.id}
      and i.branch_id is not distinct from ${stored.branch_id} and i.written > 0
    order by i.id desc limit 1`.execute(ctx.db);
  return rows.map(({ name, finished_at: at, written }) => {
    const day = showDay(dayIn(ctx.firm.timeZone, at));
    return `This very file was imported on ${day} by ${name}: ${written} ${written === 1 ? 'row was' : 'rows were'} added.`;
  });
}

/** Reads the file of an import into rows, matches its columns, and goes on to check them. */
export async function readRows(step: Step): Promise<void> {
  const { ctx, stored, goOn } = step;
  const { target } = importerOf(stored.target);
  const bytes = await keptFile(ctx.db, stored.id, stored.size);
  if (bytes === null) throw refusal('The file is no longer kept. Send it again.');
  await ctx.db.deleteFrom('import_rows').where('import_id', '=', stored.id).execute();
  let head: FileHead | null = null;
  let columns: ImportColumn[] = [];
  let count = 0;
  const kind = await formatOf(stored.file_name, bytes);
  const notes = await readFile(
    { bytes, kind, sheet: stored.sheet, headings: knownHeadings(target) },
    {
      head: async (fileHead) => {
        head = fileHead;
        columns = fileHead.columns.map((heading) => ({ heading, samples: [] }));
      },
      rows: async (rows) => {
        addSamples(columns, rows);
        await keepRows(ctx, stored.id, rows);
        count += rows.length;
        await goOn();
      },
    },
  );
  const { sheets, sheet, row } = head ?? { sheets: [], sheet: 0, row: 0 };
  const headings = columns.map(({ heading }) => heading);
  const remembered = await rememberedMatching(ctx, target, headings);
  const matched = { sheets, sheet, columns, matching: remembered?.matching ?? matchHeadings(target, headings) };
  const before = target.ofBranch ? await earlierNote(ctx, stored) : [];
  const read = { ...matched, notes: [...before, ...notes, ...(remembered ? [REMEMBERED] : [])], rows: count };
  await ctx.db
    .updateTable('imports')
    .set({
      sheet,
      heading_row: row,
      rows: count,
      sheets: JSON.stringify(sheets),
      columns: JSON.stringify(columns),
      matching: JSON.stringify(read.matching),
      notes: JSON.stringify(read.notes),
    })
    .where('id', '=', stored.id)
    .execute();
  await checkRows({ ...step, stored: { ...stored, ...read } });
}
