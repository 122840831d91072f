import { clsx } from 'clsx';
import type { WireReply } from '../../../domain/endpoint.ts';
import { dashboardFigures } from '../../../domain/reports/contract.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { useFirmToday } from '../../api/firm-day.ts';
import { showWireAmount } from '../../ui/fields/read-typed.ts';
import { shortAmount } from '../../ui/marks/StatCard.tsx';
import { focusRing } from '../../ui/styles.ts';
import { useBaseCurrency } from '../../api/base-currency.ts';
import { OVERVIEWS, overviewHref, type OverviewName } from './overviews.ts';
import { monthChange, sparkPoints, yearChange } from './trend.ts';
import { useMetrics } from './use-metrics.ts';

type Figures = WireReply<typeof dashboardFigures>;

/** What stands beside a figure: of the brokerage that is noted what is earned, of what is due to reinsurers what is released. §6. */
function besideOf(figures: Figures | undefined, name: OverviewName): { amount: string; word: string } | undefined {
  if (name === 'brokerage' && figures?.brokerage) return { amount: figures.brokerage.earned, word: 'earned' };
  if (name === 'due-to-reinsurers' && figures?.due_to_reinsurers)
    return { amount: figures.due_to_reinsurers.released, word: 'released' };
  return undefined;
}

/** One figure of the dashboard with its last twelve months; the card opens the list that it counts. */
export function MetricCard({ name, allBranches }: { name: OverviewName; allBranches: boolean }) {
  const { figure, label, period } = OVERVIEWS[name];
  const { data: figures, error } = useEndpoint(dashboardFigures, { query: {} });
  const data = figures?.[figure];
  const flow = name === 'premium' || name === 'brokerage' ? name : null;
  const metrics = useMetrics({ allBranches, enabled: flow !== null });
  const today = useFirmToday();
  const base = useBaseCurrency();
  const currency = figures?.base_currency ?? base;
  // The month that runs is left out of what is made month by month: its beginning would look like a fall.
  const trend = data?.trend.slice(0, flow === null ? undefined : -1) ?? [];
  const change =
    flow === null
      ? monthChange(trend, currency)
      : metrics.data && yearChange({ ...metrics.data, before: metrics.data.last_year }, flow, today);
  if (data === null) return null;
  const inFull = (amount: string) => `${currency} ${showWireAmount(amount, currency)}`;
  const whole = data === undefined ? undefined : inFull(data.base_total);
  const beside = besideOf(figures, name);
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
      <span className="mt-1 flex min-h-7 items-baseline gap-2 tabular-nums">
        <span title={whole} className="min-w-0 truncate text-xl font-semibold tracking-tight">
          {data === undefined ? (
            error === null ? (
              <span className="skeleton mt-1.5 block h-4 w-28" />
            ) : (
              <span className="text-sm font-normal text-mute">Could not be loaded</span>
            )
          ) : (
            shortAmount(data.base_total, currency)
          )}
        </span>
        {beside && (
          <span title={inFull(beside.amount)} className="text-xs whitespace-nowrap text-mute">
            {shortAmount(beside.amount, currency)} {beside.word}
          </span>
        )}
      </span>
      <Trend
        {...{ trend, currency, change }}
        known={data !== undefined && (flow === null || metrics.data !== undefined)}
      />
    </AppLink>
  );
}

/** With a true minus or a plus; what did not change has neither. */
function signedChange(change: string): string {
  if (!/[1-9]/.test(change)) return '0';
  return change.startsWith('-') ? `−${change.slice(1)}` : `+${change}`;
}

type TrendProps = {
  trend: readonly { month: string; base: string }[];
  currency: string;
  change: { change: string; label: string } | undefined;
  /** Whether all of it has come: a label that is written before moves when the change comes. */
  known: boolean;
};

function Trend({ trend, currency, change, known }: TrendProps) {
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
      <span className="min-h-9 min-w-26 content-end text-right text-xs text-mute tabular-nums">
        {change !== undefined && <span className="block font-medium text-fg">{signedChange(change.change)}%</span>}
        {change?.label ?? (known && '12 months')}
      </span>
    </span>
  );
}
