import { taxOf, type PlacementFigures } from '../../../domain/placements/figures.ts';
import { formatAmount } from '../../../domain/values/money.ts';

/** Figures in total as they travel. */
export function shownFigures(figures: PlacementFigures, currency: string) {
  const money = (amount: bigint) => formatAmount(amount, currency);
  return {
    fac_premium: money(figures.facPremium),
    commission: money(figures.commission),
    brokerage: money(figures.brokerage),
    tax: money(taxOf(figures)),
    netpayable: money(figures.netPayable),
    debit_note: money(figures.debitNote),
  };
}

/** The same with the 100 % premium that they are of. */
export function shownTotals(premium: bigint, figures: PlacementFigures, currency: string) {
  return { premium: formatAmount(premium, currency), ...shownFigures(figures, currency) };
}
