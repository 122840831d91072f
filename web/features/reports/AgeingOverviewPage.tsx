import { ageingOverview } from '../../../domain/reports/contract.ts';
import { parseDay, showDay } from '../../../domain/values/day.ts';
import { useFirmToday } from '../../api/firm-day.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { DayField } from '../../ui/fields/DayField.tsx';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { EmptyState, ErrorState } from '../../ui/notices/States.tsx';
import { useAddress } from '../../ui/hooks/use-address.ts';
import { exportFile } from '../../api/export-file.ts';
import { AgeingTable } from './AgeingTable.tsx';
import { ReportHead } from './ReportHead.tsx';
import { ReportSkeleton } from './ReportSkeleton.tsx';
import { useWideSheet } from './use-wide-sheet.ts';

/** What each reinsured owes by the age of its due date, as at any date, per currency. */
export function AgeingOverviewPage() {
  useWideSheet();
  const [address, change] = useAddress();
  const today = useFirmToday();
  const asAt = parseDay(address['asat'] ?? '') ?? today;
  const { data, error, refetch } = useEndpoint(ageingOverview, { query: { asat: asAt } });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ReportHead
        title="Receivables ageing"
        detail={
          data === undefined ? (
            `As at ${showDay(asAt)}`
          ) : (
            <>
              As at {showDay(data.as_at)} ·{' '}
              <MoneyText withCurrency zero="digits" value={data.base_total} currency={data.base_currency} /> in all
            </>
          )
        }
        onExport={(format) => exportFile(ageingOverview, { query: { asat: asAt }, name: 'ageing' }, format)}
      >
        <DayField
          label="As at"
          name="asat"
          className="w-38 pointer-coarse:w-42"
          value={asAt}
          onChange={(day) => change({ asat: day === today ? undefined : day })}
        />
      </ReportHead>
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <ReportSkeleton />}
      {data?.data.length === 0 && (
        <EmptyState title="Nothing is outstanding.">
          Debit notes that reinsureds have not paid by this date are listed here by their age.
        </EmptyState>
      )}
      {data?.totals.map((totals) => (
        <AgeingTable
          key={totals.currency}
          totals={totals}
          rows={data.data.filter((row) => row.currency === totals.currency)}
          asAt={data.as_at}
        />
      ))}
    </div>
  );
}
