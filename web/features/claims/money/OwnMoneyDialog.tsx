import * as z from 'zod/mini';
import { saveVoucher } from '../../../../domain/vouchers/contract.ts';
import { VOUCHERS } from '../../../../domain/vouchers/kinds.ts';
import { useFirmToday } from '../../../api/firm-day.ts';
import { useWrite } from '../../../api/use-endpoint.ts';
import { voucherHref } from '../../../paths.ts';
import { useGo } from '../../../ui/buttons/AppLink.tsx';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { useDialogForm } from '../../../ui/dialogs/use-dialog-form.ts';
import { FormArea, FormDay, FormMoney } from '../../../ui/forms/FormFields.tsx';
import { ofShape } from '../../../ui/forms/use-contract-form.ts';
import { BankAccountField } from '../../ledger/BankAccountField.tsx';
import { isNothing, sumOf } from '../../ledger/wire-amounts.ts';
import type { ClaimRecord } from '../form/claim-form.ts';

const SHAPE = z.pick(saveVoucher.body, { amount: true, bank_date: true, bank_account: true, narration: true });

const OWN = {
  MAKE_GOOD: {
    title: 'Make good',
    about: 'The firm pays what the securities owe into the client bank, so that the reinsured is paid ahead of them.',
    narration: 'Makes good',
  },
  DRAW_BACK: {
    title: 'Draw back',
    about: 'What was made good goes back into the office bank, as far as the securities have paid since.',
    narration: 'Drawn back from',
  },
} as const;

type Props = { claim: ClaimRecord; kind: keyof typeof OWN; onClose: () => void };

/** Drafts the voucher by which the firm makes a claim good ahead of its securities, or draws that back. C6. */
export function OwnMoneyDialog({ claim, kind, onClose }: Props) {
  const go = useGo();
  const today = useFirmToday();
  const { currency, figures, number, notes } = claim;
  const { title, about, narration } = OWN[kind];
  const save = useWrite(saveVoucher);
  const owed = sumOf(
    notes.filter((note) => note.kind === 'Claim invoice').map((note) => note.outstanding),
    currency,
  );
  const proposed = kind === 'MAKE_GOOD' ? owed : figures.made_good;
  const { form, dialog } = useDialogForm({
    ...ofShape(SHAPE),
    initial: {
      amount: isNothing(proposed, currency) ? '' : proposed,
      bank_date: today,
      bank_account: null,
      narration: `${narration} ${number}`,
    },
    send: (body) => save.mutateAsync({ body: { ...body, kind, claim: claim.id, currency } }),
    done: () => ['Voucher drafted', 'Submit it on its page: a manager approves it.'],
    onDone: (saved) => {
      onClose();
      go(voucherHref(saved.id));
    },
  });
  return (
    <FormDialog title={`${title}: ${number}`} description={about} action="Draft voucher" {...{ ...dialog, onClose }}>
      <div className="grid gap-3 sm:grid-cols-2">
        <FormMoney {...{ form, currency }} name="amount" label="Amount" />
        <FormDay {...{ form }} name="bank_date" label="To be paid on" />
      </div>
      <BankAccountField {...{ form, currency }} name="bank_account" purpose={VOUCHERS[kind].from} />
      <FormArea {...{ form }} name="narration" label="Narration" rows={2} />
    </FormDialog>
  );
}
