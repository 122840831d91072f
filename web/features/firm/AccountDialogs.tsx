import { ACCOUNT_TYPE_LABELS, editAccount, saveAccount, TYPE_DIGITS } from '../../../domain/firm/ledger-accounts.ts';
import { SUB_KINDS, type AccountType } from '../../../domain/ledger/accounts.ts';
import type { CallInput } from '../../api/client.ts';
import { useDialogForm } from '../../api/use-dialog-form.ts';
import { Bound } from '../../ui/Bound.tsx';
import { Switch } from '../../ui/Choice.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { StaleAction } from '../registers/StaleAction.tsx';
import { SUB_WORDS, type Account } from './AccountsSection.tsx';

/** A new account under a type. */
export function NewAccountDialog({ type, onClose }: { type: AccountType; onClose: () => void }) {
  const bodyOf = (values: { code: string; name: string; sub_kind: string }) => ({ ...values, type });
  const { form, refusal, submit, ...state } = useDialogForm({
    endpoint: saveAccount,
    initial: { code: '', name: '', sub_kind: 'NONE' },
    schema: saveAccount.body,
    bodyOf,
    inputOf: (values) => ({ body: bodyOf(values) }) as CallInput<typeof saveAccount>,
    onDone: (_, { code, name }) => {
      toastSuccess(`${code.trim()} ${name.trim()} added`);
      onClose();
    },
  });
  const { control } = form;
  return (
    <FormDialog
      title={`New account under ${ACCOUNT_TYPE_LABELS[type].toLowerCase()}`}
      action="Add account"
      {...{ onClose, ...state }}
      refusal={refusal?.message}
      onSubmit={submit}
    >
      <Bound {...{ control }} name="code">
        {(field) => (
          <TextField
            label="Code"
            hint={`4 digits that begin with ${TYPE_DIGITS[type]}`}
            required
            autoFocus
            inputMode="numeric"
            maxLength={4}
            {...field}
          />
        )}
      </Bound>
      <Bound {...{ control }} name="name">
        {(field) => <TextField label="Name" required maxLength={100} {...field} />}
      </Bound>
      <Bound {...{ control }} name="sub_kind">
        {(field) => (
          <Select
            label="Kept by"
            required
            hint="Each has its own sub-ledger account"
            options={SUB_KINDS.map((value) => ({ value, label: SUB_WORDS[value] }))}
            {...field}
          />
        )}
      </Bound>
    </FormDialog>
  );
}

/** Another name; disabled when nothing stands on it and no rule posts to it. */
export function AccountDialog({ saved, onClose }: { saved: Account; onClose: () => void }) {
  const bodyOf = ({ name, active }: { name: string; active: boolean }) => ({
    code: saved.code,
    version: saved.version,
    name,
    status: active ? ('ACTIVE' as const) : ('INACTIVE' as const),
  });
  const { form, refusal, submit, ...state } = useDialogForm({
    endpoint: editAccount,
    initial: { name: saved.name, active: saved.status === 'ACTIVE', status: '' },
    schema: editAccount.body,
    bodyOf,
    inputOf: (values) => ({ body: bodyOf(values) }),
    onDone: (_, { name }) => {
      toastSuccess(`${saved.code} ${name.trim()} saved`);
      onClose();
    },
  });
  const { control, formState } = form;
  return (
    <FormDialog
      title={`${saved.code} ${saved.name}`}
      action="Save account"
      {...{ onClose, ...state }}
      refusal={refusal?.message ?? formState.errors.status?.message}
      refusalAction={<StaleAction problem={refusal} />}
      onSubmit={submit}
    >
      <Bound {...{ control }} name="name">
        {(field) => <TextField label="Name" required autoFocus maxLength={100} {...field} />}
      </Bound>
      <Bound {...{ control }} name="active">
        {(field) => (
          <Switch
            label="Active"
            disabled={saved.system}
            hint={
              saved.system
                ? 'Postings of the product go to this account: it stays active.'
                : 'Disabled, nothing new can be posted to it. What stands on it must be nothing.'
            }
            checked={field.value}
            onChange={field.onChange}
          />
        )}
      </Bound>
    </FormDialog>
  );
}
