import type { DecisionCalls } from '../../../../domain/decision-calls.ts';
import { KINDS, titleOf, type Kind } from '../../../../domain/records/kinds.ts';
import { mayIn, type Act } from '../../../../domain/states.ts';
import { can, useSession } from '../../../api/session.ts';
import type { MenuEntry } from '../../../ui/buttons/Menu.tsx';
import { isOwn, type RecordHandle } from '../../records/record-handle.ts';
import { useSteps } from '../../records/use-steps.ts';

type Stepped = Pick<RecordHandle, 'id' | 'version' | 'hands' | 'made_by'> & { status: string };
type Steps = {
  kind: 'claim' | 'movement';
  calls: Pick<DecisionCalls, 'submit' | 'withdraw'>;
  /** How its form is opened. */
  edit: Pick<MenuEntry, 'href' | 'onSelect'>;
};

/** What this user may do with a claim or a movement in its state; the server decides again. */
export function useClaimSteps(record: Stepped, { kind: name, calls, edit }: Steps) {
  const session = useSession();
  const kind: Kind = KINDS[name];
  const steps = useSteps(calls, titleOf(kind));
  const creates = can(session, kind.create);
  const may = (act: Act) => mayIn(kind.states, record.status, act);
  const own = isOwn(record, session?.user.id);
  const entries: MenuEntry[] = [
    ...(creates && may('edit') ? [{ label: 'Edit', shortcut: 'E', ...edit }] : []),
    ...(creates && may('withdraw')
      ? [
          {
            label: 'Withdraw',
            onSelect: () => steps.withdraw(record),
            disabledReason: own ? undefined : 'Only who made, edited or submitted it can withdraw it.',
          },
        ]
      : []),
  ];
  return {
    entries,
    maySubmit: creates && may('submit'),
    submit: () => steps.submit(record),
    submitting: steps.submitting,
    mayDecide: can(session, kind.decide) && may('decide'),
    mayLook: !can(session, kind.decide) && may('decide'),
    /** A draft of one's own. */
    mayDisableOwn: creates && may('disable') && record.status !== 'APPROVED' && record.made_by.id === session?.user.id,
  };
}
