import { SECTION_FIGURES, SECTION_TERMS, SLIP_FIELDS } from '../../../domain/placements/fields.ts';
import { SLIP_HEADINGS } from '../../../domain/slips/slip.ts';
import { FormSection } from '../../ui/forms/FormPage.tsx';
import { GridField } from '../../ui/grid/GridField.tsx';
import type { GridColumn } from '../../ui/grid/grid-types.ts';
import { cellErrors, rowForms } from '../../ui/forms/use-contract-form.ts';
import { Repeater } from '../placements/form/Repeater.tsx';
import { LAW_TERMS, RECORD_TERMS, RISK_TERMS } from './slip-fields.ts';
import { EMPTY_SECTION, EMPTY_SUBJECTIVITY, EMPTY_TAX } from '../placements/form/slip-values.ts';
import { type Figured, type SlipSectionProps, SlipTerms } from './SlipTerms.tsx';
import { FormArea, FormDay, FormMoney, FormText } from '../../ui/forms/FormFields.tsx';

const TAX_COLUMNS: GridColumn<typeof EMPTY_TAX>[] = [
  { key: 'tax', title: 'Tax', kind: 'text', width: 240 },
  { key: 'payable_by', title: 'Payable by', kind: 'text', width: 240 },
];

export function RiskDetailsPart({ form, figured, taxes: derived }: SlipSectionProps & Figured & { taxes: string }) {
  const { risk } = form.values.slip;
  const taxes = 'slip.risk.taxes_payable';
  return (
    <FormSection title={SLIP_HEADINGS.RISK} hint="As the contract says them. The UMR is made when the slip is saved.">
      <SlipTerms {...{ form, figured }} terms={RISK_TERMS} />
      <h3 className="col-span-full mt-2 font-medium">{SLIP_FIELDS.subjectivities.label}</h3>
      <Repeater
        noun="Subjectivity"
        rows={risk.subjectivities}
        forms={rowForms(form, 'slip.risk.subjectivities', risk.subjectivities)}
        newRow={() => ({ ...EMPTY_SUBJECTIVITY })}
        onChange={(rows) => form.change('slip.risk.subjectivities', rows)}
      >
        {(row) => (
          <>
            <FormArea form={row} name="what" label="What is to be done" className="col-span-full" rows={1} />
            <FormDay form={row} name="by" label="By" />
            <FormText form={row} name="until_met" label="Cover until it is met" />
            <FormText form={row} name="consequence" label="If it is not met" />
          </>
        )}
      </Repeater>
      <SlipTerms {...{ form, figured }} terms={LAW_TERMS} />
      <div className="col-span-full min-w-0" id={taxes} tabIndex={-1}>
        <GridField
          label={SLIP_FIELDS.taxes_payable.label}
          name={taxes}
          columns={TAX_COLUMNS}
          rows={risk.taxes_payable}
          newRow={() => ({ ...EMPTY_TAX })}
          onChange={(rows) => form.change(taxes, rows)}
          errors={cellErrors(form, taxes)}
          addLabel="Add tax"
        />
        {derived !== '' && <p className="mt-1 text-xs text-mute">Left empty: {derived}</p>}
        {form.errors[taxes] !== undefined && <p className="text-xs text-bad">{form.errors[taxes]}</p>}
      </div>
      <SlipTerms {...{ form }} terms={RECORD_TERMS} />
    </FormSection>
  );
}

/** A contract of several sections: what differs in each; what is left empty is as in the risk details. */
export function SectionsPart({ form, total }: SlipSectionProps & { total: string }) {
  const { currency, slip } = form.values;
  const fault = form.errors['slip.sections'];
  return (
    <FormSection
      title={SLIP_HEADINGS.SECTIONS}
      hint="Only for a contract of more than one. Sums insured and premiums add up to the slip’s. What is left empty is as in the risk details. The lines are the same on every section: lines by section cannot be entered yet."
    >
      <Repeater
        noun="Section"
        rows={slip.sections}
        forms={rowForms(form, 'slip.sections', slip.sections)}
        newRow={() => ({ ...EMPTY_SECTION })}
        onChange={(rows) => form.change('slip.sections', rows)}
      >
        {(row) => (
          <>
            <FormText form={row} name="name" label="Name" />
            <FormMoney {...{ currency }} form={row} name="sum_insured" label={SECTION_FIGURES.sum_insured.label} />
            <FormMoney {...{ currency }} form={row} name="premium" label={SECTION_FIGURES.premium.label} />
            <FormMoney
              {...{ currency }}
              form={row}
              name="limit_amount"
              label={SECTION_FIGURES.limit_amount.label}
              hint="Where it is less than the sum insured"
            />
            <FormText
              form={row}
              name="limit"
              label={SECTION_TERMS.limit.label}
              hint="In words, if more is to be said"
            />
            <FormText form={row} name="excess" label={SECTION_TERMS.excess.label} />
            <FormText form={row} name="situation" label={SECTION_TERMS.situation.label} />
            <FormText form={row} name="interest" label={SECTION_TERMS.interest.label} />
            <FormArea
              form={row}
              name="conditions"
              label={SECTION_TERMS.conditions.label}
              className="col-span-full"
              rows={1}
            />
          </>
        )}
      </Repeater>
      {total !== '' && (
        <p aria-live="polite" className="col-span-full text-mute tabular-nums">
          {total}
        </p>
      )}
      {fault !== undefined && (
        <p id="slip.sections" tabIndex={-1} className="col-span-full text-xs text-bad">
          {fault}
        </p>
      )}
    </FormSection>
  );
}
