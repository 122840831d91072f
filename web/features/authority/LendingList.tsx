import { KeyRound } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { lendingItems } from '../../../domain/authority/contract.ts';
import { LENDING_STATES, LENDING_STATUSES } from '../../../domain/authority/rules.ts';
import type { CallInput } from '../../api/client.ts';
import { exportFile } from '../../api/export-file.ts';
import { can, useSession } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import type { Filter } from '../../ui/FilterChips.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { useListState } from '../../ui/use-list-state.ts';
import { EndLendingDialog } from './EndLendingDialog.tsx';
import { LendDialog } from './LendDialog.tsx';
import { LENDING_COLUMNS, whyNotEnd, type Lending } from './lending-columns.tsx';

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
  const list = useListState({ filters: ['status'] });
  const query = useEndpoint(lendingItems, { query: list.query as CallInput<typeof lendingItems>['query'] });
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
        name="lent-rights"
        nouns={['loan', 'loans']}
        {...{ list, query }}
        onExport={(format) => exportFile(lendingItems, { query: list.query, name: 'lent-rights' }, format)}
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
      {lending && <LendDialog onClose={() => setLending(false)} />}
      {ending !== null && <EndLendingDialog loan={ending} onClose={() => setEnding(null)} />}
    </>
  );
}
