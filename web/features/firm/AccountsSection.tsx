import { Plus } from 'lucide-react';
import { useState } from 'react';
import { exportFile } from '../../api/export-file.ts';
import { ACCOUNT_TYPE_LABELS, accountItems, accountTable } from '../../../domain/firm/ledger-accounts.ts';
import { ACCOUNT_TYPES, type AccountType } from '../../../domain/ledger/accounts.ts';
import { can, useSession } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { Badge, StatusBadge } from '../../ui/marks/Badge.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { DataTable } from '../../ui/tables/DataTable.tsx';
import type { MenuEntry } from '../../ui/buttons/Menu.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { ErrorState, PageSkeleton } from '../../ui/notices/States.tsx';
import { focusRing } from '../../ui/styles.ts';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { useAlikeTables } from '../../ui/tables/use-alike-tables.ts';
import { showCount } from '../../ui/fields/whole-number.ts';
import { statusBadge } from '../registers/register-words.ts';
import { useOpenRow } from '../registers/use-open-row.ts';
import { AccountDialog, NewAccountDialog } from './AccountDialogs.tsx';
import { useMayManage } from './SettingForm.tsx';
import { SubAccounts } from './SubAccounts.tsx';
import type { Account } from './firm-words.ts';
import { ExportButton } from '../../ui/tables/ListPage.tsx';
import { AsOpened } from '../../ui/dialogs/AsOpened.tsx';

const link = `rounded underline decoration-line underline-offset-2 hover:decoration-current ${focusRing}`;

const columnsFor = (linked: boolean, hrefOf: (code: string) => string) =>
  screenColumns(accountTable, {
    widths: { name: 240, sub_kind: 90, subs: 90, status: 80 },
    without: linked ? [] : ['subs'],
    cells: {
      code: (row) =>
        linked ? (
          <AppLink href={`${paths.ledgerLines}?account=${row.code}`} className={link}>
            {row.code}
          </AppLink>
        ) : (
          row.code
        ),
      name: (row) => (
        <>
          {row.name} {!row.system && <Badge>The firm’s own</Badge>}
        </>
      ),
      subs: (row) => (
        <AppLink href={hrefOf(row.code)} className={link}>
          {row.subs === 0 ? 'Balances' : showCount(row.subs ?? 0)}
          <span className="sr-only">{` ${row.subs === 0 ? '' : 'balances '}of ${row.code} ${row.name}`}</span>
        </AppLink>
      ),
      status: (row) => <StatusBadge {...statusBadge(row.status)} />,
    },
  });

/** The chart of accounts by type; each leads to its lines and to its sub-ledger accounts. */
export function AccountsSection() {
  const tables = useAlikeTables();
  const mayOpen = can(useSession(), 'ledger.view');
  const mayManage = useMayManage();
  const { data, error, refetch } = useEndpoint(accountItems, { query: {} });
  const { open, hrefOf, close } = useOpenRow();
  const [dialog, setDialog] = useState<Account | AccountType | null>(null);
  const opened = mayOpen ? data?.data.find((row) => row.code === open) : undefined;
  if (opened !== undefined) return <SubAccounts account={opened} onBack={close} />;
  const actions = (row: Account): MenuEntry[] => [{ label: 'Rename or disable…', onSelect: () => setDialog(row) }];
  return (
    <div ref={tables} className="flex max-w-5xl flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <PageTitle
          title="Ledger accounts"
          detail="The chart that postings go to. More can be added under their type."
        />
        <ExportButton
          onExport={(format) => exportFile(accountItems, { query: {}, name: 'chart-of-accounts' }, format)}
        />
      </div>
      {data === undefined &&
        (error === null ? <PageSkeleton /> : <ErrorState {...{ error }} onRetry={() => void refetch()} />)}
      {data !== undefined &&
        ACCOUNT_TYPES.map((type) => (
          <Card
            key={type}
            flush
            title={ACCOUNT_TYPE_LABELS[type]}
            actions={
              mayManage && (
                <Button size="sm" icon={<Plus size={13} aria-hidden="true" />} onClick={() => setDialog(type)}>
                  <span>
                    Add <span className="sr-only">to {ACCOUNT_TYPE_LABELS[type].toLowerCase()}</span>
                  </span>
                </Button>
              )
            }
          >
            <DataTable
              label={`Accounts under ${ACCOUNT_TYPE_LABELS[type].toLowerCase()}`}
              columns={columnsFor(mayOpen, hrefOf)}
              rows={data.data.filter((row) => row.type === type)}
              rowKey={(row) => row.code}
              rowLabel={(row) => `${row.code} ${row.name}`}
              {...(mayManage ? { rowActions: actions } : {})}
            />
          </Card>
        ))}
      {typeof dialog === 'string' && <NewAccountDialog type={dialog} onClose={() => setDialog(null)} />}
      {dialog !== null && typeof dialog !== 'string' && (
        <AsOpened of={data?.data.find(({ code }) => code === dialog.code) ?? dialog}>
          {(saved) => <AccountDialog {...{ saved }} onClose={() => setDialog(null)} />}
        </AsOpened>
      )}
    </div>
  );
}
