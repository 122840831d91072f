import { MARKET_LABELS } from '../../../domain/registers/shapes.ts';
import { shortMonth } from '../../../domain/values/day.ts';
import { marketProduction, marketProductionUser } from '../../../domain/reports/metrics.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { Chart } from '../../ui/marks/Chart.tsx';
import { ChartWait } from './ChartWait.tsx';
import { useMonthHref } from './use-month-href.ts';

const TITLE = 'Premium by market';

/** Premium by month of local policies and London slips; of all branches for root, of the branch for others. */
export function MarketCard({ allBranches }: { allBranches: boolean }) {
  const all = useEndpoint(marketProduction, { query: {} }, { enabled: allBranches });
  const own = useEndpoint(marketProductionUser, { query: {} }, { enabled: !allBranches });
  const { data, error, refetch } = allBranches ? all : own;
  const hrefOf = useMonthHref();
  if (data === undefined) return <ChartWait title={TITLE} {...{ error, refetch }} />;
  const months = [...Map.groupBy(data.data, (one) => one.month)];
  return (
    <Card className="grid">
      <Chart
        kind="bar"
        fill
        height={206}
        title={`${TITLE}, ${data.year}`}
        currency={data.currency}
        data={months.map(([month, made]) => ({
          label: shortMonth(month),
          ...hrefOf(month),
          values: Object.fromEntries(made.map((one) => [one.market, one.premium])),
        }))}
        series={[
          { key: 'LOCAL', label: MARKET_LABELS.LOCAL, color: 'brand' },
          { key: 'LONDON', label: MARKET_LABELS.LONDON, color: 'mute' },
        ]}
      />
    </Card>
  );
}
