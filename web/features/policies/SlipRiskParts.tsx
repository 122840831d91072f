import { DayField } from '../../ui/DayField.tsx';
import { FormSection } from '../../ui/FormPage.tsx';
import { GridField } from '../../ui/GridField.tsx';
import type { GridColumn } from '../../ui/grid-types.ts';
import { MoneyField } from '../../ui/MoneyField.tsx';
import { TextArea, TextField } from '../../ui/TextField.tsx';
import { Repeater } from './Repeater.tsx';
import { LAW_TERMS, RECORD_TERMS, RISK_TERMS } from './slip-fields.ts';
import { EMPTY_SECTION, EMPTY_SUBJECTIVITY } from './slip-values.ts';
import { SlipTerms, type SlipSectionProps } from './SlipTerms.tsx';

type TaxRow = { tax: string; payable_by: string };
const TAX_COLUMNS: GridColumn<TaxRow>[] = [
  { key: 'tax', title: 'Tax', kind: 'text', width: 240 },
  { key: 'payable_by', title: 'Payable by', kind: 'text', width: 240 },
];

/** Messages of a list's cells: by "<row>.<key>" of the errors at its name. */
export function errorsOf(errors: SlipSectionProps['errors'], name: string): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, message]) =>
      field.startsWith(`${name}.`) ? [[field.slice(name.length + 1), message]] : [],
    ),
  );
}

export function RiskDetailsPart(props: SlipSectionProps) {
  const { form, values, errors } = props;
  const { risk } = values.slip;
  const taxes = 'slip.risk.taxes_payable';
  return (
    <FormSection title="Risk details" hint="As the contract says them. The UMR is made when the slip is saved.">
      <SlipTerms form={form} errors={errors} terms={RISK_TERMS} />
      <h3 className="col-span-full mt-2 font-medium">Subjectivities</h3>
      <Repeater
        noun="Subjectivity"
        rows={risk.subjectivities}
        newRow={() => ({ ...EMPTY_SUBJECTIVITY })}
        onChange={(rows) => form.setValue('slip.risk.subjectivities', rows, { shouldDirty: true })}
      >
        {(row, index, change) => {
          const at = `slip.risk.subjectivities.${index}`;
          return (
            <>
              <TextArea
                label="What is to be done"
                id={`${at}.what`}
                className="col-span-full"
                rows={1}
                maxLength={2000}
                value={row.what}
                error={errors[`${at}.what`]}
                onChange={(what) => change({ what })}
              />
              <DayField
                label="By"
                id={`${at}.by`}
                value={row.by}
                error={errors[`${at}.by`]}
                onChange={(by) => change({ by })}
              />
              <TextField
                label="Cover until it is met"
                id={`${at}.until_met`}
                maxLength={2000}
                value={row.until_met}
                error={errors[`${at}.until_met`]}
                onChange={(until) => change({ until_met: until })}
              />
              <TextField
                label="If it is not met"
                id={`${at}.consequence`}
                maxLength={2000}
                value={row.consequence}
                error={errors[`${at}.consequence`]}
                onChange={(consequence) => change({ consequence })}
              />
            </>
          );
        }}
      </Repeater>
      <SlipTerms form={form} errors={errors} terms={LAW_TERMS} />
      <div className="col-span-full min-w-0" id={taxes} tabIndex={-1}>
        <GridField
          label="Taxes payable"
          name={taxes}
          columns={TAX_COLUMNS}
          rows={risk.taxes_payable}
          newRow={() => ({ tax: '', payable_by: '' })}
          onChange={(rows) => form.setValue(taxes, rows, { shouldDirty: true })}
          errors={errorsOf(errors, taxes)}
          addLabel="Add tax"
        />
        {errors[taxes] !== undefined && <p className="text-xs text-bad">{errors[taxes]}</p>}
      </div>
      <SlipTerms form={form} errors={errors} terms={RECORD_TERMS} />
    </FormSection>
  );
}

/** A contract of several sections: what differs in each; what is left empty is as in the risk details. */
export function SectionsPart({ form, values, errors }: SlipSectionProps) {
  const { sections } = values.slip;
  return (
    <FormSection
      title="Sections"
      hint="Only for a contract of more than one. What is left empty is as in the risk details."
    >
      <Repeater
        noun="Section"
        rows={sections}
        newRow={() => ({ ...EMPTY_SECTION })}
        onChange={(rows) => form.setValue('slip.sections', rows, { shouldDirty: true })}
      >
        {(row, index, change) => {
          const at = `slip.sections.${index}`;
          const text = (key: 'name' | 'limit' | 'excess' | 'situation', label: string) => (
            <TextField
              label={label}
              id={`${at}.${key}`}
              maxLength={key === 'name' ? 250 : 2000}
              value={row[key]}
              error={errors[`${at}.${key}`]}
              onChange={(value) => change({ [key]: value })}
            />
          );
          return (
            <>
              {text('name', 'Name')}
              {text('limit', 'Limit')}
              <MoneyField
                label="Premium"
                id={`${at}.premium`}
                currency={values.currency}
                value={row.premium}
                error={errors[`${at}.premium`]}
                onChange={(premium) => change({ premium })}
              />
              {text('excess', 'Excess')}
              {text('situation', 'Situation')}
              <TextField
                label="Interest"
                id={`${at}.interest`}
                maxLength={2000}
                value={row.interest}
                error={errors[`${at}.interest`]}
                onChange={(interest) => change({ interest })}
              />
              <TextArea
                label="Conditions"
                id={`${at}.conditions`}
                className="col-span-full"
                rows={1}
                maxLength={20_000}
                value={row.conditions}
                error={errors[`${at}.conditions`]}
                onChange={(conditions) => change({ conditions })}
              />
            </>
          );
        }}
      </Repeater>
      {errors['slip.sections'] !== undefined && (
        <p id="slip.sections" tabIndex={-1} className="col-span-full text-xs text-bad">
          {errors['slip.sections']}
        </p>
      )}
    </FormSection>
  );
}
