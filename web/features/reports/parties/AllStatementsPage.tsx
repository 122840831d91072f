import { facultativeReportAll } from '../../../../domain/reports/contract.ts';
import { exportFile } from '../../../api/export-file.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { AsAtField, useReportDay } from '../AsAtField.tsx';
import { MoreNotes } from '../MoreNotes.tsx';
import { OpenOnlySwitch, useOpenOnly } from './OpenOnly.tsx';
import { ReportHead } from '../ReportHead.tsx';
import { ReportWait } from '../ReportWait.tsx';
import { Statement } from './Statement.tsx';
import { useWideSheet } from '../use-wide-sheet.ts';
import { showDay } from '../../../ui/marks/format.ts';

/** The statements of all reinsureds, one under the other. */
export function AllStatementsPage() {
  useWideSheet();
  const asAt = useReportDay();
  const openOnly = useOpenOnly();
  const query = { asat: asAt };
  const { data, error, refetch } = useEndpoint(facultativeReportAll, { query });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ReportHead
        call={facultativeReportAll}
        title="All reinsureds"
        detail={`Statements of account as at ${showDay(asAt)}`}
        onExport={(format) =>
          exportFile(
            facultativeReportAll,
            { query: { ...query, ...(openOnly && { open: 'only' as const }) }, name: 'statements' },
            format,
          )
        }
      >
        <AsAtField />
      </ReportHead>
      {data === undefined && <ReportWait {...{ error, refetch }} />}
      {data?.totals.length === 0 && (
        <EmptyState title="No notes by this date.">
          Notes of policies that are approved by this date are listed here, reinsured by reinsured.
        </EmptyState>
      )}
      {data?.more === true && <MoreNotes />}
      {data !== undefined && data.totals.length > 0 && (
        <>
          <OpenOnlySwitch />
          <Statement reply={data} openOnly={openOnly} />
        </>
      )}
    </div>
  );
}
