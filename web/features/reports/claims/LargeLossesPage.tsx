import { largeLosses, largeLossTable } from '../../../../domain/claims/large-losses.ts';
import { exportFile } from '../../../api/export-file.ts';
import { useFirmToday } from '../../../api/firm-day.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { atId, paths } from '../../../paths.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { StatusBadge } from '../../../ui/marks/Badge.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { DataTable } from '../../../ui/tables/DataTable.tsx';
import { type FigureHref, screenColumns } from '../../../ui/tables/table-columns.tsx';
import { useBaseCurrency } from '../../../api/base-currency.ts';
import { ClaimTabs } from '../../claims/ClaimTabs.tsx';
import { ReportHead } from '../ReportHead.tsx';
import { MoreRows } from '../MoreNotes.tsx';
import { ReportWait } from '../ReportWait.tsx';
import { onPaper, useWideSheet } from '../../../ui/tables/use-wide-sheet.ts';
import { useFigures } from '../explained/figures.ts';
import { large } from '../../../../domain/explained/claims.ts';
import type { WireReply } from '../../../../domain/endpoint.ts';
import { showDay } from '../../../ui/marks/format.ts';

const columnsOf = (base: string, behind: FigureHref<WireReply<typeof largeLosses>['data'][number]>) =>
  screenColumns(largeLossTable, {
    behind,
    base,
    cells: {
      policy: (row) => row.policy.name,
      // Later than the policy asks for is to be seen.
      notice_days: (row) => (
        <span className={row.notice_allowed !== null && row.notice_days > row.notice_allowed ? 'text-bad' : ''}>
          {row.notice_days}
        </span>
      ),
      advice_due: (row) => (row.advice_due ? <StatusBadge label="To advise" tone="warn" /> : '–'),
    },
  });

/** Claims from their class's amount on, the largest first, and of which the securities are to be advised. C18. */
export function LargeLossesPage() {
  useWideSheet();
  const base = useBaseCurrency();
  const behind = useFigures(large, {});
  const today = useFirmToday();
  const { data, error, refetch } = useEndpoint(largeLosses, { query: {} });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ReportHead
        call={largeLosses}
        title="Large losses"
        detail={`As at ${showDay(today)}`}
        onExport={(format) => exportFile(largeLosses, { query: {}, name: 'large-losses' }, format)}
      />
      <ClaimTabs current="Large losses" />
      {data === undefined && <ReportWait {...{ error, refetch }} />}
      {data?.data.length === 0 && (
        <EmptyState title="No large losses.">
          From which amount a loss is large is a setting of its class; claims from there on are listed here.
        </EmptyState>
      )}
      {data?.more === true && <MoreRows of="claims" />}
      {data !== undefined && data.data.length > 0 && (
        <Card flush>
          <div className={onPaper}>
            <DataTable
              label="Large losses"
              columns={columnsOf(base, behind)}
              rows={data.data}
              rowKey={(row) => String(row.id)}
              rowLabel={(row) => row.number}
              rowHref={(row) => atId(paths.claim, row.id)}
            />
          </div>
        </Card>
      )}
    </div>
  );
}
