import { AGED_FIGURES, ageingOverview } from '../../../../domain/reports/ageing.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { exportFile } from '../../../api/export-file.ts';
import { AgeingTable } from './AgeingTable.tsx';
import { AsAtField, useReportDay } from '../AsAtField.tsx';
import { AsAtTotal } from './AsAtTotal.tsx';
import { ReportHead } from '../ReportHead.tsx';
import { Sheet } from '../Sheet.tsx';
import { RatedWait, RatesField, useRates } from '../RatesField.tsx';
import { useWideSheet } from '../../../ui/tables/use-wide-sheet.ts';
import { usePartySort } from './use-party-sort.ts';
import { BesideField, useBeside } from '../BesideField.tsx';

/** What each reinsured owes by the age of its due date, as at any date, per currency. */
export function AgeingOverviewPage() {
  useWideSheet();
  const asAt = useReportDay();
  const beside = useBeside();
  const rates = useRates();
  const sort = usePartySort(AGED_FIGURES);
  const query = { asat: asAt, beside, rates, sort };
  const { data, error, refetch, isPlaceholderData: waiting } = useEndpoint(ageingOverview, { query });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ReportHead
        {...{ waiting }}
        call={ageingOverview}
        shown={{ sort }}
        title="Receivables ageing"
        detail={<AsAtTotal asAt={data?.as_at ?? asAt} reply={data} />}
        onExport={(format) => exportFile(ageingOverview, { query, name: 'ageing' }, format)}
      >
        <RatesField />
        <BesideField />
        <AsAtField />
      </ReportHead>
      <Sheet {...{ waiting }}>
        {data === undefined && <RatedWait {...{ error, refetch }} above={17.5} />}
        {data?.data.length === 0 && (
          <EmptyState title="Nothing is outstanding.">
            Debit notes that reinsureds have not paid by this date are listed here by their age.
          </EmptyState>
        )}
        {data !== undefined && data.data.length > 0 && <AgeingTable reply={data} />}
      </Sheet>
    </div>
  );
}
