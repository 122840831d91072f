import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { listClaims } from '../../../../domain/claims/contract.ts';
import { KINDS, nounsOf } from '../../../../domain/records/kinds.ts';
import { can, useSession } from '../../../api/session.ts';
import { useListPage } from '../../../api/use-list.ts';
import { atId, claimHref, paths } from '../../../paths.ts';
import { LinkButton } from '../../../ui/buttons/Button.tsx';
import type { MenuEntry } from '../../../ui/buttons/Menu.tsx';
import { NoPage } from '../../../ui/layout/NoPage.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { ListPage } from '../../../ui/tables/ListPage.tsx';
import { useShowsBranches } from '../../../ui/tables/shows-branches.ts';
import { rowActs } from '../../records/row-acts.ts';
import { claimColumns, type ClaimRow } from './claim-columns.tsx';
import { CLAIM_FILTERS, useClaimFilters } from './claim-filters.ts';
import { useSelection } from '../../records/use-selection.tsx';
import { ViewsMenu } from '../../views/ViewsMenu.tsx';

/** Claims with what they cost us, was called and came in. */
export function ClaimList({ tabs }: { tabs: ReactNode }) {
  const session = useSession();
  const views = can(session, 'claims.view');
  const page = useListPage(listClaims, { name: 'claims', filters: CLAIM_FILTERS, enabled: views });
  const { list, query } = page;
  const withBranch = useShowsBranches();
  const { selection, dialog } = useSelection({ kind: 'claim', call: listClaims, name: 'claims' });
  const first = query.isPlaceholderData ? undefined : query.data?.data[0];
  const filters = useClaimFilters(first, list.filters['security']);
  if (session === null || !views) return <NoPage title="Claims" may={false} />;
  const create = can(session, 'claims.create') && (
    <LinkButton variant="primary" icon={<Plus size={14} aria-hidden="true" />} href={paths.claimNew}>
      New claim
    </LinkButton>
  );
  const actions = (row: ClaimRow): MenuEntry[] => [
    ...rowActs(session, { ...row, kind: 'claim', editHref: atId(paths.claimEdit, row.id) }),
    ...(can(session, 'claims.create') && row.status === 'APPROVED' && row.stage !== 'CLOSED'
      ? [{ label: 'New movement', href: `${claimHref(row.id)}?do=move` }]
      : []),
  ];
  return (
    <>
      <ListPage
        title="Claims"
        {...page}
        {...{ selection }}
        views={<ViewsMenu call={listClaims} />}
        {...{ filters }}
        above={tabs}
        nouns={nounsOf(KINDS.claim)}
        searchLabel="Number, policy, party or words"
        columns={claimColumns({ withBranch })}
        rowKey={(row) => String(row.id)}
        rowLabel={(row) => row.number}
        rowHref={(row) => claimHref(row.id)}
        rowActions={actions}
        primary={create}
        empty={
          <EmptyState title="No claims yet." action={create}>
            Losses that reinsureds notify are entered here, then called from the securities and paid as collected.
          </EmptyState>
        }
      />
      {dialog}
    </>
  );
}
