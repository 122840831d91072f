import { useState } from 'react';
import type { WireReply } from '../../../domain/endpoint.ts';
import { getReceipt } from '../../../domain/receipts/contract.ts';
import { RECEIPT_STATES } from '../../../domain/receipts/states.ts';
import { mayIn } from '../../../domain/states.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { useRecordId } from '../../ui/hooks/use-record-id.ts';
import { valuesOfReceipt } from './receipt-form.ts';
import { ReceiptForm } from './ReceiptForm.tsx';
import { receiptName } from './receipt-words.ts';
import { LISTS, receiptHref } from '../../paths.ts';

export function EditReceiptPage() {
  const id = useRecordId();
  const { data, error, refetch } = useEndpoint(getReceipt, { params: { id } });
  if (data === undefined) return <NoPage title="Receipt" {...{ error, refetch }} list={LISTS.receipts} />;
  return <Editing key={data.id} read={data} />;
}

/** Works on the receipt as it was when it was opened: a later version is refused by the server, not silently taken over. */
function Editing({ read }: { read: WireReply<typeof getReceipt> }) {
  const [data] = useState(read);
  const state = RECEIPT_STATES[data.status];
  if (!mayIn(RECEIPT_STATES, data.status, 'edit')) {
    return (
      <EmptyState
        title={`This receipt is ${state.label.toLowerCase()}.`}
        action={<LinkButton href={receiptHref(data.id)}>Open the receipt</LinkButton>}
      >
        Only a draft or a rejected receipt can be changed.
      </EmptyState>
    );
  }
  return (
    <ReceiptForm
      title={`Edit ${receiptName(data)}`}
      detail={`${data.branch.name} · ${state.label}`}
      keep={`receipt.${data.id}`}
      initial={valuesOfReceipt(data)}
      editing={{ id: data.id, version: data.version }}
    />
  );
}
