import { useEffect } from 'react';
import type { FieldError } from '../../../domain/errors.ts';
import { ISSUED_TYPES } from '../../../domain/endorsements/bases.ts';
import { ENDORSEMENT_LABELS } from '../../../domain/policies/endorsements.ts';
import type { Day } from '../../../domain/values/day.ts';
import { AppLink, useGo } from '../../ui/AppLink.tsx';
import { buttonClass } from '../../ui/Button.tsx';
import { DayField } from '../../ui/DayField.tsx';
import { FormPage, FormSection } from '../../ui/FormPage.tsx';
import { MoneyField } from '../../ui/MoneyField.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RateField } from '../../ui/RateField.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextArea } from '../../ui/TextField.tsx';
import { placementHref } from '../ledger/record-links.ts';
import { FormNotices } from '../policies/FormNotices.tsx';
import type { PolicyRecord } from '../policies/policy-values.ts';
import { EffectRail } from './EffectRail.tsx';
import { EffectSection } from './EffectSection.tsx';
import {
  dayOfType,
  endorsementHref,
  fieldsOf,
  typeChosen,
  type EndorsementRecord,
  type EndorsementValues,
} from './endorsement-values.ts';
import { LinesSection } from './LinesSection.tsx';
import { useEndorsementForm } from './use-endorsement-form.ts';

type Props = { policy: PolicyRecord; record?: EndorsementRecord; today: Day };

/** An endorsement with its effect beside it, worked out by the server with each change before anything is saved. */
export function EndorsementForm({ policy, record, today }: Props) {
  const go = useGo();
  const { values, set, effect, effectError, errors, problems, notices, ...state } = useEndorsementForm({
    policy,
    record,
    today,
  });
  const isNew = record === undefined;
  useEffect(() => {
    if (isNew) document.getElementById('endorsementtype')?.focus({ preventScroll: true });
  }, [isNew]);
  const section = { values, set, errors, policy };
  const back = `${placementHref(policy)}?tab=endorsements`;
  const endorsedSince = effect !== undefined && effect.endorsed !== policy.current.endorsements;
  return (
    <FormPage
      title={record === undefined ? 'New endorsement' : `Edit ${record.number}`}
      detail={`${policy.broker_reference} · ${policy.reinsured.name} → ${policy.insured.name}`}
      problems={problems}
      notice={
        <>
          <FormNotices state={notices} record={record} href={endorsementHref} />
          {endorsedSince && <EndorsedSince href={back} />}
        </>
      }
      draft={{ onSave: () => state.send('save') }}
      submit={{ label: 'Submit endorsement', onSubmit: () => state.send('submit') }}
      onCancel={() => go(record === undefined ? back : endorsementHref(record.id))}
      busy={state.busy}
      rail={
        <>
          {effectError !== null && (
            <Notice tone="bad" title="The effect cannot be shown">
              {effectError.message}
            </Notice>
          )}
          {(effect !== undefined || effectError === null) && <EffectRail effect={effect} />}
        </>
      }
    >
      <ChangeSection {...section} />
      <PremiumSection {...section} />
      {fieldsOf(values.endorsementtype).securities && <LinesSection {...section} inForce={effect?.in_force} />}
      <EffectSection {...{ effect, values }} onChoose={(basis, type) => set({ basis, ...typeChosen(type, section) })} />
    </FormPage>
  );
}

/** Another endorsement was approved while this one is written: what it does is shown anew, what was entered stays. */
function EndorsedSince({ href }: { href: string }) {
  return (
    <Notice
      tone="warn"
      title="The policy was endorsed since you opened this"
      action={
        <AppLink href={href} target="_blank" className={buttonClass('default', 'sm')}>
          See its endorsements
        </AppLink>
      }
    >
      The effect is worked out on the policy as it stands now. Check the date and what you entered.
    </Notice>
  );
}

type SectionProps = {
  policy: PolicyRecord;
  values: EndorsementValues;
  set: (changes: Partial<EndorsementValues>) => void;
  errors: Readonly<Record<FieldError['field'], string | undefined>>;
};

function ChangeSection({ policy, values, set, errors }: SectionProps) {
  const fixed = dayOfType(values.endorsementtype, policy);
  return (
    <FormSection title="Change">
      <Select
        label="Type"
        name="endorsementtype"
        required
        options={ISSUED_TYPES.map((value) => ({ value, label: ENDORSEMENT_LABELS[value] }))}
        value={values.endorsementtype}
        onChange={(value) => {
          const type = ISSUED_TYPES.find((one) => one === value) ?? 'AP';
          set({ basis: null, ...typeChosen(type, { policy, values }) });
        }}
        error={errors['endorsementtype']}
      />
      <DayField
        label="Effective date"
        name="effective_date"
        required
        value={values.effective_date}
        onChange={(day) => set({ effective_date: day, own_date: day })}
        disabled={fixed !== null}
        hint={fixed === null ? 'First day on which it holds' : 'Follows from the type'}
        error={errors['effective_date']}
      />
      <TextArea
        label="Description"
        name="description"
        required
        rows={3}
        maxLength={2000}
        className="sm:col-span-2"
        value={values.description}
        onChange={(description) => set({ description })}
        hint="What changes, as it stands on the endorsement slip"
        error={errors['description']}
      />
    </FormSection>
  );
}

function PremiumSection({ policy, values, set, errors }: SectionProps) {
  const has = fieldsOf(values.endorsementtype);
  if (!has.premium) return null;
  const { currency } = policy;
  return (
    <FormSection title={has.end ? 'Period and premium' : 'Premium'} hint="Amounts at 100%, without a sign.">
      {has.end && (
        <DayField
          label="New end date"
          name="insurance_end_date"
          required
          value={values.insurance_end_date}
          onChange={(day) => set({ insurance_end_date: day })}
          error={errors['insurance_end_date']}
        />
      )}
      {has.sumInsured && (
        <MoneyField
          label="New sum insured"
          name="sum_insured"
          currency={currency}
          value={values.sum_insured}
          onChange={(text) => set({ sum_insured: text })}
          error={errors['sum_insured']}
        />
      )}
      <MoneyField
        label="Premium keyed, 100%"
        name="premium"
        currency={currency}
        value={values.premium}
        onChange={(text) => set({ premium: text, basis: text === '' ? null : 'KEYED' })}
        hint="Leave empty to work it out"
        error={errors['premium'] ?? errors['basis']}
      />
      {has.terms && (
        <>
          <RateField
            label="Cedant commission"
            name="cedant_commission"
            value={values.cedant_commission}
            onChange={(text) => set({ cedant_commission: text })}
            hint="Only where it differs from now on"
            error={errors['cedant_commission']}
          />
          <RateField
            label="Brokerage"
            name="brokerage"
            value={values.brokerage}
            onChange={(text) => set({ brokerage: text })}
            hint="Only where it differs from now on"
            error={errors['brokerage']}
          />
        </>
      )}
    </FormSection>
  );
}
