import { BUCKET_LABELS, BUCKETS, type Bucket } from '../../../../domain/reports/buckets.ts';
import { sum } from '../../../../domain/values/money.ts';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { meantColours } from '../../../ui/styles.ts';
import { shareOf, showShare, unitsOf } from '../../ledger/wire-amounts.ts';

type Aged = Record<Bucket, string>;

// From not due to the oldest: darker is older, so that it reads without colour too.
const FILLS: Record<Bucket, string> = {
  not_due: 'bg-good/45',
  d1_30: 'bg-warn/30',
  d31_60: 'bg-warn/50',
  d61_90: 'bg-warn/75',
  d91_180: 'bg-bad/55',
  d181_365: 'bg-bad/75',
  over_365: 'bg-bad',
};

function partsOf(aged: Aged, currency: string) {
  const parts = BUCKETS.map((bucket) => ({ bucket, units: unitsOf(aged[bucket], currency) }));
  const positive = parts.filter((part) => part.units > 0n);
  return { positive, whole: sum(positive.map((part) => part.units)) };
}

/** The ages of what is owed, as one bar; the figures are in the table next to it. */
export function AgeBar({ aged, currency, tall = false }: { aged: Aged; currency: string; tall?: boolean }) {
  const { positive, whole } = partsOf(aged, currency);
  return (
    <span
      aria-hidden="true"
      className={`flex w-full gap-px overflow-hidden rounded-sm bg-hover ${meantColours} ${tall ? 'h-2.5' : 'h-1'}`}
    >
      {positive.map(({ bucket, units }) => (
        <span
          key={bucket}
          title={`${BUCKET_LABELS[bucket]} days`}
          className={FILLS[bucket]}
          style={{ width: shareOf(units, whole) }}
        />
      ))}
    </span>
  );
}

/** The bar's key, with the figure and the share of each bucket that holds something. */
export function AgeLegend({ aged, currency, notDue = 'Not due' }: { aged: Aged; currency: string; notDue?: string }) {
  const { positive, whole } = partsOf(aged, currency);
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-xs">
      {positive.map(({ bucket, units }) => (
        <li key={bucket} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={`size-2 rounded-[2px] ${meantColours} ${FILLS[bucket]}`} />
          <span className="text-mute">{bucket === 'not_due' ? notDue : `${BUCKET_LABELS[bucket]} days`}</span>
          <MoneyText value={aged[bucket]} currency={currency} />
          <span className="text-mute tabular-nums">{showShare(units, whole)}</span>
        </li>
      ))}
    </ul>
  );
}
