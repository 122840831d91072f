import { useEffect } from 'react';
import { ISSUED_TYPES } from '../../../domain/endorsements/bases.ts';
import { ENDORSEMENT_LABELS } from '../../../domain/endorsements/endorsements.ts';
import { SET_OFF_LABELS, SET_OFFS } from '../../../domain/placements/instalments.ts';
import type { Day } from '../../../domain/values/day.ts';
import { AppLink, useGo } from '../../ui/buttons/AppLink.tsx';
import { buttonClass } from '../../ui/buttons/Button.tsx';
import { FormPage, FormSection } from '../../ui/forms/FormPage.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { FormNotices } from '../records/FormNotices.tsx';
import { placementField } from '../placements/form/form-parts.ts';
import type { PolicyRecord } from '../placements/form/policy-values.ts';
import { EffectRail } from './EffectRail.tsx';
import { EffectSection } from './EffectSection.tsx';
import {
  dayOfType,
  type Effect,
  endorsementHref,
  type EndorsementRecord,
  type EndorsementValues,
  hasFields,
  typeChosen,
  noteFigure,
} from './endorsement-values.ts';
import { LinesSection } from './LinesSection.tsx';
import { useEndorsementForm } from './use-endorsement-form.ts';
import { WordsSection } from './WordsSection.tsx';
import type { Form } from '../../ui/forms/use-contract-form.ts';
import { FormArea, FormDay, FormMoney, FormRate, FormSelect } from '../../ui/forms/FormFields.tsx';
import { placementHref } from '../../paths.ts';
import { FromTo } from '../../ui/marks/FromTo.tsx';

type Props = { policy: PolicyRecord; record?: EndorsementRecord; today: Day };

/** An endorsement with its effect next to it, worked out by the server with each change before anything is saved. */
export function EndorsementForm({ policy, record, today }: Props) {
  const go = useGo();
  const state = useEndorsementForm({ policy, record, today });
  const { form, effect, effectError } = state;
  const { values } = form;
  const isNew = record === undefined;
  useEffect(() => {
    if (isNew) document.getElementById('endorsementtype')?.focus({ preventScroll: true });
  }, [isNew]);
  const section = { form, policy };
  const back = `${placementHref(policy)}?tab=endorsements`;
  const endorsedSince = effect !== undefined && effect.endorsed !== policy.current.endorsements;
  return (
    <FormPage
      title={record === undefined ? 'New endorsement' : `Edit ${record.number}`}
      detail={
        <>
          {policy.broker_reference} · <FromTo from={policy.reinsured.name} to={policy.insured.name} />
        </>
      }
      problems={state.problems}
      notice={
        <>
          <FormNotices state={state} record={record} href={endorsementHref} />
          {endorsedSince && <EndorsedSince href={back} />}
          {effect?.warnings.map((warning) => (
            <Notice key={warning} tone="warn">
              {warning}
            </Notice>
          ))}
        </>
      }
      draft={{ onSave: () => state.send('save') }}
      submit={{ label: 'Submit endorsement', onSubmit: () => state.send('submit') }}
      onCancel={() => go(record === undefined ? back : endorsementHref(record.id))}
      busy={state.busy}
      {...(effect?.change != null && {
        figure: { ...noteFigure(effect.change.debit_note), currency: effect.currency },
      })}
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
      {hasFields(values.endorsementtype).securities && <LinesSection {...section} inForce={effect?.in_force} />}
      <PremiumSection {...section} effect={effect} />
      {hasFields(values.endorsementtype).words && <WordsSection {...section} />}
      <EffectSection
        {...{ effect, values }}
        onChoose={(basis, type) => form.set({ basis, ...typeChosen(type, { policy, values }) })}
      />
    </FormPage>
  );
}

/** Another endorsement was approved while this one is written: what it does is shown again, what was entered stays. */
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
      The effect is worked out on the policy as it is now. Check the date and what you entered.
    </Notice>
  );
}

type SectionProps = { policy: PolicyRecord; form: Form<EndorsementValues> };

function ChangeSection({ policy, form }: SectionProps) {
  const { values } = form;
  const fixed = dayOfType(values.endorsementtype, policy);
  return (
    <FormSection title="Change">
      <FormSelect
        {...{ form }}
        name="endorsementtype"
        label="Type"
        options={ISSUED_TYPES.map((value) => ({ value, label: ENDORSEMENT_LABELS[value] }))}
        onChanged={(value) => {
          const type = ISSUED_TYPES.find((one) => one === value) ?? 'AP';
          form.set({ basis: null, ...typeChosen(type, { policy, values }) });
        }}
      />
      <FormDay
        {...{ form }}
        name="effective_date"
        label="Effective date"
        onChanged={(day) => form.set({ own_date: day })}
        disabled={fixed !== null}
        hint={fixed === null ? 'First day on which it holds' : 'Follows from the type'}
      />
      <FormArea
        {...{ form }}
        name="description"
        label="Description"
        rows={3}
        className="sm:col-span-2"
        hint="What changes, in the words of the endorsement slip"
      />
    </FormSection>
  );
}

function PremiumSection({ policy, form, effect }: SectionProps & { effect: Effect | undefined }) {
  const has = hasFields(form.values.endorsementtype);
  if (!has.premium && !has.setOff) return null;
  const { currency } = policy;
  const differs = 'Only where it differs from now on';
  const sections = effect?.in_force.sections ?? [];
  const across = effect?.across ?? null;
  return (
    <FormSection
      title={has.end ? 'Period and premium' : has.premium ? 'Premium' : 'Returns'}
      hint={has.premium ? 'Amounts at 100%, without a sign.' : undefined}
    >
      {has.end && <FormDay {...{ form }} name="insurance_end_date" label="New end date" required />}
      {has.sumInsured && sections.length > 0 && (
        <FormSelect
          {...{ form }}
          name="section"
          label="Section that it changes"
          placeholder="All sections, in proportion"
          options={sections.map((one, index) => ({ value: String(index + 1), label: `${index + 1}. ${one.name}` }))}
          hint="Of the slip’s sums insured and premium"
        />
      )}
      {has.sumInsured && <FormMoney {...{ form, currency }} name="sum_insured" label="New sum insured" />}
      {has.premium && (
        <FormMoney
          {...{ form, currency }}
          name="premium"
          label="Premium keyed, 100%"
          onChanged={(text) => form.set({ basis: text === '' ? null : 'KEYED' })}
          hint={across === null ? 'Leave empty to work it out' : `Keyed, as it takes effect before ${across}`}
        />
      )}
      {across !== null && (
        <FormArea
          {...{ form }}
          name="reason"
          label="How the amount was worked out"
          rows={2}
          className="sm:col-span-2"
          required
        />
      )}
      {has.setOff && (
        <FormSelect
          {...{ form }}
          name="set_off"
          label={has.securities ? 'Set what securities give back against' : 'Set the return against'}
          clearable
          placeholder={SET_OFF_LABELS.LAST}
          options={SET_OFFS.map((value) => ({ value, label: SET_OFF_LABELS[value] }))}
        />
      )}
      {has.terms && (
        <>
          <FormRate {...placementField(form, 'cedant_commission')} hint={differs} />
          <FormRate {...placementField(form, 'brokerage')} hint={differs} />
        </>
      )}
    </FormSection>
  );
}
