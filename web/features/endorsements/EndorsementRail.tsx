import { currentSession } from '../../api/session.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { DayText } from '../../ui/Figures.tsx';
import { FactList, PeopleCard } from '../records/PeopleCard.tsx';
import { placementHref } from '../ledger/record-links.ts';
import type { EndorsementRecord } from './endorsement-values.ts';

/** Who made, who decided, what waits. */
export function EndorsementRail({ record }: { record: EndorsementRecord }) {
  const { policy } = record;
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
            {
              label: policy.market === 'LONDON' ? 'Slip' : 'Policy',
              value: (
                <AppLink href={placementHref(policy)} className="rounded text-link hover:underline">
                  {policy.broker_reference}
                </AppLink>
              ),
            },
            { label: 'Branch', value: record.branch.name },
            ...(record.posted_on === null ? [] : [{ label: 'Posted on', value: <DayText value={record.posted_on} /> }]),
          ]}
        />
      </Card>
    </>
  );
}

function waitingFor({ status, made_by: maker, edited_by: editor, notes }: EndorsementRecord): string {
  if (status === 'PENDING') {
    if (currentSession()?.user.firm.makerChecker === false) return 'Approval. A second person is not asked for.';
    return `Approval by someone other than ${[...new Set([maker.name, editor.name])].join(' and ')}.`;
  }
  if (status === 'REJECTED') return `${editor.name}: mend it and submit it again.`;
  if (status === 'DISABLED') return 'Nothing: it is disabled.';
  if (status === 'DRAFT') return 'Submission by its maker.';
  const open = notes.filter((note) => note.settled !== note.amount).length;
  if (open === 0) return notes.length === 0 ? 'Nothing: no money moves.' : 'Nothing: its notes are settled.';
  return `Settlement of ${open === 1 ? 'one note' : `${open} notes`}.`;
}
