import { MOVEMENT_LABELS } from '../../../../domain/claims/states.ts';
import { showWireAmount } from '../../../ui/fields/read-typed.ts';
import { PartyLink, UserLink } from '../../../ui/marks/NameLink.tsx';
import type { TimelineEvent } from '../../../ui/marks/Timeline.tsx';
import type { ClaimRecord } from '../form/claim-form.ts';

type Movement = ClaimRecord['movements'][number];

function movementEvent(movement: Movement): TimelineEvent[] {
  const { id, type, amount, currency, posted_on: on, reason, ex_gratia: exGratia } = movement;
  if (on === null) return [];
  const figure = amount === null ? '' : ` of ${currency} ${showWireAmount(amount, currency)}`;
  const tone = type === 'CALL' || type === 'FINAL' ? 'info' : 'neutral';
  const what = `${figure.trim()}${exGratia ? ', ex gratia' : ''}`.trim();
  return [{ id, at: on, who: MOVEMENT_LABELS[type], what, detail: reason, tone }];
}

/** What happened to a claim by its days, the latest first. */
export function claimEvents(claim: ClaimRecord): TimelineEvent[] {
  const { data_loss_date: lossOn, notified_on: notifiedOn, approved_on: approvedOn, place } = claim;
  const events: TimelineEvent[] = [
    { id: 'loss', at: lossOn, who: 'Loss', what: place === '' ? '' : `at ${place}`, tone: 'bad' },
    {
      id: 'notified',
      at: notifiedOn,
      who: 'Notified',
      what: (
        <>
          by <PartyLink party={claim.policy.reinsured} inText />
        </>
      ),
    },
    ...(approvedOn === null
      ? []
      : [
          {
            id: 'approved',
            at: approvedOn,
            who: 'Approved',
            what: claim.decided_by !== null && (
              <>
                by <UserLink user={claim.decided_by} />
              </>
            ),
            tone: 'good' as const,
          },
        ]),
    ...claim.movements.flatMap(movementEvent),
  ];
  // Of one day the later comes first.
  return events.toReversed().toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}
