import { useWatch } from 'react-hook-form';
import type { PartyEndpoints } from '../../../domain/registers/parties.ts';
import type { CallInput } from '../../api/client.ts';
import { useDialogForm } from '../../api/use-dialog-form.ts';
import { Bound } from '../../ui/Bound.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { bodyOf, valuesOf, type PartyValues } from './party-form.ts';
import type { PartyRecord, PartyRegister } from './party-registers.ts';
import { FormPart, IdentityFields, SecurityFields } from './PartyFields.tsx';
import { ContactFields, IntermediaryFields } from './PartyPeople.tsx';
import { SimilarNotice } from './SimilarNotice.tsx';
import { StaleAction } from './StaleAction.tsx';

type Sent = CallInput<PartyEndpoints['edit']>;
export type MadeParty = { id: number; values: PartyValues };
type Props = {
  register: PartyRegister;
  party?: PartyRecord;
  /** What a new one is called to begin with. */
  name?: string;
  onClose: () => void;
  /** Instead of closing alone: what becomes of the party that was saved. */
  onSaved?: (made: MadeParty) => void;
};

/** A new party of a register, or the edit of one. */
export function PartyDialog({ register, party, name = '', onClose, onSaved }: Props) {
  const { endpoints, noun } = register;
  const body = (values: PartyValues) => bodyOf(register, values);
  const { form, busy, dirty, refusal, submit } = useDialogForm({
    endpoint: party === undefined ? endpoints.save : endpoints.edit,
    initial: valuesOf(register, party, name),
    schema: register.form,
    bodyOf: body,
    // The two calls differ in what only an edit has.
    inputOf: (values) =>
      (party === undefined
        ? { query: {}, body: body(values) }
        : { query: { id: String(party.id) }, body: { ...body(values), version: party.version } }) as Sent,
    onDone: ({ id }, values) => {
      toastSuccess(party === undefined ? `${values.name.trim()} added` : `${values.name.trim()} saved`);
      if (onSaved === undefined) onClose();
      else onSaved({ id, values });
    },
  });
  const { control } = form;
  const typed = useWatch({ control, name: 'name' });
  return (
    <FormDialog
      drawer
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
      <div>
        <Bound {...{ control }} name="name">
          {(field) => <TextField label="Name" required autoFocus maxLength={150} {...field} />}
        </Bound>
        <SimilarNotice register={register} name={typed} except={party?.id} />
      </div>
      <IdentityFields {...{ control, register }} />
      {register.isSecurity && (
        <FormPart title="Security">
          <SecurityFields {...{ control, register }} />
        </FormPart>
      )}
      <FormPart title="Contacts" hint="Documents go to whoever gets their kind, the rest to the general address.">
        <div className="grid gap-2.5">
          <Bound {...{ control }} name="email">
            {(field) => <TextField label="Email for documents" type="email" inputMode="email" {...field} />}
          </Bound>
          <ContactFields control={control} />
        </div>
      </FormPart>
      {register.isSecurity && (
        <FormPart title="Intermediaries" hint="Through whom it is reached.">
          <IntermediaryFields control={control} />
        </FormPart>
      )}
    </FormDialog>
  );
}
