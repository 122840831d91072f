import { instalments, paymentTermsLabel } from '../../../domain/policies/terms.ts';
import { showDay, type Day } from '../../../domain/values/day.ts';
import { showAmount } from '../../../domain/values/money.ts';
import { Bound } from '../../ui/Bound.tsx';
import { FormSection } from '../../ui/FormPage.tsx';
import { Select, type Option } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { SectionProps } from './form-parts.ts';
import type { PaymentTerms } from '../../../domain/policies/terms.ts';

const WARRANTIES: readonly Option[] = [
  { value: 'PPW', label: 'Premium payment warranty' },
  { value: 'PPC', label: 'Premium payment condition' },
];

/** When the debit note would fall due if it were approved today. */
function dueHint({ values, reading }: SectionProps, today: Day): string {
  const { draft, figures } = reading;
  if (draft.start === '' || figures.debitNote <= 0n) return '\u00a0';
  const due = instalments(values.payment_terms, { start: draft.start, noteDay: today, total: figures.debitNote });
  const first = due[0];
  if (first === undefined) return '\u00a0';
  const amount = showAmount(first.amount, values.currency, 'digits');
  return due.length === 1
    ? `${amount} due ${showDay(first.dueOn)}, if approved today`
    : `First ${amount} due ${showDay(first.dueOn)}`;
}

/** What the firm offers, in its order; terms that a policy has already stay among them. */
function termsOptions({ info, values }: SectionProps): Option[] {
  const offered = info.paymentTerms.map(({ code, name }) => ({ value: code, label: name }));
  const own = values.payment_terms;
  if (offered.some((one) => one.value === own)) return offered;
  return [...offered, { value: own, label: paymentTermsLabel(own), detail: 'No longer offered' }];
}

export function TermsSection(props: SectionProps & { today: Day }) {
  const { form, values, errors, today } = props;
  const { control } = form;
  return (
    <FormSection title="Terms">
      <Bound control={control} name="payment_terms">
        {(field) => (
          <Select
            {...field}
            label="Payment terms"
            required
            options={termsOptions(props)}
            hint={dueHint(props, today)}
            error={errors['payment_terms']}
            onChange={(code) => field.onChange(code as PaymentTerms)}
          />
        )}
      </Bound>
      <Bound control={control} name="remittance_days">
        {(field) => (
          <TextField
            {...field}
            label="Remittance days"
            inputMode="numeric"
            maxLength={3}
            hint="Credit notes fall due so many days after the debit note"
            error={errors['remittance_days']}
          />
        )}
      </Bound>
      <div className="grid grid-cols-[minmax(0,1fr)_5rem] gap-2">
        <Bound control={control} name="warranty_kind">
          {(field) => (
            <Select
              {...field}
              label="Warranty or condition"
              options={WARRANTIES}
              clearable
              placeholder="None"
              error={errors['warranty_kind'] ?? errors['warranty.kind']}
              onChange={(kind) => field.onChange(kind as '' | 'PPW' | 'PPC')}
            />
          )}
        </Bound>
        <Bound control={control} name="warranty_days">
          {(field) => (
            <TextField
              {...field}
              label="Days"
              inputMode="numeric"
              maxLength={3}
              disabled={values.warranty_kind === ''}
              error={errors['warranty_days'] ?? errors['warranty.days']}
            />
          )}
        </Bound>
      </div>
    </FormSection>
  );
}
