import { editAdjustment, saveAdjustment, submitAdjustment } from '../../../domain/adjustments/contract.ts';
import { ADJUSTMENTS, adjustmentRules, KINDS_OF_NOTE } from '../../../domain/adjustments/kinds.ts';
import { useFirmToday } from '../../api/firm-day.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { useGoOn } from '../../ui/forms/use-go-on.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { FormArea, FormDay, FormMoney, FormRadio, FormRecord, FormText } from '../../ui/forms/FormFields.tsx';
import { FormSection } from '../../ui/forms/FormPage.tsx';
import type { Form } from '../../ui/forms/use-contract-form.ts';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { FiguresPanel } from '../../ui/marks/FiguresPanel.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';
import { adjustmentHref, LISTS } from '../../paths.ts';
import { differenceOf } from '../ledger/wire-amounts.ts';
import { RecordForm, useRecordForm, type RecordFormProps } from '../records/RecordForm.tsx';
import {
  ADJUSTMENT_FORM,
  bodyOfAdjustment,
  faultsOfAdjustment,
  mostOf,
  type Adjustable,
  type AdjustmentValues,
} from './adjustment-form.ts';

type Props = Omit<RecordFormProps<AdjustmentValues>, 'detail'> & { of: Adjustable };

const KINDS = KINDS_OF_NOTE.map((value) => ({
  value,
  label: ADJUSTMENTS[value].label,
  hint: ADJUSTMENTS[value].hint,
}));

/** A certificate, a small difference, a bank's charge or premium that cannot be collected, of one debit note. */
export function AdjustmentForm({ title, keep, of, initial, editing, edited }: Props) {
  const goOn = useGoOn();
  const today = useFirmToday();
  const save = useWrite(saveAdjustment);
  const edit = useWrite(editAdjustment);
  const state = useRecordForm({
    keep,
    initial,
    editing,
    shape: ADJUSTMENT_FORM,
    faultsOf: (typed: AdjustmentValues) => faultsOfAdjustment(typed, of, today),
    save: (typed) => {
      const body = bodyOfAdjustment(typed, of.note.id);
      return editing === null ? save.mutateAsync({ body }) : edit.mutateAsync({ body: { ...body, ...editing } });
    },
    submit: submitAdjustment,
    onDone: ({ id }, how) => {
      if (how !== 'refused') toastSuccess(how === 'saved' ? 'Draft saved' : 'Adjustment submitted', `#${id}`);
      goOn(adjustmentHref(id));
    },
  });
  const { form } = state;
  return (
    <RecordForm
      kind="adjustment"
      {...{ title, editing, edited, state }}
      detail={`${of.note.number} · ${of.party.name}`}
      list={LISTS.adjustments}
      figure={{ label: 'This adjustment', value: form.values.amount || '0', currency: of.currency }}
      rail={<AdjustmentRail {...{ of }} amount={form.values.amount} />}
    >
      <AdjustmentFields {...{ form, of, today }} />
    </RecordForm>
  );
}

function AdjustmentRail({ of, amount }: { of: Adjustable; amount: string }) {
  const { currency, outstanding } = of;
  return (
    <FiguresPanel
      live
      title={of.note.number}
      {...{ currency }}
      rows={[
        { label: 'Outstanding', value: outstanding },
        { label: 'This adjustment', value: amount === '' ? '0' : amount, level: 'sub' },
        { label: 'Left', value: differenceOf(outstanding, amount, currency), level: 'total' },
      ]}
      footer={<p className="text-xs text-mute">A second person decides it before it counts.</p>}
    />
  );
}

function AdjustmentFields({ form, of, today }: { form: Form<AdjustmentValues>; of: Adjustable; today: string }) {
  const { kind, tax } = form.values;
  const { currency } = of;
  const most = mostOf({ kind, tax }, of);
  const taxes = of.taxes.map((one) => ({
    value: String(one.id),
    label: one.name,
    detail: `${currency} ${one.open} open`,
  }));
  return (
    <>
      <FormSection title="What for">
        <FormRadio {...{ form }} name="kind" label="What settles or lessens it" options={KINDS} />
        {kind === 'CERTIFICATE' && (
          <FormRecord {...{ form }} name="tax" label="Tax withheld" required options={taxes} />
        )}
        {kind === 'CERTIFICATE' && <FormText {...{ form }} name="certificate" label="Certificate number" required />}
        {kind === 'CERTIFICATE' && (
          <div className="col-span-full">
            <Notice tone="info">Save the draft, attach the certificate to it, then submit it.</Notice>
          </div>
        )}
      </FormSection>
      <FormSection title="Amount">
        <FormDay {...{ form }} name="day" label="Booked on" max={today} />
        <FormMoney
          {...{ form, currency }}
          name="amount"
          label="Amount"
          hint={
            <Button size="sm" variant="ghost" onClick={() => form.set({ amount: most })}>
              Use <MoneyText value={most} currency={currency} />
            </Button>
          }
        />
        <FormArea
          {...{ form }}
          name="reason"
          label="Reason"
          required={adjustmentRules(kind).reasoned}
          className="col-span-full"
        />
      </FormSection>
    </>
  );
}
