import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { KINDS, nounsOf } from '../../domain/records/kinds.ts';
import { listPolicies } from '../../domain/placements/lists.ts';
import { can, useSession } from '../api/session.ts';
import { useListPage } from '../api/use-list.ts';
import { LinkButton } from '../ui/buttons/Button.tsx';
import { ListPage } from '../ui/tables/ListPage.tsx';
import { useShowsBranches } from '../ui/tables/shows-branches.ts';
import { EmptyState, PageSkeleton } from '../ui/notices/States.tsx';
import { paths, policyHref } from '../paths.ts';
import { FILTERS, importFilter, useFilters } from '../features/placements/list/list-filters.ts';
import { ListMenu } from '../features/placements/list/ListMenu.tsx';
import { policyColumns } from '../features/placements/list/policy-columns.tsx';
import type { PolicyRow } from '../features/placements/page/policy-words.ts';
import { PageTabs } from '../features/ledger/PageTabs.tsx';
import { later } from '../ui/later/later.tsx';
import { useAddress } from '../ui/hooks/use-address.ts';
import { isOwnRow, type PolicyHandle, usePolicyActs } from '../features/placements/page/use-policy-acts.tsx';
import { NoPage } from '../ui/layout/NoPage.tsx';
import { placementActs } from '../features/placements/list/placement-acts.tsx';
import { useSelection } from '../features/records/use-selection.tsx';
import { ViewsMenu } from '../features/views/ViewsMenu.tsx';

const SlipList = later(async () => (await import('../features/slips/SlipList.tsx')).SlipList, <PageSkeleton />);

/** Local policies and London slips: two lists of one page, each with its own search and filters in the address. */
export function PoliciesPage() {
  const [address] = useAddress();
  const london = address['tab'] === 'london';
  const tabs = (
    <PageTabs
      label="Markets"
      tabs={[
        { label: 'Local', href: paths.underwriting, current: !london },
        { label: 'London', href: `${paths.underwriting}?tab=london`, current: london },
      ]}
    />
  );
  return london ? <SlipList tabs={tabs} /> : <PolicyList tabs={tabs} />;
}

/** Local policies: search, filters and order in the address, what may be done with each row in its state. */
function PolicyList({ tabs }: { tabs: ReactNode }) {
  const session = useSession();
  const page = useListPage(listPolicies, {
    name: 'policies',
    filters: FILTERS,
    enabled: can(session, 'policies.view'),
  });
  const { list, query } = page;
  const { selection, dialog } = useSelection({
    kind: 'policy',
    call: listPolicies,
    name: 'policies',
    more: placementActs,
  });
  const filters = useFilters(query.isPlaceholderData ? undefined : query.data?.data);
  const acts = usePolicyActs();
  const withBranch = useShowsBranches();
  if (session === null || !can(session, 'policies.view')) return <NoPage title="Underwriting" may={false} />;
  const { user } = session;
  const creates = can(session, 'policies.create');
  const handle = (row: PolicyRow): PolicyHandle => ({ ...row, own: isOwnRow(row, user.id) });
  const newPolicy = (
    <LinkButton variant="primary" href={paths.policyNew} icon={<Plus size={14} aria-hidden="true" />}>
      New policy
    </LinkButton>
  );
  return (
    <>
      <ListPage
        title="Underwriting"
        above={tabs}
        {...page}
        {...{ selection }}
        views={<ViewsMenu call={listPolicies} />}
        nouns={nounsOf(KINDS.policy)}
        searchLabel="Search policies"
        columns={policyColumns({ withBranch })}
        rowKey={(row) => String(row.id)}
        rowHref={(row) => policyHref(row.id)}
        rowLabel={(row) => row.broker_reference}
        rowActions={(row) => acts.rowEntries(handle(row))}
        filters={[...filters, ...importFilter(list.filters)]}
        tools={<ListMenu market="LOCAL" />}
        {...(creates ? { primary: newPolicy } : {})}
        empty={
          <EmptyState title="No policies yet." action={creates && newPolicy}>
            Local facultative policies of your branch will be listed here, from draft to paid.
          </EmptyState>
        }
      />
      {acts.dialogs}
      {dialog}
    </>
  );
}
