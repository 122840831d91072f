import type { WireReply } from '../../../domain/endpoint.ts';
import type { brokerageOverview, premiumOverview } from '../../../domain/reports/contract.ts';
import { productionTable } from '../../../domain/reports/tables.ts';
import { ListPage } from '../../ui/tables/ListPage.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { atId, paths, policyHref } from '../../paths.ts';
import { OverviewTotals, TotalsWait } from '../ledger/OverviewTotals.tsx';
import { brokerageTotals, premiumTotals } from '../../../domain/explained/production.ts';
import { useFigures } from '../reports/explained/figures.ts';
import { useListPage } from '../../api/use-list.ts';
import { ViewsMenu } from '../views/ViewsMenu.tsx';

type Row = WireReply<typeof premiumOverview>['data'][number];

const CELLS = {
  broker_reference: (row: Row) => (
    <>
      {row.broker_reference}
      {row.taken_back && <span className="text-xs text-mute"> taken back</span>}
    </>
  ),
};

type Props = {
  name: string;
  title: string;
  label: string;
  endpoint: typeof premiumOverview | typeof brokerageOverview;
};

/** Premium or brokerage of the year, by policy and endorsement. */
export function PolicyOverview({ name, title, label, endpoint }: Props) {
  const page = useListPage(endpoint, { name });
  const { query } = page;
  const base = query.data?.base_currency ?? '';
  const premium = useFigures(premiumTotals, {});
  const brokerage = useFigures(brokerageTotals, {});
  const behind = name === 'brokerage' ? brokerage : premium;
  return (
    <ListPage
      title={title}
      {...page}
      views={<ViewsMenu call={endpoint} />}
      name={`overview-${name}`}
      nouns={['entry', 'entries']}
      columns={screenColumns(productionTable, { titles: { amount: label, base: label }, cells: CELLS, base })}
      rowKey={(row) => `${row.policy} ${row.endorsement ?? ''} ${row.taken_back}`}
      rowLabel={(row) => row.broker_reference}
      rowHref={(row) => (row.endorsement === null ? policyHref(row.policy) : atId(paths.endorsement, row.endorsement))}
      above={
        query.data === undefined ? (
          <TotalsWait />
        ) : (
          <OverviewTotals behind={behind} totals={query.data.totals} base={base} total={query.data.base_total} />
        )
      }
      empty={
        <EmptyState title="Nothing this year yet.">Policies that are approved this year are listed here.</EmptyState>
      }
    />
  );
}
