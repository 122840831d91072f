import type { FieldError } from '../errors.ts';
import type { Day } from '../values/day.ts';
import { showDay } from '../values/day.ts';
import { showMoney, sum, type CurrencyCode } from '../values/money.ts';
import { following, scheduleFaults, type KeyedInstalment } from './instalments.ts';
import type { Instalment } from './terms.ts';

/** An instalment of a note as it stands, in minor units, positive whichever way the note goes; `key` is the caller's. */
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
 * The plan of a credit note that follows a debit note's new schedule: its remittance days after each instalment, in
 * proportion, less what was settled on it already, the earliest first. §2 Terms and due dates.
 */
export function followingPlan<K>(
  schedule: readonly { dueOn: Day; amount: bigint }[],
  note: { standing: readonly StandingInstalment<K>[]; remittanceDays: number },
): KeyedInstalment[] {
  const total = sum(note.standing.map((one) => one.amount));
  const days: Instalment[] = schedule
    .filter((one) => one.amount > 0n)
    .toSorted((a, b) => (a.dueOn < b.dueOn ? -1 : a.dueOn > b.dueOn ? 1 : 0))
    .map((one, index) => ({ sequence: index + 1, dueOn: one.dueOn, amount: one.amount }));
  let settled = total - sum(note.standing.map((one) => one.outstanding));
  return following(days, { total, remittanceDays: note.remittanceDays }).flatMap(({ dueOn, amount }) => {
    const taken = settled < amount ? settled : amount;
    settled -= taken;
    return amount > taken ? [{ dueOn, amount: amount - taken }] : [];
  });
}

/** How an instalment stands on a day, for who reads the schedule. */
export const INSTALMENT_STATES = {
  PAID: { label: 'Settled', tone: 'good' },
  RETURNED: { label: 'Set off', tone: 'muted' },
  CANCELLED: { label: 'Cancelled', tone: 'muted' },
  TO_COME: { label: 'Not due', tone: 'neutral' },
  DUE: { label: 'Due', tone: 'waiting' },
  OVERDUE: { label: 'Overdue', tone: 'bad' },
} as const;
export type InstalmentState = keyof typeof INSTALMENT_STATES;

/** The state of one instalment: cancelled by a new plan, set off whole by a return, settled, else by its day. */
export function instalmentState(
  one: { dueOn: Day; amount: bigint; outstanding: bigint; setOff: bigint },
  today: Day,
): InstalmentState {
  if (one.amount === 0n) return 'CANCELLED';
  if (one.outstanding === 0n) return one.setOff === one.amount ? 'RETURNED' : 'PAID';
  if (one.dueOn > today) return 'TO_COME';
  return one.dueOn === today ? 'DUE' : 'OVERDUE';
}
