import { Fragment, type ReactNode } from 'react';
import { currentSession } from '../../api/session.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { DayText } from '../../ui/marks/Figures.tsx';
import { UserLink } from '../../ui/marks/NameLink.tsx';
import { FactList, PeopleCard } from './PeopleCard.tsx';
import { othersOn, type Person } from './record-handle.ts';

type Placed = {
  status: string;
  /** Of a placement: whose business it is. */
  producer?: Person;
  made_by: Person;
  edited_by: Person;
  hands: readonly Person[];
  decided_by: Person | null;
  decided_at: string | null;
  created_at: string;
  branch: { name: string };
  posted_on: string | null;
};
type Props = {
  record: Placed;
  /** What a draft and what an approved one waits for. */
  waits: { draft: ReactNode; approved: ReactNode };
  /** Where it belongs, before its branch. */
  where?: readonly { label: string; value: ReactNode }[];
};

/** The rail of a policy or an endorsement: who made, who decided, what waits. */
export function PlacementRail({ record, waits, where = [] }: Props) {
  const decided = record.status === 'REJECTED' ? 'Rejected by' : 'Approved by';
  return (
    <>
      <Card title="What waits">
        <p>{waitingFor(record, waits)}</p>
      </Card>
      <PeopleCard
        deeds={[
          ...(record.producer === undefined ? [] : [{ label: 'Producer', who: record.producer }]),
          { label: 'Maker', who: record.made_by, at: record.created_at },
          ...(record.edited_by.id === record.made_by.id ? [] : [{ label: 'Last edited by', who: record.edited_by }]),
          ...othersOn(record),
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
            ...where,
            { label: 'Branch', value: record.branch.name },
            ...(record.posted_on === null ? [] : [{ label: 'Posted on', value: <DayText value={record.posted_on} /> }]),
          ]}
        />
      </Card>
    </>
  );
}

function waitingFor({ status, hands, edited_by: editor }: Placed, { draft, approved }: Props['waits']): ReactNode {
  if (status === 'PENDING') {
    if (currentSession()?.user.firm.makerChecker === false) return 'Approval, by a second person where there is one.';
    return (
      <>
        Approval by someone other than{' '}
        {hands.map((who, index) => (
          <Fragment key={who.id}>
            {index > 0 && ' and '}
            <UserLink inText user={who} />
          </Fragment>
        ))}
        .
      </>
    );
  }
  if (status === 'REJECTED') {
    return (
      <>
        <UserLink inText user={editor} />: correct it and submit it again.
      </>
    );
  }
  if (status === 'DISABLED') return 'Nothing: it is disabled.';
  return status === 'DRAFT' ? draft : approved;
}
