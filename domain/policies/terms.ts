import { addDays, addMonths, laterOf, type Day } from '../values/day.ts';

export const PAYMENT_TERMS = [
  'LUMP_30',
  'LUMP_60',
  'LUMP_90',
  'INSTALMENTS_2',
  'INSTALMENTS_4',
  'INSTALMENTS_12',
] as const;
export type PaymentTerms = (typeof PAYMENT_TERMS)[number];

export const PAYMENT_TERM_LABELS: Record<PaymentTerms, string> = {
  LUMP_30: 'In full within 30 days',
  LUMP_60: 'In full within 60 days',
  LUMP_90: 'In full within 90 days',
  INSTALMENTS_2: '2 instalments, half-yearly',
  INSTALMENTS_4: '4 instalments, quarterly',
  INSTALMENTS_12: '12 instalments, monthly',
};

const LUMP_DAYS = { LUMP_30: 30, LUMP_60: 60, LUMP_90: 90 } as const;
const COUNTS = { INSTALMENTS_2: 2, INSTALMENTS_4: 4, INSTALMENTS_12: 12 } as const;

export type Instalment = { sequence: number; dueOn: Day; amount: bigint };

/**
 * When an amount in minor units falls due. A lump: days from the later of start and note day. Instalments: every 12/n
 * months from the start, each the total ÷ n rounded down, the last takes the rest. §2 Terms and due dates.
 */
export function instalments(terms: PaymentTerms, note: { start: Day; noteDay: Day; total: bigint }): Instalment[] {
  if (terms in LUMP_DAYS) {
    const days = LUMP_DAYS[terms as keyof typeof LUMP_DAYS];
    return [{ sequence: 1, dueOn: addDays(laterOf(note.start, note.noteDay), days), amount: note.total }];
  }
  const count = COUNTS[terms as keyof typeof COUNTS];
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

/** What a code of payment terms means. */
export function readTerms(code: string): { kind: 'LUMP'; days: number } | { kind: 'INSTALMENTS'; count: number } | null {
  if (Object.hasOwn(LUMP_DAYS, code)) return { kind: 'LUMP', days: LUMP_DAYS[code as keyof typeof LUMP_DAYS] };
  if (Object.hasOwn(COUNTS, code)) return { kind: 'INSTALMENTS', count: COUNTS[code as keyof typeof COUNTS] };
  return null;
}
