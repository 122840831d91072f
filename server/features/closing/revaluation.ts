import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError } from '../../../domain/errors.ts';
import {
  revaluationsTable,
  revaluationTable,
  type bookRevaluation,
  type listRevaluations,
  type revaluationLines as revaluationCall,
  type undoRevaluation,
} from '../../../domain/closing/contract.ts';
import { dayOfMonth } from '../../../domain/closing/periods.ts';
import { gainAndLoss, revaluationLines } from '../../../domain/closing/revaluation.ts';
import { mirror } from '../../../domain/ledger/entries.ts';
import { replyRow, type Sortable, type Values } from '../../../domain/tables/table.ts';
import { addDays, lastOfMonth, showMonth, writtenDay, type Day } from '../../../domain/values/day.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { formatExchangeRate } from '../../../domain/values/rate.ts';
import { list } from '../../platform/exports/list.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { when, type ListDefinition } from '../../platform/http/lists.ts';
import { lockMonth } from '../firm/period-lock.ts';
import { post, type Posting } from '../ledger/post.ts';
import { reversalsOf } from '../ledger/reversals.ts';
import { assertEnded } from './months.ts';
import { revaluedAt, type RatedPosition } from './positions.ts';

/** Banks keep what they are revalued to: payments leave at the rate of their day. M7. */
const staysRevalued = ({ bank }: RatedPosition) => bank !== null;

type Input = Decoded<typeof revaluationCall>;

const rowOf = (line: RatedPosition): Values<typeof revaluationTable> => ({
  ...line,
  account_name: line.accountName,
  reversed: !staysRevalued(line),
});

async function bookedIn(ctx: Ctx, month: Day): Promise<{ id: number; branch_id: number; version: number }[]> {
  return ctx.db
    .selectFrom('revaluations')
    .select(['id', 'branch_id', 'version'])
    .where('month', '=', month)
    .where('status', '=', 'BOOKED')
    .where('branch_id', 'in', ctx.scope)
    .orderBy('id')
    .execute();
}

/** What a revaluation of a month would book, on a screen and as files. */
export const revaluationPreview = {
  table: revaluationTable,
  name: 'revaluation',
  title: 'Revaluation',
  period: (_ctx: Ctx, { query }: Input) => `As at ${writtenDay(lastOfMonth(dayOfMonth(query.month)))}`,
  rows: async (ctx: Ctx, { query }: Input) => (await revaluedAt(ctx, lastOfMonth(dayOfMonth(query.month)))).map(rowOf),
  reply: async (ctx: Ctx, { query }: Input): Promise<Reply<typeof revaluationCall>> => {
    const month = dayOfMonth(query.month);
    const base = ctx.firm.baseCurrency;
    const revalued = await revaluedAt(ctx, lastOfMonth(month));
    const { gain, loss } = gainAndLoss(revalued);
    return {
      month: query.month,
      day: lastOfMonth(month),
      base_currency: base,
      booked: (await bookedIn(ctx, month)).length,
      data: revalued.map((line) => replyRow(revaluationTable, rowOf(line), base)),
      totals: { gain: formatAmount(gain, base), loss: formatAmount(loss, base) },
    };
  },
};

const REVALUATIONS: ListDefinition = {
  table: 'revaluations',
  columns: sql`t.id, to_char(t.month, 'YYYY-MM') as month, b.code as branch, t.status, t.gain, t.loss, m.name as made_by, t.made_at,
    u.name as undone_by, t.undone_at, t.undone_reason`,
  joins: sql`join branches b on b.id = t.branch_id join users m on m.id = t.made_by left join users u on u.id = t.undone_by`,
  sorts: { id: 'id' } satisfies Record<Sortable<typeof revaluationsTable>, string>,
  defaultSort: 'id,desc',
};

/** What was revalued at the ends of months. */
export const revaluations = list({
  table: revaluationsTable,
  name: 'revaluations',
  title: 'Revaluations',
  definition: () => REVALUATIONS,
  where: (_ctx, { month }: Decoded<typeof listRevaluations>['query']) => [
    when(month, (one) => sql`t.month = ${dayOfMonth(one)}`),
  ],
  rowOf: (row: Values<typeof revaluationsTable>) => row,
});

/** What is booked later rests on what the banks were revalued to: it is undone first. */
async function assertNoneLater(ctx: Ctx, month: Day, action: string): Promise<void> {
  const later = await ctx.db
    .selectFrom('revaluations')
    .select('month')
    .where('month', '>', month)
    .where('status', '=', 'BOOKED')
    .where('branch_id', 'in', ctx.scope)
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (later)
    throw new AppError('WRONG_STATE', { status: `before ${showMonth(later.month)}, which is revalued`, action });
}

const ratesInWords = (lines: readonly RatedPosition[]) =>
  [...new Map(lines.flatMap(({ currency, rate }) => (rate === null ? [] : [[currency, rate] as const])))]
    .map(([currency, rate]) => `${currency} ${formatExchangeRate(rate)}`)
    .join(', ');

type Booking = { month: Day; sourceId: number; branchId: number; lines: readonly RatedPosition[] };

/** The entries of a branch: what is owed with its reversal on the next day, and what lies at banks without one. M7. */
function postingsOf(ctx: Ctx, { month, sourceId, branchId, lines }: Booking): Posting[] {
  const day = lastOfMonth(month);
  const words = `Revaluation at ${writtenDay(day)}: ${ratesInWords(lines)}`;
  const owed = revaluationLines(lines.filter((line) => !staysRevalued(line)));
  const banks = revaluationLines(lines.filter(staysRevalued));
  const head = {
    branchId,
    sourceKind: 'revaluation',
    sourceId,
    narration: words,
    currency: ctx.firm.baseCurrency,
  } as const;
  const entries: Posting[] = [
    { ...head, day, event: 'REVALUATION', lines: owed },
    { ...head, day, event: 'BANK_REVALUATION', lines: banks },
    { ...head, day: addDays(day, 1), event: 'REVALUATION_REVERSED', lines: mirror(owed) },
  ];
  return entries.filter((entry) => entry.lines.length > 0);
}

/**
 * Books the revaluation at a month's end in every branch that has something to revalue, and its reversal on the next day.
 * The month is held meanwhile: nothing is posted into it that the balances would not know. Throws WRONG_STATE where it is
 * booked already, NO_EXCHANGE_RATE, PERIOD_CLOSED. M7.
 */
export async function bookMonthEnd(
  ctx: Ctx,
  { body }: Decoded<typeof bookRevaluation>,
): Promise<Reply<typeof bookRevaluation>> {
  const month = dayOfMonth(body.month);
  const action = 'revaluing it';
  assertEnded(ctx, month, action);
  await lockMonth(ctx.db, month);
  await assertNoneLater(ctx, month, action);
  if ((await bookedIn(ctx, month)).length > 0)
    throw new AppError('WRONG_STATE', { status: 'revalued already', action });
  const lines = await revaluedAt(ctx, lastOfMonth(month));
  const branches = [...new Set(lines.map(({ branchId }) => branchId))];
  if (branches.length === 0) throw new AppError('WRONG_STATE', { status: 'at the rates already', action });
  const postings: Posting[] = [];
  for (const branchId of branches) {
    const own = lines.filter((line) => line.branchId === branchId);
    const { gain, loss } = gainAndLoss(own);
    const { id } = await ctx.db
      .insertInto('revaluations')
      .values({ branch_id: branchId, month, gain, loss, made_by: ctx.user.id, made_at: ctx.now })
      .returning('id')
      .executeTakeFirstOrThrow();
    postings.push(...postingsOf(ctx, { month, sourceId: id, branchId, lines: own }));
    const facts = { month: body.month, rates: ratesInWords(own), gain, loss };
    await ctx.audit({ entity: 'revaluation', entityId: id, action: 'booked', branchId, facts });
  }
  await post(ctx, postings);
  return { month: body.month, branches: branches.length };
}

/** Takes back the revaluation of a month in every branch, each entry on its own day; the reason stays. M7. */
export async function undoMonthEnd(
  ctx: Ctx,
  { body }: Decoded<typeof undoRevaluation>,
): Promise<Reply<typeof undoRevaluation>> {
  const month = dayOfMonth(body.month);
  const action = 'undoing its revaluation';
  await lockMonth(ctx.db, month);
  const booked = await bookedIn(ctx, month);
  if (booked.length === 0) throw new AppError('WRONG_STATE', { status: 'not revalued', action });
  await assertNoneLater(ctx, month, action);
  const undone = { status: 'UNDONE', undone_by: ctx.user.id, undone_at: ctx.now, undone_reason: body.reason } as const;
  const postings: Posting[] = [];
  for (const { id, branch_id: branchId, version } of booked) {
    await ctx.db
      .updateTable('revaluations')
      .set({ ...undone, version: version + 1 })
      .where('id', '=', id)
      .execute();
    const entries = await reversalsOf(ctx, { sourceKind: 'revaluation', sourceId: id });
    const narration = `Revaluation of ${showMonth(month)} undone: ${body.reason}`;
    postings.push(
      ...entries.map((entry): Posting => ({
        ...entry,
        event: 'REVALUATION_UNDONE',
        narration,
        lines: mirror(entry.lines),
      })),
    );
    const facts = { month: body.month, reason: body.reason };
    await ctx.audit({ entity: 'revaluation', entityId: id, action: 'undone', branchId, facts });
  }
  await post(ctx, postings);
  return { month: body.month, branches: booked.length };
}
