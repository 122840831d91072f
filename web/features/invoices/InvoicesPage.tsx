import { Plus } from 'lucide-react';
import { listInvoices } from '../../../domain/invoices/contract.ts';
import { INVOICE_KINDS, INVOICES } from '../../../domain/invoices/kinds.ts';
import { INVOICE_STATES, INVOICE_STATUSES } from '../../../domain/invoices/states.ts';
import { invoiceTable } from '../../../domain/invoices/table.ts';
import { KINDS, nounsOf } from '../../../domain/records/kinds.ts';
import { can, useSession } from '../../api/session.ts';
import { useListPage } from '../../api/use-list.ts';
import { atId, invoiceHref, paths } from '../../paths.ts';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { LongName } from '../../ui/marks/LongName.tsx';
import { StatusBadge } from '../../ui/marks/Badge.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import type { Filter } from '../../ui/tables/FilterChips.tsx';
import { ListPage } from '../../ui/tables/ListPage.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { ReceivableTabs } from '../ledger/ReceivableTabs.tsx';
import { badgeOf } from '../ledger/status.ts';
import { useAccounting } from '../ledger/use-lookups.ts';
import { rowActs } from '../records/row-acts.ts';
import { invoiceName } from './invoice-words.ts';
import { useSelection } from '../records/use-selection.tsx';
import { ViewsMenu } from '../views/ViewsMenu.tsx';

const STATUS = INVOICE_STATUSES.map((value) => ({ value, label: INVOICE_STATES[value].label }));
const KIND = INVOICE_KINDS.map((value) => ({ value, label: INVOICES[value].label }));

const COLUMNS = screenColumns(invoiceTable, {
  titles: { posted_on: 'Date, due' },
  second: { posted_on: 'due_on' },
  hide: ['due_on'],
  cells: {
    number: invoiceName,
    party: (row) => <LongName>{row.party}</LongName>,
    status: (row) => <StatusBadge {...badgeOf(INVOICE_STATES[row.status])} />,
  },
});

/** The firm's own invoices and their credits. */
export function InvoicesPage() {
  const session = useSession();
  const { currencies } = useAccounting();
  const page = useListPage(listInvoices, { name: 'invoices', filters: ['status', 'kind', 'currency'] });
  const { selection, dialog } = useSelection({ kind: 'invoice', call: listInvoices, name: 'invoices' });
  const filters: Filter[] = [
    { key: 'status', label: 'Status', kind: 'option', options: STATUS },
    { key: 'kind', label: 'For', kind: 'option', options: KIND },
    { key: 'currency', label: 'Currency', kind: 'option', options: currencies },
  ];
  const create = can(session, 'invoices.create') && (
    <LinkButton variant="primary" icon={<Plus size={14} aria-hidden="true" />} href={paths.invoiceNew}>
      New invoice
    </LinkButton>
  );
  return (
    <>
      <ListPage
        title="Receivables"
        {...page}
        {...{ selection }}
        views={<ViewsMenu call={listInvoices} />}
        nouns={nounsOf(KINDS.invoice)}
        searchLabel="Party, number, reference or what for"
        {...{ filters }}
        columns={COLUMNS}
        rowKey={(row) => String(row.id)}
        rowLabel={invoiceName}
        rowHref={(row) => invoiceHref(row.id)}
        rowActions={(row) =>
          rowActs(session, {
            id: row.id,
            status: row.status,
            branch: row.branch,
            kind: 'invoice',
            editHref: atId(paths.invoiceEdit, row.id),
          })
        }
        above={<ReceivableTabs current="invoices" />}
        primary={create}
        empty={
          <EmptyState title="No invoices yet." action={create}>
            Fees, brokerage without a debit note and other services of the firm are invoiced here.
          </EmptyState>
        }
      />
      {dialog}
    </>
  );
}
