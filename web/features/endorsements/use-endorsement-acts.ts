import { disableEndorsement, submitEndorsement, withdrawEndorsement } from '../../../domain/endorsements/contract.ts';
import { ENDORSEMENT_STATES } from '../../../domain/endorsements/states.ts';
import { mayIn } from '../../../domain/states.ts';
import { can, type Session } from '../../api/session.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import type { MenuEntry } from '../../ui/Menu.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { endorsementHref, type EndorsementRecord } from './endorsement-values.ts';

/** What this user may do with an endorsement in its state; the server decides again. */
export function useEndorsementActs(record: EndorsementRecord, session: Session) {
  const submit = useWrite(submitEndorsement, {
    onSuccess: () => toastSuccess('Endorsement submitted', `${record.number} waits for approval.`),
    onProblem: (problem) => toastProblem('Endorsement not submitted', problem),
  });
  const withdraw = useWrite(withdrawEndorsement, {
    onSuccess: () => toastSuccess('Endorsement withdrawn', `${record.number} is a draft again.`),
    onProblem: (problem) => toastProblem('Endorsement not withdrawn', problem),
  });
  const disable = useWrite(disableEndorsement, {
    onSuccess: () => toastSuccess('Endorsement disabled', record.number),
    onProblem: (problem) => toastProblem('Endorsement not disabled', problem),
  });
  const step = { params: { id: String(record.id) }, body: { version: record.version } };
  const creates = can(session, 'policies.create');
  const may = (act: 'edit' | 'submit' | 'withdraw' | 'disable') =>
    creates && mayIn(ENDORSEMENT_STATES, record.status, act);
  const own = record.made_by.id === session.user.id;
  const worked = own || record.edited_by.id === session.user.id;
  const entries: MenuEntry[] = [
    ...(may('edit') ? [{ label: 'Edit', href: `${endorsementHref(record.id)}/edit`, shortcut: 'E' }] : []),
    ...(may('withdraw')
      ? [
          {
            label: 'Withdraw',
            onSelect: () => withdraw.mutate(step),
            disabledReason: worked ? undefined : 'Only its maker can withdraw it.',
          },
        ]
      : []),
  ];
  return {
    entries,
    maySubmit: may('submit'),
    submit: () => submit.mutate(step),
    submitting: submit.isPending,
    mayDisable: may('disable') && (own || session.user.roles.some(({ role }) => role === 'ROLE_ROOT')),
    disable: () => disable.mutateAsync(step),
    disabling: disable.isPending,
  };
}
