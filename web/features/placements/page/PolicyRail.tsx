import type { ReactNode } from 'react';
import { DayText, MoneyText } from '../../../ui/marks/Figures.tsx';
import { PlacementRail } from '../../records/PlacementRail.tsx';
import { rateOf } from '../form/policy-amounts.ts';
import type { PolicyRecord } from '../form/policy-values.ts';
import { lessOf, paymentOf } from './policy-words.ts';
import { showRate } from '../../../ui/marks/format.ts';

/** Who made, who decided, what waits. */
export function PolicyRail({ record }: { record: PolicyRecord }) {
  return <PlacementRail record={record} waits={{ draft: toPlace(record), approved: owed(record) }} />;
}

function toPlace({ fac, figures }: PolicyRecord): string {
  const open = (rateOf(fac) ?? 0n) - (rateOf(figures.placed) ?? 0n);
  return open > 0n ? `${showRate(open)}% of the order is still to be placed.` : 'Submission: it is fully placed.';
}

function owed(record: PolicyRecord): ReactNode {
  const { currency } = record;
  const notes = record.notes
    .filter((one) => one.kind === 'DN' && one.party.id === record.reinsured.id && one.settled !== one.amount)
    .toSorted((a, b) => a.due_on.localeCompare(b.due_on));
  const [note] = notes;
  if (note === undefined || paymentOf(record) === 'PAID') return 'Nothing outstanding';
  return (
    <>
      <MoneyText
        withCurrency
        value={lessOf(record.current.debit_note, record.received, currency)}
        currency={currency}
      />{' '}
      from <span dir="auto">{record.reinsured.name}</span>, {notes.length > 1 ? 'first ' : ''}due{' '}
      <DayText value={note.due_on} />.
    </>
  );
}
