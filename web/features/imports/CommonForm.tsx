import { Checkbox, RadioGroup } from '../../ui/Choice.tsx';
import { DayField } from '../../ui/DayField.tsx';
import { FormSection } from '../../ui/FormPage.tsx';
import { GridField } from '../../ui/GridField.tsx';
import type { GridColumn } from '../../ui/grid-types.ts';
import { Picker } from '../../ui/Picker.tsx';
import { RateField } from '../../ui/RateField.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { classDefaults } from '../policies/class-defaults.ts';
import type { UnderwritingInfo } from '../policies/form-parts.ts';
import { findReinsured, findSecurity } from '../policies/party-search.ts';
import { coverOptions } from '../policies/RiskSections.tsx';
import { EMPTY_LINE, type CommonLine, type CommonValues } from './common-values.ts';

type Props = {
  values: CommonValues;
  onChange: (values: CommonValues) => void;
  errors: Readonly<Record<string, string>>;
  info: UnderwritingInfo;
  /** The caller may add insureds. */
  mayAdd: boolean;
};
type Part = Props & { set: (part: Partial<CommonValues>) => void };

const COLUMNS: readonly GridColumn<CommonLine>[] = [
  { key: 'security', title: 'Security', kind: 'picker', width: 190, search: findSecurity, noun: 'security' },
  { key: 'share', title: 'Line %', kind: 'rate', width: 84 },
  { key: 'commission', title: 'Comm. %', kind: 'rate', width: 84 },
  { key: 'brokerage', title: 'Brok. %', kind: 'rate', width: 84 },
];

/** What all rows of a bordereau have in common. A row's own column stands before it; what is empty comes from the file. */
export function CommonForm(props: Props) {
  const part: Part = { ...props, set: (changed) => props.onChange({ ...props.values, ...changed }) };
  return (
    <div className="divide-y divide-line">
      <Cedant {...part} />
      <Terms {...part} />
      <Securities {...part} />
      <Insureds {...part} />
    </div>
  );
}

function Cedant({ values, set, info }: Part) {
  return (
    <FormSection title="Cession" hint="Leave empty what the file has in a column.">
      <Picker
        id="common-reinsured"
        label="Reinsured"
        search={findReinsured}
        noun="reinsured"
        placeholder="Search the reinsured…"
        value={values.reinsured}
        onChange={(reinsured) => set({ reinsured })}
      />
      <Select
        id="common-class"
        label="Class"
        clearable
        options={coverOptions(info)}
        placeholder="From the file"
        value={values.cover_type}
        onChange={(cover_type) => set({ cover_type })}
      />
      <Select
        id="common-currency"
        label="Currency"
        clearable
        placeholder="From the file"
        options={info.currencies.map((one) => ({ value: one.code, label: `${one.code} · ${one.name}` }))}
        value={values.currency}
        onChange={(currency) => set({ currency })}
      />
      <DayField
        id="common-dateoffered"
        label="Date offered"
        hint="Today, if left empty"
        value={values.dateoffered}
        onChange={(dateoffered) => set({ dateoffered })}
      />
      <TextField
        id="common-territory"
        label="Territory"
        maxLength={200}
        value={values.territory}
        onChange={(territory) => set({ territory })}
      />
      <Select
        id="common-day-order"
        label="Dates such as 03/04/2026"
        options={[
          { value: 'DAY_FIRST', label: 'Day first: 3 April' },
          { value: 'MONTH_FIRST', label: 'Month first: March 4' },
        ]}
        value={values.day_order}
        onChange={(order) => set({ day_order: order === 'MONTH_FIRST' ? order : 'DAY_FIRST' })}
      />
    </FormSection>
  );
}

function Terms({ values, set, info }: Part) {
  const given = classDefaults(info.classes, values.cover_type, 'LOCAL');
  const ofClass = (rate: string) => (rate === '' ? 'From the file' : `${rate} from the class`);
  return (
    <FormSection title="Terms">
      <RateField
        id="common-fac"
        label="Fac"
        value={values.fac}
        placeholder="From the file"
        onChange={(fac) => set({ fac })}
      />
      <RateField
        id="common-commission"
        label="Cedant commission"
        value={values.cedant_commission}
        placeholder={ofClass(given.cedant_commission)}
        onChange={(cedant_commission) => set({ cedant_commission })}
      />
      <RateField
        id="common-brokerage"
        label="Brokerage"
        value={values.brokerage}
        placeholder={ofClass(given.brokerage)}
        onChange={(brokerage) => set({ brokerage })}
      />
      <Select
        id="common-terms"
        label="Payment terms"
        options={info.paymentTerms.map(({ code, name }) => ({ value: code, label: name }))}
        value={values.payment_terms}
        onChange={(payment_terms) => set({ payment_terms })}
      />
    </FormSection>
  );
}

function Securities({ values, set, errors }: Part) {
  return (
    <FormSection title="Securities" columns={1} hint="Of rows that name none in columns of their own.">
      <RadioGroup
        label="Lines are in percent of"
        inline
        value={values.line_basis}
        options={[
          { value: 'CEDED', label: 'what is ceded' },
          { value: 'WHOLE', label: 'the whole (100 %)' },
        ]}
        onChange={(basis) => set({ line_basis: basis === 'WHOLE' ? basis : 'CEDED' })}
      />
      <GridField
        label="Securities in common"
        name="securities"
        columns={COLUMNS}
        rows={values.securities}
        onChange={(securities) => set({ securities })}
        newRow={() => ({ ...EMPTY_LINE })}
        addLabel="Add security"
        errors={Object.fromEntries(
          Object.entries(errors).flatMap(([field, message]) =>
            field.startsWith('securities.') ? [[field.slice('securities.'.length), message]] : [],
          ),
        )}
      />
    </FormSection>
  );
}

function Insureds({ values, set, errors, mayAdd }: Part) {
  const address = () =>
    values.insured_address === '' && values.reinsured !== null
      ? `c/o ${values.reinsured.label}`
      : values.insured_address;
  return (
    <FormSection title="Insureds" columns={2}>
      <Checkbox
        label="Add insureds that are not in the register"
        hint={
          mayAdd
            ? 'They are shown before anything is written. Without this, their rows are faulty.'
            : 'This needs the right to add to the registers.'
        }
        disabled={!mayAdd}
        checked={values.add_insureds}
        onChange={(add_insureds) => set({ add_insureds, ...(add_insureds && { insured_address: address() }) })}
      />
      {values.add_insureds && (
        <TextField
          id="common-address"
          label="Address of those that have none in the file"
          required
          maxLength={250}
          error={errors['insured_address']}
          value={values.insured_address}
          onChange={(insured_address) => set({ insured_address })}
        />
      )}
    </FormSection>
  );
}
