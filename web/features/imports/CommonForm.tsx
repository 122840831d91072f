import { PLACEMENT_FIELDS } from '../../../domain/placements/fields.ts';
import type { Market } from '../../../domain/placements/figures.ts';
import { cellErrors, type Form } from '../../ui/forms/use-contract-form.ts';
import { Checkbox } from '../../ui/fields/Choice.tsx';
import { FormSection } from '../../ui/forms/FormPage.tsx';
import { GridField } from '../../ui/grid/GridField.tsx';
import type { GridColumn } from '../../ui/grid/grid-types.ts';
import { classDefaults } from '../placements/form/class-defaults.ts';
import { placementField, type UnderwritingInfo } from '../placements/form/form-parts.ts';
import { findLondonSecurity, findReinsured, findSecurity } from '../placements/form/party-search.ts';
import { coverOptions } from '../placements/form/RiskSections.tsx';
import { type CommonLine, type CommonValues, EMPTY_LINE } from './common-values.ts';
import {
  FormDay,
  FormPicker,
  FormRadio,
  FormRate,
  FormRecord,
  FormSelect,
  FormText,
} from '../../ui/forms/FormFields.tsx';

type Props = {
  form: Form<CommonValues>;
  info: UnderwritingInfo;
  /** Of the placements in the file. */
  market: Market;
  /** The caller may add insureds. */
  mayAdd: boolean;
};

const columnsOf = (search: GridColumn<CommonLine>['search']): readonly GridColumn<CommonLine>[] => [
  { key: 'security', title: 'Security', kind: 'picker', width: 190, ...(search && { search }), noun: 'security' },
  { key: 'share', title: 'Line %', kind: 'rate', width: 84 },
  { key: 'commission', title: 'Comm. %', kind: 'rate', width: 84 },
  { key: 'brokerage', title: 'Brok. %', kind: 'rate', width: 84 },
];
const COLUMNS = { LOCAL: columnsOf(findSecurity), LONDON: columnsOf(findLondonSecurity) };

/**
 * What all rows of a bordereau have in common. A row's own column takes precedence; what is empty comes from the file.
 */
export function CommonForm(props: Props) {
  return (
    <div className="divide-y divide-line">
      <Cedant {...props} />
      <Terms {...props} />
      <Securities {...props} />
      <Insureds {...props} />
    </div>
  );
}

const ORDERS = [
  { value: 'DAY_FIRST', label: 'Day first: 3 April' },
  { value: 'MONTH_FIRST', label: 'Month first: March 4' },
];
const FROM_FILE = 'From the file';

function Cedant({ form, info }: Props) {
  const currencies = info.currencies.map((one) => ({ value: one.code, label: `${one.code} · ${one.name}` }));
  return (
    <FormSection title="Cession" hint="Leave empty what the file has in a column.">
      <FormPicker
        {...placementField(form, 'reinsured')}
        search={findReinsured}
        noun="reinsured"
        placeholder="Search the reinsured…"
      />
      <FormRecord
        {...placementField(form, 'cover_type')}
        clearable
        options={coverOptions(info)}
        placeholder={FROM_FILE}
      />
      <FormSelect {...placementField(form, 'currency')} clearable placeholder={FROM_FILE} options={currencies} />
      <FormDay {...placementField(form, 'dateoffered')} hint="Today, if left empty" />
      <FormText {...placementField(form, 'territory')} />
      <FormSelect {...{ form }} name="day_order" label="Dates such as 03/04/2026" options={ORDERS} />
    </FormSection>
  );
}

function Terms({ form, info, market }: Props) {
  const defaults = classDefaults(info.classes, form.values.cover_type?.id ?? '', market);
  const ofClass = (rate: string) => (rate === '' ? FROM_FILE : `${rate} from the class`);
  return (
    <FormSection title="Terms">
      <FormRate {...{ form }} name="fac" label={PLACEMENT_FIELDS.fac.short} hint={FROM_FILE} />
      <FormRate {...placementField(form, 'cedant_commission')} hint={ofClass(defaults.cedant_commission)} />
      <FormRate {...placementField(form, 'brokerage')} hint={ofClass(defaults.brokerage)} />
      <FormSelect
        {...placementField(form, 'payment_terms')}
        options={info.paymentTerms.map(({ code, name }) => ({ value: code, label: name }))}
      />
    </FormSection>
  );
}

function Securities({ form, market }: Props) {
  return (
    <FormSection title="Securities" columns={1} hint="Of rows that name none in columns of their own.">
      <FormRadio
        {...{ form }}
        name="line_basis"
        label="Lines are in percent of"
        inline
        options={[
          { value: 'CEDED', label: 'what is ceded' },
          { value: 'WHOLE', label: 'the whole (100%)' },
        ]}
      />
      <GridField
        label="Securities in common"
        name="securities"
        columns={COLUMNS[market]}
        rows={form.values.securities}
        onChange={(securities) => form.set({ securities })}
        newRow={() => ({ ...EMPTY_LINE })}
        addLabel="Add security"
        errors={cellErrors(form, 'securities')}
      />
    </FormSection>
  );
}

function Insureds({ form, mayAdd }: Props) {
  const { values } = form;
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
        onChange={(add_insureds) => form.set({ add_insureds, ...(add_insureds && { insured_address: address() }) })}
      />
      {values.add_insureds && (
        <FormText {...{ form }} name="insured_address" label="Address of those that have none in the file" required />
      )}
    </FormSection>
  );
}
