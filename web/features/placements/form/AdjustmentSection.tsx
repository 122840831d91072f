import { MINIMUM_KEPT, MINIMUM_KEPT_LABELS } from '../../../../domain/placements/adjustment.ts';
import { FormMoney, FormRate, FormSelect, FormSwitch, FormText } from '../../../ui/forms/FormFields.tsx';
import { FormSection } from '../../../ui/forms/FormPage.tsx';
import { placementField, type SectionProps } from './form-parts.ts';

const KEPT = MINIMUM_KEPT.map((value) => ({ value, label: MINIMUM_KEPT_LABELS[value] }));

/** Minimum and deposit: what the premium is adjusted to at expiry. A flat premium has none of it. */
export function AdjustmentSection({ form }: Pick<SectionProps, 'form'>) {
  const { values } = form;
  return (
    <FormSection title="Adjustment of premium" hint="The premium above is then a deposit.">
      <div className="col-span-full">
        <FormSwitch
          {...{ form }}
          name="adjustable"
          label="Adjustable premium"
          hint="The deposit is adjusted at expiry to a declaration, such as of turnover, wages or sums at risk"
        />
      </div>
      {values.adjustable && (
        <>
          <FormText {...placementField(form, 'adjustment_basis')} required hint="For example annual turnover" />
          <FormRate {...placementField(form, 'adjustment_rate')} required hint="Of what is declared" />
          <FormMoney
            {...placementField(form, 'minimum_premium')}
            required
            currency={values.currency}
            hint="0 where there is none"
          />
          <FormSelect
            {...{ form }}
            name="minimum_kept"
            label="Kept on cancellation"
            options={KEPT}
            placeholder={MINIMUM_KEPT_LABELS.FULL}
            clearable
            hint="Of the minimum premium"
          />
        </>
      )}
    </FormSection>
  );
}
