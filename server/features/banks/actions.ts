import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { assertVersion } from '../../../domain/decisions.ts';
import { AppError } from '../../../domain/errors.ts';
import type { readBankStatement, takeBackStatement } from '../../../domain/banks/contract.ts';
import { dayIn, showDay } from '../../../domain/values/day.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { rememberMatching } from '../imports/columns.ts';
import { lastStatement, ourAccount, type OurAccount } from './accounts.ts';
import { keptBecause, LINE_MATCHED, lockStatement } from './statements.ts';
import { assertReady, workOut, type StatementUpload, type Worked } from './work-out.ts';

type Made = { account: OurAccount; fileName: string; sha256: Buffer; format: Worked['format']; place: number };

/** Keeps one statement with its lines; the schema holds it to its sum and to the one before it. */
async function keepStatement(
  ctx: Ctx,
  { read, days, known }: Worked['statements'][number],
  { account, ...made }: Made,
): Promise<number> {
  if (read.opening === null || read.closing === null || days === null) throw new Error('Its refusals were looked at.');
  const { id } = await ctx.db
    .insertInto('bank_statements')
    .values({
      bank_account_id: account.id,
      branch_id: account.branch_id,
      place: made.place,
      format: made.format,
      number: read.number,
      currency: account.currency,
      first_day: days.first,
      last_day: days.last,
      opening: read.opening,
      closing: read.closing,
      lines: read.lines.length,
      file_name: made.fileName,
      sha256: made.sha256,
      read_by: ctx.user.id,
      read_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const lines = read.lines.map((line, index) => ({
    position: index + 1,
    day: line.day,
    value_day: line.valueDay,
    amount: String(line.amount),
    reference: line.reference,
    end_to_end: line.endToEnd,
    party: line.party,
    party_account: line.partyAccount,
    text: line.text,
    known_by: known[index],
  }));
  await sql`
    insert into bank_lines (branch_id, bank_account_id, statement_id, position, day, value_day, amount, reference,
      end_to_end, party, party_account, text, known_by)
    select ${account.branch_id}::int, ${account.id}, ${id}, l.position, l.day, l.value_day, l.amount, l.reference,
      l.end_to_end, l.party, l.party_account, l.text, l.known_by
    from json_to_recordset(${JSON.stringify(lines)}) as l (position int, day date, value_day date, amount bigint,
      reference text, end_to_end text, party text, party_account text, text text, known_by text)`.execute(ctx.db);
  await ctx.audit({
    entity: 'bank_statement',
    entityId: id,
    branchId: account.branch_id,
    action: 'statement_read',
    facts: {
      account: account.id,
      days,
      opening: formatAmount(read.opening, account.currency),
      closing: formatAmount(read.closing, account.currency),
      lines: read.lines.length,
      sha256: made.sha256.toString('hex'),
    },
    personal: { file_name: made.fileName },
  });
  return id;
}

/** A file of so many lines changes how the lines are found best, which the database would notice minutes later. */
const WEIGHED_FROM = 1_000;

/**
 * Keeps the statements of a file: all of them or none. Nobody else reads for the account meanwhile, so each begins where
 * the one before it ended. Throws FILE_READ, VALIDATION by line, FILE_REFUSED. M9.
 */
export async function readStatements(
  ctx: Ctx,
  { query }: Decoded<typeof readBankStatement>,
  upload: StatementUpload,
): Promise<Reply<typeof readBankStatement>> {
  const account = await ourAccount(ctx, query.account, { lock: true });
  const worked = await workOut(ctx, account, { upload, choices: query.sheet ?? {} });
  if (worked.before) {
    const on = showDay(dayIn(ctx.firm.timeZone, worked.before.at));
    throw new AppError('FILE_READ', { on, by: worked.before.by.name });
  }
  assertReady(worked);
  let { place } = (await lastStatement(ctx, account.id)) ?? { place: 0 };
  const statements: number[] = [];
  for (const one of worked.statements) {
    place += 1;
    const made = { account, fileName: query.name, sha256: upload.sha256, format: worked.format, place };
    statements.push(await keepStatement(ctx, one, made));
  }
  if (worked.sheet && worked.reading) {
    const { target, matching, dayOrder } = worked.reading;
    await rememberMatching(ctx, target, { headings: worked.sheet.columns, matching, dayOrder });
  }
  const lines = worked.statements.reduce((count, { read }) => count + read.lines.length, 0);
  if (lines >= WEIGHED_FROM) await sql`select weigh_bank_lines()`.execute(ctx.db);
  return { id: statements.at(-1) ?? 0, version: 1, status: 'READ', statements };
}

/** Its lines no longer count; one that somebody matched just now keeps the statement. Throws STATEMENT_KEPT. */
async function endLines(ctx: Ctx, statementId: number): Promise<void> {
  await ctx.db
    .updateTable('bank_lines')
    .set({ live: false })
    .where('statement_id', '=', statementId)
    .where('matched', '=', false)
    .execute();
  const left = await ctx.db
    .selectFrom('bank_lines')
    .select('id')
    .where('statement_id', '=', statementId)
    .where('live', '=', true)
    .limit(1)
    .executeTakeFirst();
  if (left) throw new AppError('STATEMENT_KEPT', { why: LINE_MATCHED });
}

/** Takes the last statement of an account back while nothing rests on it: its lines may then be read again. M9. */
export async function takeBack(
  ctx: Ctx,
  { params, body }: Decoded<typeof takeBackStatement>,
): Promise<Reply<typeof takeBackStatement>> {
  const statement = await lockStatement(ctx, params.id);
  assertVersion(statement.version, body.version);
  const why = await keptBecause(ctx, statement);
  if (why !== null) throw new AppError('STATEMENT_KEPT', { why });
  const version = statement.version + 1;
  await ctx.db
    .updateTable('bank_statements')
    .set({
      status: 'TAKEN_BACK',
      version,
      taken_back_by: ctx.user.id,
      taken_back_at: ctx.now,
      taken_back_reason: body.reason,
    })
    .where('id', '=', statement.id)
    .execute();
  await endLines(ctx, statement.id);
  const { id: entityId, branch_id: branchId } = statement;
  const facts = { reason: body.reason };
  await ctx.audit({ entity: 'bank_statement', entityId, branchId, action: 'taken_back', facts });
  return { id: statement.id, version, status: 'TAKEN_BACK' };
}
