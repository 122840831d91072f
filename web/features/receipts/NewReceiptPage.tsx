import { useState } from 'react';
import { getInvoice } from '../../../domain/invoices/contract.ts';
import { useFirmToday } from '../../api/firm-day.ts';
import { useSession } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { PageSkeleton } from '../../ui/notices/States.tsx';
import { useAddress } from '../../ui/hooks/use-address.ts';
import { useBaseCurrency } from '../../api/base-currency.ts';
import { usePartyOf } from '../ledger/use-lookups.ts';
import { blankReceipt, type ReceiptValues } from './receipt-form.ts';
import { ReceiptForm } from './ReceiptForm.tsx';
import { useOpenNotes } from './use-open-notes.ts';

/**
 * A new receipt; `?reinsured=…&currency=…&note=…` fills in the payer and the note that it is for, `?security=…` a security
 * that pays its claim invoices, `?invoice=…` what is unpaid of an invoice of ours.
 */
export function NewReceiptPage() {
  const [address] = useAddress();
  const base = useBaseCurrency();
  const branch = useSession()?.user.branch.name ?? '';
  const today = useFirmToday();
  const [again, setAgain] = useState<{ round: number; initial: ReceiptValues } | null>(null);
  const reinsured = address['reinsured'];
  const noteId = address['note'];
  const currency = address['currency'] ?? base;
  const security = address['security'];
  const payerId = reinsured ?? security;
  const cedant = usePartyOf('reinsured', reinsured);
  const recoveredFrom = usePartyOf('security', security);
  const payer = cedant ?? recoveredFrom;
  const named = payerId !== undefined && noteId !== undefined;
  const open = useOpenNotes({ payer: payerId ?? null, currency, ...(named && { named: [noteId] }) }, named);
  const fee = useFee(address['invoice']);
  const waiting =
    fee === 'WAITING' ||
    (payerId !== undefined && payer === null) ||
    (named && open.notes === undefined && open.error === null);
  if (waiting) return <PageSkeleton />;
  const note = open.notes?.find((one) => String(one.id) === noteId);
  const prefilled = blankReceipt(
    fee ?? {
      reinsured: payer,
      ...(security !== undefined && { receiptType: 'CLAIM' as const }),
      currency,
      dateOfIssue: today,
      ...(note === undefined ? {} : { receiptAmount: note.outstanding, allocations: { [note.id]: note.outstanding } }),
    },
  );
  const keep = ['receipt.new', payerId, noteId, address['invoice']].filter((part) => part !== undefined).join('.');
  return (
    <ReceiptForm
      // A fresh form for the next receipt: nothing of the last one stays.
      key={again?.round ?? 0}
      title="New receipt"
      detail={`${branch} · kept as you type`}
      keep={keep}
      initial={again?.initial ?? prefilled}
      editing={null}
      onAgain={(initial) => setAgain({ round: (again?.round ?? 0) + 1, initial })}
    />
  );
}

/** The receipt of what is unpaid of an invoice of ours; null where none is named or it cannot be read. */
function useFee(invoice: string | undefined) {
  const id = /^\d{1,10}$/.test(invoice ?? '') ? (invoice ?? '0') : '0';
  const today = useFirmToday();
  const { data, error } = useEndpoint(getInvoice, { params: { id } }, { enabled: invoice !== undefined });
  if (invoice === undefined || error !== null) return null;
  if (data === undefined) return 'WAITING';
  const { party, currency, note } = data;
  return {
    reinsured: { id: String(party.id), label: party.name },
    receiptType: 'FEE' as const,
    currency,
    dateOfIssue: today,
    ...(note !== null && { receiptAmount: note.outstanding, allocations: { [note.id]: note.outstanding } }),
  };
}
