import { facultativeReportAll } from '../../../../domain/reports/contract.ts';
import { exportFile } from '../../../api/export-file.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { AsAtField, useReportDay } from '../AsAtField.tsx';
import { BesideField, useBeside } from '../BesideField.tsx';
import { MoreNotes } from '../MoreNotes.tsx';
import { RatedWait, RatesField, useRates } from '../RatesField.tsx';
import { AsAtTotal, OF_NOTES } from './AsAtTotal.tsx';
import { NoNotes, OpenOnlySwitch, useOpenOnly } from './OpenOnly.tsx';
import { ReportHead } from '../ReportHead.tsx';
import { Sheet } from '../Sheet.tsx';
import { Statement } from './Statement.tsx';
import { useWideSheet } from '../../../ui/tables/use-wide-sheet.ts';

/** The statements of all reinsureds, one under the other. */
export function AllStatementsPage() {
  useWideSheet();
  const asAt = useReportDay();
  const open = useOpenOnly();
  const beside = useBeside();
  const rates = useRates();
  const query = { asat: asAt, beside, rates, ...open };
  const { data, error, refetch, isPlaceholderData: waiting } = useEndpoint(facultativeReportAll, { query });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ReportHead
        {...{ waiting }}
        call={facultativeReportAll}
        title="All reinsureds"
        detail={
          <>
            Statements of account · <AsAtTotal {...{ asAt }} reply={data} of={OF_NOTES} />
          </>
        }
        onExport={(format) => exportFile(facultativeReportAll, { query, name: 'statements' }, format)}
      >
        <BesideField />
        <RatesField />
        <AsAtField />
      </ReportHead>
      {data === undefined && <RatedWait {...{ error, refetch }} />}
      {data !== undefined && (data.totals.length > 0 || open.open === 'only') && <OpenOnlySwitch />}
      <Sheet {...{ waiting }}>
        {data?.totals.length === 0 && (
          <NoNotes>Notes of policies that are approved by this date are listed here, reinsured by reinsured.</NoNotes>
        )}
        {data?.more === true && <MoreNotes />}
        {data !== undefined && data.totals.length > 0 && <Statement reply={data} {...open} />}
      </Sheet>
    </div>
  );
}
