import { sql } from 'kysely';
import {
  HISTORY_FILE_NAMES,
  HISTORY_FILES,
  historyColumns,
  historyRow,
  type HistoryFault,
  type HistoryFile,
} from '../../../../domain/imports/history/files.ts';
import { nameKey } from '../../../../domain/names.ts';
import type { Database } from '../../../platform/db/pool.ts';
import { streamedRows, type HistorySource } from './source.ts';

/** Faults are named up to here; the rest are counted. */
export const MOST_FAULTS = 200;

/** What is wrong with the files so far. */
export type Faults = { list: HistoryFault[]; count: number };
export const noFaults = (): Faults => ({ list: [], count: 0 });

function addFault(faults: Faults, fault: HistoryFault): void {
  faults.count += 1;
  if (faults.list.length < MOST_FAULTS) faults.list.push(fault);
}

/** Where the rows of each file lie until they are written, and how their columns follow from its cells. */
const STAGES: Record<HistoryFile, { table: string; into: string; from: string }> = {
  'accounts.csv': { table: 'h_accounts', into: 'line, code, name, type', from: 'line, code, name, type' },
  'parties.csv': {
    table: 'h_parties',
    into: 'line, code, kind, name, country, name_key',
    from: 'line, code, kind, name, country, name_key',
  },
  'documents.csv': {
    table: 'h_documents',
    into: 'line, id, number, kind, day, due, currency, rate, party, class, policy, insured, narration',
    from: `line, id::bigint, number, kind, date::date, nullif(due_date, '')::date, currency, rate_micro::bigint, party, class, policy_no,
      insured, narration`,
  },
  'lines.csv': {
    table: 'h_lines',
    into: 'line, document, day, account, party, currency, amount, base, due, item, narration',
    from: `line, document::bigint, date::date, account, party, currency, amount::bigint, base_amount::bigint,
      nullif(due_date, '')::date, open_item, narration`,
  },
};

type Row = Record<string, string | number>;

async function keep(db: Database, file: HistoryFile, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const { table, into, from } = STAGES[file];
  const cells = Object.keys(HISTORY_FILES[file]).map((name) => `"${name}" text`);
  await sql`insert into ${sql.table(table)} (${sql.raw(into)})
    select ${sql.raw(from)} from json_to_recordset(${JSON.stringify(rows)}) as r (line int, name_key text, ${sql.raw(cells.join(', '))})`.execute(
    db,
  );
}

type Staging = { source: HistorySource; faults: Faults; goOn: () => Promise<void> };

/** Keeps the rows of a file that can be read; says what is wrong with the others. Returns how many were kept. */
async function stageFile(db: Database, file: HistoryFile, { source, faults, goOn }: Staging): Promise<number> {
  const bytes = await source(file);
  if (bytes === null) {
    addFault(faults, { file, line: 0, message: 'This file is missing.' });
    return 0;
  }
  let columns: ReadonlyMap<string, number> | null = null;
  let kept = 0;
  for await (const rows of streamedRows(bytes)) {
    const good: Row[] = [];
    for (const { row: line, cells, faults: unread } of rows) {
      if (columns === null) {
        const found = historyColumns(file, cells);
        if (typeof found === 'string') {
          addFault(faults, { file, line, message: found });
          return 0;
        }
        columns = found;
        continue;
      }
      const { values, faults: bad } = historyRow(file, columns, cells);
      for (const message of [...unread.map((one) => one.message), ...bad]) addFault(faults, { file, line, message });
      if (unread.length + bad.length > 0) continue;
      good.push({ line, ...values, ...(file === 'parties.csv' && { name_key: nameKey(values['name'] ?? '') }) });
    }
    await keep(db, file, good);
    kept += good.length;
    await goOn();
  }
  if (columns === null) addFault(faults, { file, line: 0, message: 'This file is empty.' });
  return kept;
}

/** Has plans know what a step has just filled: those of an empty table are of no use for a full one. */
export async function weighHistory(
  db: Database,
  step: 'files' | 'lines' | 'documents' | 'items' | 'notes' | 'entries' | 'books',
): Promise<void> {
  await sql`select weigh_history(${step})`.execute(db);
}

/** Reads all files into tables of this transaction. Says how many rows of each can be read. */
export async function stageHistory(db: Database, staging: Staging): Promise<Record<HistoryFile, number>> {
  const counts: Record<HistoryFile, number> = {
    'accounts.csv': 0,
    'parties.csv': 0,
    'documents.csv': 0,
    'lines.csv': 0,
  };
  await sql`select stage_history()`.execute(db);
  for (const file of HISTORY_FILE_NAMES) counts[file] = await stageFile(db, file, staging);
  await weighHistory(db, 'files');
  return counts;
}
