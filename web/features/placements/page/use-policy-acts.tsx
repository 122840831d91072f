import { useState, type ReactNode } from 'react';
import { copyPolicy, renewPolicy } from '../../../../domain/endorsements/renewal.ts';
import { disablePolicy, submitPolicy, withdrawPolicy } from '../../../../domain/placements/decisions.ts';
import type { Permission } from '../../../../domain/permissions.ts';
import type { Market } from '../../../../domain/placements/figures.ts';
import { disableSlip, submitSlip, withdrawSlip } from '../../../../domain/slips/decisions.ts';
import { POLICY_STATES, type PolicyStatus } from '../../../../domain/placements/states.ts';
import { KINDS, SLIP, titleOf } from '../../../../domain/records/kinds.ts';
import { mayIn } from '../../../../domain/states.ts';
import { toastProblem } from '../../../api/toast-problem.ts';
import { can, inBranchOf, useSession } from '../../../api/session.ts';
import { useWrite } from '../../../api/use-endpoint.ts';
import { useGo } from '../../../ui/buttons/AppLink.tsx';
import type { MenuEntry } from '../../../ui/buttons/Menu.tsx';
import { toastSuccess } from '../../../ui/notices/toast.ts';
import { atId, paths, policyHref, slipHref } from '../../../paths.ts';
import { decideEntry } from '../../records/row-acts.ts';
import { useSteps } from '../../records/use-steps.ts';
import { later } from '../../../ui/later/later.tsx';

const DisableDialog = later(async () => (await import('./DisableDialog.tsx')).DisableDialog);

/** What an act needs to know of a policy, in a list or on its page. */
export type PolicyHandle = {
  id: number;
  version: number;
  status: PolicyStatus;
  broker_reference: string;
  /** The code of its branch, in a list of several. */
  branch?: string;
  /** Made, edited or submitted by the user. */
  own: boolean;
};

/** Whether this user made, edited or submitted the policy of a row. */
export const isOwnRow = (row: { hands: readonly number[] }, me: number): boolean => row.hands.includes(me);

export type PolicyActs = {
  mayEdit: (policy: PolicyHandle) => boolean;
  submit: (policy: PolicyHandle) => void;
  submitting: boolean;
  entries: (policy: PolicyHandle) => MenuEntry[];
  /** The same in a list, with the way to its page and to its decision. */
  rowEntries: (policy: PolicyHandle) => MenuEntry[];
  /** Dialogs that an act may open. */
  dialogs: ReactNode;
};

const CALLS = {
  LOCAL: {
    submit: submitPolicy,
    withdraw: withdrawPolicy,
    disable: disablePolicy,
    href: policyHref,
    kind: KINDS.policy,
  },
  LONDON: { submit: submitSlip, withdraw: withdrawSlip, disable: disableSlip, href: slipHref, kind: SLIP },
} as const;

/** What this user may do with a policy of a market in its state; the server decides again. */
export function usePolicyActs(market: Market = 'LOCAL'): PolicyActs {
  const { href, kind, ...calls } = CALLS[market];
  const title = titleOf(kind);
  const session = useSession();
  const go = useGo();
  const [disabling, setDisabling] = useState<PolicyHandle | null>(null);
  const { submit, submitting, withdraw } = useSteps(calls, title);
  const renew = useWrite(renewPolicy, {
    onSuccess: (reply) => {
      toastSuccess('Renewal drafted', reply.number ?? '');
      go(href(reply.id));
    },
    onProblem: (problem) => toastProblem(`${title} not renewed`, problem),
  });
  const copy = useWrite(copyPolicy, {
    onSuccess: (reply) => {
      toastSuccess('Copied to a draft', reply.number ?? '');
      go(href(reply.id));
    },
    onProblem: (problem) => toastProblem(`${title} not copied`, problem),
  });
  const holds = (policy: PolicyHandle, right: Permission) => can(inBranchOf(session, policy.branch), right);
  const where = ({ branch }: PolicyHandle) => (branch === undefined ? {} : { place: branch });
  const may = (policy: PolicyHandle, act: 'edit' | 'submit' | 'withdraw' | 'disable') =>
    mayIn(POLICY_STATES, policy.status, act);
  const mayDisable = (policy: PolicyHandle) =>
    may(policy, 'disable') &&
    (holds(policy, 'policies.disable') ||
      (holds(policy, 'policies.create') && policy.own && policy.status !== 'APPROVED'));

  const entries = (policy: PolicyHandle): MenuEntry[] => {
    const creates = holds(policy, 'policies.create');
    return [
      ...(creates && may(policy, 'edit') ? [{ label: 'Edit', href: `${href(policy.id)}/edit`, shortcut: 'E' }] : []),
      ...(creates && may(policy, 'submit') ? [{ label: 'Submit', onSelect: () => submit(policy) }] : []),
      ...(creates && may(policy, 'withdraw')
        ? [
            {
              label: 'Withdraw',
              onSelect: () => withdraw(policy),
              disabledReason: policy.own ? undefined : 'Only who made, edited or submitted it can withdraw it.',
            },
          ]
        : []),
      ...(creates && policy.status === 'APPROVED'
        ? [
            { label: 'Endorse', href: atId(paths.endorsementNew, policy.id), separated: true },
            { label: 'Renew', onSelect: () => renew.mutate({ params: { id: String(policy.id) }, ...where(policy) }) },
          ]
        : []),
      ...(creates
        ? [{ label: 'Copy', onSelect: () => copy.mutate({ params: { id: String(policy.id) }, ...where(policy) }) }]
        : []),
      ...(mayDisable(policy)
        ? [{ label: 'Disable', danger: true, separated: true, onSelect: () => setDisabling(policy) }]
        : []),
    ];
  };
  return {
    mayEdit: (policy) => holds(policy, 'policies.create') && may(policy, 'edit'),
    submit,
    submitting,
    entries,
    rowEntries: (policy) => [
      { label: 'Open', href: href(policy.id) },
      ...decideEntry(inBranchOf(session, policy.branch), { kind, status: policy.status, href: href(policy.id) }),
      ...entries(policy),
    ],
    dialogs: disabling !== null && (
      <DisableDialog policy={disabling} call={calls.disable} kind={title} onClose={() => setDisabling(null)} />
    ),
  };
}
