import { type RawBuilder, sql } from 'kysely';
import { firstOf } from '../../../domain/errors.ts';
import { type Warranty, WARRANTY_LABELS, warrantyDay } from '../../../domain/placements/instalments.ts';
import { type ReminderDays, reminderDue, type ReminderLevel, stoppedOn } from '../../../domain/statements/reminders.ts';
import { addDays, type Day, daysBetween } from '../../../domain/values/day.ts';
import { sum } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { accountsOf } from '../firm/chart.ts';
import { HISTORY_INSURED, HISTORY_OF_NOTE } from '../ledger/history.ts';
import { schedulesOf, type SettledInstalment } from '../ledger/schedules.ts';

type Stored = {
  id: number;
  note_id: number;
  number: string;
  policy_id: number | null;
  policy: string | null;
  insured: string;
  insured_id: number | null;
  party_id: number;
  party: string;
  due_on: Day;
  currency: string;
  outstanding: bigint;
  warranty_kind: Warranty['kind'] | null;
  warranty_days: number | null;
  cover_from: Day | null;
  last_level: ReminderLevel | null;
  last_on: Day | null;
  /** A letter about it is being made. */
  waiting: boolean;
};

/** An overdue instalment of a reinsured's debit note, with the letters it had and what its warranty says. */
export type Overdue = Stored & {
  late: number;
  warranty: { label: string; day: Day } | null;
  /** The warranty day, where reminders stopped on it. */
  stopped: Day | null;
};

/** Where overdue instalments of a reinsured's premium lie, each with the last letter that it had. */
const OVERDUE = sql`
  open_items i join notes n on n.id = i.note_id join parties r on r.id = i.party_id and r.kind = 'REINSURED'
  left join lateral (
    select x.level, x.sent_on from reminder_lines x where x.open_item_id = i.id and x.live and x.sent_on is not null
    order by x.sent_on desc, x.letter_id desc limit 1) l on true`;
const WAITING = sql`exists (select 1 from reminder_lines w where w.open_item_id = i.id and w.live and w.sent_on is null)`;
const isOverdue = (ctx: Ctx, before: Day) => sql`
  i.branch_id = any(${[...ctx.scope]}::int[]) and i.account = any(${accountsOf('PREMIUM_RECEIVABLE')}) and i.outstanding > 0
    and i.due_on < ${before}::date and n.purpose = 'PREMIUM' and n.kind = 'DN' and n.status = 'ISSUED' and n.debit_note_id is null`;

/** Overdue instalments of premium in the request's branches; all, or some by their ids. A foreign id is not there. */
async function storedOverdue(ctx: Ctx, only: RawBuilder<unknown>): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select i.id, i.note_id, n.number, p.id as policy_id, p.broker_reference as policy, coalesce(d.name, ${HISTORY_INSURED}) as insured, d.id as insured_id,
      r.id as party_id, r.name as party, i.due_on, i.currency, i.outstanding, p.warranty_kind, p.warranty_days,
      coalesce(e.effective_date, p.insurance_start_date) as cover_from, l.level as last_level, l.sent_on as last_on,
      ${WAITING} as waiting
    from ${OVERDUE}
      left join policies p on p.id = n.policy_id left join endorsements e on e.id = n.endorsement_id
      left join parties d on d.id = p.current_insured_id ${HISTORY_OF_NOTE}
    where ${isOverdue(ctx, ctx.today)}
      and ${only}
    order by r.name_key, r.id, i.due_on, i.id`.execute(ctx.db);
  return rows;
}

function withWarranty(
  row: Stored,
  { today, schedule }: { today: Day; schedule: readonly SettledInstalment[] },
): Overdue {
  const late = daysBetween(row.due_on, today);
  const { warranty_kind: kind, warranty_days: days, cover_from: from } = row;
  if (kind === null || days === null || from === null) return { ...row, late, warranty: null, stopped: null };
  const warranty: Warranty = { kind, days };
  const settled = sum(schedule.map((one) => one.settled));
  return {
    ...row,
    late,
    warranty: { label: WARRANTY_LABELS[kind].toLowerCase(), day: warrantyDay(warranty, from) },
    stopped: stoppedOn(warranty, { from, today, schedule, settled }),
  };
}

/** Overdue instalments as they are now; all of them, or those with some ids. M12. */
export async function overdueOf(ctx: Ctx, ids?: readonly number[]): Promise<Overdue[]> {
  const rows = await storedOverdue(ctx, ids === undefined ? sql`true` : sql`i.id = any(${[...ids]}::int[])`);
  const warranted = rows.filter((row) => row.warranty_kind !== null);
  const schedules = await schedulesOf(
    ctx,
    warranted.map((row) => row.note_id),
  );
  return rows.map((row) => withWarranty(row, { today: ctx.today, schedule: schedules.get(row.note_id) ?? [] }));
}

export type Proposed = Overdue & { level: ReminderLevel };

/** Those of them that a letter is due for today, with its level. M12. */
export function proposedAmong(rows: readonly Overdue[], today: Day, days: ReminderDays): Proposed[] {
  return rows.flatMap((row) => {
    const last = row.last_level && row.last_on ? { level: row.last_level, on: row.last_on } : null;
    const level = reminderDue({ dueOn: row.due_on, today, last }, days);
    return level === null || row.waiting ? [] : [{ ...row, level }];
  });
}

/** From how many days overdue the firm reminds. */
export async function reminderDaysOf(ctx: Ctx): Promise<ReminderDays> {
  return ctx.db
    .selectFrom('firm')
    .select(['reminder_first_days as first', 'reminder_second_days as second', 'reminder_final_days as final'])
    .executeTakeFirstOrThrow();
}

/**
 * How many instalments a letter is due for today, and when the oldest of them was due: `reminderDue` for all of them at once,
 * which a test holds against it. M12.
 */
export async function remindersDue(ctx: Ctx): Promise<{ count: number; oldest: Day | null }> {
  const { first, second, final } = await reminderDaysOf(ctx);
  const after = (days: number, since: number) =>
    sql`i.due_on <= ${addDays(ctx.today, -days)}::date and l.sent_on <= ${addDays(ctx.today, since - days)}::date`;
  const { rows } = await sql<{ count: number; oldest: Day | null }>`
    select count(*)::int as count, min(i.due_on) as oldest from ${OVERDUE}
    where ${isOverdue(ctx, addDays(ctx.today, 1 - first))} and not ${WAITING}
      and case l.level when 'FIRST' then ${after(second, first)} when 'SECOND' then ${after(final, second)} else l.level is null end`.execute(
    ctx.db,
  );
  return firstOf(rows);
}
