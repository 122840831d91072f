import type { WireReply } from '../../../../domain/endpoint.ts';
import type { monthlyReport } from '../../../../domain/reports/monthly.ts';
import { shortMonth, yearOf } from '../../../../domain/values/day.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { useAddress } from '../../../ui/hooks/use-address.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { Chart } from '../../../ui/marks/Chart.tsx';

type Reply = WireReply<typeof monthlyReport>;

/** Is the year ahead of last year, and what has a budget ahead of it? Month by month in base, with the table behind it. */
export function MonthsChart({ reply }: { reply: Reply }) {
  const [address, change] = useAddress();
  const figure = address['chart'] === 'brokerage' ? 'brokerage' : 'premium';
  const year = yearOf(reply.month);
  const budgeted = reply.months.some((month) => month[`budget_${figure}`] !== null);
  // A budget is beside what was made of its classes; the rest is told apart from it.
  const partly = budgeted && reply.months.some((month) => month[`planned_${figure}`] !== month[figure]);
  const all = partly ? ', all classes' : '';
  return (
    <Card className="no-print">
      <Chart
        kind="bar"
        title={`${figure === 'premium' ? 'Premium' : 'Brokerage'} of all classes by month, ${year}, at booked rates`}
        currency={reply.base_currency}
        data={reply.months.map((month) => ({
          label: shortMonth(month.month),
          values: {
            made: month[figure],
            last_year: month[`${figure}_last_year`],
            ...(partly && { planned: month[`planned_${figure}`] ?? '0' }),
            ...(budgeted && { budget: month[`budget_${figure}`] ?? '0' }),
          },
        }))}
        series={[
          { key: 'last_year', label: `${year - 1}${all}`, color: 'past' },
          { key: 'made', label: `${year}${all}`, color: 'brand' },
          ...(partly
            ? [{ key: 'planned', label: `${year}, classes with a budget`, color: 'brand', partOf: 'made' } as const]
            : []),
          ...(budgeted ? [{ key: 'budget', label: 'Budget', color: 'warn' } as const] : []),
        ]}
        height={200}
        action={
          <Button
            size="sm"
            onClick={() => change({ chart: figure === 'premium' ? 'brokerage' : undefined })}
            className="no-print"
          >
            {figure === 'premium' ? 'Brokerage instead' : 'Premium instead'}
          </Button>
        }
      />
    </Card>
  );
}
