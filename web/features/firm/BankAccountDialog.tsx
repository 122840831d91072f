import { editBankAccount, PURPOSE_LABELS, PURPOSES, saveBankAccount } from '../../../domain/firm/bank-accounts.ts';
import { branches } from '../../../domain/registers/contract.ts';
import { currency } from '../../../domain/registers/currencies.ts';
import type { CallInput } from '../../api/client.ts';
import { useDialogForm } from '../../api/use-dialog-form.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Bound } from '../../ui/Bound.tsx';
import { RadioGroup, Switch } from '../../ui/Choice.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { StaleAction } from '../registers/StaleAction.tsx';
import type { BankAccount } from './BankAccountsSection.tsx';

type Values = {
  name: string;
  bank: string;
  bank_branch: string;
  number: string;
  iban: string;
  swift: string;
  currency: string;
  purpose: string;
  branch_id: string;
  is_default: boolean;
};

function useBankForm(saved: BankAccount | undefined, onClose: () => void) {
  const { data } = useEndpoint(branches, {});
  const all = data?.data ?? [];
  const bodyOf = ({ branch_id, ...values }: Values) => ({
    ...(saved === undefined ? {} : { id: saved.id, version: saved.version }),
    ...values,
    branch_id:
      branch_id === '' ? null : (all.find((one) => String(one.id) === branch_id)?.id ?? saved?.branch_id ?? null),
  });
  const dialog = useDialogForm({
    // The two calls differ in what only an edit has.
    endpoint: (saved === undefined ? saveBankAccount : editBankAccount) as unknown as typeof editBankAccount,
    initial: {
      name: saved?.name ?? '',
      bank: saved?.bank ?? '',
      bank_branch: saved?.bank_branch ?? '',
      number: saved?.number ?? '',
      iban: saved?.iban ?? '',
      swift: saved?.swift ?? '',
      currency: saved?.currency ?? '',
      purpose: saved?.purpose ?? 'CLIENT',
      branch_id: saved?.branch_id == null ? '' : String(saved.branch_id),
      is_default: saved?.is_default ?? false,
    } as Values,
    schema: saved === undefined ? saveBankAccount.body : editBankAccount.body,
    bodyOf,
    inputOf: (values) => ({ body: bodyOf(values) }) as CallInput<typeof editBankAccount>,
    onDone: (_, { name }) => {
      toastSuccess(saved === undefined ? `${name.trim()} added` : `${name.trim()} saved`);
      onClose();
    },
  });
  return { ...dialog, branches: all };
}

export function BankAccountDialog({ saved, onClose }: { saved?: BankAccount; onClose: () => void }) {
  const { form, branches: all, refusal, submit, ...state } = useBankForm(saved, onClose);
  const currencies = useEndpoint(currency.findAll, { query: {} });
  const { control } = form;
  return (
    <FormDialog
      size="lg"
      title={saved === undefined ? 'New bank account' : `Edit ${saved.name}`}
      description={saved === undefined ? undefined : 'Documents that were issued keep what they show.'}
      action={saved === undefined ? 'Add bank account' : 'Save bank account'}
      {...{ onClose, ...state }}
      refusal={refusal?.message}
      refusalAction={<StaleAction problem={refusal} />}
      onSubmit={submit}
    >
      <Bound {...{ control }} name="purpose">
        {(field) => (
          <RadioGroup
            label="For"
            inline
            options={PURPOSES.map((value) => ({
              value,
              label: PURPOSE_LABELS[value],
            }))}
            value={field.value}
            onChange={field.onChange}
            error={field.error}
          />
        )}
      </Bound>
      <div className="grid gap-3 sm:grid-cols-2">
        <Bound {...{ control }} name="name">
          {(field) => <TextField label="Account name" required autoFocus maxLength={150} {...field} />}
        </Bound>
        <Bound {...{ control }} name="currency">
          {(field) => (
            <Select
              label="Currency"
              required
              options={
                currencies.data?.data.map(({ code, name }) => ({ value: code, label: code, detail: name })) ?? []
              }
              {...field}
            />
          )}
        </Bound>
        <Bound {...{ control }} name="bank">
          {(field) => <TextField label="Bank" required maxLength={150} {...field} />}
        </Bound>
        <Bound {...{ control }} name="bank_branch">
          {(field) => <TextField label="Branch of the bank" maxLength={100} {...field} />}
        </Bound>
        <Bound {...{ control }} name="number">
          {(field) => <TextField label="Account number" required maxLength={40} {...field} />}
        </Bound>
        <Bound {...{ control }} name="iban">
          {(field) => <TextField label="IBAN" hint="Where there is one" maxLength={50} spellCheck={false} {...field} />}
        </Bound>
        <Bound {...{ control }} name="swift">
          {(field) => <TextField label="SWIFT" maxLength={20} spellCheck={false} {...field} />}
        </Bound>
        <Bound {...{ control }} name="branch_id">
          {(field) => (
            <Select
              label="Branch of the firm"
              clearable
              placeholder="All branches"
              options={all
                .filter((one) => one.status === 'ACTIVE' || String(one.id) === field.value)
                .map((one) => ({ value: String(one.id), label: one.code, detail: one.name }))}
              {...field}
            />
          )}
        </Bound>
      </div>
      <Bound {...{ control }} name="is_default">
        {(field) => (
          <Switch
            label="Default for its currency"
            hint="It takes the place of the one before. Debit notes name the default client account: the branch’s own first."
            checked={field.value}
            onChange={field.onChange}
          />
        )}
      </Bound>
    </FormDialog>
  );
}
