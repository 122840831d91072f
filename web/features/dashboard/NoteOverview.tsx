import type { WireReply } from '../../../domain/endpoint.ts';
import type { dueToReinsurersOverview, dueToUsOverview } from '../../../domain/reports/contract.ts';
import { daysBetween } from '../../../domain/values/day.ts';
import { DayText, MoneyText } from '../../ui/Figures.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { localToday } from '../../ui/read-day.ts';
import { EmptyState } from '../../ui/States.tsx';
import type { Column } from '../../ui/table-types.ts';
import { useListState } from '../../ui/use-list-state.ts';
import { exportFile } from '../../api/export-file.ts';
import { policyHref } from '../ledger/record-links.ts';
import { OverviewTotals } from '../ledger/OverviewTotals.tsx';
import { useList } from '../../api/use-list.ts';

type Row = WireReply<typeof dueToUsOverview>['data'][number];
type Props = { name: string; title: string; endpoint: typeof dueToUsOverview | typeof dueToReinsurersOverview };

function DueDay({ day }: { day: string }) {
  const late = daysBetween(day, localToday());
  return (
    <>
      <DayText value={day} />
      {late > 0 && <span className="ml-1.5 text-xs text-warn">{late} d late</span>}
    </>
  );
}

function columnsOf(withReleased: boolean): Column<Row>[] {
  const money = (id: 'amount' | 'outstanding' | 'released', title: string, sortable: boolean): Column<Row> => ({
    id,
    title,
    align: 'right',
    sortable,
    cell: (row) => <MoneyText value={row[id]} currency={row.currency} />,
  });
  return [
    { id: 'number', title: 'Note', sortable: true, cell: (row) => row.number },
    { id: 'party', title: withReleased ? 'Security' : 'Reinsured', sortable: true, cell: (row) => row.party },
    { id: 'policy', title: 'Policy', cell: (row) => row.policy.name },
    { id: 'due_on', title: 'Due', sortable: true, cell: (row) => <DueDay day={row.due_on} /> },
    { id: 'currency', title: 'Cur.', cell: (row) => row.currency },
    money('amount', 'Amount', false),
    money('outstanding', 'Outstanding', true),
    ...(withReleased ? [money('released', 'Of it released', false)] : []),
  ];
}

/** Open notes, the earliest due first; a row opens the policy that it belongs to. */
export function NoteOverview({ name, title, endpoint }: Props) {
  const list = useListState();
  const query = useList(endpoint, list.query);
  const { data } = query;
  return (
    <ListPage
      title={title}
      name={`overview-${name}`}
      nouns={['open note', 'open notes']}
      searchLabel="Note, policy or party"
      {...{ list, query }}
      columns={columnsOf(name === 'due-to-reinsurers')}
      rowKey={(row) => String(row.id)}
      rowLabel={(row) => row.number}
      rowHref={(row) => policyHref(row.policy.id)}
      above={
        data !== undefined && <OverviewTotals totals={data.totals} base={data.base_currency} total={data.base_total} />
      }
      onExport={(format) => exportFile(endpoint, { query: list.query, name }, format)}
      empty={<EmptyState title="Nothing is open.">Notes that are not settled are listed here.</EmptyState>}
    />
  );
}
