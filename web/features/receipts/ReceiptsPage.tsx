import { KINDS, nounsOf } from '../../../domain/records/kinds.ts';
import { Plus } from 'lucide-react';
import { listReceipts } from '../../../domain/receipts/contract.ts';
import { RECEIPT_STATES, RECEIPT_STATUSES } from '../../../domain/receipts/states.ts';
import { can, useSession } from '../../api/session.ts';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import type { Filter } from '../../ui/tables/FilterChips.tsx';
import { ListPage } from '../../ui/tables/ListPage.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import type { MenuEntry } from '../../ui/buttons/Menu.tsx';
import { atId, paths, receiptHref } from '../../paths.ts';
import { rowActs } from '../records/row-acts.ts';
import { useAccounting } from '../ledger/use-lookups.ts';
import { ReceivableTabs } from '../ledger/ReceivableTabs.tsx';
import { leftFilters } from '../ledger/left-filter.ts';
import { RECEIPT_COLUMNS, type ReceiptRow } from './receipt-columns.tsx';
import { receiptName } from './receipt-words.ts';
import { useListPage } from '../../api/use-list.ts';
import { useSelection } from '../records/use-selection.tsx';
import { ViewsMenu } from '../views/ViewsMenu.tsx';

const STATUS = RECEIPT_STATUSES.map((value) => ({ value, label: RECEIPT_STATES[value].label }));

export function ReceiptsPage() {
  const session = useSession();
  const mayCreate = can(session, 'receipts.create');
  const { currencies } = useAccounting();
  const page = useListPage(listReceipts, { name: 'receipts', filters: ['status', 'currency', 'left'] });
  const { list, query } = page;
  const { selection, dialog } = useSelection({ kind: 'receipt', call: listReceipts, name: 'receipts' });
  const filters: Filter[] = [
    { key: 'status', label: 'Status', kind: 'option', options: STATUS },
    { key: 'currency', label: 'Currency', kind: 'option', options: currencies },
    ...leftFilters(list.filters['left']),
  ];
  const create = mayCreate && (
    <LinkButton variant="primary" icon={<Plus size={14} aria-hidden="true" />} href={paths.receiptNew}>
      New receipt
    </LinkButton>
  );
  const actions = (row: ReceiptRow): MenuEntry[] => [
    ...rowActs(session, { ...row, kind: 'receipt', editHref: atId(paths.receiptEdit, row.id) }),
    ...(can(session, 'allocations.create') && row.status === 'APPROVED' && row.allocated !== row.receiptAmount
      ? [{ label: 'Allocate what is left', href: `${receiptHref(row.id)}?do=allocate` }]
      : []),
  ];
  return (
    <>
      <ListPage
        title="Receivables"
        {...page}
        {...{ selection }}
        views={<ViewsMenu call={listReceipts} />}
        nouns={nounsOf(KINDS.receipt)}
        searchLabel="Payer, number or reference"
        above={<ReceivableTabs current="receipts" />}
        {...{ list, query, filters }}
        columns={RECEIPT_COLUMNS}
        rowKey={(row) => String(row.id)}
        rowLabel={receiptName}
        rowHref={(row) => receiptHref(row.id)}
        rowActions={actions}
        primary={create}
        empty={
          <EmptyState title="No receipts yet." action={create}>
            Money that reinsureds pay is entered here, and allocated to their debit notes.
          </EmptyState>
        }
      />
      {dialog}
    </>
  );
}
