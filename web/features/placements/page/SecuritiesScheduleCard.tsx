import type { WireReply } from '../../../../domain/endpoint.ts';
import { scheduleOfSecurities } from '../../../../domain/reports/securities.ts';
import { scheduleTable, scheduleTotals } from '../../../../domain/reports/tables.ts';
import { exportFile } from '../../../api/export-file.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { DayText, MoneyText } from '../../../ui/marks/Figures.tsx';
import { ExportButton } from '../../../ui/tables/ListPage.tsx';
import { ErrorState, Skeleton } from '../../../ui/notices/States.tsx';
import { StatementTable, type StatementColumn, type StatementGroup } from '../../../ui/tables/StatementTable.tsx';
import { screenColumns, totalCells } from '../../../ui/tables/table-columns.tsx';
import { PartyLink } from '../../../ui/marks/NameLink.tsx';
import { leftWhereNone } from '../../ledger/uncollectable.ts';

type Reply = WireReply<typeof scheduleOfSecurities>;
type Row = Reply['data'][number];

/** While nothing is endorsed each security is one line; then it is a group of the original and its endorsements. */
const FIRST: Record<'plain' | 'endorsed', StatementColumn<Row>> = {
  plain: { id: 'document', title: 'Security', cell: (row) => <PartyLink party={row.security} /> },
  endorsed: {
    id: 'document',
    title: 'Document',
    cell: (row) => (
      <span className="whitespace-nowrap">
        {row.endorsement ?? 'Original'} <span className="text-mute">from</span> <DayText value={row.effective_date} />
      </span>
    ),
  },
};

const columnsOf = ({ currency, total }: Reply, first: StatementColumn<Row>): StatementColumn<Row>[] => [
  first,
  ...screenColumns(scheduleTable, {
    currency,
    without: leftWhereNone([{ ...total, currency }]),
    cells: { balance: (row) => <MoneyText value={row.balance} currency={currency} strong /> },
  }),
];

function groupsOf({ data, securities, currency }: Reply): StatementGroup<Row>[] {
  return securities.map(({ security, ...figures }) => {
    const rows = data.filter((row) => row.security.id === security.id);
    return {
      id: String(security.id),
      title: <PartyLink party={security} />,
      rows,
      ...(rows.length > 1 && {
        totals: { document: 'Together', ...totalCells(scheduleTotals, figures, { currency }) },
      }),
    };
  });
}

/** The schedule of securities: what each has of the original and of every endorsement, what was paid, what is owed. */
export function SecuritiesScheduleCard({ id, reference }: { id: number; reference: string }) {
  const query = { param: String(id) };
  const { data, error, refetch } = useEndpoint(scheduleOfSecurities, { query });
  const endorsed = data?.data.some((row) => row.endorsement !== null) ?? false;
  const name = `schedule-of-securities-${reference.replaceAll('/', '-')}`;
  return (
    <Card
      flush
      title="Schedule of securities"
      actions={
        data !== undefined && (
          <>
            <ExportButton onExport={(format) => exportFile(scheduleOfSecurities, { query, name }, format)} />
            <span className="text-xs font-medium text-mute">{data.currency}</span>
          </>
        )
      }
    >
      {data === undefined &&
        (error === null ? (
          <div className="grid gap-3 p-4">
            <Skeleton className="w-64" />
            <Skeleton className="w-48" />
          </div>
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ))}
      {data !== undefined && (
        <StatementTable
          caption={`Schedule of securities, in ${data.currency}`}
          columns={columnsOf(data, endorsed ? FIRST.endorsed : FIRST.plain)}
          groups={endorsed ? groupsOf(data) : [{ id: 'all', rows: data.data }]}
          rowKey={(row) => `${row.security.id} ${row.endorsement ?? ''}`}
          totals={{ document: 'Total', ...totalCells(scheduleTotals, data.total, { currency: data.currency }) }}
        />
      )}
    </Card>
  );
}
