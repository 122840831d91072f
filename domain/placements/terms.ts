import { addDays, addMonths, laterOf, type Day } from '../values/day.ts';
import { readCount } from '../values/decimal.ts';

/** The terms that every firm begins with; its own list may hold others of the same two forms. §2 Terms and due dates. */
export const PAYMENT_TERMS = [
  'LUMP_30',
  'LUMP_60',
  'LUMP_90',
  'INSTALMENTS_2',
  'INSTALMENTS_4',
  'INSTALMENTS_12',
] as const;
export type PaymentTerms = `LUMP_${number}` | `INSTALMENTS_${number}`;
/** Dates and amounts by hand instead of a code. §2 Terms and due dates. */
export const BY_HAND = 'BY_HAND';
/** The terms of a placement: those of a code, or by hand. */
export type TermsOfPayment = PaymentTerms | typeof BY_HAND;

type ReadTerms = { kind: 'LUMP'; days: number } | { kind: 'INSTALMENTS'; count: number };

const EVERY: Readonly<Record<number, string>> = {
  2: 'half-yearly',
  3: 'every 4 months',
  4: 'quarterly',
  6: 'every 2 months',
  12: 'monthly',
};
const MOST_DAYS = 365;

/** What a code of payment terms means: LUMP_n, n from 1 to 365 days, or INSTALMENTS_n, n a divisor of 12; else null. */
export function readTerms(code: string): ReadTerms | null {
  const [, kind, digits = ''] = /^(LUMP|INSTALMENTS)_([1-9]\d{0,2})$/.exec(code) ?? [];
  if (kind === undefined) return null;
  const count = readCount(digits);
  if (kind === 'LUMP') return count <= MOST_DAYS ? { kind, days: count } : null;
  return kind === 'INSTALMENTS' && count in EVERY ? { kind, count } : null;
}

export function isPaymentTerms(code: string): code is PaymentTerms {
  return readTerms(code) !== null;
}

/** The same, or dates and amounts by hand. */
export const isTermsOfPayment = (code: string): code is TermsOfPayment => code === BY_HAND || isPaymentTerms(code);

/** "In full within 45 days", "3 instalments, every 4 months": what terms are called unless the firm says otherwise. */
export function paymentTermsLabel(code: string): string {
  if (code === BY_HAND) return 'By dates and amounts';
  const terms = readTerms(code);
  if (terms === null) return code;
  if (terms.kind === 'LUMP') return `In full within ${terms.days} ${terms.days === 1 ? 'day' : 'days'}`;
  return `${terms.count} instalments, ${EVERY[terms.count] ?? ''}`;
}

export type Instalment = { sequence: number; dueOn: Day; amount: bigint };

/**
 * When an amount in minor units falls due. A lump: days from the later of start and note day. Instalments: every 12/n
 * months from the start, each the total ÷ n rounded down, the last takes the rest. Throws a RangeError for a code that is
 * none. §2 Terms and due dates.
 */
export function instalments(code: PaymentTerms, note: { start: Day; noteDay: Day; total: bigint }): Instalment[] {
  const terms = readTerms(code);
  if (terms === null) throw new RangeError(`Not payment terms: ${code}`);
  if (terms.kind === 'LUMP')
    return [{ sequence: 1, dueOn: addDays(laterOf(note.start, note.noteDay), terms.days), amount: note.total }];
  const { count } = terms;
  const each = note.total / BigInt(count);
  return Array.from({ length: count }, (_, index) => ({
    sequence: index + 1,
    dueOn: addMonths(note.start, (12 / count) * index),
    amount: index === count - 1 ? note.total - each * BigInt(count - 1) : each,
  })).filter((instalment) => instalment.amount > 0n);
}

/** A credit note falls due `remittanceDays` after its debit note's instalment. §2. */
export function remittances(
  terms: PaymentTerms,
  note: { start: Day; noteDay: Day; total: bigint; remittanceDays: number },
): Instalment[] {
  return instalments(terms, note).map((instalment) => ({
    ...instalment,
    dueOn: addDays(instalment.dueOn, note.remittanceDays),
  }));
}
