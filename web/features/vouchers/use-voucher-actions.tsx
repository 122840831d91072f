import { disableVoucher, submitVoucher, withdrawVoucher } from '../../../domain/vouchers/contract.ts';
import { mayIn, type Act } from '../../../domain/states.ts';
import { VOUCHER_STATES } from '../../../domain/vouchers/states.ts';
import { can, useSession } from '../../api/session.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { useGo } from '../../ui/AppLink.tsx';
import { Button } from '../../ui/Button.tsx';
import type { MenuEntry } from '../../ui/Menu.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { useKeys } from '../../ui/use-keys.ts';
import { paths } from '../../paths.ts';
import { atId } from '../ledger/record-links.ts';
import { voucherName, type VoucherRecord } from './voucher-words.ts';

/** What this user may do with a voucher in its state: the next act as the button, the others in the menu. */
export function useVoucherActions(voucher: VoucherRecord, open: (what: string) => void) {
  const session = useSession();
  const go = useGo();
  const me = session?.user.id;
  const fourEyes = session?.user.firm.makerChecker === true;
  const name = voucherName(voucher);
  const may = (act: Act) => mayIn(VOUCHER_STATES, voucher.status, act);
  const own = voucher.made_by.id === me || voucher.edited_by.id === me;
  const maker = can(session, voucher.kind === 'DRAWING' ? 'drawings.create' : 'vouchers.create');
  const decider = can(session, voucher.kind === 'DRAWING' ? 'drawings.decide' : 'vouchers.decide');
  const step = { params: { id: String(voucher.id) }, body: { version: voucher.version } };
  const said = (title: string) => ({
    onSuccess: () => toastSuccess(title, name),
    onProblem: (problem: unknown) => toastProblem(`Not done: ${name}`, problem),
  });
  const submit = useWrite(submitVoucher, said('Voucher submitted'));
  const withdraw = useWrite(withdrawVoucher, said('Voucher taken back to draft'));
  const disable = useWrite(disableVoucher, said('Voucher disabled'));
  const editHref = atId(paths.voucherEdit, voucher.id);
  const mayEdit = maker && may('edit');
  useKeys({ e: () => go(editHref) }, mayEdit);

  const decidedByMe = fourEyes && voucher.decided_by?.id === me;
  const primary =
    maker && may('submit') ? (
      <Button variant="primary" busy={submit.isPending} onClick={() => submit.mutate(step)}>
        Submit voucher
      </Button>
    ) : decider && may('decide') ? (
      <Button variant="primary" onClick={() => open('decide')}>
        Review and approve
      </Button>
    ) : can(session, 'vouchers.pay') && may('pay') ? (
      <Button
        variant="primary"
        disabledReason={decidedByMe ? 'You approved it, so someone else pays it.' : undefined}
        onClick={() => open('pay')}
      >
        Pay voucher
      </Button>
    ) : voucher.number !== null ? (
      <Button onClick={() => open('document')}>Payment voucher</Button>
    ) : undefined;
  const menu: MenuEntry[] = [
    ...(mayEdit ? [{ label: 'Edit', href: editHref, shortcut: 'E' }] : []),
    ...(maker && may('withdraw') && own
      ? [{ label: 'Take back to draft', onSelect: () => withdraw.mutate(step) }]
      : []),
    ...(voucher.number !== null ? [{ label: 'Payment voucher', onSelect: () => open('document') }] : []),
    ...(maker && may('disable')
      ? [{ label: 'Disable draft', danger: true, separated: true, onSelect: () => disable.mutate(step) }]
      : []),
    ...(can(session, 'reversals.decide') && may('reverse')
      ? [
          {
            label: 'Reverse voucher',
            danger: true,
            separated: true,
            onSelect: () => open('reverse'),
            disabledReason: own && fourEyes ? 'Someone who did not make it reverses it.' : undefined,
          },
        ]
      : []),
  ];
  return { primary, menu };
}
