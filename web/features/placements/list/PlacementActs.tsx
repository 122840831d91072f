import { MOST_PLACEMENTS } from '../../../../domain/statements/contract.ts';
import { can, useSession } from '../../../api/session.ts';
import { paths, withQuery } from '../../../paths.ts';
import { Button, LinkButton } from '../../../ui/buttons/Button.tsx';

/** What follows for placements that are selected: letters for what is overdue on them, and what is released to be paid. */
export function PlacementActs({ ids }: { ids: readonly number[] }) {
  const session = useSession();
  return (
    <>
      {can(session, 'reports.money') && <RemindButton {...{ ids }} />}
      {can(session, 'vouchers.create') && (
        <LinkButton href={withQuery(paths.payables, { tab: 'releases' })}>Pay released</LinkButton>
      )}
    </>
  );
}

/** Leads to what is overdue on the placements, as many as the list of reminders takes. */
function RemindButton({ ids }: { ids: readonly number[] }) {
  if (ids.length > MOST_PLACEMENTS)
    return <Button disabledReason={`At most ${MOST_PLACEMENTS} at once.`}>Remind</Button>;
  return <LinkButton href={withQuery(paths.reminders, { policies: ids.join(',') })}>Remind</LinkButton>;
}
