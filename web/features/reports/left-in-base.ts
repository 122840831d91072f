import { AT_CLOSING, type Rates } from '../../../domain/reports/closing-rates.ts';

type Stated = { totals: readonly { currency: string }[]; base_currency: string };

/** The columns in base that say nothing in a statement of notes: those of the other rates, and as booked where all is in base anyway. */
export function leftInBase(
  rates: Rates | undefined,
  { totals, base_currency: base }: Stated,
): readonly ('base_balance' | (typeof AT_CLOSING)[number])[] {
  if (rates === 'closing') return ['base_balance'];
  return totals.some(({ currency }) => currency !== base) ? AT_CLOSING : [...AT_CLOSING, 'base_balance'];
}
