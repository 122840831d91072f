import type { WireReply } from '../../../domain/endpoint.ts';
import { shortMonth } from '../../../domain/values/day.ts';
import type { cumulativeMetricsUser } from '../../../domain/reports/metrics.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { Chart } from '../../ui/marks/Chart.tsx';
import { ChartWait } from './ChartWait.tsx';
import { useMonthHref } from './use-month-href.ts';
import { useMetrics } from './use-metrics.ts';

type Metrics = WireReply<typeof cumulativeMetricsUser>;
type Figure = 'premium' | 'brokerage';
const TITLES: Record<Figure, string> = { premium: 'Premium by month', brokerage: 'Brokerage by month' };

/** Premium and brokerage by month against last year; of all branches for root, of the branch for others. */
export function ProductionCards({ figures, allBranches }: { figures: readonly Figure[]; allBranches: boolean }) {
  const { data, error, refetch } = useMetrics({ allBranches });
  return figures.map((figure) =>
    data === undefined ? (
      <ChartWait key={figure} title={TITLES[figure]} {...{ error, refetch }} />
    ) : (
      <Card key={figure} className="grid">
        <MonthsChart metrics={data} figure={figure} />
      </Card>
    ),
  );
}

function MonthsChart({ metrics, figure }: { metrics: Metrics; figure: Figure }) {
  const { year, currency, months, last_year: before } = metrics;
  const hrefOf = useMonthHref();
  return (
    <Chart
      kind="bar"
      fill
      height={206}
      title={`${TITLES[figure]}, ${year}`}
      currency={currency}
      data={months.map((month, index) => ({
        label: shortMonth(month.month),
        ...hrefOf(month.month),
        values: { now: month[figure], before: before[index]?.[figure] ?? '0' },
      }))}
      series={[
        { key: 'before', label: String(year - 1), color: 'past' },
        { key: 'now', label: String(year), color: 'brand' },
      ]}
    />
  );
}
