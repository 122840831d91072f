import { disableReceipt, submitReceipt, withdrawReceipt } from '../../../domain/receipts/contract.ts';
import { RECEIPT_STATES } from '../../../domain/receipts/states.ts';
import { mayIn, type Act } from '../../../domain/states.ts';
import { can, useSession } from '../../api/session.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { useGo } from '../../ui/AppLink.tsx';
import { Button, LinkButton } from '../../ui/Button.tsx';
import type { MenuEntry } from '../../ui/Menu.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { useKeys } from '../../ui/use-keys.ts';
import { paths } from '../../paths.ts';
import { atId, withQuery } from '../ledger/record-links.ts';
import { isNothing } from '../ledger/wire-amounts.ts';
import type { ReceiptRecord } from './ReceiptPage.tsx';
import { receiptName } from './receipt-words.ts';

/** What this user may do with a receipt in its state: the next act as the button, the others in the menu. */
export function useReceiptActions(receipt: ReceiptRecord, open: (what: string) => void) {
  const session = useSession();
  const go = useGo();
  const me = session?.user.id;
  const name = receiptName(receipt);
  const may = (act: Act) => mayIn(RECEIPT_STATES, receipt.status, act);
  const own = receipt.issuedBy.id === me || receipt.edited_by.id === me;
  const maker = can(session, 'receipts.create');
  const step = { params: { id: String(receipt.id) }, body: { version: receipt.version } };
  const said = (title: string) => ({
    onSuccess: () => toastSuccess(title, name),
    onProblem: (problem: unknown) => toastProblem(`Not done: ${name}`, problem),
  });
  const submit = useWrite(submitReceipt, said('Receipt submitted'));
  const withdraw = useWrite(withdrawReceipt, said('Receipt taken back to draft'));
  const disable = useWrite(disableReceipt, said('Receipt disabled'));
  const editHref = atId(paths.receiptEdit, receipt.id);
  const mayEdit = maker && may('edit');
  useKeys({ e: () => go(editHref) }, mayEdit);

  const mayAllocate =
    can(session, 'allocations.create') && receipt.status === 'APPROVED' && !isNothing(receipt.left, receipt.currency);
  const another = withQuery(paths.receiptNew, { reinsured: receipt.reinsured.id, currency: receipt.currency });
  const primary =
    maker && may('submit') ? (
      <Button variant="primary" busy={submit.isPending} onClick={() => submit.mutate(step)}>
        Submit receipt
      </Button>
    ) : can(session, 'receipts.decide') && may('decide') ? (
      <Button variant="primary" onClick={() => open('decide')}>
        Review and approve
      </Button>
    ) : mayAllocate ? (
      <Button variant="primary" onClick={() => open('allocate')}>
        Allocate what is left
      </Button>
    ) : receipt.status === 'APPROVED' ? (
      <Button onClick={() => open('document')}>Receipt document</Button>
    ) : maker ? (
      <LinkButton href={paths.receiptNew}>New receipt</LinkButton>
    ) : undefined;
  const menu: MenuEntry[] = [
    ...(mayEdit ? [{ label: 'Edit', href: editHref, shortcut: 'E' }] : []),
    ...(maker && may('withdraw') && own
      ? [{ label: 'Take back to draft', onSelect: () => withdraw.mutate(step) }]
      : []),
    ...(receipt.receiptNumber !== null ? [{ label: 'Receipt document', onSelect: () => open('document') }] : []),
    ...(maker ? [{ label: 'New receipt of this payer', href: another }] : []),
    ...(maker && may('disable')
      ? [{ label: 'Disable draft', danger: true, separated: true, onSelect: () => disable.mutate(step) }]
      : []),
    ...(can(session, 'reversals.decide') && may('reverse')
      ? [
          {
            label: 'Reverse receipt',
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
