import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { sumOf } from '../../ledger/wire-amounts.ts';

type Row = { beside: string | null; change: string | null };

/** What the other day and the differences come to over the parties of a currency. */
export const besideTotals = (rows: readonly Row[], currency: string) => {
  const total = (values: (string | null)[]) => <MoneyText value={sumOf(values, currency)} currency={currency} />;
  return { beside: total(rows.map((row) => row.beside)), change: total(rows.map((row) => row.change)) };
};
