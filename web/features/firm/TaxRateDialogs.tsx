import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import {
  APPLIES_TO,
  BORNE_BY,
  editTaxRate,
  endTaxRate,
  saveTaxRate,
  TAX_BASES,
  taxEffects,
} from '../../../domain/firm/taxes.ts';
import { coverType } from '../../../domain/registers/classes.ts';
import { call, type CallInput } from '../../api/client.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useDialogForm } from '../../api/use-dialog-form.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Bound } from '../../ui/Bound.tsx';
import { Switch } from '../../ui/Choice.tsx';
import { DayField } from '../../ui/DayField.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { RateField } from '../../ui/RateField.tsx';
import { Select } from '../../ui/Select.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { MARKETS } from '../registers/register-words.ts';
import { StaleAction } from '../registers/StaleAction.tsx';
import { EffectsNotice, type EffectsReply } from './EffectsNotice.tsx';
import type { Tax, TaxRate } from './TaxesSection.tsx';
import { APPLIES_WORDS, BASIS_WORDS, BORNE_WORDS, optionsOf } from './tax-words.ts';

type Values = {
  rate: string;
  basis: string;
  borne_by: string;
  applies_to: string;
  market: string;
  class_id: string;
  effective_from: string;
  effective_to: string;
  enabled: boolean;
};
type Form = UseFormReturn<Values>;
type Choice = { id: number; label: string };

const initialOf = (saved: TaxRate | null): Values => ({
  rate: saved?.rate ?? '',
  basis: saved?.basis ?? 'GROSS',
  borne_by: saved?.borne_by ?? 'SECURITY',
  applies_to: saved?.applies_to ?? 'ALL',
  market: saved?.market ?? '',
  class_id: saved?.class_id == null ? '' : String(saved.class_id),
  effective_from: saved?.effective_from ?? '',
  effective_to: saved?.effective_to ?? '',
  enabled: saved?.enabled ?? true,
});

function useClassChoices(): Choice[] {
  const { data } = useEndpoint(coverType.findAll, { query: { status: 'ALL' } });
  return (data?.data ?? []).flatMap((one) => [
    { id: one.id, label: one.name },
    ...one.subclasses.map((sub) => ({ id: sub.id, label: `${one.name} · ${sub.name}` })),
  ]);
}

/** Shows what saving would do before the same button saves; a change of the form asks anew. */
function useEffectsFirst(given: { form: Form; fieldsOf: (values: Values) => object; submit: () => Promise<void> }) {
  const { form, fieldsOf, submit } = given;
  const [shown, setShown] = useState<{ of: string; effects: EffectsReply } | null>(null);
  const current = JSON.stringify(form.watch());
  const seen = shown !== null && shown.of === current;
  const next = async () => {
    if (seen) return submit();
    if (!(await form.trigger())) return undefined;
    try {
      const effects = await call(taxEffects, { body: fieldsOf(form.getValues()) } as CallInput<typeof taxEffects>);
      setShown({ of: current, effects });
    } catch (error) {
      toastProblem('The effect could not be worked out', error);
    }
    return undefined;
  };
  return { effects: seen ? shown.effects : null, next };
}

/** A new rate, or the correction of one that no document used. */
export function TaxRateDialog({ tax, saved, onClose }: { tax: Tax; saved: TaxRate | null; onClose: () => void }) {
  const classes = useClassChoices();
  const fieldsOf = ({ market, class_id, effective_to, ...values }: Values) => ({
    ...values,
    market: market === '' ? null : market,
    class_id: classes.find((one) => String(one.id) === class_id)?.id ?? null,
    effective_to: effective_to === '' ? null : effective_to,
  });
  const bodyOf = (values: Values) => ({
    ...(saved === null ? { tax_id: tax.id } : { id: saved.id, version: tax.version }),
    ...fieldsOf(values),
  });
  const { form, refusal, submit, ...state } = useDialogForm({
    // The two calls differ in what only one of them has.
    endpoint: (saved === null ? saveTaxRate : editTaxRate) as unknown as typeof editTaxRate,
    initial: initialOf(saved),
    schema: saved === null ? saveTaxRate.body : editTaxRate.body,
    bodyOf,
    inputOf: (values) => ({ body: bodyOf(values) }) as CallInput<typeof editTaxRate>,
    onDone: () => {
      toastSuccess(saved === null ? `Rate of ${tax.name} added` : `Rate of ${tax.name} corrected`);
      onClose();
    },
  });
  const { effects, next } = useEffectsFirst({ form, fieldsOf, submit });
  return (
    <FormDialog
      size="lg"
      title={saved === null ? `${tax.name}: new rate` : `${tax.name}: correct the rate`}
      description="Two rates of one tax never fall on the same premium on the same day."
      action={effects === null ? 'Show what it changes' : saved === null ? 'Add rate' : 'Save rate'}
      {...{ onClose, ...state }}
      refusal={refusal?.message}
      refusalAction={<StaleAction problem={refusal} />}
      onSubmit={next}
    >
      <RateFields {...{ form, classes }} />
      {effects !== null && <EffectsNotice {...effects} />}
    </FormDialog>
  );
}

function RateFields({ form: { control }, classes }: { form: Form; classes: readonly Choice[] }) {
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-3">
        <Bound {...{ control }} name="rate">
          {(field) => <RateField label="Rate" required {...field} />}
        </Bound>
        <Bound {...{ control }} name="basis">
          {(field) => <Select label="Of" required options={optionsOf(TAX_BASES, BASIS_WORDS)} {...field} />}
        </Bound>
        <Bound {...{ control }} name="borne_by">
          {(field) => <Select label="Borne by" required options={optionsOf(BORNE_BY, BORNE_WORDS)} {...field} />}
        </Bound>
        <Bound {...{ control }} name="applies_to">
          {(field) => <Select label="Applies to" required options={optionsOf(APPLIES_TO, APPLIES_WORDS)} {...field} />}
        </Bound>
        <Bound {...{ control }} name="market">
          {(field) => <Select label="Market" clearable placeholder="Both" options={MARKETS} {...field} />}
        </Bound>
        <Bound {...{ control }} name="class_id">
          {(field) => (
            <Select
              label="Class"
              clearable
              placeholder="Any"
              options={classes.map((one) => ({ value: String(one.id), label: one.label }))}
              {...field}
            />
          )}
        </Bound>
        <Bound {...{ control }} name="effective_from">
          {(field) => <DayField label="First day" required {...field} />}
        </Bound>
        <Bound {...{ control }} name="effective_to">
          {(field) => <DayField label="Last day" hint="Empty: until it is ended" {...field} />}
        </Bound>
      </div>
      <Bound {...{ control }} name="enabled">
        {(field) => (
          <Switch
            label="Applies"
            hint="Levies on direct premium are usually off for facultative business."
            checked={field.value}
            onChange={field.onChange}
          />
        )}
      </Bound>
    </>
  );
}

/** Ends a rate with its last day. */
export function EndRateDialog({ tax, rate, onClose }: { tax: Tax; rate: TaxRate; onClose: () => void }) {
  const bodyOf = ({ effective_to }: { effective_to: string }) => ({ id: rate.id, version: tax.version, effective_to });
  const { form, refusal, submit, ...state } = useDialogForm({
    endpoint: endTaxRate,
    initial: { effective_to: rate.effective_to ?? '' },
    schema: endTaxRate.body,
    bodyOf,
    inputOf: (values) => ({ body: bodyOf(values) }),
    onDone: () => {
      toastSuccess(`Rate of ${tax.name} ended`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={`${tax.name}: end the rate`}
      description="Policies that begin later no longer have it; drafts are worked out anew. What is approved keeps it."
      action="End rate"
      {...{ onClose, ...state }}
      refusal={refusal?.message}
      refusalAction={<StaleAction problem={refusal} />}
      onSubmit={submit}
    >
      <Bound control={form.control} name="effective_to">
        {(field) => <DayField label="Last day on which it applies" required min={rate.effective_from} {...field} />}
      </Bound>
    </FormDialog>
  );
}
