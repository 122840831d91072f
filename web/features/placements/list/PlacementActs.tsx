import { can, useSession } from '../../../api/session.ts';
import { paths, withQuery } from '../../../paths.ts';
import { LinkButton } from '../../../ui/buttons/Button.tsx';

/** What follows for placements that are selected: letters for what is overdue on them, and what is released to be paid. */
function PlacementActs({ ids }: { ids: readonly number[] }) {
  const session = useSession();
  return (
    <>
      {can(session, 'reports.money') && (
        <LinkButton href={withQuery(paths.reminders, { policies: ids.join('.') })}>Remind</LinkButton>
      )}
      {can(session, 'vouchers.create') && (
        <LinkButton href={withQuery(paths.payables, { tab: 'releases' })}>Pay released</LinkButton>
      )}
    </>
  );
}

/** For the bar of a selection. */
export const placementActs = (ids: readonly number[]) => <PlacementActs {...{ ids }} />;
