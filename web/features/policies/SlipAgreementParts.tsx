import type { WrittenBasis } from '../../../domain/policies/signing.ts';
import { WRITTEN_BASES, WRITTEN_BASIS_LABELS } from '../../../domain/policies/signing.ts';
import { sum } from '../../../domain/values/money.ts';
import { formatRate } from '../../../domain/values/rate.ts';
import { Bound } from '../../ui/Bound.tsx';
import { DayField } from '../../ui/DayField.tsx';
import { FormSection } from '../../ui/FormPage.tsx';
import { GridField } from '../../ui/GridField.tsx';
import type { GridColumn } from '../../ui/grid-types.ts';
import { Select } from '../../ui/Select.tsx';
import type { UnderwritingInfo } from './form-parts.ts';
import { rateOf } from './policy-values.ts';
import { FISCAL_TERMS, REMUNERATION_TERMS, SUBSCRIPTION_TERMS, type TermField } from './slip-fields.ts';
import { errorsOf } from './SlipRiskParts.tsx';
import { SlipTerms, type SlipSectionProps } from './SlipTerms.tsx';

const INFORMATION: readonly TermField[] = [
  { name: 'slip.information', label: 'Information', rows: 4, hint: 'What was shown to the reinsurers, or None' },
];
const LIABILITY: readonly TermField[] = [
  { name: 'slip.security.liability', label: 'Reinsurers’ liability', rows: 2, hint: 'Several and not joint: LMA3333' },
];
const PROVISIONS: readonly TermField[] = [
  { name: 'slip.security.signing_provisions', label: 'Signing provisions', rows: 2 },
];

export function InformationPart({ form, errors }: SlipSectionProps) {
  return (
    <FormSection title="Information">
      <SlipTerms form={form} errors={errors} terms={INFORMATION} />
    </FormSection>
  );
}

const BASES = WRITTEN_BASES.map((value) => ({ value, label: WRITTEN_BASIS_LABELS[value] }));

export function SecurityDetailsPart({ form, errors }: SlipSectionProps) {
  return (
    <FormSection title="Security details" hint="The order hereon is the fac of the premium; the lines stand below.">
      <SlipTerms form={form} errors={errors} terms={LIABILITY} />
      {(
        [
          ['slip.security.written_basis', 'Basis of written lines'],
          ['slip.security.signed_basis', 'Basis of signed lines'],
        ] as const
      ).map(([name, label]) => (
        <Bound key={name} control={form.control} name={name}>
          {(field) => (
            <Select
              {...field}
              label={label}
              options={BASES}
              error={errors[name]}
              onChange={(value) => field.onChange(value as WrittenBasis)}
            />
          )}
        </Bound>
      ))}
      <SlipTerms form={form} errors={errors} terms={PROVISIONS} />
    </FormSection>
  );
}

export function SubscriptionPart({ form, values, errors }: SlipSectionProps) {
  const lines = values.securities.flatMap(({ security }) =>
    security === null ? [] : [{ value: security.id, label: security.label }],
  );
  return (
    <FormSection title="Subscription agreement">
      <Bound control={form.control} name="slip.subscription.leader">
        {(field) => (
          <Select
            {...field}
            label="Slip leader"
            options={lines}
            placeholder="One of the lines…"
            error={errors['slip.subscription.leader']}
          />
        )}
      </Bound>
      <Bound control={form.control} name="slip.subscription.settlement_due_date">
        {(field) => (
          <DayField {...field} label="Settlement due date" error={errors['slip.subscription.settlement_due_date']} />
        )}
      </Bound>
      <SlipTerms form={form} errors={errors} terms={SUBSCRIPTION_TERMS} />
    </FormSection>
  );
}

type CodeRow = { code: string; percent: string };
const CODE_COLUMNS: GridColumn<CodeRow>[] = [
  { key: 'code', title: 'Risk code', kind: 'text', width: 160 },
  { key: 'percent', title: 'Premium %', kind: 'rate', width: 120 },
];

export function FiscalPart({ form, values, errors, info }: SlipSectionProps & { info: UnderwritingInfo }) {
  const name = 'slip.fiscal.risk_codes';
  const rows = values.slip.fiscal.risk_codes;
  return (
    <FormSection title="Fiscal and regulatory">
      <SlipTerms form={form} errors={errors} terms={FISCAL_TERMS} />
      <Bound control={form.control} name="slip.fiscal.country_of_origin">
        {(field) => (
          <Select
            {...field}
            label="Country of origin"
            options={info.countries.map((one) => ({ value: one.code, label: one.name }))}
            placeholder="Choose the country…"
            error={errors['slip.fiscal.country_of_origin']}
          />
        )}
      </Bound>
      <div className="col-span-full min-w-0" id={name} tabIndex={-1}>
        <GridField
          label="Allocation of premium to risk codes"
          name={name}
          columns={CODE_COLUMNS}
          rows={rows}
          newRow={() => ({ code: '', percent: '' })}
          onChange={(next) => form.setValue(name, next, { shouldDirty: true })}
          errors={errorsOf(errors, name)}
          addLabel="Add risk code"
          totals={{ code: 'Total', percent: `${formatRate(sum(rows.map((row) => rateOf(row.percent) ?? 0n)))}%` }}
        />
      </div>
    </FormSection>
  );
}

export function RemunerationPart({ form, errors }: SlipSectionProps) {
  return (
    <FormSection title="Broker remuneration and deductions">
      <SlipTerms form={form} errors={errors} terms={REMUNERATION_TERMS} />
    </FormSection>
  );
}
