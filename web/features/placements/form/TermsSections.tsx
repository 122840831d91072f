import { dueBy } from '../../../../domain/placements/instalments.ts';
import { BY_HAND, paymentTermsLabel } from '../../../../domain/placements/terms.ts';
import { type Day } from '../../../../domain/values/day.ts';
import { FormSection } from '../../../ui/forms/FormPage.tsx';
import type { Option } from '../../../ui/fields/Select.tsx';
import { PLACEMENT_FIELDS } from '../../../../domain/placements/fields.ts';
import { FieldWarnings } from './FieldWarnings.tsx';
import { InstalmentsField } from './InstalmentsField.tsx';
import { placementField, type SectionProps } from './form-parts.ts';
import { NO_INSTALMENT } from './policy-values.ts';
import { FormSelect, FormText } from '../../../ui/forms/FormFields.tsx';
import { showAmount, showDay } from '../../../ui/marks/format.ts';

const WARRANTIES: readonly Option[] = [
  { value: 'PPW', label: 'Premium payment warranty' },
  { value: 'PPC', label: 'Premium payment condition' },
];

/** When the debit note would fall due if it were approved today. */
function dueHint({ form: { values }, reading }: SectionProps, today: Day): string {
  const { draft, figures } = reading;
  if (draft.start === '' || figures.debitNote <= 0n) return '\u00a0';
  const payment = { terms: values.payment_terms, instalments: draft.payment?.instalments ?? [] };
  const due = dueBy(payment, { start: draft.start, noteDay: today, total: figures.debitNote });
  const first = due[0];
  if (first === undefined) return '\u00a0';
  const amount = showAmount(first.amount, values.currency, 'digits');
  return due.length === 1
    ? `${amount} due ${showDay(first.dueOn)}, if approved today`
    : `First ${amount} due ${showDay(first.dueOn)}`;
}

/** What the firm offers, in its order; terms that a policy has already stay among them. */
function termsOptions({ info, form: { values } }: SectionProps): Option[] {
  const coded = info.paymentTerms.map(({ code, name }) => ({ value: code, label: name }));
  const offered = [...coded, { value: BY_HAND, label: paymentTermsLabel(BY_HAND) }];
  const own = values.payment_terms;
  if (offered.some((one) => one.value === own)) return offered;
  return [...offered, { value: own, label: paymentTermsLabel(own), detail: 'No longer offered' }];
}

export function TermsSection(props: SectionProps & { today: Day }) {
  const { form, reading, today } = props;
  const byHand = form.values.payment_terms === BY_HAND;
  return (
    <FormSection title="Terms">
      <FormSelect
        {...placementField(form, 'payment_terms')}
        options={termsOptions(props)}
        onChanged={(terms) => {
          if (terms === BY_HAND && form.values.instalments.length === 0) form.set({ instalments: [NO_INSTALMENT] });
        }}
        hint={<FieldWarnings of={props.reading} field="payment_terms" none={dueHint(props, today)} />}
      />
      <FormText
        {...{ form }}
        name="remittance_days"
        label="Remittance days"
        maxLength={3}
        inputMode="numeric"
        hint="Credit notes fall due so many days after the debit note"
      />
      <div className="grid grid-cols-[minmax(0,1fr)_5rem] gap-2">
        <FormSelect
          {...{ form }}
          name="warranty_kind"
          error={form.errors['warranty_kind'] ?? form.errors['warranty.kind']}
          label={PLACEMENT_FIELDS.warranty.label}
          options={WARRANTIES}
          clearable
          placeholder="None"
        />
        <FormText
          {...{ form }}
          name="warranty_days"
          error={form.errors['warranty_days'] ?? form.errors['warranty.days']}
          label="Days"
          maxLength={3}
          inputMode="numeric"
          disabled={form.values.warranty_kind === ''}
        />
      </div>
      {byHand && <InstalmentsField form={form} debitNote={reading.figures.debitNote} />}
    </FormSection>
  );
}
