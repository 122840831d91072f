import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { lendingItems } from '../../../domain/authority/contract.ts';
import { LENDING_STATES, LENDING_STATUSES } from '../../../domain/authority/rules.ts';
import { can, useSession } from '../../api/session.ts';
import { useListPage } from '../../api/use-list.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import type { Filter } from '../../ui/tables/FilterChips.tsx';
import { ListPage } from '../../ui/tables/ListPage.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { InChosenBranch } from '../../ui/dialogs/InChosenBranch.tsx';
import { EndLendingDialog } from './EndLendingDialog.tsx';
import { LendDialog } from './LendDialog.tsx';
import { type Lending, LENDING_COLUMNS, whyNotEnd } from './lending-columns.tsx';
import { ViewsMenu } from '../views/ViewsMenu.tsx';

const FILTERS: readonly Filter[] = [
  {
    key: 'status',
    label: 'Status',
    kind: 'option',
    options: LENDING_STATUSES.map((value) => ({ value, label: LENDING_STATES[value].label })),
  },
];

/** Who lends whom the right to decide in the branch, from when to when. */
export function LendingList({ tabs }: { tabs: ReactNode }) {
  const session = useSession();
  const page = useListPage(lendingItems, { name: 'lent-rights', filters: ['status'] });
  const [lending, setLending] = useState(false);
  const [ending, setEnding] = useState<Lending | null>(null);
  const lend = can(session, 'users.lend') && (
    <Button variant="primary" icon={<KeyRound size={14} aria-hidden="true" />} onClick={() => setLending(true)}>
      Lend a right
    </Button>
  );
  return (
    <>
      <ListPage
        title="Lent rights"
        above={tabs}
        {...page}
        views={<ViewsMenu call={lendingItems} />}
        nouns={['loan', 'loans']}
        columns={LENDING_COLUMNS}
        rowKey={(row) => String(row.id)}
        rowLabel={(row) => `loan to ${row.borrower.name}`}
        {...(session !== null && can(session, 'users.lend')
          ? {
              rowActions: (row: Lending) => [
                {
                  label: 'End…',
                  danger: true,
                  disabledReason: whyNotEnd(row, session.user),
                  onSelect: () => setEnding(row),
                },
              ],
            }
          : {})}
        filters={FILTERS}
        primary={lend}
        empty={
          <EmptyState title="No right is lent." action={lend}>
            Before an absence, lend a right to decide to a colleague for some days.
          </EmptyState>
        }
      />
      {lending && (
        <InChosenBranch title="Lend a right" permission="users.lend" onClose={() => setLending(false)}>
          <LendDialog onClose={() => setLending(false)} />
        </InChosenBranch>
      )}
      {ending !== null && <EndLendingDialog loan={ending} onClose={() => setEnding(null)} />}
    </>
  );
}
