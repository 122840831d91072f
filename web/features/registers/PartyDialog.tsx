import { countries } from '../../../domain/registers/contract.ts';
import { type PartyEndpoints } from '../../../domain/registers/parties.ts';
import type { CallInput } from '../../api/client.ts';
import { useDialogForm } from '../../api/use-dialog-form.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Bound } from '../../ui/Bound.tsx';
import { Switch } from '../../ui/Choice.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextArea, TextField } from '../../ui/TextField.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import type { PartyRegister } from './party-registers.ts';
import type { Party } from './PartySection.tsx';
import { StaleAction } from './StaleAction.tsx';

type Values = { name: string; address: string; country: string; resident: boolean; email: string };

const bodyOf = ({ country, ...values }: Values) => ({ ...values, country: country === '' ? null : country });

type Sent = CallInput<PartyEndpoints['edit']>;
type Props = { register: PartyRegister; party?: Party; onClose: () => void };

/** A new party of a register, or the edit of one. */
export function PartyDialog({ register, party, onClose }: Props) {
  const { data: known } = useEndpoint(countries, {}, { staleTime: 3_600_000 });
  const { endpoints, noun } = register;
  const { form, busy, dirty, refusal, submit } = useDialogForm({
    endpoint: party === undefined ? endpoints.save : endpoints.edit,
    initial: {
      name: party?.name ?? '',
      address: party?.address ?? '',
      country: party?.country ?? '',
      resident: party?.resident ?? register.resident,
      email: party?.email ?? '',
    } satisfies Values as Values,
    schema: register.form,
    bodyOf,
    // The two calls differ in what only an edit has.
    inputOf: (values) =>
      (party === undefined
        ? { query: {}, body: bodyOf(values) }
        : { query: { id: String(party.id) }, body: { ...bodyOf(values), version: party.version } }) as Sent,
    onDone: (_, { name }) => {
      toastSuccess(party === undefined ? `${name.trim()} added` : `${name.trim()} saved`);
      onClose();
    },
  });
  const { control } = form;
  return (
    <FormDialog
      title={party === undefined ? `New ${noun}` : `Edit ${noun}`}
      description={
        party === undefined ? register.about : 'Issued documents keep the name and address they were made with.'
      }
      action={party === undefined ? `Add ${noun}` : `Save ${noun}`}
      {...{ onClose, busy, dirty }}
      refusal={refusal?.message}
      refusalAction={<StaleAction problem={refusal} />}
      onSubmit={submit}
    >
      <Bound {...{ control }} name="name">
        {(field) => <TextField label="Name" required autoFocus maxLength={150} {...field} />}
      </Bound>
      <Bound {...{ control }} name="address">
        {(field) => <TextArea label="Address" required={register.addressRequired} rows={2} {...field} />}
      </Bound>
      <div className="grid gap-3 sm:grid-cols-2">
        <Bound {...{ control }} name="country">
          {(field) => (
            <Select
              label="Country"
              clearable
              options={(known?.data ?? []).map((one) => ({ value: one.code, label: one.name, detail: one.code }))}
              {...field}
            />
          )}
        </Bound>
        <Bound {...{ control }} name="email">
          {(field) => <TextField label="Email" type="email" inputMode="email" {...field} />}
        </Bound>
      </div>
      <Bound {...{ control }} name="resident">
        {({ value, onChange }) => (
          <Switch label="Resident" hint={register.residentHint} checked={value} onChange={onChange} />
        )}
      </Bound>
    </FormDialog>
  );
}
