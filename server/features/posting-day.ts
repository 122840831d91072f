import { sql } from 'kysely';
import { AppError, invalid } from '../../domain/errors.ts';
import { postingDayFault } from '../../domain/decisions.ts';
import { addDays, lastOfMonth, laterOf, showMonth, type Day } from '../../domain/values/day.ts';
import type { Ctx } from '../platform/http/context.ts';

/** From when the books are open: the day after the last month that is closed; null while none is. */
async function openFrom(ctx: Ctx): Promise<Day | null> {
  const { rows } = await sql<{ month: Day | null }>`select max(month) as month from closed_periods`.execute(ctx.db);
  const month = rows[0]?.month ?? null;
  return month === null ? null : addDays(lastOfMonth(month), 1);
}

/** The days that an approver may choose from: not before `earliest` of the record, nor before the books are open. §3 Dates. */
export async function postingFrom(ctx: Ctx, earliest: Day | null): Promise<Day | null> {
  const open = await openFrom(ctx);
  return open === null || earliest === null ? (open ?? earliest) : laterOf(open, earliest);
}

/** The first day that may be chosen, and of what nothing was booked later, as a sentence names it. */
type Bounds = { earliest: Day | null; of: string };

/** The day on which an approval is booked: the one that was chosen, else today. Throws PERIOD_CLOSED, VALIDATION. §3 Dates. */
export async function postingDay(ctx: Ctx, chosen: Day | undefined, { earliest, of }: Bounds): Promise<Day> {
  if (chosen === undefined || chosen === ctx.today) return ctx.today;
  const open = await openFrom(ctx);
  if (open !== null && chosen < open) throw new AppError('PERIOD_CLOSED', { month: showMonth(chosen) });
  const fault = postingDayFault(chosen, { today: ctx.today, earliest, of });
  if (fault !== null) throw invalid({ field: 'posting_day', message: fault });
  return chosen;
}

/** The last day on which anything was booked on a policy's notes: what amends them is booked then or later. */
export async function lastPostingOn(ctx: Ctx, policyId: number): Promise<Day | null> {
  const { rows } = await sql<{ day: Day | null }>`
    select max(l.day) as day from notes n join journal_lines l on l.note_id = n.id
    where n.policy_id = ${policyId} and n.branch_id = any(${ctx.scope}::int[])`.execute(ctx.db);
  return rows[0]?.day ?? null;
}

/** The last day on which anything was booked on notes, those by whose payment they are paid and those that they release among them. */
export async function lastPostingOnNotes(ctx: Ctx, noteIds: readonly number[]): Promise<Day | null> {
  const { rows } = await sql<{ day: Day | null }>`
    select max(l.day) as day from notes n join journal_lines l on l.note_id = n.id
    where (n.id = any(${[...noteIds]}::int[]) or n.debit_note_id = any(${[...noteIds]}::int[]))
      and n.branch_id = any(${[...ctx.scope]}::int[])`.execute(ctx.db);
  return rows[0]?.day ?? null;
}

/** The last day on which anything was booked on the notes of a claim. */
export async function lastPostingOnClaim(ctx: Ctx, claimId: number): Promise<Day | null> {
  const { rows } = await sql<{ day: Day | null }>`
    select max(l.day) as day from notes n join journal_lines l on l.note_id = n.id
    where n.claim_id = ${claimId} and n.branch_id = any(${[...ctx.scope]}::int[])`.execute(ctx.db);
  return rows[0]?.day ?? null;
}

/** The latest of days, of which some are not there. */
export function latestOf(days: readonly (Day | null)[]): Day | null {
  const known = days.filter((day) => day !== null);
  return known.length === 0 ? null : known.reduce(laterOf);
}
