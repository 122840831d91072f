import { Eye } from 'lucide-react';
import { useState } from 'react';
import { letterheadBody, saveIdentity } from '../../../domain/firm/settings.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { FormArea, FormText } from '../../ui/forms/FormFields.tsx';
import { FormSection } from '../../ui/forms/FormPage.tsx';
import { type Firm, FirmData } from './FirmData.tsx';
import { LetterheadPreview } from './LetterheadPreview.tsx';
import { SettingForm, useMayManage } from './SettingForm.tsx';
import { type SettingFormState, useSettingForm } from './use-setting-form.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { ofShape } from '../../ui/forms/use-contract-form.ts';

type Identity = Firm['identity'];

/** Who the firm is: what registers, regulators and letterheads call it. */
export function FirmSection() {
  return <FirmData>{(firm) => <IdentityForm firm={firm} />}</FirmData>;
}

function IdentityForm({ firm }: { firm: Firm }) {
  const [shown, setShown] = useState<Identity | null>(null);
  const mayManage = useMayManage();
  const save = useWrite(saveIdentity);
  const state = useSettingForm({
    name: 'identity',
    ...ofShape(letterheadBody),
    saved: firm.identity,
    version: firm.version,
    send: (body) => save.mutateAsync({ body }),
    done: 'Firm saved',
  });
  return (
    <>
      <SettingForm
        title="Firm"
        detail="Documents made from now on show it; those that were issued stay as they are."
        {...{ state }}
        tools={
          <Button icon={<Eye size={14} aria-hidden="true" />} onClick={() => setShown(state.form.values)}>
            Preview letterhead
          </Button>
        }
      >
        <NameFields {...{ state }} />
        <AddressFields {...{ state }} />
        <RegulatorFields {...{ state }} />
      </SettingForm>
      {shown !== null && <LetterheadPreview values={mayManage ? shown : null} onClose={() => setShown(null)} />}
    </>
  );
}

type Part = { state: SettingFormState<Identity> };

function NameFields({ state: { form } }: Part) {
  return (
    <FormSection title="Name" columns={2}>
      <FormText {...{ form }} name="name" label="Name" />
      <FormText {...{ form }} name="trading_name" label="Trading name" hint="Where it differs" />
      <FormText {...{ form }} name="registration" label="Company registration" />
      <FormText {...{ form }} name="tax_number" label="Tax number" />
    </FormSection>
  );
}

function AddressFields({ state: { form } }: Part) {
  return (
    <FormSection title="Addresses" hint="A branch with an address of its own prints that one." columns={2}>
      <FormArea {...{ form }} name="street_address" label="Street address" />
      <FormArea {...{ form }} name="postal_address" label="Postal address" />
      <FormText {...{ form }} name="phone" label="Phone" type="tel" />
      <FormText {...{ form }} name="email" label="Email" type="email" />
      <FormText {...{ form }} name="website" label="Website" inputMode="url" />
    </FormSection>
  );
}

function RegulatorFields({ state: { form } }: Part) {
  return (
    <FormSection title="Licences" hint="Printed at the foot of each page." columns={2}>
      <FormText {...{ form }} name="licence" label="Regulator’s licence" />
      <FormText
        {...{ form }}
        name="lloyds_broker_number"
        label="Lloyd’s broker number"
        hint="3 or 4 digits"
        inputMode="numeric"
        maxLength={4}
      />
      <FormText
        {...{ form }}
        name="document_footer"
        label="Further line at the foot"
        hint="Before the licence, on every page"
        className="col-span-full"
      />
    </FormSection>
  );
}
