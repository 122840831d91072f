import { LIMIT_BASES, LIMIT_BASIS_LABELS } from '../../../../domain/claims/states.ts';
import { CLAIM_TERMS, COVER_TRIGGERS, COVER_TRIGGER_LABELS } from '../../../../domain/placements/claim-terms.ts';
import { FormDay, FormMoney, FormRate, FormSelect, FormSwitch, FormText } from '../../../ui/forms/FormFields.tsx';
import { FormSection } from '../../../ui/forms/FormPage.tsx';
import type { Form } from '../../../ui/forms/use-contract-form.ts';
import type { PolicyValues } from './policy-values.ts';

const BASES = LIMIT_BASES.map((value) => ({ value, label: LIMIT_BASIS_LABELS[value] }));
const TRIGGERS = COVER_TRIGGERS.map((value) => ({ value, label: COVER_TRIGGER_LABELS[value] }));

type Typed = Pick<PolicyValues, 'claim_terms' | 'currency'>;

/** What the placement says of its claims: how its limit holds, which losses it covers, when they are notified and paid. */
export function ClaimTermsSection<V extends Typed>({ form }: { form: Form<V> & Form<Typed> }) {
  const { claim_terms: terms, currency } = form.values;
  const reinstated = terms.reinstatement_percent !== '';
  return (
    <FormSection title="Claims" hint="Left empty: each loss, losses occurring, no reinstatement.">
      <FormSelect
        {...{ form }}
        name="claim_terms.limit_basis"
        label={CLAIM_TERMS.limit_basis}
        options={BASES}
        placeholder={LIMIT_BASIS_LABELS.EACH_LOSS}
        clearable
      />
      <FormSelect
        {...{ form }}
        name="claim_terms.cover_trigger"
        label={CLAIM_TERMS.cover_trigger}
        options={TRIGGERS}
        placeholder={COVER_TRIGGER_LABELS.OCCURRENCE}
        clearable
        onChanged={(trigger) => {
          if (trigger !== 'CLAIMS_MADE') form.change('claim_terms.retroactive_on', '');
        }}
      />
      {terms.cover_trigger === 'CLAIMS_MADE' && (
        <FormDay {...{ form }} name="claim_terms.retroactive_on" label={CLAIM_TERMS.retroactive_on} />
      )}
      <FormText
        {...{ form }}
        name="claim_terms.notification_days"
        label={CLAIM_TERMS.notification_days}
        inputMode="numeric"
        maxLength={4}
        hint="Days from the loss to its notice"
      />
      <FormMoney
        {...{ form, currency }}
        name="claim_terms.cash_loss_limit"
        label={CLAIM_TERMS.cash_loss_limit}
        hint="Larger calls are paid within 15 days"
      />
      <FormRate
        {...{ form }}
        name="claim_terms.reinstatement_percent"
        label={CLAIM_TERMS.reinstatement_percent}
        hint="Of the premium; 0 where it is free"
        onChanged={(percent) => {
          if (percent === '') form.change('claim_terms.reinstatement_as_to_time', false);
        }}
      />
      {reinstated && (
        <FormSwitch
          {...{ form }}
          name="claim_terms.reinstatement_as_to_time"
          label={CLAIM_TERMS.reinstatement_as_to_time}
          hint="The premium follows the days that are left"
        />
      )}
      <FormSwitch
        {...{ form }}
        name="claim_terms.fees_within_limit"
        label={CLAIM_TERMS.fees_within_limit}
        hint="Otherwise fees of experts are paid beside it"
      />
    </FormSection>
  );
}
