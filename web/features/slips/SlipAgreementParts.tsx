import { MARKET_THRESHOLDS } from '../../../domain/claims/agreement.ts';
import { SLIP_FIELDS } from '../../../domain/placements/fields.ts';
import { SLIP_HEADINGS } from '../../../domain/slips/slip.ts';
import { WRITTEN_BASES, WRITTEN_BASIS_LABELS } from '../../../domain/slips/signing.ts';
import { sum } from '../../../domain/values/money.ts';
import { FormSection } from '../../ui/forms/FormPage.tsx';
import { GridField } from '../../ui/grid/GridField.tsx';
import type { GridColumn } from '../../ui/grid/grid-types.ts';
import type { UnderwritingInfo } from '../placements/form/form-parts.ts';
import { rateOf } from '../placements/form/policy-amounts.ts';
import {
  FISCAL_TERMS,
  INFORMATION,
  LIABILITY,
  PROVISIONS,
  REMUNERATION_TERMS,
  SUBSCRIPTION_TERMS,
} from './slip-fields.ts';
import { cellErrors } from '../../ui/forms/use-contract-form.ts';
import { EMPTY_CODE } from '../placements/form/slip-values.ts';
import { type Figured, type SlipSectionProps, SlipTerms } from './SlipTerms.tsx';
import { FormDay, FormMoney, FormRecord, FormSelect } from '../../ui/forms/FormFields.tsx';
import { showRate } from '../../ui/marks/format.ts';

export function InformationPart({ form }: SlipSectionProps) {
  return (
    <FormSection title={SLIP_HEADINGS.INFORMATION}>
      <SlipTerms {...{ form }} terms={INFORMATION} />
    </FormSection>
  );
}

const BASES = WRITTEN_BASES.map((value) => ({ value, label: WRITTEN_BASIS_LABELS[value] }));

export function SecurityDetailsPart({ form }: SlipSectionProps) {
  return (
    <FormSection title={SLIP_HEADINGS.SECURITY} hint="The order hereon is the fac of the premium; the lines are above.">
      <SlipTerms {...{ form }} terms={LIABILITY} />
      <FormSelect
        {...{ form }}
        name="slip.security.written_basis"
        label={SLIP_FIELDS.written_basis.label}
        options={BASES}
      />
      <FormSelect
        {...{ form }}
        name="slip.security.signed_basis"
        label={SLIP_FIELDS.signed_basis.label}
        options={BASES}
      />
      <SlipTerms {...{ form }} terms={PROVISIONS} />
    </FormSection>
  );
}

export function SubscriptionPart({ form }: SlipSectionProps) {
  const lines = form.values.securities.flatMap(({ security }) =>
    security === null ? [] : [{ value: security.id, label: security.label }],
  );
  return (
    <FormSection title={SLIP_HEADINGS.SUBSCRIPTION}>
      <FormSelect
        {...{ form }}
        name="slip.subscription.leader"
        label={SLIP_FIELDS.leader.label}
        options={lines}
        placeholder="One of the lines…"
      />
      <FormRecord
        {...{ form }}
        name="slip.subscription.second_lead"
        label={SLIP_FIELDS.second_lead.label}
        options={lines.filter((one) => one.value !== form.values.slip.subscription.leader)}
        placeholder="None"
        clearable
        hint="Agrees larger and disputed claims with the leader"
      />
      <FormMoney
        {...{ form }}
        name="slip.subscription.single_agreement_limit"
        label={SLIP_FIELDS.single_agreement_limit.label}
        currency={MARKET_THRESHOLDS.FIRST_PARTY.currency}
        hint="Empty where there is no such clause"
      />
      <FormDay
        {...{ form }}
        name="slip.subscription.settlement_due_date"
        label={SLIP_FIELDS.settlement_due_date.label}
      />
      <SlipTerms {...{ form }} terms={SUBSCRIPTION_TERMS} />
    </FormSection>
  );
}

type CodeRow = typeof EMPTY_CODE;
const CODE_COLUMNS: GridColumn<CodeRow>[] = [
  { key: 'code', title: 'Risk code', kind: 'text', width: 160 },
  { key: 'percent', title: 'Premium %', kind: 'rate', width: 120 },
];

export function FiscalPart({ form, info }: SlipSectionProps & { info: UnderwritingInfo }) {
  const name = 'slip.fiscal.risk_codes';
  const rows = form.values.slip.fiscal.risk_codes;
  return (
    <FormSection title={SLIP_HEADINGS.FISCAL}>
      <SlipTerms {...{ form }} terms={FISCAL_TERMS} />
      <FormSelect
        {...{ form }}
        name="slip.fiscal.country_of_origin"
        label={SLIP_FIELDS.country_of_origin.label}
        options={info.countries.map((one) => ({ value: one.code, label: one.name }))}
        placeholder="Choose the country…"
      />
      <div className="col-span-full min-w-0" id={name} tabIndex={-1}>
        <GridField
          label={SLIP_FIELDS.risk_codes.label}
          name={name}
          columns={CODE_COLUMNS}
          rows={rows}
          newRow={() => ({ ...EMPTY_CODE })}
          onChange={(next) => form.change(name, next)}
          errors={cellErrors(form, name)}
          addLabel="Add risk code"
          totals={{ code: 'Total', percent: `${showRate(sum(rows.map((row) => rateOf(row.percent) ?? 0n)))}%` }}
        />
      </div>
    </FormSection>
  );
}

export function RemunerationPart({ form, figured }: SlipSectionProps & Figured) {
  return (
    <FormSection title={SLIP_HEADINGS.REMUNERATION}>
      <SlipTerms {...{ form, figured }} terms={REMUNERATION_TERMS} />
    </FormSection>
  );
}
