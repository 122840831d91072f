import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { sumOf } from '../../ledger/wire-amounts.ts';

type Row = { currency: string; beside: string | null; change: string | null };

/** What the other day and the differences come to over the parties of a currency. */
export const besideTotals = (rows: readonly Row[], currency: string) => {
  const own = rows.filter((row) => row.currency === currency);
  const total = (values: (string | null)[]) => <MoneyText value={sumOf(values, currency)} currency={currency} />;
  return { beside: total(own.map((row) => row.beside)), change: total(own.map((row) => row.change)) };
};
