import { formatAmount } from '../../../../domain/values/money.ts';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { unitsOf } from '../../ledger/wire-amounts.ts';
import { showMoney } from '../../../ui/marks/format.ts';

const sideOf = (units: bigint) => (units === 0n ? '' : units > 0n ? 'Dr' : 'Cr');

/** A balance of the ledger (debit positive) with its side: "406,250.00 Cr". */
export function BalanceText({ value, currency }: { value: string; currency: string }) {
  const units = unitsOf(value, currency);
  return (
    <span className="inline-flex items-baseline gap-0.5 whitespace-nowrap">
      <MoneyText value={formatAmount(units < 0n ? -units : units, currency)} currency={currency} />
      <span className="w-3 text-left text-2xs font-normal text-mute">{sideOf(units)}</span>
    </span>
  );
}

/** The same as words: "KES 406,250.00 Cr". */
export function balanceWords(value: string, currency: string): string {
  const units = unitsOf(value, currency);
  return `${showMoney({ amount: units < 0n ? -units : units, currency })} ${sideOf(units)}`.trim();
}
