import type { WireReply } from '../../../domain/endpoint.ts';
import type { listReceipts } from '../../../domain/receipts/contract.ts';
import { RECEIPT_STATES, RECEIPT_TYPE_LABELS } from '../../../domain/receipts/states.ts';
import { receiptTable } from '../../../domain/receipts/table.ts';
import { StatusBadge } from '../../ui/marks/Badge.tsx';
import { LongName } from '../../ui/marks/LongName.tsx';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import type { Column } from '../../ui/tables/table-types.ts';
import { badgeOf } from '../ledger/status.ts';
import { differenceOf, sumOf } from '../ledger/wire-amounts.ts';
import { receiptName } from './receipt-words.ts';

export type ReceiptRow = WireReply<typeof listReceipts>['data'][number];

/** What can still be allocated: nothing of a receipt that is not in the books. */
function leftOf(row: ReceiptRow): string | null {
  return row.status === 'APPROVED'
    ? differenceOf(row.receiptAmount, sumOf([row.allocated, row.refunded, row.passed_on], row.currency), row.currency)
    : null;
}

const LEFT: Column<ReceiptRow> = {
  id: 'left',
  title: 'Left',
  align: 'right',
  isBlank: (row) => leftOf(row) === null,
  cell: (row) => <MoneyText value={leftOf(row)} currency={row.currency} />,
};

export const RECEIPT_COLUMNS: readonly Column<ReceiptRow>[] = screenColumns(receiptTable, {
  titles: { reinsured: 'Payer, bank reference' },
  second: {
    reinsured: (row) => <LongName>{row.source === null ? row.bank_reference : `Cash of ${row.source}`}</LongName>,
  },
  hide: ['bank_reference', 'source'],
  cells: {
    receiptNumber: receiptName,
    reinsured: (row) => <LongName>{row.reinsured}</LongName>,
    receiptType: (row) => RECEIPT_TYPE_LABELS[row.receiptType],
    status: (row) => <StatusBadge {...badgeOf(RECEIPT_STATES[row.status])} />,
    allocated: (row) => <MoneyText value={row.allocated} currency={row.currency} tone="mute" />,
  },
}).flatMap((column) => (column.id === 'allocated' ? [column, LEFT] : [column]));
