import { listPositions } from '../../../../domain/closing/contract.ts';
import { exportFile } from '../../../api/export-file.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { AsAtField, useReportDay } from '../AsAtField.tsx';
import { BesideField, useBeside } from '../BesideField.tsx';
import { ReportHead } from '../ReportHead.tsx';
import { Sheet } from '../Sheet.tsx';
import { ReportWait } from '../ReportWait.tsx';
import { onPaper, useWideSheet } from '../../../ui/tables/use-wide-sheet.ts';
import { useFigures } from '../explained/figures.ts';
import { PositionsTable } from './PositionsTable.tsx';
import { positions } from '../../../../domain/explained/ledger.ts';
import { showDay } from '../../../ui/marks/format.ts';

/** How the firm is placed in each currency: no sum is made over them but in base, at the rates shown. M7. */
export function PositionsPage() {
  useWideSheet();
  const day = useReportDay();
  const beside = useBeside();
  const query = { asat: day, beside };
  const { data, error, refetch, isPlaceholderData: waiting } = useEndpoint(listPositions, { query });
  const base = data?.base_currency ?? '';
  const behind = useFigures(positions, query);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ReportHead
        {...{ waiting }}
        call={listPositions}
        title="Positions per currency"
        detail={`As at ${showDay(day)}`}
        onExport={(format) => exportFile(listPositions, { query, name: 'positions' }, format)}
      >
        <BesideField />
        <AsAtField />
      </ReportHead>
      <Sheet {...{ waiting }}>
        {data === undefined && <ReportWait {...{ error, refetch }} />}
        {data?.data.length === 0 && (
          <EmptyState title="Nothing is held or owed in another currency.">
            A policy, receipt or voucher in another currency than {base} makes a position.
          </EmptyState>
        )}
        {data !== undefined && data.data.length > 0 && (
          <Card flush>
            <div className={onPaper}>
              <PositionsTable reply={data} beside={beside} behind={behind} />
            </div>
          </Card>
        )}
      </Sheet>
    </div>
  );
}
