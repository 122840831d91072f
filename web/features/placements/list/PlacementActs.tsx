import { useState } from 'react';
import { MOST_IN_BATCH } from '../../../../domain/batches/contract.ts';
import { MOST_PLACEMENTS } from '../../../../domain/statements/contract.ts';
import { can, useSession } from '../../../api/session.ts';
import { paths, withQuery } from '../../../paths.ts';
import { Button, LinkButton } from '../../../ui/buttons/Button.tsx';
import { SendPapersDialog } from './SendPapersDialog.tsx';

/** What follows for placements that are selected: their papers, letters for what is overdue on them, and what is released to be paid. */
export function PlacementActs({ ids }: { ids: readonly number[] }) {
  const session = useSession();
  return (
    <>
      {can(session, 'policy_documents.generate') && <PapersButton {...{ ids }} />}
      {can(session, 'reports.money') && <RemindButton {...{ ids }} />}
      {can(session, 'vouchers.create') && <PayButton {...{ ids }} />}
    </>
  );
}

/** Leads to what is overdue on the placements, as many as the list of reminders takes. */
function RemindButton({ ids }: { ids: readonly number[] }) {
  if (ids.length > MOST_PLACEMENTS)
    return <Button disabledReason={`At most ${MOST_PLACEMENTS} at once.`}>Remind</Button>;
  return <LinkButton href={withQuery(paths.reminders, { policies: ids.join(',') })}>Remind</LinkButton>;
}

/** Leads to what is released on the placements and on no voucher yet. */
function PayButton({ ids }: { ids: readonly number[] }) {
  if (ids.length > MOST_IN_BATCH)
    return <Button disabledReason={`At most ${MOST_IN_BATCH} at once.`}>Pay released</Button>;
  return (
    <LinkButton href={withQuery(paths.payables, { tab: 'releases', policies: ids.join(',') })}>Pay released</LinkButton>
  );
}

function PapersButton({ ids }: { ids: readonly number[] }) {
  const [open, setOpen] = useState(false);
  const tooMany = ids.length > MOST_IN_BATCH ? `At most ${MOST_IN_BATCH} at once.` : undefined;
  return (
    <>
      <Button {...(tooMany !== undefined && { disabledReason: tooMany })} onClick={() => setOpen(true)}>
        Send papers…
      </Button>
      {open && <SendPapersDialog {...{ ids }} onClose={() => setOpen(false)} />}
    </>
  );
}
