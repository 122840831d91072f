import {
  clientMoney,
  clientMoneyTable,
  MATTERS,
  paidAhead,
  paidAheadTable,
} from '../../../domain/reports/client-money.ts';
import { showDay } from '../../../domain/values/day.ts';
import { exportFile } from '../../api/export-file.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { claimHref, invoiceHref, policyHref, slipHref } from '../../paths.ts';
import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { DataTable } from '../../ui/tables/DataTable.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { AsAtField, useReportDay } from './AsAtField.tsx';
import { ReportHead } from './ReportHead.tsx';
import { ReportWait } from './ReportWait.tsx';
import { onPaper, useWideSheet } from './use-wide-sheet.ts';

const HREFS: ReadonlyMap<string, (id: number) => string> = new Map([
  [MATTERS.CLAIM, claimHref],
  [MATTERS.POLICY, policyHref],
  [MATTERS.SLIP, slipHref],
  [MATTERS.INVOICE, invoiceHref],
]);

/** A note from history hangs on no record of ours. */
const AHEAD_COLUMNS = screenColumns(paidAheadTable, {
  cells: {
    matter: ({ kind, matter }) => {
      const href = HREFS.get(kind)?.(matter.id);
      return href === undefined ? matter.name : <AppLink href={href}>{matter.name}</AppLink>;
    },
  },
});

/** Whether the client bank holds what belongs to others, and which notes and claims were paid ahead of what came in. M14. */
export function ClientMoneyPage() {
  useWideSheet();
  const day = useReportDay();
  const query = { asat: day };
  const { data, error, refetch } = useEndpoint(clientMoney, { query });
  const ahead = useEndpoint(paidAhead, { query }).data?.data ?? [];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ReportHead
        title="Client money"
        detail={`As at ${showDay(day)}`}
        onExport={(format) => exportFile(clientMoney, { query, name: 'client-money' }, format)}
      >
        <AsAtField />
      </ReportHead>
      {data === undefined && <ReportWait {...{ error, refetch }} />}
      {data?.data.length === 0 && (
        <EmptyState title="No client money is held.">A receipt into a client account begins it.</EmptyState>
      )}
      {data !== undefined && data.data.length > 0 && (
        <Card flush>
          <div className={onPaper}>
            <DataTable
              label="Client money by currency"
              columns={screenColumns(clientMoneyTable)}
              rows={data.data}
              rowKey={(row) => `${row.branch} ${row.currency}`}
            />
          </div>
        </Card>
      )}
      {ahead.length > 0 && (
        <Card flush title="Paid ahead of what came in">
          <div className={onPaper}>
            <DataTable
              label="Paid ahead of what came in"
              columns={AHEAD_COLUMNS}
              rows={ahead}
              rowKey={(row) => `${row.kind} ${row.matter.id} ${row.matter.name} ${row.currency}`}
            />
          </div>
        </Card>
      )}
    </div>
  );
}
