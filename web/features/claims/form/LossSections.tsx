import { useState } from 'react';
import { can, useSession } from '../../../api/session.ts';
import { FormArea, FormDay, FormMoney, FormPicker, FormSelect, FormText } from '../../../ui/forms/FormFields.tsx';
import type { Found } from '../../../ui/fields/use-search.ts';
import { FormSection } from '../../../ui/forms/FormPage.tsx';
import { rowForms, type Form } from '../../../ui/forms/use-contract-form.ts';
import { Repeater } from '../../placements/form/Repeater.tsx';
import { EXPERT_OPTIONS, type ExpertValues, type ParticularValues } from './claim-form.ts';
import { searchColleagues, searchEvents } from '../claim-lookups.ts';
import { EventDialog } from '../events/EventDialog.tsx';

type Props = { form: Form<ParticularValues> };
type Adding = { name: string; answer: (made: Found | null) => void };

/** What happened, where, by what. */
export function LossFields({ form }: Props) {
  const creates = can(useSession(), 'claims.create');
  const [adding, setAdding] = useState<Adding | null>(null);
  const answer = (made: Found | null) => {
    adding?.answer(made);
    setAdding(null);
  };
  return (
    <>
      <FormText {...{ form }} name="cause" label="Cause" />
      <FormText {...{ form }} name="place" label="Place of loss" />
      <FormPicker
        {...{ form }}
        name="event"
        label="Catastrophe event"
        noun="event"
        placeholder="Event that hit several policies…"
        search={searchEvents}
        {...(creates && {
          onCreate: (name: string) => new Promise<Found | null>((done) => setAdding({ name, answer: done })),
        })}
      />
      <FormArea {...{ form }} name="claim_desc" label="What happened" rows={3} className="col-span-full" />
      {adding !== null && (
        <EventDialog
          name={adding.name}
          onClose={() => answer(null)}
          onSaved={({ id, name }) => answer({ id: String(id), label: name })}
        />
      )}
    </>
  );
}

/** Who claims, under which number, and who of us handles it. */
export function ClaimantSection({ form }: Props) {
  return (
    <FormSection title="Claimant">
      <FormText {...{ form }} name="cedantclaimnumber" label="Cedant’s claim number" />
      <FormText {...{ form }} name="claimant" label="Claimant" hint="Where it is not the insured." />
      <FormPicker
        {...{ form }}
        name="handler"
        label="Handled by"
        noun="colleague"
        placeholder="Colleague…"
        search={searchColleagues}
      />
    </FormSection>
  );
}

const newExpert = (): ExpertValues => ({ role: 'ADJUSTER', name: '', reference: '', appointed_on: '', fee: '' });

/** The adjuster and others who work on the claim for a fee. */
export function ExpertsSection({ form, currency }: Props & { currency: string }) {
  const { experts } = form.values;
  return (
    <FormSection title="Experts" hint="Fees as agreed or estimated; a movement calls them.">
      <Repeater
        noun="Expert"
        rows={experts}
        forms={rowForms(form, 'experts', experts)}
        onChange={(rows) => form.set({ experts: rows })}
        newRow={newExpert}
      >
        {(row) => (
          <>
            <FormSelect form={row} name="role" label="Role" options={EXPERT_OPTIONS} />
            <FormText form={row} name="name" label="Name" />
            <FormText form={row} name="reference" label="Reference" />
            <FormDay form={row} name="appointed_on" label="Appointed" />
            <FormMoney form={row} {...{ currency }} name="fee" label="Fee, 100%" />
          </>
        )}
      </Repeater>
    </FormSection>
  );
}
