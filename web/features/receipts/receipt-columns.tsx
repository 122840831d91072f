import type { WireReply } from '../../../domain/endpoint.ts';
import type { listReceipts } from '../../../domain/receipts/contract.ts';
import { RECEIPT_STATES } from '../../../domain/receipts/states.ts';
import { StatusBadge } from '../../ui/Badge.tsx';
import { DayText, MoneyText } from '../../ui/Figures.tsx';
import type { Column } from '../../ui/table-types.ts';
import { badgeOf } from '../ledger/status.ts';
import { differenceOf } from '../ledger/wire-amounts.ts';
import { RECEIPT_TYPE_LABELS, receiptName } from './receipt-words.ts';

export type ReceiptRow = WireReply<typeof listReceipts>['data'][number];

/** What can still be allocated: nothing of a receipt that is not in the books. */
function leftOf(row: ReceiptRow): string | null {
  return row.status === 'APPROVED' ? differenceOf(row.receiptAmount, row.allocated, row.currency) : null;
}

export const RECEIPT_COLUMNS: readonly Column<ReceiptRow>[] = [
  { id: 'receiptNumber', title: 'Receipt', cell: (row) => receiptName(row) },
  { id: 'dateOfIssue', title: 'Bank date', sortable: true, cell: (row) => <DayText value={row.dateOfIssue} /> },
  { id: 'reinsured', title: 'Payer', cell: (row) => row.reinsured },
  { id: 'receiptType', title: 'For', cell: (row) => RECEIPT_TYPE_LABELS[row.receiptType] },
  { id: 'status', title: 'Status', cell: (row) => <StatusBadge {...badgeOf(RECEIPT_STATES[row.status])} /> },
  { id: 'currency', title: 'Cur.', cell: (row) => row.currency },
  {
    id: 'receiptAmount',
    title: 'Amount',
    align: 'right',
    sortable: true,
    cell: (row) => <MoneyText value={row.receiptAmount} currency={row.currency} />,
  },
  {
    id: 'allocated',
    title: 'Allocated',
    hidden: true,
    align: 'right',
    cell: (row) => <MoneyText value={row.allocated} currency={row.currency} tone="mute" />,
  },
  {
    id: 'left',
    title: 'Left',
    align: 'right',
    cell: (row) => <MoneyText value={leftOf(row)} currency={row.currency} />,
  },
  { id: 'bank_reference', title: 'Bank reference', cell: (row) => row.bank_reference },
  { id: 'made_by', title: 'Made by', cell: (row) => row.made_by, hidden: true },
  { id: 'branch', title: 'Branch', cell: (row) => row.branch, hidden: true },
];
