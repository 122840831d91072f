import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { LinkedCard } from '../records/LinkedCard.tsx';
import { PlacementRail } from '../records/PlacementRail.tsx';
import type { EndorsementRecord } from './endorsement-values.ts';
import { placementHref } from '../../paths.ts';

/** Who made, who decided, what waits. */
export function EndorsementRail({ record }: { record: EndorsementRecord }) {
  const { policy } = record;
  const link = (
    <AppLink href={placementHref(policy)} className="rounded text-link hover:underline">
      {policy.broker_reference}
    </AppLink>
  );
  return (
    <>
      <PlacementRail
        record={record}
        waits={{ draft: 'Submission by its maker.', approved: toSettle(record) }}
        where={[{ label: policy.market === 'LONDON' ? 'Slip' : 'Policy', value: link }]}
      />
      <LinkedCard entity="endorsement" id={record.id} />
    </>
  );
}

function toSettle({ notes }: EndorsementRecord): string {
  const open = notes.filter((note) => note.settled !== note.amount).length;
  if (open === 0) return notes.length === 0 ? 'Nothing: no money moves.' : 'Nothing: its notes are settled.';
  return `Settlement of ${open === 1 ? 'one note' : `${open} notes`}.`;
}
