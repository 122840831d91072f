import { useId, type ReactNode } from 'react';
import type { Control } from 'react-hook-form';
import { countries } from '../../../domain/registers/contract.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Bound } from '../../ui/Bound.tsx';
import { Switch } from '../../ui/Choice.tsx';
import { DayField } from '../../ui/DayField.tsx';
import { RateField } from '../../ui/RateField.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextArea, TextField } from '../../ui/TextField.tsx';
import type { PartyValues } from './party-form.ts';
import type { PartyRegister } from './party-registers.ts';

type Props = { control: Control<PartyValues>; register: PartyRegister };

/** A part of a long dialog under its name. */
export function FormPart({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-t border-line pt-3.5">
      <h3 id={id} className="font-semibold">
        {title}
      </h3>
      {hint !== undefined && <p className="text-mute">{hint}</p>}
      <div className="mt-2.5">{children}</div>
    </section>
  );
}

export function IdentityFields({ control, register }: Props) {
  const { data: known } = useEndpoint(countries, {}, { staleTime: 3_600_000 });
  return (
    <>
      <Bound {...{ control }} name="address">
        {(field) => <TextArea label="Address" required={register.addressRequired} rows={2} {...field} />}
      </Bound>
      <div className="grid gap-3 sm:grid-cols-2">
        <Bound {...{ control }} name="short_name">
          {(field) => <TextField label="Short name" maxLength={40} {...field} />}
        </Bound>
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
        <Bound {...{ control }} name="registration_number">
          {(field) => <TextField label="Registration number" maxLength={40} {...field} />}
        </Bound>
        <Bound {...{ control }} name="tax_number">
          {(field) => <TextField label="Tax number" maxLength={40} {...field} />}
        </Bound>
      </div>
      <Bound {...{ control }} name="resident">
        {({ value, onChange }) => (
          <Switch label="Resident" hint={register.residentHint} checked={value} onChange={onChange} />
        )}
      </Bound>
    </>
  );
}

/** What the firm has approved of a security, and what an agency says of it. */
export function SecurityFields({ control, register }: Props) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Bound {...{ control }} name="line_limit">
        {(field) => (
          <RateField
            label="Largest line"
            hint="In % of the whole. A larger line warns; empty is no limit."
            {...field}
          />
        )}
      </Bound>
      <Bound {...{ control }} name="market_number">
        {(field) => (
          <TextField
            label={register.key === 'london' ? 'Syndicate or company number' : 'Licence number'}
            maxLength={40}
            {...field}
          />
        )}
      </Bound>
      <Bound {...{ control }} name="rating">
        {(field) => <TextField label="Rating" maxLength={20} {...field} />}
      </Bound>
      <Bound {...{ control }} name="rating_agency">
        {(field) => <TextField label="Agency" maxLength={60} {...field} />}
      </Bound>
      <Bound {...{ control }} name="rated_on">
        {(field) => <DayField label="Rated on" {...field} />}
      </Bound>
    </div>
  );
}
