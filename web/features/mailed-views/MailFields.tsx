import { X } from 'lucide-react';
import { useState } from 'react';
import { MAILED_EVERY, MAILED_EVERY_LABELS } from '../../../domain/views/schedule.ts';
import { findColleague } from '../../api/colleagues.ts';
import { Picker } from '../../ui/fields/Picker.tsx';
import { FormDay, FormRadio, FormSelect, FormSwitch } from '../../ui/forms/FormFields.tsx';
import type { Form } from '../../ui/forms/use-contract-form.ts';
import { focusRing } from '../../ui/styles.ts';

type MailValues = {
  every: string;
  first_on: string;
  format: string;
  not_empty: boolean;
  /** Ids of those who get it. */
  users: string[];
};
type Named = { id: string; label: string };

const EVERY = MAILED_EVERY.map((value) => ({ value, label: MAILED_EVERY_LABELS[value] }));
const FORMATS = [
  { value: 'xlsx', label: 'Spreadsheet (XLSX)' },
  { value: 'pdf', label: 'PDF' },
];

/** Who gets it: chosen one after the other, taken off by their cross. */
function PeopleField({ form, known }: { form: Form<MailValues>; known: readonly Named[] }) {
  const [names, setNames] = useState(() => new Map(known.map(({ id, label }) => [id, label])));
  const { users } = form.values;
  const add = (one: Named | null) => {
    if (one === null || users.includes(one.id)) return;
    setNames(new Map([...names, [one.id, one.label]]));
    form.set({ users: [...users, one.id] });
  };
  return (
    <div className="grid gap-2">
      <Picker
        label="To"
        name="users"
        noun="colleague"
        placeholder="Add a colleague…"
        search={findColleague}
        value={null}
        onChange={add}
        required
        error={form.errors['users']}
      />
      <ul aria-label="Who gets it" className="flex flex-wrap gap-1.5">
        {users.map((id) => (
          <li key={id} className="inline-flex items-center gap-1 rounded border border-line bg-hover py-0.5 pr-1 pl-2">
            <span dir="auto">{names.get(id) ?? id}</span>
            <button
              type="button"
              aria-label={`Take ${names.get(id) ?? id} off`}
              onClick={() => form.set({ users: users.filter((one) => one !== id) })}
              className={`grid size-6 place-items-center rounded text-mute hover:text-fg ${focusRing}`}
            >
              <X size={13} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** When a view is mailed, as what, and to whom. */
export function MailFields({ form, known = [] }: { form: Form<MailValues>; known?: readonly Named[] }) {
  return (
    <>
      <PeopleField {...{ form, known }} />
      <div className="grid gap-3 sm:grid-cols-2">
        <FormSelect {...{ form }} name="every" label="Leaves" options={EVERY} />
        <FormDay {...{ form }} name="first_on" label="First on" hint="In the morning, in the firm’s time." />
      </div>
      <FormRadio {...{ form }} name="format" label="Format" options={FORMATS} />
      <FormSwitch
        {...{ form }}
        name="not_empty"
        label="Only when not empty"
        hint="Nothing is sent on a day when the view is empty."
      />
    </>
  );
}
