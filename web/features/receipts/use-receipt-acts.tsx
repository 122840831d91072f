import { receiptCalls } from '../../../domain/receipts/contract.ts';
import { can, useSession } from '../../api/session.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { paths } from '../../paths.ts';
import { atId, withQuery } from '../ledger/record-links.ts';
import { isNothing } from '../ledger/wire-amounts.ts';
import type { RecordHandle } from '../records/record-handle.ts';
import { useRecordActs } from '../records/use-record-acts.tsx';
import type { ReceiptRecord } from './ReceiptPage.tsx';

type Given = { record: RecordHandle; open: (what: string) => void };

/** What this user may do with a receipt: once it is approved, what is left of it is allocated. */
export function useReceiptActs(receipt: ReceiptRecord, { record, open }: Given) {
  const session = useSession();
  const maker = can(session, 'receipts.create');
  const approved = receipt.status === 'APPROVED';
  const mayAllocate = can(session, 'allocations.create') && approved && !isNothing(receipt.left, receipt.currency);
  const another = withQuery(paths.receiptNew, { reinsured: receipt.reinsured.id, currency: receipt.currency });
  const next = mayAllocate ? (
    <Button variant="primary" onClick={() => open('allocate')}>
      Allocate what is left
    </Button>
  ) : approved ? (
    <Button onClick={() => open('document')}>Receipt document</Button>
  ) : maker ? (
    <LinkButton href={paths.receiptNew}>New receipt</LinkButton>
  ) : undefined;
  return useRecordActs(record, {
    calls: receiptCalls,
    editHref: atId(paths.receiptEdit, receipt.id),
    paper: 'Receipt document',
    next,
    more: maker ? [{ label: 'New receipt of this payer', href: another }] : [],
    open,
  });
}
