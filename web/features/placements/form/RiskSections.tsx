import { sameNumber } from '../../../../domain/placements/contract.ts';
import { daysInPeriod, parseDay } from '../../../../domain/values/day.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { useSettled } from '../../../ui/hooks/use-settled.ts';
import { FormSection } from '../../../ui/forms/FormPage.tsx';
import type { Option } from '../../../ui/fields/Select.tsx';
import { showCount } from '../../../ui/fields/whole-number.ts';
import { classDefaults, refilled } from './class-defaults.ts';
import { placementField, type SectionProps, type UnderwritingInfo } from './form-parts.ts';
import { findColleague } from '../../../api/colleagues.ts';
import { findInsured, findReinsured } from './party-search.ts';
import { yearEnd } from './policy-values.ts';
import { FormArea, FormDay, FormPicker, FormSelect, FormText } from '../../../ui/forms/FormFields.tsx';

/** Policies that carry the number already: it stops nobody. */
function SameNumber({ form, own }: { form: SectionProps['form']; own: number | undefined }) {
  const { reinsured, cedant_policy_number: typed, insurance_start_date: start, insurance_end_date: end } = form.values;
  const number = useSettled(typed.trim());
  const isAsked = reinsured !== null && number !== '' && parseDay(start) !== null && parseDay(end) !== null;
  const query = {
    reinsured: reinsured?.id ?? '',
    number,
    start,
    end,
    ...(own !== undefined && { policy: String(own) }),
  };
  const { data = [] } = useEndpoint(sameNumber, { query }, { enabled: isAsked });
  if (!isAsked || data.length === 0) return null;
  return <span className="text-warn">{data.map((one) => one.name).join(', ')} has this number for this period.</span>;
}

export function PartiesSection({ form, newParty, own }: SectionProps & { own?: number | undefined }) {
  return (
    <FormSection title="Parties">
      <FormPicker
        {...placementField(form, 'reinsured')}
        search={findReinsured}
        noun="reinsured"
        placeholder="Search the reinsured…"
        {...(newParty === undefined ? {} : { onCreate: newParty('reinsured') })}
      />
      <FormPicker
        {...placementField(form, 'insured')}
        search={findInsured}
        noun="insured"
        placeholder="Search the insured…"
        {...(newParty === undefined ? {} : { onCreate: newParty('insured') })}
      />
      <FormText {...placementField(form, 'cedant_policy_number')} hint={<SameNumber {...{ form, own }} />} />
      <FormPicker
        {...placementField(form, 'producer')}
        search={findColleague}
        noun="colleague"
        placeholder="Search colleagues…"
        hint="Whose business it is"
      />
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
        {...placementField(form, 'cover_type')}
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
      <FormSelect
        {...placementField(form, 'risk_country')}
        options={info.countries.map((one) => ({ value: one.code, label: one.name, detail: one.code }))}
        clearable
        placeholder="The branch’s"
        hint="Its taxes apply"
      />
      {!ofSlip && <FormText {...placementField(form, 'territory')} hint="For example Kenya" />}
      <FormDay {...placementField(form, 'dateoffered')} />
      {!ofSlip && (
        <FormArea
          {...placementField(form, 'interest')}
          rows={1}
          placeholder="What is insured…"
          className="col-span-full"
        />
      )}
      <FormDay
        {...placementField(form, 'insurance_start_date')}
        onChanged={(day) => {
          // A year's cover is the usual one: the end follows until it is entered otherwise.
          if (end === '' || end === yearEnd(start)) form.set({ insurance_end_date: yearEnd(day) });
        }}
      />
      <FormDay
        {...placementField(form, 'insurance_end_date')}
        hint={dated ? `${showCount(daysInPeriod(start, end))} days, both days covered` : 'Both days are covered'}
      />
    </FormSection>
  );
}
