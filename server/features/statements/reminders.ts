import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError } from '../../../domain/errors.ts';
import { listReminders } from '../../../domain/statements/contract.ts';
import type { previewReminders, sendReminders } from '../../../domain/statements/contract.ts';
import { heaviest, type ReminderLevel } from '../../../domain/statements/reminders.ts';
import { reminderTable, reminderTotals } from '../../../domain/statements/tables.ts';
import { replyRow, type Values } from '../../../domain/tables/table.ts';
import { sum } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { FileReply, PrepareCtx } from '../../platform/http/mount.ts';
import { assertMayHere } from '../decisions.ts';
import { addressesOf } from '../documents/addresses.ts';
import { type Printing, printUnissued } from '../documents/store.ts';
import { letterheadOf } from '../firm/letterhead.ts';
import { refOf } from '../reports/refs.ts';
import { report } from '../reports/report.ts';
import { keepBatch } from './batches.ts';
import { letterPlan } from './letter.ts';
import { type Overdue, overdueOf, type Proposed, proposedAmong, reminderDaysOf } from './overdue.ts';

type Row = Values<typeof reminderTable>;
type Saved = Reply<typeof sendReminders>;

const proposed = async (ctx: Ctx, ids?: readonly number[]): Promise<Proposed[]> =>
  proposedAmong(await overdueOf(ctx, ids), ctx.today, await reminderDaysOf(ctx));

async function rowsOf(ctx: Ctx): Promise<Row[]> {
  const rows = await proposed(ctx);
  const parties = [...new Set(rows.map((row) => row.party_id))];
  const known = new Set(
    (await addressesOf(ctx, 'statement', sql`select unnest(${parties}::int[])`)).map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    party: { id: row.party_id, name: row.party },
    note: { id: row.note_id, number: row.number },
    policy: refOf(row.policy_id, row.policy),
    insured: row.insured,
    insured_id: row.insured_id,
    due_on: row.due_on,
    late: row.late,
    level: row.level,
    last: row.last_on,
    currency: row.currency,
    outstanding: row.outstanding,
    warranty: row.warranty?.day ?? null,
    stopped: row.stopped !== null,
    addressed: known.has(row.party_id),
  }));
}

/** What a letter is due for today, worked out when it is looked at, so that what was paid meanwhile is not in it. M12. */
export const reminders = report({
  endpoint: listReminders,
  table: reminderTable,
  name: 'reminders',
  title: 'Reminders that are due',
  reply: async (ctx): Promise<Reply<typeof listReminders>> => {
    const rows = await rowsOf(ctx);
    const base = ctx.firm.baseCurrency;
    const byCurrency = Map.groupBy(rows, (row) => row.currency);
    return {
      as_at: ctx.today,
      data: rows.map((row) => replyRow(reminderTable, row, base)),
      totals: [...byCurrency.keys()].toSorted().map((currency) => {
        const outstanding = sum((byCurrency.get(currency) ?? []).map((row) => row.outstanding));
        return replyRow(reminderTotals, { currency, outstanding }, base);
      }),
    };
  },
  rows: (ctx) => rowsOf(ctx),
});

/** The chosen instalments of the caller's branch, as a letter would have them. Throws NOT_FOUND, NOT_OVERDUE. */
async function chosen(ctx: Ctx, ids: readonly number[]): Promise<Proposed[]> {
  const here = { ...ctx, scope: [ctx.branch.id] };
  const wanted = [...new Set(ids)];
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from open_items where id = any(${wanted}::int[]) and branch_id = ${ctx.branch.id}`.execute(
    ctx.db,
  );
  if (rows[0]?.count !== wanted.length) throw new AppError('NOT_FOUND');
  const due = await proposed(here, wanted);
  if (due.length < wanted.length) throw new AppError('NOT_OVERDUE');
  return due;
}

/** Refuses a demand after a warranty day that nobody gives a reason for: it would affirm the cover. M12. */
function assertMayDemand(rows: readonly Overdue[], reason: string): void {
  const stopped = rows.filter((row) => row.stopped !== null).map((row) => row.number);
  if (stopped.length > 0 && reason === '')
    throw new AppError('WARRANTY_DAY_PASSED', { notes: [...new Set(stopped)].join(', ') });
}

/**
 * Keeps letters for chosen instalments, one for each reinsured, and has them made in the background. Each instalment is
 * reminded of once at each level, which the schema holds. Throws NOT_OVERDUE, REMINDED, WARRANTY_DAY_PASSED. M12.
 */
export async function startReminders(ctx: Ctx, { body }: Decoded<typeof sendReminders>): Promise<Saved> {
  assertMayHere(ctx, 'policy_documents.generate');
  if (!ctx.can('reports.money', ctx.branch.id)) throw new AppError('FORBIDDEN');
  const { reason = '', mail } = body;
  const rows = await chosen(ctx, body.items);
  assertMayDemand(rows, reason);
  const parties = [...new Set(rows.map((row) => row.party_id))];
  const stopped = rows.some((row) => row.stopped !== null);
  const saved = await keepBatch(ctx, {
    kind: 'REMINDER',
    side: 'REINSURED',
    asAt: ctx.today,
    mail,
    parties,
    // A reason for what needs none says nothing.
    reason: stopped ? reason : '',
  });
  const letters = await ctx.db
    .selectFrom('statement_items')
    .select(['id', 'party_id'])
    .where('batch_id', '=', saved.id)
    .execute();
  const letterOf = new Map(letters.map((one) => [one.party_id, one.id]));
  await ctx.db
    .insertInto('reminder_lines')
    .values(
      rows.map((row) => ({
        letter_id: letterOf.get(row.party_id) ?? 0,
        branch_id: ctx.branch.id,
        open_item_id: row.id,
        note_id: row.note_id,
        level: row.level,
      })),
    )
    .execute();
  return saved;
}

const MOST_LETTERS = 20;

/** Prints the letters as they would leave now, before the transaction; nothing of them is kept. */
export function printReminders(services: Printing) {
  return async (ctx: PrepareCtx, { body }: Decoded<typeof previewReminders>): Promise<Uint8Array> => {
    const papers = await ctx.read(async (reading) => {
      assertMayHere(reading, 'policy_documents.generate');
      if (!reading.can('reports.money', reading.branch.id)) throw new AppError('FORBIDDEN');
      const head = await letterheadOf(reading, reading.branch.id);
      const rows = await chosen(reading, body.items);
      const byParty = [...Map.groupBy(rows, (row) => row.party_id)].slice(0, MOST_LETTERS);
      const plans = [];
      for (const [party, own] of byParty) {
        const level = heaviest(own.map((row): ReminderLevel => row.level));
        plans.push({ head, plan: await letterPlan(reading, { id: 0, party, level, rows: own }) });
      }
      return plans;
    });
    return printUnissued(services, papers);
  };
}

export async function reminderPreview(prepared: unknown): Promise<FileReply> {
  const bytes = prepared as Uint8Array;
  return { file: { name: 'reminders.pdf', type: 'application/pdf', bytes, inline: true, given: null } };
}
