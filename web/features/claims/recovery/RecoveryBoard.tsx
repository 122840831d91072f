import { useState, type ReactNode } from 'react';
import { recoveryBoard } from '../../../../domain/claims/report-contract.ts';
import type { WireReply } from '../../../../domain/endpoint.ts';
import { exportFile } from '../../../api/export-file.ts';
import { can, useSession } from '../../../api/session.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { useAddress } from '../../../ui/hooks/use-address.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { NoPage } from '../../../ui/layout/NoPage.tsx';
import { PageTitle } from '../../../ui/layout/PageTitle.tsx';
import { DayText, MoneyText } from '../../../ui/marks/Figures.tsx';
import { ReportSkeleton } from '../../../ui/notices/ReportSkeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/notices/States.tsx';
import { focusRing } from '../../../ui/styles.ts';
import { ExportButton } from '../../../ui/tables/ListPage.tsx';
import { StatementTable, type StatementColumn } from '../../../ui/tables/StatementTable.tsx';
import { useAlikeTables } from '../../../ui/tables/use-alike-tables.ts';
import { isNothing, sumOf } from '../../ledger/wire-amounts.ts';
import { showDay } from '../../../ui/marks/format.ts';
import { onPaper, useWideSheet } from '../../../ui/tables/use-wide-sheet.ts';
import { useFirmToday } from '../../../api/firm-day.ts';
import { FirmOnPaper } from '../../ledger/FirmOnPaper.tsx';
import { ViewsMenu } from '../../views/ViewsMenu.tsx';
import { RemindDialog } from './RemindDialog.tsx';
import { RecoveryItems } from './RecoveryItems.tsx';

type Row = WireReply<typeof recoveryBoard>[number];
type Amount = 'called' | 'collected' | 'open' | 'to_be_agreed' | 'overdue' | 'disputed';

function Money({ row, name, bad = false }: { row: Row; name: Amount; bad?: boolean }) {
  const alarming = bad && !isNothing(row[name], row.currency);
  return <MoneyText value={row[name]} currency={row.currency} {...(alarming && { tone: 'bad' as const })} />;
}

function columnsOf(onOpen: (row: Row) => void): StatementColumn<Row>[] {
  const money = (id: Amount, title: string, bad = false): StatementColumn<Row> => ({
    id,
    title,
    align: 'right',
    cell: (row) => <Money {...{ row, bad }} name={id} />,
  });
  return [
    {
      id: 'security',
      title: 'Security',
      cell: (row) => (
        <button
          type="button"
          dir="auto"
          onClick={() => onOpen(row)}
          className={`block min-h-6 max-w-64 truncate rounded text-left text-link hover:underline ${focusRing}`}
          title={row.security.name}
        >
          {row.security.name}
        </button>
      ),
    },
    money('open', 'Owes'),
    money('overdue', 'Overdue', true),
    money('disputed', 'Disputed', true),
    money('to_be_agreed', 'To be agreed'),
    {
      ...money('called', 'Called'),
      lower: { id: 'collected', title: 'Collected' },
      second: (row) => <Money {...{ row }} name="collected" />,
    },
    { id: 'claims', title: 'Claims', align: 'right', cell: (row) => row.claims },
    {
      id: 'oldest',
      title: 'Oldest due',
      cell: (row) => <DayText value={row.oldest_due_on} none="–" />,
      lower: { id: 'usual', title: 'Usual days' },
      second: (row) => row.usual_days ?? '–',
    },
  ];
}

/** Reminders go to so many securities at once. */
const AT_ONCE = 100;

const AMOUNTS: readonly Amount[] = ['open', 'overdue', 'disputed', 'to_be_agreed', 'called', 'collected'];

function totalsOf(rows: readonly Row[], currency: string): Record<string, ReactNode> {
  const amounts = AMOUNTS.map((name) => [
    name,
    <MoneyText
      key={name}
      value={sumOf(
        rows.map((row) => row[name]),
        currency,
      )}
      {...{ currency }}
    />,
  ]);
  return { security: 'Total', ...Object.fromEntries(amounts) };
}

/** By security what was called, came in, is late or disputed, with its usual days to pay; opening to the items. */
export function RecoveryBoard({ tabs }: { tabs: ReactNode }) {
  useWideSheet();
  const tables = useAlikeTables();
  const today = useFirmToday();
  const session = useSession();
  const may = can(session, 'claims.view');
  const [address] = useAddress();
  const [reminding, setReminding] = useState(false);
  const [opened, setOpened] = useState<Row | null>(null);
  const currency = address['currency'];
  const query = currency === undefined ? {} : { currency };
  const { data, error, refetch } = useEndpoint(recoveryBoard, { query }, { enabled: may });
  if (!may) return <NoPage title="Claims" may={false} />;
  const currencies = [...new Set(data?.map((row) => row.currency))];
  const late = [
    ...new Set(data?.filter((row) => !isNothing(row.overdue, row.currency)).map((row) => row.security.id)),
  ].slice(0, AT_ONCE);
  // A security has a row in each currency.
  const securities = Map.groupBy(data ?? [], (row) => row.security.id);
  const owing = [...securities.values()].filter((rows) =>
    rows.some((row) => !isNothing(row.open, row.currency)),
  ).length;
  return (
    <div ref={tables} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div>
          <FirmOnPaper call={recoveryBoard} />
          <PageTitle
            title="Recovery"
            detail={
              data === undefined
                ? '\u00a0'
                : `As at ${showDay(today)} · ${owing} of ${securities.size} ${securities.size === 1 ? 'security owes' : 'securities owe'} something`
            }
          />
        </div>
        <div className="no-print flex flex-wrap gap-2">
          {can(session, 'claims.create') && late.length > 0 && (
            <Button variant="primary" onClick={() => setReminding(true)}>
              Send reminders
            </Button>
          )}
          <ViewsMenu call={recoveryBoard} report />
          <ExportButton onExport={(format) => exportFile(recoveryBoard, { query, name: 'recovery' }, format)} />
        </div>
      </div>
      {tabs}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <ReportSkeleton />}
      {data?.length === 0 && (
        <EmptyState title="Nothing was called.">
          Once a cash call is approved, what each security owes and how late it is are shown here.
        </EmptyState>
      )}
      {currencies.map((code) => {
        const rows = (data ?? []).filter((row) => row.currency === code);
        return (
          <Card flush key={code} title={code} className={onPaper}>
            <StatementTable
              caption={`What securities owe on claims, in ${code}`}
              columns={columnsOf(setOpened)}
              groups={[{ id: code, rows }]}
              rowKey={(row) => String(row.security.id)}
              totals={totalsOf(rows, code)}
            />
          </Card>
        );
      })}
      {reminding && <RemindDialog securities={late} onClose={() => setReminding(false)} />}
      {opened !== null && (
        <RecoveryItems
          security={opened.security}
          currency={opened.currency}
          open={opened.open}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}
