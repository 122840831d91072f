import { useState } from 'react';
import { useWrite } from '../../../api/use-endpoint.ts';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import { toastSuccess } from '../../../ui/notices/toast.ts';
import { FactGrid } from '../FactGrid.tsx';
import type { PartyRecord, PartyRegister } from './party-registers.ts';
import { StaleAction } from '../StaleAction.tsx';

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
  const [reason, setReason] = useState('');
  const confirms = decision === 'ACTIVE';
  const decide = useWrite(register.endpoints.decideAccount, {
    onSuccess: () => {
      toastSuccess(confirms ? 'Account confirmed' : 'Account refused');
      onClose();
    },
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
      busy={decide.isPending}
      dirty={reason !== ''}
      refusal={decide.error !== null && decide.error.errors.length === 0 ? decide.error.message : null}
      refusalAction={<StaleAction problem={decide.error} />}
      onClose={onClose}
      onSubmit={() =>
        decide.mutate({
          params: { id: String(party.id), account: String(account.id) },
          body: { decision, version: account.version, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) },
        })
      }
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
      {!confirms && (
        <TextArea
          label="Reason"
          name="reason"
          required
          rows={2}
          maxLength={500}
          value={reason}
          onChange={setReason}
          error={decide.error?.errors.find((one) => one.field === 'reason')?.message}
        />
      )}
    </FormDialog>
  );
}
