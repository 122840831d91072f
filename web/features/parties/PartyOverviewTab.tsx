import { partyNotes, partyPosition, partyPremium } from '../../../domain/parties/contract.ts';
import { shortMonth } from '../../../domain/values/day.ts';
import { OPEN_SIDE_LABELS, positionTable } from '../../../domain/parties/tables.ts';
import { can, useSession } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { noteHref, partyHref, paths, withQuery } from '../../paths.ts';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Chart } from '../../ui/marks/Chart.tsx';
import { EmptyState, ErrorState } from '../../ui/notices/States.tsx';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { CardRows } from '../../ui/tables/CardRows.tsx';
import { DataTable } from '../../ui/tables/DataTable.tsx';
import { StatementTable } from '../../ui/tables/StatementTable.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { ChartSkeleton } from '../dashboard/ChartSkeleton.tsx';
import { isNothing } from '../ledger/wire-amounts.ts';
import { AgeBar, AgeLegend } from '../reports/parties/AgeBar.tsx';
import { isReinsurer, type Party, type PositionRow } from './party-words.ts';
import { useNoteColumns } from './PartyNotes.tsx';
import { PartyTimeline } from './PartyTimeline.tsx';
import { WhenSeen } from '../../ui/layout/WhenSeen.tsx';

const SHOWN = 6;
const tabOf = (party: Party, tab: string) => withQuery(partyHref(party.id), { tab });

/** What a party's page says first: what is open and how old, what it brought, its policies. Each part by its own right. */
export function PartyOverviewTab({ party }: { party: Party }) {
  const session = useSession();
  const money = can(session, 'reports.money') || can(session, 'reports.receivables_ageing');
  const production = can(session, 'reports.production');
  const policies = can(session, 'policies.view');
  const notes = useNextNotes(party, money);
  // What is below the notes is shown with them: how many there are moves it.
  const known = !money || notes.data !== undefined || notes.error !== null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className={money && production ? 'grid gap-4 lg:grid-cols-2' : 'grid gap-4'}>
        {money && <Ages party={party} />}
        {production && <Premium party={party} />}
      </div>
      {money && <NextNotes party={party} notes={notes} />}
      {policies && known && (
        <WhenSeen>
          <PartyTimeline party={party} />
        </WhenSeen>
      )}
      {!money && !production && !policies && (
        <EmptyState title="You cannot see its policies or money.">
          Its details and contacts are under their own tabs.
        </EmptyState>
      )}
    </div>
  );
}

const AGE_COLUMNS = screenColumns(positionTable, {
  without: ['overdue'],
  cells: { side: (row) => OPEN_SIDE_LABELS[row.side] },
});

function Ages({ party }: { party: Party }) {
  const { data, error, refetch } = useEndpoint(partyPosition, { params: { id: String(party.id) }, query: {} });
  const rows = data?.data ?? [];
  return (
    <Card title="What is open, by age">
      {data === undefined &&
        (error === null ? <ChartSkeleton /> : <ErrorState error={error} onRetry={() => void refetch()} />)}
      {data !== undefined && rows.length === 0 && <NothingOpen party={party} />}
      {rows.length > 0 && (
        <div className="grid gap-4">
          {rows.map((row) => (
            <AgedSide key={`${row.side} ${row.currency}`} row={row} />
          ))}
          <details className="text-sm">
            <summary className="cursor-default rounded py-1 text-mute outline-none hover:text-fg focus-visible:ring-2 focus-visible:ring-ring">
              As a table
            </summary>
            <div className="-mx-4 mt-1 border-t border-line">
              <StatementTable
                caption={`What is open with ${party.name} by days overdue`}
                columns={AGE_COLUMNS}
                groups={[{ id: 'ages', rows }]}
                rowKey={(row) => `${row.side} ${row.currency}`}
              />
            </div>
          </details>
        </div>
      )}
    </Card>
  );
}

function AgedSide({ row }: { row: PositionRow }) {
  return (
    <section aria-label={`${OPEN_SIDE_LABELS[row.side]} in ${row.currency}, days overdue`} className="grid gap-1.5">
      <h3 className="text-xs text-mute">
        {OPEN_SIDE_LABELS[row.side]} · {row.currency}
        {!isNothing(row.unallocated, row.currency) && ' · some of its cash is not allocated yet'}
      </h3>
      <AgeBar tall aged={row} currency={row.currency} />
      <AgeLegend aged={row} currency={row.currency} />
    </section>
  );
}

function NothingOpen({ party }: { party: Party }) {
  const session = useSession();
  const first = party.kind === 'REINSURED' && can(session, 'policies.create');
  return (
    <EmptyState title="Nothing is open." action={first && <LinkButton href={paths.policyNew}>New policy</LinkButton>}>
      {isReinsurer(party.kind)
        ? 'Its credit notes appear here once a policy with its line is approved.'
        : 'Its debit notes appear here once a policy is approved.'}
    </EmptyState>
  );
}

function Premium({ party }: { party: Party }) {
  const { data, error, refetch } = useEndpoint(partyPremium, { params: { id: String(party.id) }, query: {} });
  return (
    <Card className="grid">
      {data === undefined &&
        (error === null ? <ChartSkeleton /> : <ErrorState error={error} onRetry={() => void refetch()} />)}
      {data?.months != null && (
        <Chart
          kind="bar"
          fill
          height={232}
          title={`${isReinsurer(party.kind) ? 'Its premium' : 'Premium'} by month, ${data.year}`}
          currency={data.currency}
          data={data.months.map((one) => ({
            label: shortMonth(one.month),
            values: { now: one.premium, before: one.before },
          }))}
          series={[
            { key: 'before', label: String(data.year - 1), color: 'past' },
            { key: 'now', label: String(data.year), color: 'brand' },
          ]}
        />
      )}
    </Card>
  );
}

const useNextNotes = (party: Party, enabled: boolean) =>
  useEndpoint(partyNotes, { params: { id: String(party.id) }, query: { length: String(SHOWN) } }, { enabled });

type NextNotesProps = { party: Party; notes: ReturnType<typeof useNextNotes> };

/** The notes that are due first, with the next step on each. */
function NextNotes({ party, notes: { data, error, refetch } }: NextNotesProps) {
  const columns = useNoteColumns(party);
  const Rows = useNarrow() ? CardRows : DataTable;
  if (data?.recordsTotal === 0) return null;
  const more = (data?.recordsTotal ?? 0) > SHOWN;
  return (
    <Card
      flush
      title="Open notes, the earliest due first"
      actions={
        more && (
          <LinkButton size="sm" variant="ghost" href={tabOf(party, 'notes')}>
            All open notes
          </LinkButton>
        )
      }
    >
      <Rows
        label={`Open notes of ${party.name}`}
        columns={columns.map((column) => ({ ...column, sortable: false }))}
        rows={data?.data}
        rowKey={(row) => `${row.id} ${row.side}`}
        rowLabel={(row) => row.number}
        rowHref={(row) => noteHref(row.id)}
        error={error}
        onRetry={() => void refetch()}
        loading={data === undefined}
        skeletonRows={3}
      />
    </Card>
  );
}
