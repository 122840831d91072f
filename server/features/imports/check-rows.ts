import { sql } from 'kysely';
import type { RowOutcome } from '../../../domain/imports/states.ts';
import type { Matching } from '../../../domain/imports/targets.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { CellFault } from '../../platform/imports/table.ts';
import type { Step } from './step.ts';
import { importerOf } from './targets/all.ts';
import type { CheckedRow, Importer, RowMoney, RowValues } from './targets/target.ts';

const BATCH = 1_000;

type RawRow = { row: number; cells: string[]; misread: CellFault[] };
type Judged = {
  row: number;
  outcome: RowOutcome;
  errors: CellFault[];
  warnings: readonly string[];
  insured: string | null;
  label: string;
  record: Readonly<Record<string, unknown>>;
  record_id: number | null;
};

async function nextRows(ctx: Ctx, importId: number, after: number): Promise<RawRow[]> {
  const { rows } = await sql<RawRow>`
    select row, cells, misread from import_rows where import_id = ${importId} and row > ${after}
    order by row limit ${BATCH}`.execute(ctx.db);
  return rows;
}

function valuesOf(matching: Matching, cells: readonly string[]): RowValues {
  const values = Object.entries(matching).flatMap(([field, column]) => {
    const text = (cells[column] ?? '').trim();
    return text === '' ? [] : [[field, text] as const];
  });
  return Object.fromEntries(values);
}

/** Misread cells count where their column is used, and where they lie outside the table. */
function misreadOf({ misread }: RawRow, { matching, columns }: { matching: Matching; columns: number }): CellFault[] {
  const taken = new Set(Object.values(matching));
  return misread.filter(({ column }) => column === null || taken.has(column) || column >= columns);
}

/** As many rows as are whole records: what the last of a full batch goes on with may be in the next. */
function wholeRecords(rows: readonly RawRow[], { importer, matching }: Pick<Sheet, 'importer' | 'matching'>): RawRow[] {
  if (importer.begins === undefined || rows.length < BATCH) return [...rows];
  const last = importer.begins(rows.map(({ cells }) => valuesOf(matching, cells))).lastIndexOf(true);
  return last > 0 ? rows.slice(0, last) : [...rows];
}

type Sheet = { importer: Importer; matching: Matching; columns: number; seen: Map<string, number> };
type ReadRow = { raw: RawRow; checked: CheckedRow; misread: CellFault[] };

/** What else a row's result depends on: a record that is there, a faulty row further on of the same one, its first row. */
type Beside = { known: number | null; further: number | null; head: Judged | null };

const hasFault = ({ checked, misread }: ReadRow): boolean => checked.faults.length > 0 || misread.length > 0;

/** The first faulty row, if any, among those that go on with the record of a row. */
function furtherFault(rows: readonly ReadRow[], index: number): number | null {
  for (const row of rows.slice(index + 1)) {
    if (row.checked.part !== true) return null;
    if (hasFault(row)) return row.raw.row;
  }
  return null;
}

/** A row that goes on with the record of another is imported with it, or not at all. */
function besideFaults({ further, head }: Beside): CellFault[] {
  if (further !== null) return [{ column: null, message: `Row ${further}, which goes on with it, is faulty.` }];
  return head?.outcome === 'error'
    ? [{ column: null, message: `Row ${head.row}, with which it begins, cannot be imported.` }]
    : [];
}

function judge({ importer, matching, seen }: Sheet, { raw, checked, misread }: ReadRow, beside: Beside): Judged {
  const { known, head } = beside;
  const at = (field: string) => matching[field] ?? null;
  const read = new Set(misread.map(({ column }) => column));
  // What a record that exists has already, an empty cell does not take away.
  const faults = checked.faults.filter((fault) => !(fault.absent === true && known !== null));
  const errors = [
    ...misread,
    ...faults
      .map(({ field, message }) => ({ column: at(field), message }))
      .filter(({ column }) => column === null || !read.has(column)),
  ];
  if (errors.length === 0) errors.push(...besideFaults(beside));
  const first = checked.key === null ? undefined : seen.get(checked.key);
  if (first !== undefined)
    errors.push({
      column: at(importer.keyField) ?? at(importer.target.fields[0]?.key ?? ''),
      message: `The same as row ${first}.`,
    });
  // A faulty row is not imported: another that says the same and is right, is.
  else if (checked.key !== null && errors.length === 0) seen.set(checked.key, raw.row);
  return {
    row: raw.row,
    outcome: errors.length > 0 ? 'error' : head !== null ? 'part' : known === null ? 'new' : 'exists',
    errors,
    warnings: errors.length > 0 ? [] : (checked.warnings ?? []),
    insured: checked.insured ?? null,
    label: checked.label.slice(0, 200),
    record: checked.record,
    record_id: known,
  };
}

async function keepJudged(ctx: Ctx, importId: number, rows: readonly Judged[]): Promise<void> {
  await sql`
    update import_rows t set outcome = r.outcome, errors = r.errors, warnings = r.warnings, insured = r.insured, label = r.label, record = r.record, record_id = r.record_id
    from json_to_recordset(${JSON.stringify(rows)}) as r (row int, outcome text, errors jsonb, warnings jsonb, insured text, label text, record jsonb, record_id int)
    where t.import_id = ${importId} and t.row = r.row`.execute(ctx.db);
}

type Totals = Map<string, RowMoney & { count: number }>;

function addTo(totals: Totals, money: RowMoney | undefined): void {
  if (!money) return;
  const { currency } = money;
  const sum = totals.get(currency) ?? { currency, count: 0, sumInsured: 0n, premium: 0n, facPremium: 0n };
  totals.set(currency, {
    currency,
    count: sum.count + 1,
    sumInsured: sum.sumInsured + money.sumInsured,
    premium: sum.premium + money.premium,
    facPremium: sum.facPremium + money.facPremium,
  });
}

const shownTotals = (totals: Totals) =>
  [...totals.values()]
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
    .map(({ currency, count, sumInsured, premium, facPremium }) => ({
      currency,
      count,
      sum_insured: formatAmount(sumInsured, currency),
      premium: formatAmount(premium, currency),
      fac_premium: formatAmount(facPremium, currency),
    }));

/** The rows of a batch in their order, each that goes on with another's record after that one. */
function judgeAll(sheet: Sheet, rows: readonly ReadRow[], known: ReadonlyMap<string, number>): Judged[] {
  let first: Judged | null = null;
  return rows.map((row, index) => {
    const { key, part } = row.checked;
    const head: Judged | null = part === true ? first : null;
    const further = part === true ? null : furtherFault(rows, index);
    const judged = judge(sheet, row, { known: known.get(key ?? '') ?? null, further, head });
    if (head === null) first = judged;
    return judged;
  });
}

/** Checks every row by the form of its record, against the other rows and against the register, and counts the faults. */
export async function checkRows({ ctx, stored, job, goOn }: Step): Promise<void> {
  const importer = importerOf(stored.target);
  const read = await importer.reader(ctx, stored.common);
  const sheet: Sheet = { importer, matching: stored.matching, columns: stored.columns.length, seen: new Map() };
  const counts = { new: 0, exists: 0, error: 0, part: 0 };
  const totals: Totals = new Map();
  let [after, done, warned] = [0, 0, 0];
  for (;;) {
    const rows = wholeRecords(await nextRows(ctx, stored.id, after), sheet);
    const last = rows.at(-1);
    if (!last) break;
    const answers = await read(rows.map(({ cells }) => valuesOf(sheet.matching, cells)));
    const checked = rows.map((raw, index): ReadRow => {
      const answer = answers[index];
      if (!answer) throw new Error('A row was not checked.');
      return { raw, checked: answer, misread: misreadOf(raw, sheet) };
    });
    const keys = checked.flatMap(({ checked: { key } }) => (key === null ? [] : [key]));
    const known = await importer.existing(ctx, keys);
    const judged = judgeAll(sheet, checked, known);
    for (const [index, { outcome, warnings }] of judged.entries()) {
      counts[outcome as keyof typeof counts] += 1;
      if (outcome !== 'new') continue;
      if (warnings.length > 0) warned += 1;
      addTo(totals, checked[index]?.checked.money);
    }
    await keepJudged(ctx, stored.id, judged);
    after = last.row;
    done += rows.length;
    await job.report((done * 100) / Math.max(1, stored.rows));
    await goOn();
  }
  await ctx.db
    .updateTable('imports')
    .set((eb) => ({
      state: 'READY',
      fresh: counts.new,
      known: counts.exists,
      faulty: counts.error,
      warned,
      totals: JSON.stringify(shownTotals(totals)),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', stored.id)
    .execute();
}
