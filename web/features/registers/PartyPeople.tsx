import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFieldArray, type Control } from 'react-hook-form';
import { SENT_DOCUMENT_LABELS, SENT_DOCUMENTS, type SentDocument } from '../../../domain/registers/party-shapes.ts';
import { Bound } from '../../ui/Bound.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { MultiSelect } from '../../ui/MultiSelect.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { NO_CONTACT, NO_INTERMEDIARY, type PartyValues } from './party-form.ts';

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

type Props = { control: Control<PartyValues> };

/** People of a party: whom one calls, and which documents go to their address. */
export function ContactFields({ control }: Props) {
  const { fields, append, remove } = useFieldArray({ control, name: 'contacts' });
  return (
    <div className="grid gap-2.5">
      {fields.map(({ id }, index) => (
        <PersonRow key={id} label={`Contact ${index + 1}`} onRemove={() => remove(index)}>
          <Bound {...{ control }} name={`contacts.${index}.name`}>
            {(field) => <TextField label="Name" required maxLength={150} {...field} />}
          </Bound>
          <Bound {...{ control }} name={`contacts.${index}.role`}>
            {(field) => <TextField label="Role" maxLength={100} className="sm:pr-8" {...field} />}
          </Bound>
          <Bound {...{ control }} name={`contacts.${index}.email`}>
            {(field) => <TextField label="Email" type="email" inputMode="email" {...field} />}
          </Bound>
          <Bound {...{ control }} name={`contacts.${index}.phone`}>
            {(field) => <TextField label="Phone" type="tel" inputMode="tel" maxLength={40} {...field} />}
          </Bound>
          <Bound {...{ control }} name={`contacts.${index}.documents`}>
            {({ onChange, ...field }) => (
              <MultiSelect
                label="Gets"
                className="col-span-full"
                placeholder="No documents"
                options={DOCUMENTS}
                onChange={(chosen) => onChange(chosen as SentDocument[])}
                {...field}
              />
            )}
          </Bound>
        </PersonRow>
      ))}
      <div>
        <Button size="sm" icon={<Plus size={14} aria-hidden="true" />} onClick={() => append(NO_CONTACT)}>
          Add contact
        </Button>
      </div>
    </div>
  );
}

/** Through whom a security is reached. */
export function IntermediaryFields({ control }: Props) {
  const { fields, append, remove } = useFieldArray({ control, name: 'intermediaries' });
  return (
    <div className="grid gap-2.5">
      {fields.map(({ id }, index) => (
        <PersonRow key={id} label={`Intermediary ${index + 1}`} onRemove={() => remove(index)}>
          <Bound {...{ control }} name={`intermediaries.${index}.name`}>
            {(field) => <TextField label="Name" required maxLength={150} className="col-span-full pr-8" {...field} />}
          </Bound>
          <Bound {...{ control }} name={`intermediaries.${index}.reference`}>
            {(field) => <TextField label="Reference" maxLength={60} {...field} />}
          </Bound>
          <Bound {...{ control }} name={`intermediaries.${index}.email`}>
            {(field) => <TextField label="Email" type="email" inputMode="email" {...field} />}
          </Bound>
        </PersonRow>
      ))}
      <div>
        <Button size="sm" icon={<Plus size={14} aria-hidden="true" />} onClick={() => append(NO_INTERMEDIARY)}>
          Add intermediary
        </Button>
      </div>
    </div>
  );
}
