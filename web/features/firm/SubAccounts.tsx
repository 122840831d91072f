import { ArrowLeft } from 'lucide-react';
import type { WireReply } from '../../../domain/endpoint.ts';
import { subAccounts } from '../../../domain/firm/ledger-accounts.ts';
import { exportFile } from '../../api/export-file.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import type { Column } from '../../ui/table-types.ts';
import { useListState } from '../../ui/use-list-state.ts';
import type { Account } from './AccountsSection.tsx';
import { useList } from '../../api/use-list.ts';

type Sub = WireReply<typeof subAccounts>['data'][number];

const COLUMNS: readonly Column<Sub>[] = [
  { id: 'name', title: 'Sub-ledger account', sortable: true, width: 240, cell: (row) => row.name },
  { id: 'currency', title: 'Currency', sortable: true, cell: (row) => row.currency },
  {
    id: 'debit',
    title: 'Debit',
    align: 'right',
    sortable: true,
    cell: (row) => <MoneyText value={row.debit} currency={row.currency} />,
  },
  {
    id: 'credit',
    title: 'Credit',
    align: 'right',
    sortable: true,
    cell: (row) => <MoneyText value={row.credit} currency={row.currency} />,
  },
  {
    id: 'balance',
    title: 'Balance',
    align: 'right',
    sortable: true,
    cell: (row) => <MoneyText value={row.balance} currency={row.currency} strong />,
  },
];

/** The sub-ledger accounts of one account with their balances: by party, tax, bank account and currency. */
export function SubAccounts({ account, onBack }: { account: Account; onBack: () => void }) {
  const list = useListState({});
  const filters = { ...list.query, account: account.code };
  const query = useList(subAccounts, filters);
  return (
    <ListPage
      title={`${account.code} ${account.name}`}
      name="sub-accounts"
      nouns={['sub-ledger account', 'sub-ledger accounts']}
      {...{ list, query }}
      tools={
        <div>
          <Button size="sm" icon={<ArrowLeft size={13} aria-hidden="true" />} onClick={onBack}>
            All ledger accounts
          </Button>
        </div>
      }
      onExport={(format) => exportFile(subAccounts, { query: filters, name: `account-${account.code}` }, format)}
      columns={COLUMNS}
      rowKey={(row) => row.id}
      rowLabel={(row) => `${row.name}, ${row.currency}`}
      empty={<EmptyState title="Nothing is posted here yet." />}
    />
  );
}
