import { useState } from 'react';
import { editTaxRate, endTaxRate, newRate, saveTaxRate, taxEffects } from '../../../domain/firm/taxes.ts';
import { taxAmountFaults } from '../../../domain/firm/tax-amounts.ts';
import { branches, countries } from '../../../domain/registers/contract.ts';
import { currency as currencies } from '../../../domain/registers/currencies.ts';
import { APPLIES_TO, BORNE_BY, TAX_BASES } from '../../../domain/registers/shapes.ts';
import { coverType } from '../../../domain/registers/classes.ts';
import { call } from '../../api/client.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useDialogForm } from '../../ui/dialogs/use-dialog-form.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { FormDay, FormMoney, FormRate, FormRecord, FormSelect, FormSwitch } from '../../ui/forms/FormFields.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { MARKETS } from '../registers/register-words.ts';
import { StaleAction } from '../../ui/dialogs/AsOpened.tsx';
import { EffectsNotice, type EffectsReply } from './EffectsNotice.tsx';
import { APPLIES_WORDS, BASIS_WORDS, BORNE_WORDS, optionsOf, type Tax, type TaxRate } from './tax-words.ts';
import { bodyOf, emptyOf, type FormValues, valuesOf } from '../../../domain/forms.ts';
import { type Form, ofShape } from '../../ui/forms/use-contract-form.ts';

type Values = FormValues<typeof newRate>;
type Choice = { id: number; label: string };

function useClassChoices(): Choice[] {
  const { data } = useEndpoint(coverType.findAll, { query: { status: 'ALL' } });
  return (data?.data ?? []).flatMap((one) => [
    { id: one.id, label: one.name },
    ...one.subclasses.map((sub) => ({ id: sub.id, label: `${one.name} · ${sub.name}` })),
  ]);
}

type Checked = { values: Values; check: () => Promise<boolean>; submit: () => Promise<void> };

/** Shows what saving would do before the same button saves; a change of the form asks again. */
function useEffectsFirst({ values, check, submit }: Checked) {
  const [shown, setShown] = useState<{ of: string; effects: EffectsReply } | null>(null);
  const current = JSON.stringify(values);
  const seen = shown !== null && shown.of === current;
  const next = async () => {
    if (seen) return submit();
    if (!(await check())) return undefined;
    try {
      const { tax_id: _tax, ...body } = bodyOf(newRate, values);
      setShown({ of: current, effects: await call(taxEffects, { body }) });
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
  const save = useWrite(saveTaxRate);
  const edit = useWrite(editTaxRate);
  const { form, refusal, dialog, check } = useDialogForm({
    ...ofShape(newRate),
    faultsOf: taxAmountFaults,
    initial:
      saved === null
        ? { ...emptyOf(newRate), tax_id: { id: String(tax.id), label: tax.name }, enabled: true }
        : valuesOf(newRate, { ...saved, basis: saved.rate === null ? null : saved.basis, tax_id: tax.id }),
    send: ({ tax_id, ...body }) =>
      saved === null
        ? save.mutateAsync({ body: { tax_id, ...body } })
        : edit.mutateAsync({ body: { ...body, id: saved.id, version: tax.version } }),
    done: () => (saved === null ? `Rate of ${tax.name} added` : `Rate of ${tax.name} corrected`),
    onDone: onClose,
  });
  const { effects, next } = useEffectsFirst({ values: form.values, check, submit: dialog.onSubmit });
  return (
    <FormDialog
      size="lg"
      title={saved === null ? `${tax.name}: new rate` : `${tax.name}: correct the rate`}
      description="Two rates of one tax never fall on the same premium on the same day."
      action={effects === null ? 'Show what it changes' : saved === null ? 'Add rate' : 'Save rate'}
      {...{ onClose, ...dialog }}
      refusalAction={<StaleAction problem={refusal} />}
      onSubmit={next}
    >
      <RateFields {...{ form, classes }} />
      {effects !== null && <EffectsNotice {...effects} />}
    </FormDialog>
  );
}

/** What a rule may be limited to: one branch, risks in one country; and the currency of its amounts. */
function usePlaces() {
  const { data: offices } = useEndpoint(branches, {});
  const { data: known } = useEndpoint(countries, {}, { staleTime: 3_600_000 });
  const { data: money } = useEndpoint(currencies.findAll, { query: {} });
  return {
    branches: (offices?.data ?? []).map((one) => ({ value: String(one.id), label: one.name, detail: one.code })),
    countries: (known?.data ?? []).map((one) => ({ value: one.code, label: one.name, detail: one.code })),
    currencies: (money?.data ?? []).map((one) => ({ value: one.code, label: one.code, detail: one.name })),
  };
}

function RateFields({ form, classes }: { form: Form<Values>; classes: readonly Choice[] }) {
  const places = usePlaces();
  const { currency } = form.values;
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-3">
        <FormRate {...{ form }} name="rate" label="Rate" hint="Or a flat amount" />
        <FormSelect {...{ form }} name="basis" label="Of" clearable options={optionsOf(TAX_BASES, BASIS_WORDS)} />
        <FormMoney {...{ form }} name="flat" label="Flat amount per policy" currency={currency} />
        <FormMoney
          {...{ form }}
          name="minimum"
          label="Minimum per policy"
          currency={currency}
          hint="What the rate comes to at least"
        />
        <FormSelect
          {...{ form }}
          name="currency"
          label="Currency of the amount"
          clearable
          placeholder="None"
          hint="Amounts apply to policies in it"
          options={places.currencies}
        />
        {form.values.basis !== 'INVOICE' && (
          <FormSelect {...{ form }} name="borne_by" label="Borne by" options={optionsOf(BORNE_BY, BORNE_WORDS)} />
        )}
        <FormSelect {...{ form }} name="applies_to" label="Applies to" options={optionsOf(APPLIES_TO, APPLIES_WORDS)} />
        <FormSelect {...{ form }} name="market" label="Market" clearable placeholder="Both" options={MARKETS} />
        <FormRecord
          {...{ form }}
          name="class_id"
          label="Class"
          clearable
          placeholder="Any"
          options={classes.map((one) => ({ value: String(one.id), label: one.label }))}
        />
        <FormRecord
          {...{ form }}
          name="branch_id"
          label="Branch"
          clearable
          placeholder="Any"
          options={places.branches}
        />
        <FormSelect
          {...{ form }}
          name="country"
          label="Risks in"
          clearable
          placeholder="Any country"
          options={places.countries}
        />
        <FormDay {...{ form }} name="effective_from" label="First day" />
        <FormDay {...{ form }} name="effective_to" label="Last day" hint="Empty: until it is ended" />
      </div>
      <FormSwitch
        {...{ form }}
        name="enabled"
        label="Applies"
        hint="Levies on direct premium are usually off for facultative business."
      />
    </>
  );
}

/** Ends a rate with its last day. */
export function EndRateDialog({ tax, rate, onClose }: { tax: Tax; rate: TaxRate; onClose: () => void }) {
  const end = useWrite(endTaxRate);
  const { form, refusal, dialog } = useDialogForm({
    shape: endTaxRate.body,
    body: ({ effective_to }) => ({ id: rate.id, version: tax.version, effective_to }),
    initial: { effective_to: rate.effective_to ?? '' },
    send: (body) => end.mutateAsync({ body }),
    done: () => `Rate of ${tax.name} ended`,
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`${tax.name}: end the rate`}
      description="Policies that begin later no longer have it; drafts are worked out anew. What is approved keeps it."
      action="End rate"
      {...{ onClose, ...dialog }}
      refusalAction={<StaleAction problem={refusal} />}
    >
      <FormDay {...{ form }} name="effective_to" label="Last day on which it applies" min={rate.effective_from} />
    </FormDialog>
  );
}
