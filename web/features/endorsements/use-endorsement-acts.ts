import { submitEndorsement, withdrawEndorsement } from '../../../domain/endorsements/contract.ts';
import { ENDORSEMENT_STATES } from '../../../domain/endorsements/states.ts';
import { mayIn } from '../../../domain/states.ts';
import { can, type Session } from '../../api/session.ts';
import type { MenuEntry } from '../../ui/buttons/Menu.tsx';
import { isOwn } from '../records/record-handle.ts';
import { useSteps } from '../records/use-steps.ts';
import { endorsementHref, type EndorsementRecord } from './endorsement-values.ts';

/** What this user may do with an endorsement in its state; the server decides again. */
export function useEndorsementActs(record: EndorsementRecord, session: Session) {
  const steps = useSteps({ submit: submitEndorsement, withdraw: withdrawEndorsement }, 'Endorsement');
  const creates = can(session, 'policies.create');
  const may = (act: 'edit' | 'submit' | 'withdraw' | 'disable') =>
    creates && mayIn(ENDORSEMENT_STATES, record.status, act);
  const made = record.made_by.id === session.user.id;
  const entries: MenuEntry[] = [
    ...(may('edit') ? [{ label: 'Edit', href: `${endorsementHref(record.id)}/edit`, shortcut: 'E' }] : []),
    ...(may('withdraw')
      ? [
          {
            label: 'Withdraw',
            onSelect: () => steps.withdraw(record),
            disabledReason: isOwn(record, session.user.id)
              ? undefined
              : 'Only who made, edited or submitted it can withdraw it.',
          },
        ]
      : []),
  ];
  return {
    entries,
    maySubmit: may('submit'),
    submit: () => steps.submit(record),
    submitting: steps.submitting,
    mayDisable: may('disable') && (made || session.user.roles.some(({ role }) => role === 'ROLE_ROOT')),
  };
}
