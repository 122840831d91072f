import { currency } from '../../../../domain/registers/currencies.ts';
import { useDialogForm } from '../../../ui/dialogs/use-dialog-form.ts';
import { useEndpoint, useWrite } from '../../../api/use-endpoint.ts';
import { CallDialog } from '../../../ui/dialogs/CallDialog.tsx';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { AsOpened, StaleAction } from '../../../ui/dialogs/AsOpened.tsx';
import { currencySentence } from '../uses-words.ts';
import { emptyOf, type FormValues } from '../../../../domain/forms.ts';
import { FormMoney, FormText } from '../../../ui/forms/FormFields.tsx';
import type { WireReply } from '../../../../domain/endpoint.ts';

export type Currency = WireReply<typeof currency.items>['data'][number];

export function CurrencyDialog({ onClose }: { onClose: () => void }) {
  const save = useWrite(currency.save);
  const { form, dialog } = useDialogForm({
    shape: currency.save.body,
    body: ({ code, name }: FormValues<typeof currency.save.body>) => ({ code: code.trim().toUpperCase(), name }),
    initial: emptyOf(currency.save.body),
    send: (body) => save.mutateAsync({ body }),
    done: (_, { code }) => [`${code.trim().toUpperCase()} added`, 'Enter its rate before something is booked in it.'],
    onDone: onClose,
  });
  return (
    <FormDialog title="New currency" action="Add currency" {...{ onClose, ...dialog }}>
      <FormText
        {...{ form }}
        name="code"
        label="Code"
        maxLength={3}
        hint="Three letters of ISO 4217, such as ZAR. Its decimals follow from it."
        autoFocus
      />
      <FormText {...{ form }} name="name" label="Name" />
    </FormDialog>
  );
}

/** A currency's name; its code and its decimals are ISO 4217's. */
export function CurrencyNameDialog({ row, onClose }: { row: Currency; onClose: () => void }) {
  const edit = useWrite(currency.edit);
  const { form, refusal, dialog } = useDialogForm({
    shape: currency.edit.body,
    body: ({ name }) => ({ id: row.id, name, version: row.version }),
    initial: { name: row.name },
    send: (body) => edit.mutateAsync({ body }),
    done: (_, { name }) => `${row.code} is ${name.trim()}`,
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`Rename ${row.code}`}
      action="Save currency"
      {...{ onClose, ...dialog }}
      refusalAction={<StaleAction problem={refusal} />}
    >
      <FormText {...{ form }} name="name" label="Name" autoFocus />
    </FormDialog>
  );
}

/** Up to what the firm bears a difference on one note in a currency itself. */
export function WriteOffLimitDialog({ row, onClose }: { row: Currency; onClose: () => void }) {
  const { data, isFetching } = useEndpoint(currency.one, { params: { id: String(row.id) } });
  return data === undefined ? null : (
    <AsOpened of={data} fresh={!isFetching}>
      {(saved) => <LimitForm row={saved} limit={saved.write_off_limit} {...{ onClose }} />}
    </AsOpened>
  );
}

type LimitProps = { row: Pick<Currency, 'id' | 'code' | 'version'>; limit: string; onClose: () => void };

function LimitForm({ row, limit, onClose }: LimitProps) {
  const set = useWrite(currency.setLimit);
  const { form, refusal, dialog } = useDialogForm({
    shape: currency.setLimit.body,
    body: ({ amount }) => ({ id: row.id, amount, version: row.version }),
    initial: { amount: limit },
    send: (body) => set.mutateAsync({ body }),
    done: () => `Write-off limit in ${row.code} set`,
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`Write-off limit in ${row.code}`}
      action="Set limit"
      {...{ onClose, ...dialog }}
      refusalAction={<StaleAction problem={refusal} />}
    >
      <FormMoney
        {...{ form }}
        currency={row.code}
        name="amount"
        label="At most on one note"
        hint="Small differences and bank charges up to it are the firm’s, and paid into the client bank. 0 for none."
      />
    </FormDialog>
  );
}

/** Activates or disables a currency; says what it does first. */
export function CurrencyStatusDialog({ row, onClose }: { row: Currency; onClose: () => void }) {
  const { data } = useEndpoint(currency.one, { params: { id: String(row.id) } }, { enabled: row.active });
  const counted = data === undefined ? 'Counting where it is used… ' : currencySentence(data.uses, row.code);
  return (
    <CallDialog
      call={currency.activateDisable}
      input={{
        query: {},
        body: { id: row.id, tag: row.active ? 'disable' : 'activate', version: row.version },
      }}
      {...{ onClose }}
      title={row.active ? `Disable ${row.code}?` : `Activate ${row.code}?`}
      effect={
        row.active
          ? `New policies, receipts and vouchers can no longer be in it. ${counted}What is booked in it stays, is collected and paid, and keeps its rates.`
          : 'New policies, receipts and vouchers can be in it, once it has a rate of the last 7 days.'
      }
      action={row.active ? 'Disable currency' : 'Activate currency'}
      done={row.active ? `${row.code} disabled` : `${row.code} active`}
      failed={row.active ? `${row.code} not disabled` : `${row.code} not activated`}
    />
  );
}
