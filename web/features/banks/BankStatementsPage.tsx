import { Plus } from 'lucide-react';
import { listBankStatements, listStatementAccounts } from '../../../domain/banks/contract.ts';
import { STATEMENT_STATES, STATEMENT_STATUSES } from '../../../domain/banks/states.ts';
import { statementTable } from '../../../domain/banks/tables.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import { can, useSession } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useListPage } from '../../api/use-list.ts';
import { bankStatementHref, paths, withQuery } from '../../paths.ts';
import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { StatusBadge } from '../../ui/marks/Badge.tsx';
import { DayText, MoneyText } from '../../ui/marks/Figures.tsx';
import { EmptyState, PageSkeleton } from '../../ui/notices/States.tsx';
import { focusRing } from '../../ui/styles.ts';
import type { Filter } from '../../ui/tables/FilterChips.tsx';
import { ListPage } from '../../ui/tables/ListPage.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { badgeOf } from '../ledger/status.ts';
import { BankTabs } from './BankTabs.tsx';
import { accountDetail, type StatementAccount } from './bank-words.ts';
import { ViewsMenu } from '../views/ViewsMenu.tsx';

type Row = WireReply<typeof listBankStatements>['data'][number];

const COLUMNS = screenColumns(statementTable, {
  cells: {
    account: (row) => row.account.name,
    status: (row) => <StatusBadge {...badgeOf(STATEMENT_STATES[row.status])} />,
  },
});
const STATUS = STATEMENT_STATUSES.map((value) => ({ value, label: STATEMENT_STATES[value].label }));

/** Our accounts with where their statements have come to, and all statements. */
export function BankStatementsPage() {
  const session = useSession();
  const { data: accounts = [], isLoading } = useEndpoint(listStatementAccounts, { query: {} });
  const page = useListPage(listBankStatements, { name: 'bank-statements', filters: ['bank', 'status'] });
  const filters: Filter[] = [
    {
      key: 'bank',
      label: 'Account',
      kind: 'option',
      options: accounts.map((one) => ({ value: String(one.id), label: one.name })),
    },
    { key: 'status', label: 'Status', kind: 'option', options: STATUS },
  ];
  const account = page.list.filters['bank'] ?? '';
  const read = can(session, 'bank_statements.create') && (
    <LinkButton
      variant="primary"
      icon={<Plus size={14} aria-hidden="true" />}
      href={withQuery(paths.bankStatementNew, { account })}
    >
      Import statement
    </LinkButton>
  );
  const label = (row: Row) => `${row.account.name} to ${row.last_day}`;
  // How many accounts there are says where the list begins.
  if (isLoading) return <PageSkeleton />;
  return (
    <ListPage
      title="Bank statements"
      {...page}
      views={<ViewsMenu call={listBankStatements} />}
      nouns={['statement', 'statements']}
      searchLabel="Account or number"
      {...{ filters }}
      columns={COLUMNS}
      rowKey={(row) => String(row.id)}
      rowLabel={label}
      rowHref={(row) => bankStatementHref(row.id)}
      above={
        <>
          <BankTabs current="statements" />
          <Accounts accounts={accounts} chosen={account} />
        </>
      }
      primary={read}
      empty={
        <EmptyState title="No statements yet." action={read}>
          What the bank says of the firm’s accounts is imported here, and held against receipts and vouchers.
        </EmptyState>
      }
    />
  );
}

/** Each account with the balance of its last statement; choosing one narrows the list to it. */
function Accounts({ accounts, chosen }: { accounts: readonly StatementAccount[]; chosen: string }) {
  if (accounts.length === 0) return null;
  return (
    <ul aria-label="Accounts" className="no-print grid grid-cols-[minmax(0,1fr)] gap-2 sm:grid-cols-2 xl:grid-cols-3">
      {accounts.map((one) => (
        <li key={one.id} className="min-w-0">
          <AppLink
            href={withQuery(paths.bankStatements, { bank: String(one.id) === chosen ? null : one.id })}
            aria-current={String(one.id) === chosen ? 'true' : undefined}
            className={`grid grid-cols-[minmax(0,1fr)] gap-0.5 rounded-lg border bg-panel px-3.5 py-2.5 hover:bg-hover ${String(one.id) === chosen ? 'border-brand' : 'border-line'} ${focusRing}`}
          >
            <span className="flex items-baseline justify-between gap-3">
              <span dir="auto" className="min-w-0 font-medium wrap-anywhere">
                {one.name}
              </span>
              <span className="shrink-0">
                <MoneyText value={one.balance} currency={one.currency} withCurrency zero="digits" strong />
              </span>
            </span>
            <span className="grid grid-cols-[minmax(0,1fr)] text-xs text-mute">
              <span className="wrap-anywhere">{accountDetail(one)}</span>
              <span>
                {one.last_day === null ? (
                  'No statement yet'
                ) : (
                  <>
                    to <DayText value={one.last_day} />
                  </>
                )}
              </span>
            </span>
          </AppLink>
        </li>
      ))}
    </ul>
  );
}
