import type { brokerageOverview, premiumOverview } from '../../../domain/reports/contract.ts';
import { productionTable } from '../../../domain/reports/tables.ts';
import { ListPage } from '../../ui/ListPage.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { screenColumns } from '../../ui/table-columns.tsx';
import { useListState } from '../../ui/use-list-state.ts';
import { exportFile } from '../../api/export-file.ts';
import { atId, paths, policyHref } from '../../paths.ts';
import { OverviewTotals } from '../ledger/OverviewTotals.tsx';
import { useList } from '../../api/use-list.ts';

type Props = {
  name: string;
  title: string;
  label: string;
  endpoint: typeof premiumOverview | typeof brokerageOverview;
};

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
      columns={screenColumns(productionTable, { titles: { amount: label, base: label }, base })}
      rowKey={(row) => String(row.id)}
      rowLabel={(row) => row.broker_reference}
      rowHref={(row) => (row.endorsement === null ? policyHref(row.policy) : atId(paths.endorsement, row.endorsement))}
      above={
        query.data !== undefined && (
          <OverviewTotals totals={query.data.totals} base={base} total={query.data.base_total} />
        )
      }
      report
      onExport={(format) => exportFile(endpoint, { query: list.query, name }, format)}
      empty={
        <EmptyState title="Nothing this year yet.">Policies that are approved this year are listed here.</EmptyState>
      }
    />
  );
}
