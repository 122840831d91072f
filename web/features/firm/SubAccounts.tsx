import { ArrowLeft } from 'lucide-react';
import { subAccounts, subAccountTable } from '../../../domain/firm/ledger-accounts.ts';
import { exportFile } from '../../api/export-file.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { ListPage } from '../../ui/tables/ListPage.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { useListState } from '../../ui/tables/use-list-state.ts';
import { useList } from '../../api/use-list.ts';
import type { Account } from './firm-words.ts';

const COLUMNS = screenColumns(subAccountTable, {
  widths: { name: 240 },
  cells: { balance: (row) => <MoneyText value={row.balance} currency={row.currency} strong /> },
});

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
