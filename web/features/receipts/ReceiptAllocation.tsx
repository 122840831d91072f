import { useState } from 'react';
import type { Choice } from '../../../domain/fields.ts';
import { isAllocatedAtOnce, mayTakeFor, purposeOf } from '../../../domain/receipts/rules.ts';
import type { ReceiptType } from '../../../domain/receipts/states.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { ErrorState, Skeleton } from '../../ui/notices/States.tsx';
import { isNothing } from '../ledger/wire-amounts.ts';
import { WideSection } from '../ledger/WideSection.tsx';
import { settledOf } from './allocating.ts';
import { AllocationTable } from './AllocationTable.tsx';
import { ForeignNotes } from './ForeignNotes.tsx';
import type { Proposed } from './receipt-form.ts';
import { useForeignNotes } from './use-foreign-notes.ts';
import { useOpenNotes } from './use-open-notes.ts';

type Typed = Proposed & { receiptAmount: string };
type Props = {
  /** Whose notes, in which currency and for what money, with what is typed. */
  values: Typed & { reinsured: Choice | null; currency: string; receiptType: ReceiptType; dateOfIssue: string };
  /** The code of the branch whose notes they are, where it is not the page's. */
  branch?: string | undefined;
  fault: string | undefined;
  set: (changes: Partial<Typed>) => void;
};

/** Which debit notes the money is for; what is proposed here takes effect at the approval. */
export function ReceiptAllocation({ values, branch, fault, set }: Props) {
  const { reinsured, currency, receiptType, dateOfIssue: day } = values;
  const nouns = receiptType === 'CLAIM' ? 'claim invoices' : receiptType === 'FEE' ? 'invoices of ours' : 'debit notes';
  const takesNotes = reinsured !== null && isAllocatedAtOnce(receiptType);
  const [named] = useState(() => Object.keys(values.allocations));
  const open = useOpenNotes({ payer: reinsured?.id ?? null, currency, branch, named }, takesNotes);
  const data = open.notes?.filter((note) => mayTakeFor(receiptType, note.purpose));
  const { foreign, receipt, known } = useForeignNotes(
    { payer: reinsured?.id ?? null, currency, day, receiptType, branch },
    takesNotes,
  );
  // A draft can name notes that have been settled since: they cannot be ticked off where they are not shown.
  const gone = data === undefined || !known ? [] : settledSince(values, [...data, ...foreign]);
  const takeOff = () => {
    const left = Object.entries(values.allocations).filter(([note]) => !gone.includes(note));
    const allocations = Object.fromEntries(left);
    set({ allocations, note_amounts: settledOf(allocations, values.note_amounts) });
  };
  return (
    <WideSection title="Allocation" hint="Takes effect at the approval. What is left over can be allocated later.">
      {receiptType === 'ON_ACCOUNT' && (
        <p className="text-mute">
          It is kept as unallocated cash of the payer, and allocated once it is known what for.
        </p>
      )}
      {isAllocatedAtOnce(receiptType) && reinsured === null && (
        <p className="text-mute">Choose the payer to see their open {nouns}.</p>
      )}
      {takesNotes && data === undefined && open.error !== null && (
        <ErrorState error={open.error} onRetry={() => void open.refetch()} />
      )}
      {takesNotes && data === undefined && open.error === null && (
        <div className="grid gap-3 rounded-lg border border-line bg-panel p-4">
          <Skeleton className="w-1/3" />
          <Skeleton />
          <Skeleton className="w-2/3" />
        </div>
      )}
      {takesNotes && gone.length > 0 && (
        <Notice
          tone="warn"
          action={
            <Button size="sm" onClick={takeOff}>
              Take off
            </Button>
          }
        >
          {gone.length === 1 ? 'A note that was proposed is' : `${gone.length} notes that were proposed are`} not open
          any more.
        </Notice>
      )}
      {takesNotes && data?.length === 0 && (
        <Notice>
          {reinsured.label} has no open {nouns} in {currency}. The money is kept as unallocated cash.
        </Notice>
      )}
      {takesNotes && data !== undefined && data.length > 0 && (
        <div id="allocations" tabIndex={-1} className="min-w-0 outline-none">
          <AllocationTable
            bank={purposeOf(receiptType)}
            notes={data}
            beyond={open.beyond}
            currency={currency}
            amount={values.receiptAmount}
            parts={values.allocations}
            onChange={(parts) =>
              set({ allocations: { ...parts }, note_amounts: settledOf(parts, values.note_amounts) })
            }
            onAmount={(receiptAmount) => set({ receiptAmount })}
          />
        </div>
      )}
      {takesNotes && (
        <ForeignNotes
          // They stand below the notes in the receipt's own currency, and wait for them to keep their place.
          notes={data === undefined && open.error === null ? [] : foreign}
          receipt={receipt}
          amount={values.receiptAmount}
          parts={values.allocations}
          settled={values.note_amounts}
          onChange={(parts, settled) => set({ allocations: { ...parts }, note_amounts: { ...settled } })}
        />
      )}
      {fault !== undefined && <p className="text-xs text-bad">{fault}</p>}
    </WideSection>
  );
}

function settledSince(
  values: Pick<Props['values'], 'allocations' | 'currency'>,
  open: readonly { id: number }[],
): string[] {
  const ids = new Set(open.map((note) => String(note.id)));
  return Object.entries(values.allocations)
    .filter(([note, part]) => !isNothing(part, values.currency) && !ids.has(note))
    .map(([note]) => note);
}
