import type { WireReply } from '../../../../domain/endpoint.ts';
import {
  besideRows,
  isBudgeted,
  MONTHLY_BESIDE,
  MONTHLY_BESIDE_LABELS,
  MONTHLY_BUDGET,
  MONTHLY_CHANGE,
  MONTHLY_GROUPS,
  MONTHLY_LABELS,
  MONTHLY_MONEY,
  MONTHLY_MONEY_LABELS,
  type MonthlyBeside,
  type MonthlyGroup,
  type MonthlyMoney,
  monthlyReport,
  monthlyTable,
  monthlyTotals,
} from '../../../../domain/reports/monthly.ts';
import { addMonths, lastOfMonth, parseDay, shortMonth, yearOf, showMonth } from '../../../../domain/values/day.ts';
import { exportFile } from '../../../api/export-file.ts';
import { useFirmToday } from '../../../api/firm-day.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { DayField } from '../../../ui/fields/DayField.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { showCount } from '../../../ui/fields/whole-number.ts';
import { useAddress } from '../../../ui/hooks/use-address.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { paths } from '../../../paths.ts';
import { LinkButton } from '../../../ui/buttons/Button.tsx';
import { Notice } from '../../../ui/notices/Notice.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { DataTable } from '../../../ui/tables/DataTable.tsx';
import { type FigureHref, screenColumns, totalCells } from '../../../ui/tables/table-columns.tsx';
import { useAlikeTables } from '../../../ui/tables/use-alike-tables.ts';
import { MonthsChart } from './MonthsChart.tsx';
import { GroupName } from './GroupName.tsx';
import { ReportHead } from '../ReportHead.tsx';
import { Sheet } from '../Sheet.tsx';
import { ReportWait } from '../ReportWait.tsx';
import { onPaper, useWideSheet } from '../../../ui/tables/use-wide-sheet.ts';
import { useFigures } from '../explained/figures.ts';
import { monthly, monthlySums } from '../../../../domain/explained/production.ts';

type Reply = WireReply<typeof monthlyReport>;
type Row = Reply['data'][number];
type Shown = { by: MonthlyGroup; money: MonthlyMoney; beside: MonthlyBeside | undefined };
type TableProps = Shown & { reply: Reply; totals: Reply['totals'][number] };
type Of = Pick<Shown, 'beside'> & { by: MonthlyGroup; base: string; budgeted: boolean; behind: FigureHref<Row> };

const GROUPS = MONTHLY_GROUPS.map((value) => ({ value, label: MONTHLY_LABELS[value] }));

const MONEY = MONTHLY_MONEY.map((value) => ({ value, label: MONTHLY_MONEY_LABELS[value] }));

/** With the budget beside it there is no room for the month before. */
const BESIDE_BUDGET = [
  'name',
  'policies',
  'premium',
  'budget_premium',
  'variance_premium',
  'premium_last_year',
  'premium_year',
  'budget_premium_year',
  'variance_premium_year',
  'premium_last_year_to_date',
  'brokerage_year',
  'budget_brokerage_year',
  'variance_brokerage_year',
] as const;

/** A variance stands below its budget, last year below this one. */
const UNDER_BUDGET = {
  premium: 'premium_last_year',
  budget_premium: 'variance_premium',
  premium_year: 'premium_last_year_to_date',
  budget_brokerage_year: 'variance_brokerage_year',
} as const;

/** Last year with the difference, of the month and to date. */
const BESIDE_LAST_YEAR = [
  'name',
  'policies',
  'premium',
  'premium_last_year',
  'change_last_year',
  'premium_year',
  'premium_last_year_to_date',
  'change_last_year_to_date',
  'brokerage',
  'brokerage_year',
] as const;

const ALL = 'all';
const BESIDES = [
  { value: ALL, label: 'Month before, last year' },
  ...MONTHLY_BESIDE.map((value) => ({ value, label: MONTHLY_BESIDE_LABELS[value] })),
];

const monthAndYear = (day: string): string => `${shortMonth(day)} ${yearOf(day)}`;

/** Premium by when it was posted, "Mar 2026", "2026 to date", with the brokerage on it. */
function columnsOf(month: string, { by, base, budgeted, beside, behind }: Of) {
  const year = yearOf(month);
  return screenColumns(monthlyTable, {
    behind,
    base,
    paired: true,
    ...(beside === 'last_year'
      ? { only: BESIDE_LAST_YEAR, under: { premium_last_year: 'change_last_year' } as const }
      : budgeted
        ? { only: BESIDE_BUDGET, under: UNDER_BUDGET }
        : { without: [...MONTHLY_BUDGET, ...MONTHLY_CHANGE] }),
    titles: {
      name: MONTHLY_LABELS[by],
      premium: `Premium, ${monthAndYear(month)}`,
      brokerage: 'Brokerage',
      premium_before: monthAndYear(addMonths(month, -1)),
      premium_last_year: monthAndYear(addMonths(month, -12)),
      premium_year: `${year} to date`,
      brokerage_year: 'Brokerage to date',
      premium_last_year_to_date: `${year - 1} to date`,
      change_last_year: 'Difference',
      change_last_year_to_date: 'Difference',
      variance_premium_year: 'Variance',
      budget_brokerage_year: 'Its budget',
      variance_brokerage_year: 'Variance',
    },
    cells: {
      name: (row) => <GroupName {...{ by, row }} />,
      premium: (row) => <MoneyText value={row.premium} currency={row.currency} strong />,
    },
  });
}

function MonthTable({ reply, totals, by, money, beside }: TableProps) {
  const { currency } = totals;
  const budgeted = isBudgeted({ by, money });
  const query = { by, money, beside, date: reply.month };
  const behind = useFigures(monthly, query);
  const behindSums = useFigures(monthlySums, query);
  return (
    <Card flush title={currency}>
      <div className={onPaper}>
        <DataTable
          label={`Production in ${currency}`}
          columns={columnsOf(reply.month, {
            by,
            base: reply.base_currency,
            budgeted,
            beside,
            behind,
          })}
          rows={reply.data.filter((row) => row.currency === currency)}
          rowKey={(row) => row.id}
          totals={{
            ...totalCells(monthlyTotals, totals, { currency, base: reply.base_currency, behind: behindSums }),
            name: 'Total',
            policies: totals.policies,
          }}
        />
      </div>
    </Card>
  );
}

/** Beside production of all classes stands the budget of some: how many have none, or have it in some branches alone. */
function WithoutBudget({ reply: { data, partly_planned: partly } }: { reply: Reply }) {
  const without = data.filter((row) => row.budget_premium_year === null).length;
  const none = without === data.length ? 0 : without;
  if (none === 0 && partly === 0) return null;
  const has = (count: number) => (count === 1 ? 'has' : 'have');
  return (
    <Notice>
      {none > 0 && `${showCount(none)} of ${showCount(data.length)} classes ${has(none)} no budget. `}
      {partly > 0 && `${showCount(partly)} ${has(partly)} one in some of these branches alone. `}
      What is made without a budget is hatched in the chart, and in no variance.
    </Notice>
  );
}

/** One month's production, with endorsements, beside the month before, last year and the years to date. */
export function MonthlyReportPage() {
  useWideSheet();
  const tables = useAlikeTables();
  const [address, change] = useAddress();
  const today = useFirmToday();
  const date = parseDay(address['date'] ?? '') ?? today;
  const by = MONTHLY_GROUPS.find((one) => one === address['by']) ?? 'class';
  const beside = besideRows({ by, beside: MONTHLY_BESIDE.find((one) => one === address['beside']) });
  // The budget is in base.
  const money: MonthlyMoney = address['money'] === 'base' || beside === 'budget' ? 'base' : 'currency';
  const query = { date, by, money, beside };
  const { data, error, refetch, isPlaceholderData: waiting } = useEndpoint(monthlyReport, { query });
  return (
    <div ref={tables} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ReportHead
        {...{ waiting }}
        call={monthlyReport}
        title="Monthly production"
        detail={`Premium and brokerage of ${showMonth(date)}, endorsements with them${
          lastOfMonth(date) > today ? '. It is not over; the months beside it are whole' : ''
        }`}
        onExport={(format) => exportFile(monthlyReport, { query, name: 'monthly-production' }, format)}
      >
        <Select
          label="By"
          name="monthly-by"
          className="w-40"
          options={GROUPS}
          value={by}
          onChange={(one) =>
            change({ by: one, ...(one !== 'class' && beside === 'budget' && { beside: undefined }) }, 'push')
          }
        />
        <Select
          label="In"
          name="monthly-money"
          className="w-44"
          options={MONEY}
          value={money}
          onChange={(one) =>
            change(
              { money: one === 'currency' ? undefined : one, ...(beside === 'budget' && { beside: undefined }) },
              'push',
            )
          }
        />
        <Select
          label="Beside"
          name="beside"
          className="w-48"
          options={BESIDES.filter(({ value }) => by === 'class' || value !== 'budget')}
          value={beside ?? ALL}
          onChange={(one) => change({ beside: one === ALL ? undefined : one }, 'push')}
        />
        <DayField
          label="A day of the month"
          name="monthly-date"
          whenLeft
          className="w-38 pointer-coarse:w-42"
          value={date}
          onChange={(day) => change({ date: day === today || day === '' ? undefined : day })}
        />
      </ReportHead>
      <Sheet {...{ waiting }}>
        {data === undefined && <ReportWait {...{ error, refetch }} above={15} />}
        {data?.data.length === 0 && (
          <EmptyState title="No production in this month.">
            Policies and endorsements approved in this month, the one before, or in either year to date are summed here.
          </EmptyState>
        )}
        {beside === 'budget' && data?.months.every((month) => month.budget_premium === null) === true && (
          <Notice action={<LinkButton href={paths.budgets}>Budgets</LinkButton>}>
            No budget is entered for {yearOf(data.month)}.
          </Notice>
        )}
        {data !== undefined && data.data.length > 0 && <MonthsChart reply={data} />}
        {data !== undefined && <WithoutBudget reply={data} />}
        {data?.totals.map((totals) => (
          <MonthTable key={totals.currency} reply={data} {...{ totals, by, money, beside }} />
        ))}
      </Sheet>
    </div>
  );
}
