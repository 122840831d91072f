import { type ReactNode, useId } from 'react';
import { countries } from '../../../../domain/registers/contract.ts';
import { currency } from '../../../../domain/registers/currencies.ts';
import { useSession } from '../../../api/session.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import type { PartyValues } from './party-form.ts';
import type { PartyRegister } from './party-registers.ts';
import type { Form } from '../../../ui/forms/use-contract-form.ts';
import {
  FormArea,
  FormDay,
  FormMoney,
  FormRate,
  FormSelect,
  FormSwitch,
  FormText,
} from '../../../ui/forms/FormFields.tsx';

type Props = { form: Form<PartyValues>; register: PartyRegister };

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

export function IdentityFields({ form, register }: Props) {
  const { data: known } = useEndpoint(countries, {}, { staleTime: 3_600_000 });
  return (
    <>
      <FormArea {...{ form }} name="address" label="Address" rows={2} />
      <div className="grid gap-3 sm:grid-cols-2">
        <FormText {...{ form }} name="short_name" label="Short name" />
        <FormSelect
          {...{ form }}
          name="country"
          label="Country"
          clearable
          options={(known?.data ?? []).map((one) => ({ value: one.code, label: one.name, detail: one.code }))}
        />
        <FormText {...{ form }} name="registration_number" label="Registration number" />
        <FormText {...{ form }} name="tax_number" label="Tax number" />
      </div>
      <FormSwitch {...{ form }} name="resident" label="Resident" hint={register.residentHint} />
    </>
  );
}

/** What the firm has approved of a security, and what an agency says of it. */
export function SecurityFields({ form, register }: Props) {
  const base = useSession()?.user.firm.baseCurrency ?? '';
  const { data: currencies } = useEndpoint(currency.findAll, { query: {} }, { staleTime: 300_000 });
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <FormRate
        {...{ form }}
        name="line_limit"
        label="Largest line"
        hint="In % of the whole. A larger line warns; empty is no limit."
      />
      <div className="grid grid-cols-[1fr_7rem] items-start gap-2">
        <FormMoney
          {...{ form }}
          name="exposure_limit"
          label="Limit in all"
          hint="Of all its lines in force together."
          currency={form.values.exposure_currency || base}
        />
        <FormSelect
          {...{ form }}
          name="exposure_currency"
          label="In"
          clearable
          options={(currencies?.data ?? []).map((one) => ({ value: one.code, label: one.code, detail: one.name }))}
        />
      </div>
      <FormText
        {...{ form }}
        name="market_number"
        label={register.key === 'london' ? 'Syndicate or company number' : 'Licence number'}
      />
      <FormText {...{ form }} name="rating" label="Rating" />
      <FormText {...{ form }} name="rating_agency" label="Agency" />
      <FormDay {...{ form }} name="rated_on" label="Rated on" />
    </div>
  );
}
