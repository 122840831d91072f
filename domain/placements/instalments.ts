import type { FieldError } from '../errors.ts';
import { addDays, addMonths, daysBetween, laterOf, longDay, showDay, type Day } from '../values/day.ts';
import { allocate } from '../values/decimal.ts';
import { showMoney, sum, type CurrencyCode } from '../values/money.ts';
import {
  BY_HAND,
  instalments,
  isPaymentTerms,
  paymentTermsLabel,
  readTerms,
  type Instalment,
  type TermsOfPayment,
} from './terms.ts';

const MOST = 60;

/** A schedule as keyed: amounts in minor units. */
export type KeyedInstalment = { dueOn: Day; amount: bigint };

/** Every fault of a schedule keyed by hand; a field is `instalments` or `instalments.0.due_on`. §2 Terms and due dates. */
export function scheduleFaults(
  rows: readonly KeyedInstalment[],
  note: { total: bigint; currency: CurrencyCode },
): FieldError[] {
  if (rows.length === 0) return [{ field: 'instalments', message: 'Enter at least one instalment.' }];
  if (rows.length > MOST) return [{ field: 'instalments', message: `At most ${MOST} instalments.` }];
  const faults = rows.flatMap(({ dueOn, amount }, index): FieldError[] => {
    const before = rows[index - 1];
    return [
      ...(before !== undefined && dueOn <= before.dueOn
        ? [{ field: `instalments.${index}.due_on`, message: `Due day must be after ${showDay(before.dueOn)}.` }]
        : []),
      ...(amount <= 0n ? [{ field: `instalments.${index}.amount`, message: 'Amount must be more than 0.' }] : []),
    ];
  });
  const total = sum(rows.map((row) => row.amount));
  if (total === note.total) return faults;
  const show = (amount: bigint) => showMoney({ amount, currency: note.currency });
  const message = `Instalments total ${show(total)} but the debit note is ${show(note.total)}.`;
  return [...faults, { field: 'instalments', message }];
}

/** A keyed schedule as instalments, numbered in the order entered. §2. */
export function byHand(rows: readonly KeyedInstalment[]): Instalment[] {
  return rows.map((row, index) => ({ sequence: index + 1, dueOn: row.dueOn, amount: row.amount }));
}

/** When the premium of a placement is paid: by its terms; where they are by hand, on the days that were entered. */
export type Paying = { terms: string; instalments?: readonly KeyedInstalment[] };

/** When a placement's debit note falls due, in minor units: by the code of its terms, or as entered by hand. §2. */
export function dueBy(
  { terms, instalments: rows = [] }: Paying,
  note: { start: Day; noteDay: Day; total: bigint },
): Instalment[] {
  if (terms === BY_HAND) return byHand(rows);
  return isPaymentTerms(terms) ? instalments(terms, note) : [];
}

/**
 * When the premium of a placement is paid, as its contract says it: by what its terms are called, or each day with its
 * amount, in minor units of `currency`, which are those of the debit note. §2 Terms and due dates, §7.
 */
export function payingWords({ terms, instalments: rows = [] }: Paying, currency: CurrencyCode): string {
  if (terms !== BY_HAND || rows.length === 0) return paymentTermsLabel(terms);
  // A figure is never parted from its currency.
  const money = (amount: bigint) => showMoney({ amount, currency }).replace(' ', '\u00a0');
  const each = rows.map(({ dueOn, amount }) => `${money(amount)} on ${longDay(dueOn)}`);
  const many = rows.length === 1 ? 'In one amount' : `In ${rows.length} instalments`;
  return `${many} as debited to the reinsured: ${each.join(', ')}`;
}

/** What is wrong with instalments by hand before the debit note is known: their order and amounts; none with another terms. §2. */
export function enteredFaults({ terms, instalments: rows = [] }: Paying, currency: CurrencyCode): FieldError[] {
  if (terms === BY_HAND) {
    const dayless = rows.flatMap(({ dueOn }, index) =>
      dueOn === '' ? [{ field: `instalments.${index}.due_on`, message: 'Enter a day.' }] : [],
    );
    const faults = scheduleFaults(rows, { total: sum(rows.map((row) => row.amount)), currency });
    return [...dayless, ...faults.filter((fault) => !dayless.some((one) => one.field === fault.field))];
  }
  return rows.length === 0
    ? []
    : [{ field: 'instalments', message: 'These terms have instalments of their own. Choose dates and amounts.' }];
}

/** Instalments by hand that do not add up to the debit note, in minor units. §2 Terms and due dates. */
export function sumFaults(
  { terms, instalments: rows = [] }: Paying,
  note: { total: bigint; currency: CurrencyCode },
): FieldError[] {
  return terms === BY_HAND ? scheduleFaults(rows, note).filter((fault) => fault.field === 'instalments') : [];
}

const MOST_MONTHS = 600;

/** Whole months from a day to a later one; null where they are not so many whole months apart. */
function monthsApart(from: Day, to: Day): number | null {
  for (let months = 0; months <= MOST_MONTHS && addMonths(from, months) <= to; months += 1)
    if (addMonths(from, months) === to) return months;
  return null;
}

/**
 * Instalments by hand for another period and debit note: each moved by as many whole months as the starts are apart, else by
 * as many days, the amounts in proportion by largest remainder. §2 RENEWAL.
 */
export function movedInstalments(
  rows: readonly KeyedInstalment[],
  { from, to, total }: { from: Day; to: Day; total: bigint },
): KeyedInstalment[] {
  const amounts = allocate(
    total,
    rows.map((row) => row.amount),
  );
  const months = monthsApart(from, to);
  const move = (day: Day) => (months === null ? addDays(day, daysBetween(from, to)) : addMonths(day, months));
  return rows.map((row, index) => ({ dueOn: move(row.dueOn), amount: amounts[index] ?? 0n }));
}

/** A total divided over due days: each = total ÷ n rounded down, the last takes the rest, what comes to nothing is left out. */
function spread(total: bigint, days: readonly Day[]): Instalment[] {
  const each = total / BigInt(days.length);
  const last = days.length - 1;
  return days
    .map((dueOn, index) => ({ dueOn, amount: index === last ? total - each * BigInt(last) : each }))
    .filter((one) => one.amount > 0n)
    .map((one, index) => ({ sequence: index + 1, ...one }));
}

/**
 * When a credit note falls due that follows a debit note's schedule: its remittance days after each instalment, in
 * proportion to it, each rounded down, the last takes the rest. For terms by code `remittances` says the same. §2.
 */
export function following(
  schedule: readonly Instalment[],
  note: { total: bigint; remittanceDays: number },
): Instalment[] {
  const whole = sum(schedule.map((one) => one.amount));
  if (whole === 0n) return [];
  const parts = schedule.slice(0, -1).map((one) => (note.total * one.amount) / whole);
  const amounts = [...parts, note.total - sum(parts)];
  return schedule
    .map((one, index) => ({ dueOn: addDays(one.dueOn, note.remittanceDays), amount: amounts[index] ?? 0n }))
    .filter((one) => one.amount > 0n)
    .map((one, index) => ({ sequence: index + 1, ...one }));
}

/** Days in which an additional premium is due when the policy has no instalment left to carry it. */
const ALONE_DAYS = 30;

/**
 * When an endorsement's additional premium falls due. In a lump: the policy's days from the later of effective date and note
 * day. By instalments or by hand: over the days on which the policy's own instalments are still to come, so that the
 * reinsured pays both together and nothing runs past the period; with none to come, 30 days from the later of the two. §2.
 */
export function addedInstalments(
  terms: TermsOfPayment,
  note: { schedule: readonly Pick<Instalment, 'dueOn'>[]; effective: Day; noteDay: Day; total: bigint },
): Instalment[] {
  const from = laterOf(note.effective, note.noteDay);
  if (terms !== BY_HAND && readTerms(terms)?.kind === 'LUMP')
    return instalments(terms, { start: note.effective, noteDay: note.noteDay, total: note.total });
  const toCome = note.schedule.map((one) => one.dueOn).filter((day) => day >= from);
  return spread(note.total, toCome.length > 0 ? toCome : [addDays(from, ALONE_DAYS)]);
}

/** What is owed on one instalment of one note; `key` is the caller's. */
type OwedInstalment<K> = { key: K; dueOn: Day; outstanding: bigint };

/** Against which instalments a return is set. §2 Terms and due dates. */
export const SET_OFFS = ['LAST', 'NEXT', 'SPREAD'] as const;
export type SetOffOrder = (typeof SET_OFFS)[number];
export const SET_OFF_LABELS: Record<SetOffOrder, string> = {
  LAST: 'The last instalments',
  NEXT: 'The next instalments',
  SPREAD: 'All instalments to come',
};

type Taken<K> = { key: K; amount: bigint; outstanding: bigint };

/** Takes an amount off instalments one after the other. */
function inTurn<K>(owed: readonly OwedInstalment<K>[], amount: bigint): Taken<K>[] {
  let left = amount;
  return owed.flatMap((one) => {
    const part = one.outstanding < left ? one.outstanding : left;
    if (part <= 0n) return [];
    left -= part;
    return [{ key: one.key, amount: part, outstanding: one.outstanding - part }];
  });
}

/** Takes an amount off instalments in proportion to what each owes, by largest remainder. */
function spreadOver<K>(owed: readonly OwedInstalment<K>[], amount: bigint): Taken<K>[] {
  const whole = sum(owed.map((one) => one.outstanding));
  const parts = allocate(
    amount < whole ? amount : whole,
    owed.map((one) => one.outstanding),
  );
  return owed.flatMap((one, index) => {
    const part = parts[index] ?? 0n;
    return part === 0n ? [] : [{ key: one.key, amount: part, outstanding: one.outstanding - part }];
  });
}

/**
 * Sets a return against what is still owed, in minor units, and says what is left to refund. The last instalment first, unless
 * an accountant chose the next one from `day` or to spread it over those to come: the premium that comes back is that of days
 * not run. What is due already stays due as long as anything else is owed, so that a return neither hides an overdue
 * instalment nor cures a broken premium payment warranty. §2 Terms and due dates.
 */
export function setAgainst<K>(
  owed: readonly OwedInstalment<K>[],
  amount: bigint,
  { order, day }: { order: SetOffOrder; day: Day } = { order: 'LAST', day: '' },
): { taken: Taken<K>[]; refund: bigint } {
  const lastFirst = owed
    .filter((one) => one.outstanding > 0n)
    .map((one, index) => ({ one, index }))
    .toSorted((a, b) => (a.one.dueOn === b.one.dueOn ? b.index - a.index : a.one.dueOn > b.one.dueOn ? -1 : 1))
    .map(({ one }) => one);
  const left = (taken: readonly Taken<K>[]) => amount - sum(taken.map((one) => one.amount));
  const toCome = lastFirst.filter((one) => one.dueOn >= day).toReversed();
  const first = order === 'LAST' ? [] : order === 'NEXT' ? inTurn(toCome, amount) : spreadOver(toCome, amount);
  const due = order === 'LAST' ? lastFirst : lastFirst.filter((one) => one.dueOn < day);
  const taken = [...first, ...inTurn(due, left(first))];
  return { taken, refund: left(taken) };
}

/**
 * A broken premium payment warranty ends cover without notice; a condition lets the securities end it by notice. §2.
 */
export type Warranty = { kind: 'PPW' | 'PPC'; days: number };
export const WARRANTY_LABELS: Record<Warranty['kind'], string> = {
  PPW: 'Premium payment warranty',
  PPC: 'Premium payment condition',
};

/** The last day on which the premium can be paid: its own days from the start, of an endorsement from its date. §2. */
export function warrantyDay({ days }: Pick<Warranty, 'days'>, from: Day): Day {
  return addDays(from, days);
}

/** An instalment with what is settled of it, in minor units of the note's currency. */
export type SettledInstalment = Instalment & { settled: bigint };

/**
 * The instalments that must be settled by the warranty's day: a lump whatever credit it has, else those that fall due by then, and the first in any
 * case; in the order of their days. One that a plan left with nothing is none. §2.
 */
export const askedByWarranty = <I extends Instalment>(schedule: readonly I[], day: Day): I[] =>
  schedule.filter((one) => one.amount !== 0n).filter((one, index) => index === 0 || one.dueOn <= day);

/** What of them is still open, in minor units: a return that is set against later instalments settles none of these. §2. */
export function openUnderWarranty(schedule: readonly SettledInstalment[], day: Day): bigint {
  return sum(askedByWarranty(schedule, day).map((one) => one.amount - one.settled));
}

export const WARRANTY_STATES = {
  MET: { label: 'Met', tone: 'good' },
  RUNNING: { label: 'Running', tone: 'neutral' },
  FALLING_DUE: { label: 'Falling due', tone: 'waiting' },
  BROKEN: { label: 'Breached', tone: 'bad' },
} as const;
export type WarrantyState = keyof typeof WARRANTY_STATES;

const SOON_DAYS = 14;

/**
 * The state of a warranty on a day: met once what it asks for is settled, falling due in its last 14 days. §2, §7 My
 * work.
 */
export function warrantyState(
  warranty: Warranty,
  standing: { from: Day; today: Day; schedule: readonly SettledInstalment[] },
): WarrantyState {
  const day = warrantyDay(warranty, standing.from);
  if (openUnderWarranty(standing.schedule, day) <= 0n) return 'MET';
  if (standing.today > day) return 'BROKEN';
  return standing.today >= addDays(day, -SOON_DAYS) ? 'FALLING_DUE' : 'RUNNING';
}
