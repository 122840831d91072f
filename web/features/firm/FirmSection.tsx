import { Eye } from 'lucide-react';
import { useState } from 'react';
import { saveIdentity } from '../../../domain/firm/settings.ts';
import { Bound } from '../../ui/Bound.tsx';
import { Button } from '../../ui/Button.tsx';
import { FormSection } from '../../ui/FormPage.tsx';
import { TextArea, TextField } from '../../ui/TextField.tsx';
import { FirmData, type Firm } from './FirmData.tsx';
import { LetterheadPreview } from './LetterheadPreview.tsx';
import { SettingForm, useMayManage } from './SettingForm.tsx';
import { useSettingForm, type SettingFormState } from './use-setting-form.ts';

type Identity = Firm['identity'];

/** Who the firm is: what registers, regulators and letterheads call it. */
export function FirmSection() {
  return <FirmData>{(firm) => <IdentityForm firm={firm} />}</FirmData>;
}

function IdentityForm({ firm }: { firm: Firm }) {
  const [shown, setShown] = useState<Identity | null>(null);
  const mayManage = useMayManage();
  const state = useSettingForm({
    name: 'identity',
    endpoint: saveIdentity,
    saved: firm.identity,
    version: firm.version,
    bodyOf: (values) => values,
    done: 'Firm saved',
  });
  return (
    <>
      <SettingForm
        title="Firm"
        detail="Documents made from now on show it; those that were issued stay as they are."
        {...{ state }}
        tools={
          <Button icon={<Eye size={14} aria-hidden="true" />} onClick={() => setShown(state.form.getValues())}>
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
  const { control } = form;
  return (
    <FormSection title="Name" columns={2}>
      <Bound {...{ control }} name="name">
        {(field) => <TextField label="Name" required maxLength={150} {...field} />}
      </Bound>
      <Bound {...{ control }} name="trading_name">
        {(field) => <TextField label="Trading name" hint="Where it differs" maxLength={150} {...field} />}
      </Bound>
      <Bound {...{ control }} name="registration">
        {(field) => <TextField label="Company registration" maxLength={150} {...field} />}
      </Bound>
      <Bound {...{ control }} name="tax_number">
        {(field) => <TextField label="Tax number" maxLength={60} {...field} />}
      </Bound>
    </FormSection>
  );
}

function AddressFields({ state: { form } }: Part) {
  const { control } = form;
  return (
    <FormSection title="Addresses" hint="A branch with an address of its own prints that one." columns={2}>
      <Bound {...{ control }} name="street_address">
        {(field) => <TextArea label="Street address" maxLength={400} {...field} />}
      </Bound>
      <Bound {...{ control }} name="postal_address">
        {(field) => <TextArea label="Postal address" maxLength={400} {...field} />}
      </Bound>
      <Bound {...{ control }} name="phone">
        {(field) => <TextField label="Phone" type="tel" maxLength={60} {...field} />}
      </Bound>
      <Bound {...{ control }} name="email">
        {(field) => <TextField label="Email" type="email" maxLength={254} {...field} />}
      </Bound>
      <Bound {...{ control }} name="website">
        {(field) => <TextField label="Website" inputMode="url" maxLength={200} {...field} />}
      </Bound>
    </FormSection>
  );
}

function RegulatorFields({ state: { form } }: Part) {
  const { control } = form;
  return (
    <FormSection title="Licences" hint="They stand at the foot of each page." columns={2}>
      <Bound {...{ control }} name="licence">
        {(field) => <TextField label="Regulator’s licence" maxLength={150} {...field} />}
      </Bound>
      <Bound {...{ control }} name="lloyds_broker_number">
        {(field) => (
          <TextField label="Lloyd’s broker number" hint="3 or 4 digits" inputMode="numeric" maxLength={4} {...field} />
        )}
      </Bound>
      <Bound {...{ control }} name="document_footer">
        {(field) => (
          <TextField
            label="Further line at the foot"
            hint="Before the licence, on every page"
            className="col-span-full"
            maxLength={300}
            {...field}
          />
        )}
      </Bound>
    </FormSection>
  );
}
