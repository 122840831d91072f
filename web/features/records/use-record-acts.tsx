import type { ReactNode } from 'react';
import type { DecisionCalls } from '../../../domain/decision-calls.ts';
import type { Permission } from '../../../domain/permissions.ts';
import { KINDS, titleOf, type Kind } from '../../../domain/records/kinds.ts';
import { mayIn, type Act } from '../../../domain/states.ts';
import { can, useSession } from '../../api/session.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { Button, LinkButton } from '../../ui/buttons/Button.tsx';
import type { MenuEntry } from '../../ui/buttons/Menu.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';
import { isOwn, type RecordHandle } from './record-handle.ts';
import { stepInput } from './use-steps.ts';

export type Acts = {
  calls: DecisionCalls;
  /** Its form; none of what is only made anew. */
  editHref: string | undefined;
  /** Where some records of the kind need another right than the kind's own. */
  create?: Permission;
  decide?: Permission;
  reverse?: Permission;
  /** The next act once it is decided. */
  next: ReactNode;
  /** Further entries of the menu. */
  more?: readonly MenuEntry[];
};
type Opening = { paper: string | undefined; open: (what: string) => void };

/** What this user may do with a record in its state: the next act as the button, the others in the menu. */
export function useRecordActs(record: RecordHandle, acts: Acts, { paper, open }: Opening) {
  const session = useSession();
  const { name, status } = record;
  const kind: Kind = KINDS[record.kind];
  const { calls, editHref, create = kind.create, decide = kind.decide, reverse = 'reversals.decide' } = acts;
  const { next, more = [] } = acts;
  const title = titleOf(kind);
  const may = (act: Act) => mayIn(kind.states, status, act);
  const own = isOwn(record, session?.user.id);
  const maker = can(session, create);
  const announce = (done: string) => ({
    onSuccess: () => toastSuccess(`${title} ${done}`, name),
    onProblem: (problem: unknown) => toastProblem(`Not done: ${name}`, problem),
  });
  const submit = useWrite(calls.submit, announce('submitted'));
  const withdraw = useWrite(calls.withdraw, announce('taken back to draft'));
  const step = stepInput(record);

  const edits = maker && may('edit') && editHref !== undefined;
  // What was refused is mended before it is submitted again.
  const mends = edits && status === 'REJECTED';
  const primary = mends ? (
    <LinkButton variant="primary" href={editHref}>
      Edit {kind.noun}
    </LinkButton>
  ) : maker && may('submit') ? (
    <Button variant="primary" busy={submit.isPending} onClick={() => submit.mutate(step)}>
      Submit {kind.noun}
    </Button>
  ) : can(session, decide) && may('decide') ? (
    <Button variant="primary" onClick={() => open('decide')}>
      Review {kind.noun}
    </Button>
  ) : (
    next
  );
  const menu: MenuEntry[] = [
    ...(edits ? [{ label: 'Edit', href: editHref, shortcut: 'E' }] : []),
    ...(mends && may('submit') ? [{ label: 'Submit unchanged', onSelect: () => submit.mutate(step) }] : []),
    ...(maker && may('withdraw') && own
      ? [{ label: 'Take back to draft', onSelect: () => withdraw.mutate(step) }]
      : []),
    ...(record.number !== null && paper !== undefined ? [{ label: paper, onSelect: () => open('document') }] : []),
    ...more,
    ...(maker && may('disable')
      ? [{ label: `Disable ${kind.noun}`, danger: true, separated: true, onSelect: () => open('disable') }]
      : []),
    ...(can(session, reverse) && may('reverse')
      ? [
          {
            label: `Reverse ${kind.noun}`,
            danger: true,
            separated: true,
            onSelect: () => open('reverse'),
            disabledReason:
              own && session?.user.firm.makerChecker === true ? 'Someone who did not make it reverses it.' : undefined,
          },
        ]
      : []),
  ];
  return { primary, menu };
}
