import { listPolicies } from '../../../domain/policies/contract.ts';
import { POLICY_STATES, POLICY_STATUSES } from '../../../domain/policies/states.ts';
import { underwritingInfo } from '../../../domain/registers/aggregates.ts';
import { can, useSession } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { LinkButton } from '../../ui/Button.tsx';
import type { Filter } from '../../ui/FilterChips.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { EmptyState, NoRights } from '../../ui/States.tsx';
import { useListState } from '../../ui/use-list-state.ts';
import { paths } from '../../paths.ts';
import { exportFile } from '../../api/export-file.ts';
import { policyHref } from '../ledger/record-links.ts';
import { policyColumns } from './policy-columns.tsx';
import type { PolicyRow } from './policy-words.ts';
import { findReinsured } from './party-search.ts';
import { usePolicyActs, type PolicyHandle } from './use-policy-acts.tsx';

const FILTERS = ['status', 'reinsured', 'currency', 'from', 'to'] as const;

function useFilters(rows: readonly PolicyRow[] | undefined): Filter[] {
  const info = useEndpoint(underwritingInfo, {}, { staleTime: 300_000 });
  return [
    {
      key: 'status',
      label: 'Status',
      kind: 'option',
      options: POLICY_STATUSES.map((status) => ({ value: status, label: POLICY_STATES[status].label })),
    },
    // The address has the id alone; every row that it leaves has the name.
    { key: 'reinsured', label: 'Reinsured', kind: 'record', search: findReinsured, shown: rows?.[0]?.reinsured },
    {
      key: 'currency',
      label: 'Currency',
      kind: 'option',
      options: (info.data?.currencies ?? []).map((one) => ({ value: one.code, label: `${one.code} · ${one.name}` })),
    },
    { key: 'from', label: 'Starts from', kind: 'day' },
    { key: 'to', label: 'Starts to', kind: 'day' },
  ];
}

/** Local policies: search, filters and order in the address, what may be done with each row in its state. */
export function PoliciesPage() {
  const session = useSession();
  const list = useListState({ filters: FILTERS });
  const query = useEndpoint(listPolicies, { query: list.query }, { enabled: can(session, 'policies.view') });
  const filters = useFilters(query.isPlaceholderData ? undefined : query.data?.data);
  const acts = usePolicyActs();
  if (session === null || !can(session, 'policies.view')) {
    return (
      <>
        <PageTitle title="Underwriting" />
        <NoRights />
      </>
    );
  }
  const { user } = session;
  const creates = can(session, 'policies.create');
  const handle = (row: PolicyRow): PolicyHandle => ({ ...row, own: row.made_by === user.name });
  const withBranch = user.branches.length > 1 && can(session, 'firm.manage');
  const newPolicy = (
    <LinkButton variant="primary" href={paths.policyNew}>
      New policy
    </LinkButton>
  );
  return (
    <>
      <ListPage
        title="Underwriting"
        name="policies"
        nouns={['policy', 'policies']}
        searchLabel="Search policies"
        list={list}
        query={query}
        columns={policyColumns({ withBranch })}
        rowKey={(row) => String(row.id)}
        rowHref={(row) => policyHref(row.id)}
        rowLabel={(row) => row.broker_reference}
        rowActions={(row) => [{ label: 'Open', href: policyHref(row.id) }, ...acts.entries(handle(row))]}
        filters={filters}
        onExport={(format) => exportFile(listPolicies, { query: list.query, name: 'policies' }, format)}
        {...(creates ? { primary: newPolicy } : {})}
        empty={
          <EmptyState title="No policies yet." action={creates && newPolicy}>
            Local facultative policies of your branch will be listed here, from draft to paid.
          </EmptyState>
        }
      />
      {acts.dialogs}
    </>
  );
}
