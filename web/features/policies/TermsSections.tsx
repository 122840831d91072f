import { instalments, PAYMENT_TERM_LABELS, PAYMENT_TERMS } from '../../../domain/policies/terms.ts';
import { showDay, type Day } from '../../../domain/values/day.ts';
import { showAmount } from '../../../domain/values/money.ts';
import { X } from 'lucide-react';
import { Bound } from '../../ui/Bound.tsx';
import { FormSection } from '../../ui/FormPage.tsx';
import { MultiSelect } from '../../ui/MultiSelect.tsx';
import { Select, type Option } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { focusRing } from '../../ui/styles.ts';
import { classIdsOf, type SectionProps } from './form-parts.ts';
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
            options={PAYMENT_TERMS.map((code) => ({ value: code, label: PAYMENT_TERM_LABELS[code] }))}
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

/** Clauses of the form's market that are for every class or for the chosen one; a chosen clause always stays. */
function clauseOptions({
  info,
  values,
  known,
  market = 'LOCAL',
}: SectionProps & { known: readonly Option[] }): Option[] {
  const classes = classIdsOf(info, values.cover_type);
  const offered = info.clauses
    .filter(
      (clause) =>
        (clause.market ?? market) === market && (clause.class_id === null || classes.includes(clause.class_id)),
    )
    .map((clause) => ({ value: String(clause.id), label: `${clause.code} ${clause.title}` }));
  const kept = [
    ...known,
    ...info.clauses.map((clause) => ({ value: String(clause.id), label: `${clause.code} ${clause.title}` })),
  ].filter(
    (option, index, all) =>
      values.clauses.includes(option.value) &&
      !offered.some((one) => one.value === option.value) &&
      all.findIndex((one) => one.value === option.value) === index,
  );
  return [...kept, ...offered];
}

export function ClausesSection(props: SectionProps & { known: readonly Option[] }) {
  const { form, values, errors } = props;
  const options = clauseOptions(props);
  const chosen = options.filter((option) => values.clauses.includes(option.value));
  const remove = (value: string) =>
    form.setValue(
      'clauses',
      values.clauses.filter((one) => one !== value),
      { shouldDirty: true },
    );
  return (
    <FormSection title="Clauses" hint="Those for every class, and for the chosen one." columns={1}>
      <Bound control={form.control} name="clauses">
        {(field) => (
          <MultiSelect {...field} label="Clauses" options={options} placeholder="None" error={errors['clauses']} />
        )}
      </Bound>
      {chosen.length > 0 && (
        <ul aria-label="Chosen clauses" className="divide-y divide-line rounded-lg border border-line bg-panel">
          {chosen.map((option) => (
            <li key={option.value} className="flex min-h-8 items-center gap-2 pl-3">
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {option.label}
              </span>
              <button
                type="button"
                aria-label={`Remove ${option.label}`}
                onClick={() => remove(option.value)}
                className={`grid size-8 place-items-center rounded text-mute hover:text-bad ${focusRing}`}
              >
                <X size={13} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </FormSection>
  );
}
