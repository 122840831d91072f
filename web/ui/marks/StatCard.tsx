import { clsx } from 'clsx';
import { ArrowDownRight, ArrowUpRight } from 'lucide-react';
import { groupDigits } from '../../../domain/values/decimal.ts';
import { AppLink } from '../buttons/AppLink.tsx';
import { showWireAmount, showWireRate } from '../fields/read-typed.ts';
import { focusRing } from '../styles.ts';
import { showPlain } from './format.ts';

type StatCardProps = {
  label: string;
  /** Decimal text of the wire; undefined while loading. */
  value: string | undefined;
  currency: string;
  /** Percentage against the period before; '-3.2' falls. */
  trend?: string | undefined;
  trendLabel?: string;
  /** Whether rising is good; debts are the other way. */
  risingIsGood?: boolean;
  href?: string;
  detail?: string;
};

const UNITS = [
  { digits: 9, suffix: 'bn' },
  { digits: 6, suffix: 'm' },
] as const;

/** "128.45m" for 128,450,000.00: cut, not rounded up; the whole figure is in the title. Under a million nothing is cut. */
export function shortAmount(value: string, currency: string): string {
  const [whole = '0'] = value.replace('-', '').split('.');
  const unit = UNITS.find(({ digits }) => whole.length > digits);
  if (unit === undefined) return showWireAmount(value, currency);
  const head = groupDigits(whole.slice(0, -unit.digits));
  const tail = whole.slice(-unit.digits).slice(0, 2);
  return `${value.startsWith('-') ? '−' : ''}${showPlain(`${head}.${tail}`)}${unit.suffix}`;
}

/** One figure with its trend; the whole card opens what it counts. */
export function StatCard(props: StatCardProps) {
  const {
    label,
    value,
    currency,
    trend,
    trendLabel = 'against the year before',
    risingIsGood = true,
    href,
    detail,
  } = props;
  const falling = trend?.startsWith('-') ?? false;
  const Arrow = falling ? ArrowDownRight : ArrowUpRight;
  const body = (
    <>
      <span className="flex items-center justify-between gap-2 text-mute">
        {label}
        <span className="text-xs">{currency}</span>
      </span>
      <span
        className="mt-1 block min-h-7 truncate text-xl font-semibold tracking-tight tabular-nums"
        title={value === undefined ? undefined : `${currency} ${showWireAmount(value, currency)}`}
      >
        {value === undefined ? <span className="skeleton mt-1.5 block h-4 w-28" /> : shortAmount(value, currency)}
      </span>
      <span className="mt-0.5 flex min-h-5 items-center gap-1 text-xs text-mute">
        {trend !== undefined && (
          <span
            className={clsx(
              'inline-flex items-center font-medium tabular-nums',
              falling === risingIsGood ? 'text-bad' : 'text-good',
            )}
          >
            <Arrow size={13} aria-hidden="true" />
            <span className="sr-only">{falling ? 'down ' : 'up '}</span>
            {showWireRate(trend.replace('-', ''))}%
          </span>
        )}
        <span className="truncate">{trend === undefined ? detail : trendLabel}</span>
      </span>
    </>
  );
  const frame = 'block min-w-0 rounded-lg border border-line bg-panel px-4 py-3 shadow-[0_1px_2px_rgb(0_0_0/.03)]';
  return href === undefined ? (
    <div className={frame}>{body}</div>
  ) : (
    <AppLink href={href} className={clsx(frame, 'transition-colors hover:border-edge', focusRing)}>
      {body}
    </AppLink>
  );
}
