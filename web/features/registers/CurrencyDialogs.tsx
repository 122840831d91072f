import { currency } from '../../../domain/registers/currencies.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useDialogForm } from '../../api/use-dialog-form.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { Bound } from '../../ui/Bound.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import type { Currency } from './CurrenciesSection.tsx';
import { StaleAction } from './StaleAction.tsx';
import { currencySentence } from './uses-words.ts';

export function CurrencyDialog({ onClose }: { onClose: () => void }) {
  const bodyOf = ({ code, name }: { code: string; name: string }) => ({ code: code.trim().toUpperCase(), name });
  const { form, refusal, submit, ...state } = useDialogForm({
    endpoint: currency.save,
    initial: { code: '', name: '' },
    schema: currency.save.body,
    bodyOf,
    inputOf: (values) => ({ body: bodyOf(values) }),
    onDone: (_, { code }) => {
      toastSuccess(`${code.trim().toUpperCase()} added`, 'Enter its rate before something is booked in it.');
      onClose();
    },
  });
  return (
    <FormDialog
      title="New currency"
      action="Add currency"
      {...{ onClose, ...state }}
      refusal={refusal?.message}
      onSubmit={submit}
    >
      <Bound control={form.control} name="code">
        {(field) => (
          <TextField
            label="Code"
            hint="Three letters of ISO 4217, such as ZAR. Its decimals follow from it."
            required
            autoFocus
            maxLength={3}
            {...field}
          />
        )}
      </Bound>
      <Bound control={form.control} name="name">
        {(field) => <TextField label="Name" required maxLength={150} {...field} />}
      </Bound>
    </FormDialog>
  );
}

/** A currency's name; its code and its decimals are ISO 4217's. */
export function CurrencyNameDialog({ row, onClose }: { row: Currency; onClose: () => void }) {
  const bodyOf = ({ name }: { name: string }) => ({ id: row.id, name, version: row.version });
  const { form, refusal, submit, ...state } = useDialogForm({
    endpoint: currency.edit,
    initial: { name: row.name },
    schema: currency.edit.body,
    bodyOf,
    inputOf: (values) => ({ body: bodyOf(values) }),
    onDone: (_, { name }) => {
      toastSuccess(`${row.code} is ${name.trim()}`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Rename ${row.code}`}
      action="Save currency"
      {...{ onClose, ...state }}
      refusal={refusal?.message}
      refusalAction={<StaleAction problem={refusal} />}
      onSubmit={submit}
    >
      <Bound control={form.control} name="name">
        {(field) => <TextField label="Name" required autoFocus maxLength={150} {...field} />}
      </Bound>
    </FormDialog>
  );
}

/** Activates or disables a currency; says what it does first. */
export function CurrencyStatusDialog({ row, onClose }: { row: Currency; onClose: () => void }) {
  const { data } = useEndpoint(currency.one, { params: { id: String(row.id) } }, { enabled: row.active });
  const counted = data === undefined ? 'Counting where it is used… ' : currencySentence(data.uses, row.code);
  const update = useWrite(currency.activateDisable, {
    onSuccess: () => {
      toastSuccess(row.active ? `${row.code} disabled` : `${row.code} active`);
      onClose();
    },
    onProblem: (problem) => {
      toastProblem(row.active ? `${row.code} not disabled` : `${row.code} not activated`, problem);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      {...{ onClose }}
      title={row.active ? `Disable ${row.code}?` : `Activate ${row.code}?`}
      effect={
        row.active
          ? `New policies, receipts and vouchers can no longer be in it. ${counted}What is booked in it stays, is collected and paid, and keeps its rates.`
          : 'New policies, receipts and vouchers can be in it, once it has a rate of the last 7 days.'
      }
      action={row.active ? 'Disable currency' : 'Activate currency'}
      busy={update.isPending}
      onConfirm={() =>
        update.mutate({
          query: {},
          body: { id: row.id, tag: row.active ? 'disable' : 'activate', version: row.version },
        })
      }
    />
  );
}
