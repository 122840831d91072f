import { Plus } from 'lucide-react';
import {
  listPaymentFiles,
  PAYMENT_FILE_STATES,
  PAYMENT_FILE_STATUSES,
  paymentFileTable,
} from '../../../domain/banks/payment-contract.ts';
import { can, useSession } from '../../api/session.ts';
import { useListPage } from '../../api/use-list.ts';
import { paths, paymentFileHref } from '../../paths.ts';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { StatusBadge } from '../../ui/marks/Badge.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import type { Filter } from '../../ui/tables/FilterChips.tsx';
import { ListPage } from '../../ui/tables/ListPage.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { PayableTabs } from '../ledger/PayableTabs.tsx';
import { badgeOf } from '../ledger/status.ts';
import { ViewsMenu } from '../views/ViewsMenu.tsx';

const COLUMNS = screenColumns(paymentFileTable, {
  cells: {
    account: (row) => row.account.name,
    status: (row) => <StatusBadge {...badgeOf(PAYMENT_FILE_STATES[row.status])} />,
  },
});
const FILTERS: readonly Filter[] = [
  {
    key: 'status',
    label: 'Status',
    kind: 'option',
    options: PAYMENT_FILE_STATUSES.map((value) => ({ value, label: PAYMENT_FILE_STATES[value].label })),
  },
];

/** Orders of payment to banks. */
export function PaymentFilesPage() {
  const session = useSession();
  const page = useListPage(listPaymentFiles, { name: 'payment-files', filters: ['status'] });
  const create = can(session, 'vouchers.pay') && (
    <LinkButton variant="primary" icon={<Plus size={14} aria-hidden="true" />} href={paths.paymentFileNew}>
      New payment file
    </LinkButton>
  );
  return (
    <ListPage
      title="Payment files"
      {...page}
      views={<ViewsMenu call={listPaymentFiles} />}
      nouns={['file', 'files']}
      searchLabel="Number of a voucher"
      filters={FILTERS}
      columns={COLUMNS}
      rowKey={(row) => String(row.id)}
      rowLabel={(row) => row.name}
      rowHref={(row) => paymentFileHref(row.id)}
      above={<PayableTabs current="files" />}
      primary={create}
      empty={
        <EmptyState title="No payment files yet." action={create}>
          Approved vouchers of one account and day, as a file that the bank pays.
        </EmptyState>
      }
    />
  );
}
