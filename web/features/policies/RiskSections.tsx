import { daysInPeriod, parseDay } from '../../../domain/values/day.ts';
import { Bound } from '../../ui/Bound.tsx';
import { DayField } from '../../ui/DayField.tsx';
import { FormSection } from '../../ui/FormPage.tsx';
import { Picker } from '../../ui/Picker.tsx';
import { Select, type Option } from '../../ui/Select.tsx';
import { TextArea, TextField } from '../../ui/TextField.tsx';
import { showCount } from '../../ui/whole-number.ts';
import { classDefaults, refilled } from './class-defaults.ts';
import type { SectionProps, UnderwritingInfo } from './form-parts.ts';
import { findInsured, findReinsured } from './party-search.ts';
import { yearEnd } from './policy-values.ts';

export function PartiesSection({ form: { control }, errors, newParty }: SectionProps) {
  return (
    <FormSection title="Parties">
      <Bound control={control} name="reinsured">
        {(field) => (
          <Picker
            {...field}
            label="Reinsured"
            required
            search={findReinsured}
            noun="reinsured"
            placeholder="Search the reinsured…"
            error={errors['reinsured']}
            {...(newParty === undefined ? {} : { onCreate: newParty('reinsured') })}
          />
        )}
      </Bound>
      <Bound control={control} name="insured">
        {(field) => (
          <Picker
            {...field}
            label="Insured"
            required
            search={findInsured}
            noun="insured"
            placeholder="Search the insured…"
            error={errors['insured']}
            {...(newParty === undefined ? {} : { onCreate: newParty('insured') })}
          />
        )}
      </Bound>
      <Bound control={control} name="cedant_policy_number">
        {(field) => (
          <TextField {...field} label="Cedant’s policy number" maxLength={60} error={errors['cedant_policy_number']} />
        )}
      </Bound>
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
  const { form, values, errors, info, knownCover, market = 'LOCAL' } = props;
  const ofSlip = market === 'LONDON';
  const { control } = form;
  const options = coverOptions(info);
  const shown =
    knownCover === undefined || options.some((one) => one.value === knownCover.value)
      ? options
      : [knownCover, ...options];
  const { insurance_start_date: start, insurance_end_date: end } = values;
  const dated = parseDay(start) !== null && parseDay(end) !== null && end >= start;
  return (
    <FormSection title={ofSlip ? 'Cover' : 'Risk'}>
      <Bound control={control} name="cover_type">
        {(field) => (
          <Select
            {...field}
            label="Class"
            required
            options={shown}
            placeholder="Choose the class…"
            error={errors['cover_type']}
            onChange={(chosen) => {
              const from = classDefaults(info.classes, values.cover_type, market);
              const next = refilled(form.getValues(), from, classDefaults(info.classes, chosen, market));
              for (const [name, value] of Object.entries(next))
                form.setValue(name as keyof typeof next, value, { shouldDirty: true });
              field.onChange(chosen);
            }}
          />
        )}
      </Bound>
      {!ofSlip && (
        <Bound control={control} name="territory">
          {(field) => (
            <TextField {...field} label="Territory" maxLength={200} placeholder="Kenya" error={errors['territory']} />
          )}
        </Bound>
      )}
      <Bound control={control} name="dateoffered">
        {(field) => <DayField {...field} label="Date offered" required error={errors['dateoffered']} />}
      </Bound>
      {!ofSlip && (
        <Bound control={control} name="interest">
          {(field) => (
            <TextArea
              {...field}
              label="Interest"
              rows={1}
              maxLength={2000}
              placeholder="What is insured"
              className="col-span-full"
              error={errors['interest']}
            />
          )}
        </Bound>
      )}
      <Bound control={control} name="insurance_start_date">
        {(field) => (
          <DayField
            {...field}
            label="First day of cover"
            required
            error={errors['insurance_start_date']}
            onChange={(day) => {
              // A year's cover is the usual one: the end follows until it is entered otherwise.
              if (end === '' || end === yearEnd(start)) form.setValue('insurance_end_date', yearEnd(day));
              field.onChange(day);
            }}
          />
        )}
      </Bound>
      <Bound control={control} name="insurance_end_date">
        {(field) => (
          <DayField
            {...field}
            label="Last day of cover"
            required
            hint={dated ? `${showCount(daysInPeriod(start, end))} days, both days covered` : 'Both days are covered'}
            error={errors['insurance_end_date']}
          />
        )}
      </Bound>
    </FormSection>
  );
}
