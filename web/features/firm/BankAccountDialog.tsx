import {
  bankAccountForm,
  editBankAccount,
  PURPOSE_LABELS,
  PURPOSES,
  saveBankAccount,
  type bankAccounts,
} from '../../../domain/firm/bank-accounts.ts';
import { branches } from '../../../domain/registers/contract.ts';
import { currency } from '../../../domain/registers/currencies.ts';
import { useDialogForm } from '../../ui/dialogs/use-dialog-form.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { FormRadio, FormRecord, FormSelect, FormSwitch, FormText } from '../../ui/forms/FormFields.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { ofShape } from '../../ui/forms/use-contract-form.ts';
import { StaleAction } from '../../ui/dialogs/AsOpened.tsx';
import { emptyOf, valuesOf } from '../../../domain/forms.ts';
import type { WireReply } from '../../../domain/endpoint.ts';

export type BankAccount = WireReply<typeof bankAccounts>['data'][number];

export function BankAccountDialog({ saved, onClose }: { saved?: BankAccount; onClose: () => void }) {
  const all = useEndpoint(branches, {}).data?.data ?? [];
  const currencies = useEndpoint(currency.findAll, { query: {} });
  const save = useWrite(saveBankAccount);
  const edit = useWrite(editBankAccount);
  const { form, refusal, dialog } = useDialogForm({
    ...ofShape(bankAccountForm),
    initial:
      saved === undefined ? { ...emptyOf(bankAccountForm), purpose: 'CLIENT' } : valuesOf(bankAccountForm, saved),
    send: (body) =>
      saved === undefined
        ? save.mutateAsync({ body })
        : edit.mutateAsync({ body: { ...body, id: saved.id, version: saved.version } }),
    done: (_, { name }) => (saved === undefined ? `${name.trim()} added` : `${name.trim()} saved`),
    onDone: onClose,
  });
  return (
    <FormDialog
      size="lg"
      title={saved === undefined ? 'New bank account' : `Edit ${saved.name}`}
      description={saved === undefined ? undefined : 'Documents that were issued keep what they show.'}
      action={saved === undefined ? 'Add bank account' : 'Save bank account'}
      {...{ onClose, ...dialog }}
      refusalAction={<StaleAction problem={refusal} />}
    >
      <FormRadio
        {...{ form }}
        name="purpose"
        label="For"
        inline
        options={PURPOSES.map((value) => ({
          value,
          label: PURPOSE_LABELS[value],
        }))}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <FormText {...{ form }} name="name" label="Account name" autoFocus />
        <FormSelect
          {...{ form }}
          name="currency"
          label="Currency"
          options={currencies.data?.data.map(({ code, name }) => ({ value: code, label: code, detail: name })) ?? []}
        />
        <FormText {...{ form }} name="bank" label="Bank" />
        <FormText {...{ form }} name="bank_branch" label="Branch of the bank" />
        <FormText {...{ form }} name="number" label="Account number" />
        <FormText {...{ form }} name="iban" label="IBAN" hint="Where there is one" spellCheck={false} />
        <FormText {...{ form }} name="swift" label="SWIFT" spellCheck={false} />
        <FormRecord
          {...{ form }}
          name="branch_id"
          label="Branch of the firm"
          clearable
          placeholder="All branches"
          options={all
            .filter((one) => one.status === 'ACTIVE' || String(one.id) === form.values.branch_id?.id)
            .map((one) => ({ value: String(one.id), label: one.code, detail: one.name }))}
        />
      </div>
      <FormSwitch
        {...{ form }}
        name="is_default"
        label="Default for its currency"
        hint="It takes the place of the one before. Debit notes name the default client account: the branch’s own first."
      />
    </FormDialog>
  );
}
