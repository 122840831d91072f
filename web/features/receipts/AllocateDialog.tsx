import { useState } from 'react';
import { allocateReceipt } from '../../../domain/receipts/contract.ts';
import { mayTakeFor, purposeOf } from '../../../domain/receipts/rules.ts';
import { useFirmToday } from '../../api/firm-day.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { Fields } from '../../ui/forms/Fields.tsx';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/notices/States.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';
import { unitsOf } from '../ledger/wire-amounts.ts';
import { allocatedUnits, partFault, proposalsOf, settledOf, type Parts } from './allocating.ts';
import { AllocationTable } from './AllocationTable.tsx';
import { crossedFault } from './crossing.ts';
import { ForeignNotes } from './ForeignNotes.tsx';
import { receiptName, type ReceiptRecord } from './receipt-words.ts';
import { useForeignNotes } from './use-foreign-notes.ts';
import { useOpenNotes } from './use-open-notes.ts';

type Props = { receipt: ReceiptRecord; open: boolean; onClose: () => void };

/** Allocates what is left of an approved receipt; it is booked at once, on today's date. */
export function AllocateDialog({ receipt, open, onClose }: Props) {
  const { currency, left } = receipt;
  const [parts, setParts] = useState<Parts>({});
  // What is settled of notes in another currency.
  const [settled, setSettled] = useState<Parts>({});
  const notes = useOpenNotes({ payer: String(receipt.reinsured.id), currency }, open);
  // A fee settles invoices of ours alone.
  const data = notes.notes?.filter((note) => mayTakeFor(receipt.receiptType, note.purpose));
  const { foreign, receipt: receiving } = useForeignNotes(
    { payer: String(receipt.reinsured.id), currency, day: useFirmToday(), receiptType: receipt.receiptType },
    open,
  );
  const allocate = useWrite(allocateReceipt, {
    onSuccess: () => {
      setParts({});
      setSettled({});
      onClose();
      toastSuccess('Allocated', receiptName(receipt));
    },
  });
  const total = allocatedUnits(parts, currency);
  const crossedOf = (id: number) => ({ amount: parts[id] ?? '', settles: settled[id] ?? '' });
  const wrong =
    total === 0n
      ? 'Choose a debit note first.'
      : total > unitsOf(left, currency)
        ? 'More is allocated than is left of the receipt.'
        : [
            ...(data ?? []).map((note) => partFault(note, parts[note.id], currency)),
            ...foreign.map((note) => crossedFault(note, crossedOf(note.id), currency)),
          ].find((fault) => fault !== undefined);
  const send = () => {
    const allocations = proposalsOf(parts, currency, settled);
    allocate.mutate({ body: { id: receipt.id, version: receipt.version, allocations } });
  };
  return (
    <Dialog
      {...{ open, onClose }}
      keepOpen
      size="lg"
      title={`Allocate what is left of ${receiptName(receipt)}`}
      description={
        <>
          <MoneyText withCurrency value={left} currency={currency} /> of {receipt.reinsured.name} is unallocated. It is
          booked at once.
        </>
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={allocate.isPending} disabledReason={wrong} onClick={send}>
            Allocate
          </Button>
        </>
      }
    >
      <Fields busy={allocate.isPending} className="grid gap-3 pb-1">
        {allocate.error !== null && (
          <div role="alert">
            <Notice tone="bad">{allocate.error.message}</Notice>
          </div>
        )}
        {data === undefined && notes.error !== null && (
          <ErrorState error={notes.error} onRetry={() => void notes.refetch()} />
        )}
        {data === undefined && notes.error === null && <Skeleton className="h-24" />}
        {data?.length === 0 && foreign.length === 0 && (
          <EmptyState title="Nothing is open.">This payer has no open debit notes in {currency}.</EmptyState>
        )}
        {data !== undefined && data.length > 0 && (
          <AllocationTable
            bank={purposeOf(receipt.receiptType)}
            notes={data}
            beyond={notes.beyond}
            amount={left}
            onChange={(next) => {
              setParts(next);
              setSettled(settledOf(next, settled));
            }}
            {...{ currency, parts }}
          />
        )}
        <ForeignNotes
          // They stand below the notes in the receipt's own currency, and wait for them to keep their place.
          notes={data === undefined && notes.error === null ? [] : foreign}
          receipt={receiving}
          amount={left}
          {...{ parts, settled }}
          onChange={(next, nextSettled) => {
            setParts(next);
            setSettled(nextSettled);
          }}
        />
      </Fields>
    </Dialog>
  );
}
