import { sql } from 'kysely';
import { AppError, notFound } from '../../../domain/errors.ts';
import { heaviest, type ReminderLevel } from '../../../domain/statements/reminders.ts';
import { yearOf } from '../../../domain/values/day.ts';
import { money, sum } from '../../../domain/values/money.ts';
import { reminderModel, type ReminderInput } from '../../platform/documents/kinds/reminder.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { DocumentPlan } from '../documents/store.ts';
import { clientBank } from '../papers/notes.ts';
import { addressLines } from '../papers/placements.ts';
import { type Overdue, overdueOf } from './overdue.ts';

/** A letter to be: to whom, of which level, about what. Its id is 0 while it is only looked at. */
type Letter = { id: number; party: number; level: ReminderLevel; rows: readonly Overdue[] };

const STOPPED = 'Nothing was sent: its warranty day has come.';
const PAID = 'Nothing was sent: it is paid.';

/** The paper of a letter, with what is open now. M12. */
export async function letterPlan(ctx: Ctx, { id, party: partyId, level, rows }: Letter): Promise<DocumentPlan> {
  const party = await ctx.db
    .selectFrom('parties')
    .select(['name', 'address'])
    .where('id', '=', partyId)
    .executeTakeFirstOrThrow(notFound);
  const currencies: ReminderInput['currencies'][number][] = [];
  for (const [currency, own] of Map.groupBy(rows, (row) => row.currency))
    currencies.push({
      currency,
      ...(await clientBank(ctx, { branchId: ctx.branch.id, currency })),
      lines: own.map(({ number, policy, insured, due_on: due, late, outstanding, warranty }) => ({
        document: number,
        policy: policy ?? '',
        insured,
        due,
        late,
        outstanding,
        ...(warranty && { warranty }),
      })),
    });
  const [only, more] = currencies;
  return {
    kind: 'premium-reminder',
    recordKind: 'statement',
    recordId: id,
    issue: 1,
    branchId: ctx.branch.id,
    number:
      id === 0 ? 'with its sending' : `RM/${ctx.branch.code}/${yearOf(ctx.today)}/${id.toString().padStart(6, '0')}`,
    partyName: party.name,
    total: only && !more ? money(sum(only.lines.map((line) => line.outstanding)), only.currency) : null,
    day: ctx.today,
    model: (common) =>
      reminderModel({
        ...common,
        party: { name: party.name, addressLines: addressLines(party.address) },
        level,
        currencies: currencies.toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
      }),
  };
}

type Line = { open_item_id: number; level: ReminderLevel; reason: string };

async function linesOf(ctx: Ctx, letter: number): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select l.open_item_id, l.level, b.reason from reminder_lines l join statement_items i on i.id = l.letter_id
    join statement_batches b on b.id = i.batch_id
    where l.letter_id = ${letter} and l.live and l.branch_id = any(${[...ctx.scope]}::int[]) order by l.open_item_id`.execute(
    ctx.db,
  );
  return rows;
}

type Standing = { plan: DocumentPlan; rows: Overdue[] } | { nothing: string };

/**
 * What a letter says as it leaves: what is still open and may still be demanded; or why there is none. An amount that was paid
 * since the letter was ordered is not in it, nor what a warranty day stopped without a reason. M12.
 */
export async function letterNow(ctx: Ctx, { id, party }: Pick<Letter, 'id' | 'party'>): Promise<Standing> {
  const lines = await linesOf(ctx, id);
  const open = await overdueOf(
    ctx,
    lines.map((line) => line.open_item_id),
  );
  const reasoned = lines.some((line) => line.reason !== '');
  const rows = open.filter((row) => row.stopped === null || reasoned);
  if (rows.length === 0) return { nothing: open.length === 0 ? PAID : STOPPED };
  const level = heaviest(
    lines.filter((line) => rows.some((row) => row.id === line.open_item_id)).map((line) => line.level),
  );
  return { plan: await letterPlan(ctx, { id, party, level, rows }), rows };
}

/** Keeps what a letter reminded of; it is as it was printed, else it is printed again. Throws STALE. */
export async function keepLetter(ctx: Ctx, letter: number, printed: readonly Overdue[]): Promise<void> {
  await sql`select id from open_items where id = any(${printed.map((row) => row.id)}::int[]) order by id for share`.execute(
    ctx.db,
  );
  const ids = printed.map((row) => row.id);
  const now = new Map((await overdueOf(ctx, ids)).map((row) => [row.id, row.outstanding]));
  if (printed.some((row) => now.get(row.id) !== row.outstanding)) throw new AppError('STALE');
  for (const { id, outstanding } of printed)
    await ctx.db
      .updateTable('reminder_lines')
      .set({ amount: outstanding, sent_on: ctx.today })
      .where('letter_id', '=', letter)
      .where('open_item_id', '=', id)
      .where('branch_id', 'in', ctx.scope)
      .execute();
  await ctx.db
    .updateTable('reminder_lines')
    .set({ live: false })
    .where('letter_id', '=', letter)
    .where('sent_on', 'is', null)
    .where('branch_id', 'in', ctx.scope)
    .execute();
}
