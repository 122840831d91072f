import { MoneyText, RateText } from '../../../ui/marks/Figures.tsx';
import type { PolicyRecord } from '../form/policy-values.ts';
import { MINIMUM_KEPT_LABELS } from '../../../../domain/placements/adjustment.ts';

type Props = { of: NonNullable<PolicyRecord['adjustment']>; currency: string };

/** "At 0.5% of the declared annual turnover, not below KES 800,000.00". */
export function AdjustmentText({ of, currency }: Props) {
  return (
    <>
      Deposit, adjusted at <RateText value={of.rate} /> of the declared <span dir="auto">{of.basis}</span>, not below{' '}
      <MoneyText withCurrency value={of.minimum_premium} currency={currency} />, kept{' '}
      {MINIMUM_KEPT_LABELS[of.minimum_kept].toLowerCase()} on cancellation
    </>
  );
}
