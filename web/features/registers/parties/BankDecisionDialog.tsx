import * as z from 'zod/mini';
import { emptyOf } from '../../../../domain/forms.ts';
import { useWrite } from '../../../api/use-endpoint.ts';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { useDialogForm } from '../../../ui/dialogs/use-dialog-form.ts';
import { FormArea } from '../../../ui/forms/FormFields.tsx';
import { ofShape } from '../../../ui/forms/use-contract-form.ts';
import { FactGrid } from '../FactGrid.tsx';
import { StaleAction } from '../../../ui/dialogs/AsOpened.tsx';
import type { PartyRecord, PartyRegister } from './party-registers.ts';

export type BankDecision = 'ACTIVE' | 'REFUSED';
type Account = PartyRecord['bank_accounts'][number];
type Props = {
  register: PartyRegister;
  party: PartyRecord;
  account: Account;
  decision: BankDecision;
  onClose: () => void;
};

/** Confirms or refuses an account, after showing what it replaces. */
export function BankDecisionDialog({ register, party, account, decision, onClose }: Props) {
  const { decideAccount } = register.endpoints;
  const shape = z.pick(decideAccount.body, { reason: true });
  const confirms = decision === 'ACTIVE';
  const decide = useWrite(decideAccount);
  const { form, refusal, dialog } = useDialogForm({
    ...ofShape(shape),
    initial: emptyOf(shape),
    send: (body) =>
      decide.mutateAsync({
        params: { id: String(party.id), account: String(account.id) },
        body: { ...body, decision, version: account.version },
      }),
    done: () => (confirms ? 'Account confirmed' : 'Account refused'),
    onDone: onClose,
  });
  const before = party.bank_accounts.find((one) => one.state === 'ACTIVE' && one.currency === account.currency);
  const replaced = before === undefined ? '' : ` It replaces ${before.account_number} at ${before.bank}.`;
  return (
    <FormDialog
      title={confirms ? 'Confirm this account?' : 'Refuse this account?'}
      description={
        confirms
          ? `${party.name} will be paid to it in ${account.currency}.${replaced} Confirm the details with them by a number that you knew before.`
          : 'Payments go on as they are.'
      }
      action={confirms ? 'Confirm account' : 'Refuse account'}
      danger={!confirms}
      refusalAction={<StaleAction problem={refusal} />}
      {...{ ...dialog, onClose }}
    >
      <FactGrid
        facts={[
          { label: 'Account name', value: account.account_name },
          { label: 'Account number', value: account.account_number },
          { label: 'Bank', value: [account.bank, account.branch].filter(Boolean).join(', ') },
          { label: 'SWIFT', value: account.swift },
          { label: 'Proposed by', value: account.made_by.name },
        ]}
      />
      {!confirms && <FormArea {...{ form }} name="reason" label="Reason" required rows={2} />}
    </FormDialog>
  );
}
