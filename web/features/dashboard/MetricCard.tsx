import { clsx } from 'clsx';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { showWireAmount } from '../../ui/read-typed.ts';
import { shortAmount } from '../../ui/StatCard.tsx';
import { focusRing } from '../../ui/styles.ts';
import { useBaseCurrency } from '../ledger/use-lookups.ts';
import { OVERVIEWS, overviewHref, type OverviewName } from './overviews.ts';
import { changeOf, monthLabel, sparkPoints } from './trend.ts';
import { unitsOf } from '../ledger/wire-amounts.ts';

/** One figure of the dashboard with its last twelve months; the card opens the list that it counts. */
export function MetricCard({ name }: { name: OverviewName }) {
  const { endpoint, label, period } = OVERVIEWS[name];
  const { data, error } = useEndpoint(endpoint, { query: { length: '1' } });
  const base = useBaseCurrency();
  const currency = data?.base_currency ?? base;
  const whole = data === undefined ? undefined : `${currency} ${showWireAmount(data.base_total, currency)}`;
  return (
    <AppLink
      href={overviewHref(name)}
      className={clsx(
        'block min-w-0 rounded-lg border border-line bg-panel px-4 pt-3 pb-2.5 shadow-[0_1px_2px_rgb(0_0_0/.03)] transition-colors hover:border-edge',
        focusRing,
      )}
    >
      <span className="flex items-baseline justify-between gap-2 text-mute">
        <span>
          {label} <span className="text-xs">{period}</span>
        </span>
        <span className="text-xs">{currency}</span>
      </span>
      <span title={whole} className="mt-1 block min-h-7 truncate text-xl font-semibold tracking-tight tabular-nums">
        {data === undefined ? (
          error === null ? (
            <span className="skeleton mt-1.5 block h-4 w-28" />
          ) : (
            <span className="text-[13px] font-normal text-mute">Could not be loaded</span>
          )
        ) : (
          shortAmount(data.base_total, currency)
        )}
      </span>
      <Trend trend={data?.trend ?? []} currency={currency} />
    </AppLink>
  );
}

type TrendProps = { trend: readonly { month: string; base: string }[]; currency: string };

function Trend({ trend, currency }: TrendProps) {
  const [before, now] = trend.slice(-2);
  const change =
    now === undefined || before === undefined
      ? undefined
      : changeOf(unitsOf(now.base, currency), unitsOf(before.base, currency));
  const points = sparkPoints(trend, currency);
  return (
    <span className="mt-1 grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
      <svg viewBox="0 -2 100 28" preserveAspectRatio="none" aria-hidden="true" className="h-8 w-full text-brand">
        {trend.length > 1 && (
          <>
            <polygon points={`0,24 ${points} 100,24`} className="fill-current opacity-8" />
            <polyline
              points={points}
              fill="none"
              stroke="currentColor"
              strokeWidth="1.5"
              vectorEffect="non-scaling-stroke"
            />
          </>
        )}
      </svg>
      <span className="min-w-20 text-right text-xs text-mute tabular-nums">
        {change !== undefined && now !== undefined && before !== undefined ? (
          <>
            <span className="block font-medium text-fg">
              {change.startsWith('-') ? `−${change.slice(1)}` : `+${change}`}%
            </span>
            {monthLabel(now.month)} on {monthLabel(before.month)}
          </>
        ) : (
          <span className="block">12 months</span>
        )}
      </span>
    </span>
  );
}
