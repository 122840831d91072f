import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  contact,
  intermediary,
  SENT_DOCUMENT_LABELS,
  SENT_DOCUMENTS,
} from '../../../../domain/registers/party-shapes.ts';
import { Button, IconButton } from '../../../ui/buttons/Button.tsx';
import type { PartyValues } from './party-form.ts';
import { emptyOf } from '../../../../domain/forms.ts';
import { type Form, rowForms } from '../../../ui/forms/use-contract-form.ts';
import { FormSeveral, FormText } from '../../../ui/forms/FormFields.tsx';

const DOCUMENTS = SENT_DOCUMENTS.map((value) => ({ value, label: SENT_DOCUMENT_LABELS[value] }));

type RowProps = { label: string; onRemove: () => void; children: ReactNode };

function PersonRow({ label, onRemove, children }: RowProps) {
  return (
    <fieldset className="relative min-w-0 rounded-lg border border-line p-3">
      <legend className="sr-only">{label}</legend>
      <div className="absolute top-1.5 right-1.5">
        <IconButton
          variant="ghost"
          label={`Remove ${label.toLowerCase()}`}
          icon={<Trash2 size={14} aria-hidden="true" />}
          onClick={onRemove}
        />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}

type Props = { form: Form<PartyValues> };

const without = <R,>(rows: readonly R[], index: number) => rows.filter((_, at) => at !== index);

/** People of a party: whom one calls, and which documents go to their address. */
export function ContactFields({ form }: Props) {
  const { contacts } = form.values;
  return (
    <div className="grid gap-2.5">
      {rowForms(form, 'contacts', contacts).map((row, index) => (
        <PersonRow
          key={row.at}
          label={`Contact ${index + 1}`}
          onRemove={() => form.set({ contacts: without(contacts, index) })}
        >
          <FormText form={row} name="name" label="Name" />
          <FormText form={row} name="role" label="Role" className="sm:pr-8" />
          <FormText form={row} name="email" label="Email" type="email" inputMode="email" />
          <FormText form={row} name="phone" label="Phone" type="tel" inputMode="tel" />
          <FormSeveral
            form={row}
            name="documents"
            label="Gets"
            className="col-span-full"
            placeholder="No documents"
            options={DOCUMENTS}
          />
        </PersonRow>
      ))}
      <div>
        <Button
          size="sm"
          icon={<Plus size={14} aria-hidden="true" />}
          onClick={() => form.set({ contacts: [...contacts, emptyOf(contact)] })}
        >
          Add contact
        </Button>
      </div>
    </div>
  );
}

/** Through whom a security is reached. */
export function IntermediaryFields({ form }: Props) {
  const { intermediaries } = form.values;
  return (
    <div className="grid gap-2.5">
      {rowForms(form, 'intermediaries', intermediaries).map((row, index) => (
        <PersonRow
          key={row.at}
          label={`Intermediary ${index + 1}`}
          onRemove={() => form.set({ intermediaries: without(intermediaries, index) })}
        >
          <FormText form={row} name="name" label="Name" className="col-span-full pr-8" />
          <FormText form={row} name="reference" label="Reference" />
          <FormText form={row} name="email" label="Email" type="email" inputMode="email" />
        </PersonRow>
      ))}
      <div>
        <Button
          size="sm"
          icon={<Plus size={14} aria-hidden="true" />}
          onClick={() => form.set({ intermediaries: [...intermediaries, emptyOf(intermediary)] })}
        >
          Add intermediary
        </Button>
      </div>
    </div>
  );
}
