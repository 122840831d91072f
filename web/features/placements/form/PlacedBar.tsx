import { clsx } from 'clsx';
import { divideRounded } from '../../../../domain/values/decimal.ts';
import { formatRate, HUNDRED, type Rate } from '../../../../domain/values/rate.ts';
import { showRate } from '../../../ui/marks/format.ts';

type Props = { placed: Rate; order: Rate; shares: readonly Rate[] };

/** How much of the order is placed: a sentence, and the lines side by side. */
export function PlacedBar({ placed, order, shares }: Props) {
  const whole = placed > order ? placed : order;
  const width = (share: Rate) => (whole === 0n ? '0%' : `${formatRate(divideRounded(share * HUNDRED, whole))}%`);
  const over = placed > order && order > 0n;
  const full = placed === order && order > 0n;
  const rest = order > placed ? order - placed : placed - order;
  return (
    <div>
      <p className="flex items-baseline justify-between gap-3">
        <span>
          <span className="font-semibold tabular-nums">{showRate(placed)}%</span>
          <span className="text-mute"> placed{order > 0n && ` of ${showRate(order)}%`}</span>
        </span>
        <span className={clsx('text-xs tabular-nums', over ? 'text-bad' : full ? 'text-good' : 'text-mute')}>
          {order === 0n && 'No order yet'}
          {full && 'Fully placed'}
          {over && `${showRate(rest)}% too much`}
          {!full && !over && order > 0n && `${showRate(rest)}% open`}
        </span>
      </p>
      <div aria-hidden="true" className="mt-1.5 flex h-1.5 gap-px overflow-hidden rounded-full bg-hover">
        {shares.map((share, index) => (
          <span
            // oxlint-disable-next-line react/no-array-index-key -- lines have no identity before they are saved
            key={index}
            style={{ width: width(share) }}
            className={clsx('h-full shrink-0', over ? 'bg-bad' : full ? 'bg-good' : 'bg-link')}
          />
        ))}
      </div>
    </div>
  );
}
