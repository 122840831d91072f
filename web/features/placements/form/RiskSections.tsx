import { daysInPeriod, parseDay } from '../../../../domain/values/day.ts';
import { FormSection } from '../../../ui/FormPage.tsx';
import type { Option } from '../../../ui/Select.tsx';
import { showCount } from '../../../ui/whole-number.ts';
import { classDefaults, refilled } from './class-defaults.ts';
import type { SectionProps, UnderwritingInfo } from './form-parts.ts';
import { findInsured, findReinsured } from './party-search.ts';
import { yearEnd } from './policy-values.ts';
import { FormArea, FormDay, FormPicker, FormSelect, FormText } from '../../../ui/FormFields.tsx';

export function PartiesSection({ form, newParty }: SectionProps) {
  return (
    <FormSection title="Parties">
      <FormPicker
        {...{ form }}
        name="reinsured"
        label="Reinsured"
        search={findReinsured}
        noun="reinsured"
        placeholder="Search the reinsured…"
        {...(newParty === undefined ? {} : { onCreate: newParty('reinsured') })}
      />
      <FormPicker
        {...{ form }}
        name="insured"
        label="Insured"
        search={findInsured}
        noun="insured"
        placeholder="Search the insured…"
        {...(newParty === undefined ? {} : { onCreate: newParty('insured') })}
      />
      <FormText {...{ form }} name="cedant_policy_number" label="Cedant’s policy number" />
    </FormSection>
  );
}

/** Classes and subclasses in one list, so that either name finds them. */
export function coverOptions(info: UnderwritingInfo): Option[] {
  return info.classes.flatMap((cover) => [
    { value: String(cover.id), label: cover.name, detail: 'The whole class' },
    ...cover.subclasses.map((sub) => ({ value: String(sub.id), label: `${cover.name} · ${sub.name}` })),
  ]);
}

export function RiskSection(props: SectionProps & { knownCover?: Option }) {
  const { form, info, knownCover, market = 'LOCAL' } = props;
  const { values } = form;
  const ofSlip = market === 'LONDON';
  const options = coverOptions(info);
  const shown =
    knownCover === undefined || options.some((one) => one.value === knownCover.value)
      ? options
      : [knownCover, ...options];
  const { insurance_start_date: start, insurance_end_date: end } = values;
  const dated = parseDay(start) !== null && parseDay(end) !== null && end >= start;
  return (
    <FormSection title={ofSlip ? 'Cover' : 'Risk'}>
      <FormSelect
        {...{ form }}
        name="cover_type"
        label="Class"
        options={shown}
        placeholder="Choose the class…"
        onChanged={(chosen) =>
          form.set(
            refilled(
              values,
              classDefaults(info.classes, values.cover_type, market),
              classDefaults(info.classes, chosen, market),
            ),
          )
        }
      />
      {!ofSlip && <FormText {...{ form }} name="territory" label="Territory" placeholder="Kenya" />}
      <FormDay {...{ form }} name="dateoffered" label="Date offered" />
      {!ofSlip && (
        <FormArea
          {...{ form }}
          name="interest"
          label="Interest"
          rows={1}
          placeholder="What is insured"
          className="col-span-full"
        />
      )}
      <FormDay
        {...{ form }}
        name="insurance_start_date"
        label="First day of cover"
        onChanged={(day) => {
          // A year's cover is the usual one: the end follows until it is entered otherwise.
          if (end === '' || end === yearEnd(start)) form.set({ insurance_end_date: yearEnd(day) });
        }}
      />
      <FormDay
        {...{ form }}
        name="insurance_end_date"
        label="Last day of cover"
        hint={dated ? `${showCount(daysInPeriod(start, end))} days, both days covered` : 'Both days are covered'}
      />
    </FormSection>
  );
}
