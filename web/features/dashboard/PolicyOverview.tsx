import type { WireReply } from '../../../domain/endpoint.ts';
import type { brokerageOverview, premiumOverview } from '../../../domain/reports/contract.ts';
import { DayText, MoneyText } from '../../ui/Figures.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { EmptyState } from '../../ui/States.tsx';
import type { Column } from '../../ui/table-types.ts';
import { useListState } from '../../ui/use-list-state.ts';
import { exportFile } from '../../api/export-file.ts';
import { paths } from '../../paths.ts';
import { atId, policyHref } from '../ledger/record-links.ts';
import { OverviewTotals } from '../ledger/OverviewTotals.tsx';
import { useList } from '../../api/use-list.ts';

type Row = WireReply<typeof premiumOverview>['data'][number];
type Props = {
  name: string;
  title: string;
  label: string;
  endpoint: typeof premiumOverview | typeof brokerageOverview;
};

function columnsOf(label: string, base: string): Column<Row>[] {
  return [
    { id: 'broker_reference', title: 'Policy or endorsement', cell: (row) => row.broker_reference },
    { id: 'posted_on', title: 'Posted', sortable: true, cell: (row) => <DayText value={row.posted_on} /> },
    { id: 'reinsured', title: 'Reinsured', cell: (row) => row.reinsured },
    { id: 'insured', title: 'Insured', cell: (row) => row.insured },
    { id: 'currency', title: 'Cur.', cell: (row) => row.currency },
    {
      id: 'amount',
      title: label,
      align: 'right',
      cell: (row) => <MoneyText value={row.amount} currency={row.currency} />,
    },
    {
      id: 'base',
      title: `${label} ${base}`,
      align: 'right',
      cell: (row) => <MoneyText value={row.base} currency={base} />,
    },
  ];
}

/** Premium or brokerage of the year, by policy and endorsement. */
export function PolicyOverview({ name, title, label, endpoint }: Props) {
  const list = useListState();
  const query = useList(endpoint, list.query);
  const base = query.data?.base_currency ?? '';
  return (
    <ListPage
      title={title}
      name={`overview-${name}`}
      nouns={['entry', 'entries']}
      {...{ list, query }}
      columns={columnsOf(label, base)}
      rowKey={(row) => String(row.id)}
      rowLabel={(row) => row.broker_reference}
      rowHref={(row) => (row.endorsement === null ? policyHref(row.policy) : atId(paths.endorsement, row.endorsement))}
      above={
        query.data !== undefined && (
          <OverviewTotals totals={query.data.totals} base={base} total={query.data.base_total} />
        )
      }
      onExport={(format) => exportFile(endpoint, { query: list.query, name }, format)}
      empty={
        <EmptyState title="Nothing this year yet.">Policies that are approved this year are listed here.</EmptyState>
      }
    />
  );
}
