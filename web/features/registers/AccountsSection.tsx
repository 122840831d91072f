import type { WireReply } from '../../../domain/endpoint.ts';
import { ledgerAccounts } from '../../../domain/registers/contract.ts';
import { can, useSession } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { StatusBadge } from '../../ui/Badge.tsx';
import { focusRing } from '../../ui/styles.ts';
import type { Column } from '../../ui/table-types.ts';
import { ReadSection } from './ReadSection.tsx';
import { statusBadge } from './register-words.ts';

type Account = WireReply<typeof ledgerAccounts>['data'][number];

const TYPES: Record<Account['type'], string> = {
  ASSET: 'Asset',
  LIABILITY: 'Liability',
  EQUITY: 'Equity',
  INCOME: 'Income',
  EXPENSE: 'Expense',
};
const SUBS: Record<Account['sub_kind'], string> = {
  NONE: '',
  REINSURED: 'By reinsured',
  SECURITY: 'By security',
  PARTY: 'By party',
  TAX: 'By tax',
};

const columnsFor = (linked: boolean): readonly Column<Account>[] => [
  {
    id: 'code',
    title: 'Account',
    cell: (row) =>
      linked ? (
        <AppLink href={`${paths.ledgerLines}?account=${row.code}`} className={`rounded hover:underline ${focusRing}`}>
          {row.code}
        </AppLink>
      ) : (
        row.code
      ),
  },
  { id: 'name', title: 'Name', width: 240, cell: (row) => row.name },
  { id: 'type', title: 'Type', cell: (row) => TYPES[row.type] },
  { id: 'sub', title: 'Kept', cell: (row) => SUBS[row.sub_kind] },
  { id: 'status', title: 'Status', cell: (row) => <StatusBadge {...statusBadge(row.status)} /> },
];

/** The chart of accounts; each account leads to its lines. */
export function AccountsSection() {
  const mayOpen = can(useSession(), 'ledger.view');
  const query = useEndpoint(ledgerAccounts, {});
  return (
    <ReadSection
      title="Ledger accounts"
      detail="The chart that postings go to. It comes with the installation and is read here."
      columns={columnsFor(mayOpen)}
      rows={query.data?.data}
      {...{ query }}
      rowKey={(row) => row.code}
      wordsOf={(row) => `${row.code} ${row.name} ${TYPES[row.type]} ${SUBS[row.sub_kind]}`}
    />
  );
}
