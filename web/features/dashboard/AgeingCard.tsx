import { ageingDashboard } from '../../../domain/reports/ageing.ts';
import { BUCKET_LABELS, BUCKETS } from '../../../domain/reports/buckets.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Chart } from '../../ui/marks/Chart.tsx';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { paths } from '../../paths.ts';
import { ChartWait } from './ChartWait.tsx';
import { useAges } from './use-ages.ts';

const TITLE = 'Receivables by days overdue, today';

/** What reinsureds owe by the age of its due date, in base, today. */
export function AgeingCard() {
  const { data, error, refetch } = useEndpoint(ageingDashboard, { query: {} });
  const ages = useAges();
  if (data === undefined) return <ChartWait tall title={TITLE} {...{ error, refetch }} />;
  return (
    <Card className="grid">
      <div className="flex h-full flex-col">
        <Chart
          kind="bar"
          fill
          height={300}
          title={TITLE}
          currency={data.currency}
          data={BUCKETS.map((bucket) => ({
            label: BUCKET_LABELS[bucket],
            values: { amount: data[bucket] },
            ...ages(data, bucket),
          }))}
          series={[{ key: 'amount', label: 'Outstanding', color: 'brand' }]}
          action={
            <LinkButton size="sm" variant="ghost" href={paths.ageingOverview}>
              Open ageing
            </LinkButton>
          }
        />
        <p className="mt-2 flex flex-wrap gap-x-4 text-xs text-mute">
          <span>
            Unallocated cash <MoneyText value={data.unallocated} currency={data.currency} />
          </span>
          <span>
            Premium due, less that cash <MoneyText withCurrency strong value={data.total} currency={data.currency} />
          </span>
        </p>
      </div>
    </Card>
  );
}
