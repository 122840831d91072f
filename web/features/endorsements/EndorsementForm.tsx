import { useState } from 'react';
import type { FieldError } from '../../../domain/errors.ts';
import { ISSUED_TYPES, type IssuedType } from '../../../domain/endorsements/bases.ts';
import { effectOfEndorsement } from '../../../domain/endorsements/contract.ts';
import { ENDORSEMENT_LABELS } from '../../../domain/policies/endorsements.ts';
import type { Day } from '../../../domain/values/day.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useGo } from '../../ui/AppLink.tsx';
import { DayField } from '../../ui/DayField.tsx';
import { FormPage, FormSection } from '../../ui/FormPage.tsx';
import { MoneyField } from '../../ui/MoneyField.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RateField } from '../../ui/RateField.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextArea } from '../../ui/TextField.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { policyHref } from '../ledger/record-links.ts';
import type { PolicyRecord } from '../policies/policy-values.ts';
import { EffectRail } from './EffectRail.tsx';
import { EffectTable } from './EffectTable.tsx';
import {
  bodyOf,
  dayOfType,
  fieldsOf,
  newValues,
  valuesOf,
  type EndorsementRecord,
  type EndorsementValues,
} from './endorsement-values.ts';
import { LinesSection } from './LinesSection.tsx';
import { useSaveEndorsement } from './use-save-endorsement.ts';

type Props = { policy: PolicyRecord; record?: EndorsementRecord; today: Day };

/** An endorsement with its effect beside it, worked out by the server with each change before anything is saved. */
export function EndorsementForm({ policy, record, today }: Props) {
  const go = useGo();
  const [values, setValues] = useState<EndorsementValues>(() =>
    record === undefined ? newValues(policy, today) : valuesOf(record),
  );
  const saving = useSaveEndorsement({ policy, record });
  const set = (changes: Partial<EndorsementValues>) => {
    saving.forget();
    setValues((before) => ({ ...before, ...changes }));
  };
  const body = useSettled(bodyOf(policy.id, values));
  const { data: effect, error } = useEndpoint(effectOfEndorsement, { body }, { enabled: body.effective_date !== '' });
  const errors = Object.fromEntries(saving.problems.map(({ field, message }) => [field, message]));
  const section = { values, set, errors };
  const back = policyHref(policy.id);
  return (
    <FormPage
      title={record === undefined ? 'New endorsement' : `Edit ${record.number}`}
      detail={`${policy.broker_reference} · ${policy.insured.name}`}
      problems={saving.problems}
      notice={<Refusal refusal={saving.refusal} error={error} />}
      draft={{ onSave: () => void saving.save(values, { submit: false }) }}
      submit={{ label: 'Submit endorsement', onSubmit: () => void saving.save(values, { submit: true }) }}
      onCancel={() => go(`${back}?tab=endorsements`)}
      busy={saving.busy}
      rail={<EffectRail effect={effect} />}
    >
      <ChangeSection {...section} policy={policy} />
      <PremiumSection {...section} policy={policy} />
      {fieldsOf(values.endorsementtype).securities && <LinesSection {...section} inForce={effect?.in_force} />}
      {effect !== undefined && effect.alternatives.length > 0 && (
        <section aria-labelledby="effect-title" className="py-5">
          <h2 id="effect-title" className="mb-3 font-semibold">
            Effect
          </h2>
          <EffectTable
            effect={effect}
            onChoose={(basis, type) => set({ basis, endorsementtype: type, ...datedFor(type, policy) })}
          />
        </section>
      )}
    </FormPage>
  );
}

function datedFor(type: IssuedType, policy: PolicyRecord): Partial<EndorsementValues> {
  const fixed = dayOfType(type, policy);
  return fixed === null ? {} : { effective_date: fixed };
}

function Refusal({ refusal, error }: { refusal: string | null; error: Error | null }) {
  const text = refusal ?? error?.message ?? null;
  if (text === null) return null;
  return (
    <div role="alert">
      <Notice tone="bad" title={refusal === null ? 'The effect cannot be shown' : 'Not saved'}>
        {text}
      </Notice>
    </div>
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
          set({ endorsementtype: type, basis: null, ...datedFor(type, policy) });
        }}
        error={errors['endorsementtype']}
      />
      <DayField
        label="Effective date"
        name="effective_date"
        required
        value={values.effective_date}
        onChange={(day) => set({ effective_date: day })}
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
