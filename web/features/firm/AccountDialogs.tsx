import {
  ACCOUNT_TYPE_LABELS,
  editAccount,
  saveAccount,
  SUB_KIND_LABELS,
  TYPE_DIGITS,
} from '../../../domain/firm/ledger-accounts.ts';
import { type AccountType, SUB_KINDS } from '../../../domain/ledger/accounts.ts';
import { useDialogForm } from '../../ui/dialogs/use-dialog-form.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { FormSelect, FormSwitch, FormText } from '../../ui/forms/FormFields.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { ofShape } from '../../ui/forms/use-contract-form.ts';
import { StaleAction } from '../../ui/dialogs/AsOpened.tsx';
import { emptyOf } from '../../../domain/forms.ts';
import type { Account } from './firm-words.ts';

/** A new account under a type. */
export function NewAccountDialog({ type, onClose }: { type: AccountType; onClose: () => void }) {
  const save = useWrite(saveAccount);
  const { form, dialog } = useDialogForm({
    ...ofShape(saveAccount.body),
    initial: { ...emptyOf(saveAccount.body), type, sub_kind: 'NONE' },
    send: (body) => save.mutateAsync({ body }),
    done: (_, { code, name }) => `${code.trim()} ${name.trim()} added`,
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`New account under ${ACCOUNT_TYPE_LABELS[type].toLowerCase()}`}
      action="Add account"
      {...{ onClose, ...dialog }}
    >
      <FormText
        {...{ form }}
        name="code"
        label="Code"
        maxLength={4}
        hint={`4 digits that begin with ${TYPE_DIGITS[type]}`}
        autoFocus
        inputMode="numeric"
      />
      <FormText {...{ form }} name="name" label="Name" />
      <FormSelect
        {...{ form }}
        name="sub_kind"
        label="Kept by"
        hint="Each has its own sub-ledger account"
        options={SUB_KINDS.map((value) => ({ value, label: SUB_KIND_LABELS[value] }))}
      />
    </FormDialog>
  );
}

/** Another name; disabled when its balance is nil and no rule posts to it. */
export function AccountDialog({ saved, onClose }: { saved: Account; onClose: () => void }) {
  const edit = useWrite(editAccount);
  const { form, refusal, dialog } = useDialogForm({
    shape: editAccount.body,
    body: ({ name, active }) => ({
      code: saved.code,
      version: saved.version,
      name,
      status: active ? ('ACTIVE' as const) : ('INACTIVE' as const),
    }),
    initial: { name: saved.name, active: saved.status === 'ACTIVE', status: '' },
    send: (body) => edit.mutateAsync({ body }),
    done: (_, { name }) => `${saved.code} ${name.trim()} saved`,
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`${saved.code} ${saved.name}`}
      action="Save account"
      {...{ onClose, ...dialog }}
      refusal={dialog.refusal ?? form.errors['status']}
      refusalAction={<StaleAction problem={refusal} />}
    >
      <FormText {...{ form }} name="name" label="Name" autoFocus />
      <FormSwitch
        {...{ form }}
        name="active"
        label="Active"
        disabled={saved.system}
        hint={
          saved.system
            ? 'Automatic postings use this account, so it stays active.'
            : 'Disabled, nothing new can be posted to it. Its balance must be nil.'
        }
      />
    </FormDialog>
  );
}
