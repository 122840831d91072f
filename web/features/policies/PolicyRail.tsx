import type { ReactNode } from 'react';
import { formatRate } from '../../../domain/values/rate.ts';
import { currentSession } from '../../api/session.ts';
import { Card } from '../../ui/Card.tsx';
import { DayText, MoneyText } from '../../ui/Figures.tsx';
import { FactList, PeopleCard } from '../records/PeopleCard.tsx';
import { rateOf, type PolicyRecord } from './policy-values.ts';
import { lessOf, paymentOf } from './policy-words.ts';

/** Who made, who decided, what waits. */
export function PolicyRail({ record }: { record: PolicyRecord }) {
  const decided = record.status === 'REJECTED' ? 'Rejected by' : 'Approved by';
  return (
    <>
      <Card title="What waits">
        <p>{waitingFor(record)}</p>
      </Card>
      <PeopleCard
        deeds={[
          { label: 'Maker', who: record.made_by, at: record.created_at },
          ...(record.edited_by.id === record.made_by.id ? [] : [{ label: 'Last edited by', who: record.edited_by }]),
          {
            label: record.decided_by === null ? 'Decided by' : decided,
            who: record.decided_by,
            at: record.decided_at,
            none: 'Not decided yet',
          },
        ]}
      />
      <Card title="Where">
        <FactList
          facts={[
            { label: 'Branch', value: record.branch.name },
            ...(record.posted_on === null ? [] : [{ label: 'Posted on', value: <DayText value={record.posted_on} /> }]),
          ]}
        />
      </Card>
    </>
  );
}

function waitingFor(record: PolicyRecord): ReactNode {
  const { status, currency } = record;
  if (status === 'PENDING') {
    const makers = [...new Set([record.made_by.name, record.edited_by.name])].join(' and ');
    if (currentSession()?.user.firm.makerChecker === false) return 'Approval. A second person is not asked for.';
    return `Approval by someone other than ${makers}.`;
  }
  if (status === 'REJECTED') return `${record.edited_by.name}: mend it and submit it again.`;
  if (status === 'DISABLED') return 'Nothing: it is disabled.';
  if (status === 'DRAFT') {
    const open = (rateOf(record.fac) ?? 0n) - (rateOf(record.figures.placed) ?? 0n);
    return open > 0n ? `${formatRate(open)}% of the order is still to be placed.` : 'Submission: it is fully placed.';
  }
  const owed = record.notes
    .filter((one) => one.kind === 'DN' && one.party.id === record.reinsured.id && one.settled !== one.amount)
    .toSorted((a, b) => a.due_on.localeCompare(b.due_on));
  const [note] = owed;
  if (note === undefined || paymentOf(record) === 'PAID') return 'Nothing: what is due is settled.';
  return (
    <>
      <MoneyText
        withCurrency
        value={lessOf(record.current.debit_note, record.received, currency)}
        currency={currency}
      />{' '}
      from <span dir="auto">{record.reinsured.name}</span>, {owed.length > 1 ? 'first ' : ''}due{' '}
      <DayText value={note.due_on} />.
    </>
  );
}
