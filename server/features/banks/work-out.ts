import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { futureLines, STATEMENT_COLUMNS, statementOfSheet, type DayOrder } from '../../../domain/banks/csv-columns.ts';
import type { SheetChoices } from '../../../domain/banks/contract.ts';
import {
  daysOf,
  knownByOf,
  repeatedLines,
  statementRefusals,
  type BankFormat,
  type LineFault,
  type ReadStatement,
} from '../../../domain/banks/statement.ts';
import { AppError, invalid } from '../../../domain/errors.ts';
import {
  matchHeadings,
  matchingFaults,
  missingFields,
  type ImportTarget,
  type Matching,
} from '../../../domain/imports/targets.ts';
import { writtenDay, type Day } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { isRefusal } from '../../platform/imports/refusal.ts';
import { rememberedMatching } from '../imports/columns.ts';
import { lastStatement, type OurAccount } from './accounts.ts';
import { readStatementFile, type StatementFile, type StatementSheet } from './formats/read-statements.ts';

/** A file of a bank as it was sent, before anything of it is held against an account. */
export type StatementUpload = { file: StatementFile; sha256: Buffer };

/** A file that is refused, with its reasons. */
export const refused = (...reasons: string[]) =>
  new AppError(
    'FILE_REFUSED',
    { reason: reasons[0] ?? '' },
    reasons.map((message) => ({ field: 'file', message })),
  );

/** Reads a file on a thread of its own. Throws FILE_REFUSED with one sentence. */
export async function readUpload(name: string, bytes: Uint8Array): Promise<StatementUpload> {
  try {
    return { file: await readStatementFile(name, bytes), sha256: createHash('sha256').update(bytes).digest() };
  } catch (error) {
    if (isRefusal(error)) throw refused(error.message);
    throw error;
  }
}

/** How the columns of a sheet are read: as somebody chose, else as last time for this account, else by their headings. */
type SheetReading = { target: ImportTarget; matching: Matching; dayOrder: DayOrder; remembered: boolean };

async function readingOf(
  ctx: Ctx,
  account: OurAccount,
  { sheet, choices }: { sheet: StatementSheet; choices: SheetChoices },
): Promise<SheetReading> {
  const target = { ...STATEMENT_COLUMNS, key: `${STATEMENT_COLUMNS.key}/${account.id}` };
  const kept = await rememberedMatching(ctx, target, sheet.columns);
  const matching = choices.matching ?? kept?.matching ?? matchHeadings(target, sheet.columns);
  const faults = matchingFaults(target, sheet.columns.length, matching);
  if (faults.length > 0) throw invalid(...faults);
  const dayOrder = choices.day_order ?? kept?.dayOrder ?? 'DAY_FIRST';
  return { target, matching, dayOrder, remembered: kept !== null && choices.matching === undefined };
}

/** A statement as it would be kept: by what its lines are known, and why it cannot be. */
type WorkedStatement = {
  read: ReadStatement;
  days: { first: Day; last: Day } | null;
  known: string[];
  refusals: string[];
  faults: LineFault[];
};
export type Worked = {
  format: BankFormat;
  statements: WorkedStatement[];
  reading: SheetReading | null;
  sheet: StatementSheet | null;
  /** The statement that this very file became. */
  before: { id: number; by: { id: number; name: string }; at: Date } | null;
};

function assertMatched({ target, matching }: SheetReading): string[] {
  const missing = missingFields(target, matching).map(({ label }) => label.toLowerCase());
  const moved = ['amount', 'paid_in', 'paid_out'].some((field) => matching[field] !== undefined);
  const lacking = [...missing, ...(moved ? [] : ['amount, or those of what was paid in and out'])];
  return lacking.map((label) => `Choose the column of the ${label}.`);
}

async function statementsOf(ctx: Ctx, account: OurAccount, { file, choices }: Looking) {
  if (file.format !== 'CSV') return { statements: file.statements, reading: null, sheet: null, missing: [] };
  const { sheet } = file;
  const reading = await readingOf(ctx, account, { sheet, choices });
  const { opening, closing } = choices;
  const { matching, dayOrder } = reading;
  const { currency } = account;
  const statement = statementOfSheet({
    rows: sheet.rows,
    matching,
    dayOrder,
    currency,
    today: ctx.today,
    opening,
    closing,
  });
  const missing = assertMatched(reading);
  return { statements: [missing.length > 0 ? { ...statement, faults: [] } : statement], reading, sheet, missing };
}

/** Lines that count already, by what they are known by, with the day of their statement. */
async function countedLines(ctx: Ctx, accountId: number, known: readonly string[]): Promise<Map<string, Day>> {
  const { rows } = await sql<{ known: string; day: Day }>`
    select l.known_by as known, s.last_day as day from bank_lines l join bank_statements s on s.id = l.statement_id
    where l.bank_account_id = ${accountId} and l.live and l.known_by = any(${[...known]}::text[])`.execute(ctx.db);
  return new Map(rows.map((row) => [row.known, row.day]));
}

async function readBefore(ctx: Ctx, accountId: number, sha256: Buffer): Promise<Worked['before']> {
  const row = await ctx.db
    .selectFrom('bank_statements as s')
    .innerJoin('users as u', 'u.id', 's.read_by')
    .select(['s.id', 's.read_at as at', 'u.id as user', 'u.name'])
    .where('s.bank_account_id', '=', accountId)
    .where('s.sha256', '=', sha256)
    .where('s.status', '=', 'READ')
    .orderBy('s.id')
    .limit(1)
    .executeTakeFirst();
  return row ? { id: row.id, at: row.at, by: { id: row.user, name: row.name } } : null;
}

type Looking = { file: StatementFile; choices: SheetChoices };

/** Holds a file against an account: its statements in their order, each after the one before it. M9. */
export async function workOut(
  ctx: Ctx,
  account: OurAccount,
  { upload, choices }: { upload: StatementUpload; choices: SheetChoices },
): Promise<Worked> {
  const { file } = upload;
  const { statements, reading, sheet, missing } = await statementsOf(ctx, account, { file, choices });
  const all = statements.flatMap(({ lines }) => lines);
  const known = knownByOf(all);
  const counted = await countedLines(ctx, account.id, known);
  let before = await lastStatement(ctx, account.id).then((last): { closing: bigint; lastDay: Day } | null => last);
  let taken = 0;
  const worked: WorkedStatement[] = [];
  for (const read of statements) {
    const own = known.slice(taken, taken + read.lines.length);
    taken += read.lines.length;
    const again = read.lines.flatMap(({ row }, index) => {
      const day = counted.get(own[index] ?? '');
      return day === undefined
        ? []
        : [{ row, message: `Was imported before, on the statement to ${writtenDay(day)}: a line counts once.` }];
    });
    const refusals = missing.length > 0 ? missing : statementRefusals(read, account, before);
    const faults = [...read.faults, ...again, ...futureLines(read.lines, ctx.today)];
    const days = daysOf(read);
    worked.push({ read, days, known: own, refusals, faults });
    if (read.closing !== null && days !== null) before = { closing: read.closing, lastDay: days.last };
  }
  const repeated = repeatedLines(all);
  const [first] = worked;
  if (first && repeated.length > 0) first.faults = [...first.faults, ...repeated].toSorted((a, b) => a.row - b.row);
  const twice = await readBefore(ctx, account.id, upload.sha256);
  return { format: file.format, statements: worked, reading, sheet, before: twice };
}

/** Whether all of a file can be kept. */
export const isReady = ({ statements, before }: Worked): boolean =>
  before === null && statements.every(({ refusals, faults }) => refusals.length === 0 && faults.length === 0);

const MOST_FAULTS = 100;

/** Refuses a file that cannot be kept whole: by what is wrong with its lines, then with its statements. */
export function assertReady({ statements }: Worked): void {
  const faults = statements.flatMap((one) => one.faults);
  if (faults.length > 0)
    throw invalid(...faults.slice(0, MOST_FAULTS).map(({ row, message }) => ({ field: `line.${row}`, message })));
  const reasons = statements.flatMap((one) => one.refusals);
  if (reasons.length > 0) throw refused(...reasons);
}
