import type { FieldError } from '../errors.ts';
import { addDays, showDay, type Day } from '../values/day.ts';
import { showMoney, sum, type CurrencyCode } from '../values/money.ts';
import { byHand, following, scheduleFaults, type KeyedInstalment } from '../placements/instalments.ts';

/**
 * An instalment of a note as it is now, in minor units, positive whichever way the note goes; `key` is the caller's.
 */
export type StandingInstalment<K> = { key: K; dueOn: Day; amount: bigint; outstanding: bigint };
/** The same after a plan was rewritten: `key` is null where the plan has one more; nothing of the note's amount is cancelled. */
export type Replanned<K> = { key: K | null; dueOn: Day; amount: bigint; outstanding: bigint };

const isOpen = (one: { outstanding: bigint }) => one.outstanding > 0n;

/** What an endorsement may put on other days: what is open and not due on the day of its approval. §2 is silent. */
export function notDueYet<K>(standing: readonly StandingInstalment<K>[], today: Day): StandingInstalment<K>[] {
  return standing.filter((one) => isOpen(one) && one.dueOn > today);
}

/** Every fault of a new plan; a field is `instalments` or `instalments.0.due_on`. What is due and unpaid stays due. */
export function planFaults<K>(
  plan: readonly KeyedInstalment[],
  note: { standing: readonly StandingInstalment<K>[]; today: Day; currency: CurrencyCode },
): FieldError[] {
  const total = sum(notDueYet(note.standing, note.today).map((one) => one.outstanding));
  if (total === 0n) return [{ field: 'instalments', message: 'No instalment is open that is not due yet.' }];
  const show = (amount: bigint) => showMoney({ amount, currency: note.currency });
  const keyed = sum(plan.map((one) => one.amount));
  const shape = scheduleFaults(plan, { total: keyed, currency: note.currency });
  const past = plan.flatMap(({ dueOn }, index): FieldError[] =>
    dueOn > note.today || shape.some((fault) => fault.field === `instalments.${index}.due_on`)
      ? []
      : [{ field: `instalments.${index}.due_on`, message: `Due day must be after ${showDay(note.today)}.` }],
  );
  const message = `Instalments total ${show(keyed)} but ${show(total)} is open and not due yet.`;
  return [...shape, ...past, ...(plan.length === 0 || keyed === total ? [] : [{ field: 'instalments', message }])];
}

/**
 * Puts what is open on some instalments onto a plan of the same total. What was settled on one stays on it; those that were
 * untouched take the plan's days and amounts in their order, and one that the plan has no more use for is left with nothing:
 * cancelled. Σ of amounts and Σ of what is open do not change. Throws a RangeError for a plan of another total.
 */
export function replanned<K>(
  standing: readonly StandingInstalment<K>[],
  { moved, plan }: { moved: ReadonlySet<K>; plan: readonly KeyedInstalment[] },
): Replanned<K>[] {
  const open = sum(standing.filter((one) => moved.has(one.key)).map((one) => one.outstanding));
  if (open !== sum(plan.map((row) => row.amount))) throw new RangeError('A plan keeps the total.');
  const rows = [...plan];
  const left = standing.map((one): Replanned<K> => {
    if (!moved.has(one.key)) return { ...one };
    const settled = one.amount - one.outstanding;
    if (settled > 0n) return { ...one, amount: settled, outstanding: 0n };
    const row = rows.shift();
    return row
      ? { key: one.key, dueOn: row.dueOn, amount: row.amount, outstanding: row.amount }
      : { ...one, amount: 0n, outstanding: 0n };
  });
  return [
    ...left,
    ...rows.map((row) => ({ key: null, dueOn: row.dueOn, amount: row.amount, outstanding: row.amount })),
  ];
}

/**
 * How a credit note follows a debit note's new plan. Its instalments fall due their remittance days after the debit note's,
 * so those that move are the ones later than that from today; what is open on them is put behind the plan's days in
 * proportion. What was set off or paid, and what stays due, stays where it is. §2 Terms and due dates.
 */
export function followingPlan<K>(
  plan: readonly KeyedInstalment[],
  note: { standing: readonly StandingInstalment<K>[]; today: Day; remittanceDays: number },
): { moved: Set<K>; plan: KeyedInstalment[] } {
  const { standing, today, remittanceDays } = note;
  const open = notDueYet(standing, addDays(today, remittanceDays));
  const total = sum(open.map((one) => one.outstanding));
  const rows = total === 0n ? [] : following(byHand(plan), { total, remittanceDays });
  return { moved: new Set(open.map((one) => one.key)), plan: rows.map(({ dueOn, amount }) => ({ dueOn, amount })) };
}

/** The state of an instalment on a day, as the schedule shows it. */
export const INSTALMENT_STATES = {
  PAID: { label: 'Settled', tone: 'good' },
  RETURNED: { label: 'Set off', tone: 'muted' },
  UNCOLLECTABLE: { label: 'Uncollectable', tone: 'muted' },
  CANCELLED: { label: 'Cancelled', tone: 'muted' },
  TO_COME: { label: 'Not due', tone: 'neutral' },
  DUE: { label: 'Due', tone: 'waiting' },
  OVERDUE: { label: 'Overdue', tone: 'bad' },
} as const;
export type InstalmentState = keyof typeof INSTALMENT_STATES;

type Instalment = { dueOn: Day; amount: bigint; outstanding: bigint; setOff: bigint; lost: bigint };

/** The state of one instalment: cancelled by a new plan, set off whole by a return, settled, or not to be collected; else by its day. */
export function instalmentState(one: Instalment, today: Day): InstalmentState {
  if (one.amount === 0n) return 'CANCELLED';
  if (one.outstanding === 0n && one.setOff === one.amount) return 'RETURNED';
  if (one.outstanding === 0n) return one.setOff + one.lost === one.amount ? 'UNCOLLECTABLE' : 'PAID';
  if (one.dueOn > today) return 'TO_COME';
  return one.dueOn === today ? 'DUE' : 'OVERDUE';
}
