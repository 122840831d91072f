import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { sumOf } from '../../ledger/wire-amounts.ts';

/** What rows come to in base at closing rates. */
export const closingTotals = (rows: readonly { base_closing: string | null }[], base: string) => {
  const value = sumOf(
    rows.map((row) => row.base_closing),
    base,
  );
  return { base_closing: <MoneyText value={value} currency={base} /> };
};
