import { Plus } from 'lucide-react';
import { useState } from 'react';
import {
  bankAccounts,
  bankAccountTable,
  PURPOSE_LABELS,
  PURPOSES,
  updateBankAccount,
} from '../../../domain/firm/bank-accounts.ts';
import { showIban } from '../../../domain/firm/iban.ts';
import { Badge, StatusBadge } from '../../ui/marks/Badge.tsx';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import type { Filter } from '../../ui/tables/FilterChips.tsx';
import { ListPage } from '../../ui/tables/ListPage.tsx';
import type { MenuEntry } from '../../ui/buttons/Menu.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { STATUS_FILTER, statusBadge, statusEntry } from '../registers/register-words.ts';
import { StatusDialog } from '../registers/StatusDialog.tsx';
import { useOpenRow } from '../registers/use-open-row.ts';
import { BankAccountDialog, type BankAccount } from './BankAccountDialog.tsx';
import { useMayManage } from './SettingForm.tsx';
import { useListPage } from '../../api/use-list.ts';
import { ViewsMenu } from '../views/ViewsMenu.tsx';
import { AsOpened } from '../../ui/dialogs/AsOpened.tsx';

const FILTERS: readonly Filter[] = [
  {
    key: 'purpose',
    label: 'For',
    kind: 'option',
    options: PURPOSES.map((value) => ({ value, label: PURPOSE_LABELS[value] })),
  },
  STATUS_FILTER,
];

const COLUMNS = screenColumns(bankAccountTable, {
  widths: { name: 220, bank: 160 },
  cells: {
    name: (row) => (
      <>
        {row.name} {row.is_default && <Badge tone="info">Default</Badge>}
      </>
    ),
    bank: (row) => [row.bank, row.bank_branch].filter(Boolean).join(', '),
    iban: (row) => showIban(row.iban),
    status: (row) => <StatusBadge {...statusBadge(row.status)} />,
  },
});

/** The firm's own accounts with banks. */
export function BankAccountsSection() {
  const page = useListPage(bankAccounts, { name: 'bank-accounts', filters: ['status', 'purpose'] });
  const { query } = page;
  const { open, hrefOf, close } = useOpenRow();
  const [turning, setTurning] = useState<BankAccount | null>(null);
  const mayManage = useMayManage();
  const opened = query.data?.data.find((row) => String(row.id) === open);
  const actions = (row: BankAccount): MenuEntry[] => [
    { label: 'Edit', href: hrefOf(row.id) },
    ...statusEntry(true, row, () => setTurning(row)),
  ];
  const add = mayManage && (
    <LinkButton variant="primary" href={hrefOf('new')} icon={<Plus size={14} aria-hidden="true" />}>
      New bank account
    </LinkButton>
  );
  return (
    <>
      <ListPage
        title="Bank accounts"
        {...page}
        views={<ViewsMenu call={bankAccounts} />}
        nouns={['bank account', 'bank accounts']}
        columns={COLUMNS}
        rowKey={(row) => String(row.id)}
        rowLabel={(row) => row.name}
        {...(mayManage ? { rowHref: (row: BankAccount) => hrefOf(row.id), rowActions: actions } : {})}
        filters={FILTERS}
        primary={add}
        empty={
          <EmptyState title="No bank accounts yet." action={add}>
            Debit notes ask to be paid to the default client account of their currency.
          </EmptyState>
        }
      />
      {open === 'new' && mayManage && <BankAccountDialog onClose={close} />}
      {opened !== undefined && mayManage && (
        <AsOpened key={opened.id} of={opened}>
          {(saved) => <BankAccountDialog {...{ saved }} onClose={close} />}
        </AsOpened>
      )}
      {turning !== null && (
        <StatusDialog
          call={updateBankAccount}
          row={turning}
          noun="bank account"
          effect={turning.is_default ? 'Debit notes made from now on no longer name it. ' : ''}
          onClose={() => setTurning(null)}
        />
      )}
    </>
  );
}
