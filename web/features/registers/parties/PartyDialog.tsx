import { useDialogForm } from '../../../ui/dialogs/use-dialog-form.ts';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { toastSuccess } from '../../../ui/notices/toast.ts';
import { bodyOfParty, type PartyValues, valuesOfParty } from './party-form.ts';
import type { PartyRecord, PartyRegister } from './party-registers.ts';
import { FormPart, IdentityFields, SecurityFields } from './PartyFields.tsx';
import { ContactFields, IntermediaryFields } from './PartyPeople.tsx';
import { SimilarNotice } from './SimilarNotice.tsx';
import { StaleAction } from '../../../ui/dialogs/AsOpened.tsx';
import { useWrite } from '../../../api/use-endpoint.ts';
import { FormText } from '../../../ui/forms/FormFields.tsx';

type MadeParty = { id: number; values: PartyValues };
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
  const save = useWrite(endpoints.save);
  const edit = useWrite(endpoints.edit);
  const { form, refusal, dialog } = useDialogForm({
    shape: register.form,
    body: (values: PartyValues) => bodyOfParty(register, values),
    initial: valuesOfParty(register, party, name),
    send: (body) =>
      party === undefined
        ? save.mutateAsync({ query: {}, body })
        : edit.mutateAsync({ query: { id: String(party.id) }, body: { ...body, version: party.version } }),
    onDone: ({ id }, values) => {
      toastSuccess(party === undefined ? `${values.name.trim()} added` : `${values.name.trim()} saved`);
      if (onSaved === undefined) onClose();
      else onSaved({ id, values });
    },
  });
  return (
    <FormDialog
      drawer
      title={party === undefined ? `New ${noun}` : `Edit ${noun}`}
      description={
        party === undefined ? register.about : 'Issued documents keep the name and address they were made with.'
      }
      action={party === undefined ? `Add ${noun}` : `Save ${noun}`}
      {...{ onClose, ...dialog }}
      refusalAction={<StaleAction problem={refusal} />}
    >
      <div>
        <FormText {...{ form }} name="name" label="Name" autoFocus />
        <SimilarNotice register={register} name={form.values.name} except={party?.id} />
      </div>
      <IdentityFields {...{ form, register }} />
      {register.isSecurity && (
        <FormPart title="Security">
          <SecurityFields {...{ form, register }} />
        </FormPart>
      )}
      <FormPart
        title="Contacts"
        hint="Documents go to the contacts chosen for their kind, the rest to the general address."
      >
        <div className="grid gap-2.5">
          <FormText {...{ form }} name="email" label="Email for documents" type="email" inputMode="email" />
          <ContactFields {...{ form }} />
        </div>
      </FormPart>
      {register.isSecurity && (
        <FormPart title="Intermediaries" hint="Through whom it is reached.">
          <IntermediaryFields {...{ form }} />
        </FormPart>
      )}
    </FormDialog>
  );
}
