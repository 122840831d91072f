import { useState } from 'react';
import { getClaim } from '../../../../domain/claims/contract.ts';
import {
  editMovement,
  effectOfMovement,
  saveMovement,
  submitMovement,
} from '../../../../domain/claims/movement-contract.ts';
import { EXPERT_LABELS, MOVEMENT_AMOUNTS } from '../../../../domain/claims/states.ts';
import { useFirmToday } from '../../../api/firm-day.ts';
import { toastProblem } from '../../../api/toast-problem.ts';
import { useEndpoint, useWrite } from '../../../api/use-endpoint.ts';
import { movementHref } from '../../../paths.ts';
import { useGo } from '../../../ui/buttons/AppLink.tsx';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { useDialogForm } from '../../../ui/dialogs/use-dialog-form.ts';
import { Switch } from '../../../ui/fields/Choice.tsx';
import { FormArea, FormDay, FormMoney, FormSelect, FormSeveral, FormSwitch } from '../../../ui/forms/FormFields.tsx';
import type { Form } from '../../../ui/forms/use-contract-form.ts';
import { useSettled } from '../../../ui/hooks/use-settled.ts';
import { Notice } from '../../../ui/notices/Notice.tsx';
import { toastSuccess } from '../../../ui/notices/toast.ts';
import { stepInput } from '../../records/use-steps.ts';
import {
  blankMovement,
  bodyOfMovement,
  faultsOfMovement,
  hasAmount,
  isAsked,
  MOVEMENT_FORM,
  type Moved,
  type MovementRecord,
  type MovementValues,
  type TypedEffect,
  typesFor,
  valuesOfMovement,
} from './movement-form.ts';
import { MovementEffect } from './MovementEffect.tsx';
import { showDay } from '../../../ui/marks/format.ts';
import { StaleAction } from '../../../ui/dialogs/AsOpened.tsx';

type Props = {
  claim: Moved;
  /** What is edited; none for a new one. */
  movement?: MovementRecord;
  onClose: () => void;
};

/** What the movement as typed would do, worked out once its amount is there, and whether it is of what is typed now. */
function useEffectOf(values: MovementValues, claim: number) {
  const { reason: _reason, ...fields } = bodyOfMovement(values);
  const typed = { ...fields, claim };
  const body = useSettled(typed);
  const complete = body.movement_date !== '' && (!hasAmount(body.type) || (body.amount ?? '') !== '');
  const { data, error, isPlaceholderData } = useEndpoint(effectOfMovement, { body }, { enabled: complete });
  const fresh = !isPlaceholderData && JSON.stringify(body) === JSON.stringify(typed);
  return { shown: complete ? data : undefined, fresh, error };
}

/** A movement of a claim with its effect by security, worked out by the server before anything is saved. */
export function MovementDialog({ claim, movement, onClose }: Props) {
  const go = useGo();
  const today = useFirmToday();
  const { currency } = claim;
  const [submitting, setSubmitting] = useState(true);
  const submit = useWrite(submitMovement, {
    onProblem: (problem) => toastProblem('Saved as a draft, but not submitted', problem),
  });
  const create = useWrite(saveMovement);
  const edit = useWrite(editMovement);
  const { form, refusal, dialog } = useDialogForm({
    shape: MOVEMENT_FORM,
    body: bodyOfMovement,
    initial: movement === undefined ? blankMovement(claim, today) : valuesOfMovement(movement),
    faultsOf: (values) => faultsOfMovement(values, { currency, effect: fresh ? effect : undefined }),
    send: async (typed) => {
      const body = { ...typed, claim: claim.id };
      const saved =
        movement === undefined
          ? await create.mutateAsync({ body })
          : await edit.mutateAsync({ body: { ...body, id: movement.id, version: movement.version } });
      if (!submitting) toastSuccess('Movement saved as a draft', saved.number ?? '');
      else
        await submit.mutateAsync(stepInput(saved)).then(
          () => toastSuccess('Movement submitted', `${saved.number ?? ''} waits for approval.`),
          // The toast shows it; the draft is there.
          () => undefined,
        );
      return saved;
    },
    onDone: (saved) => {
      onClose();
      go(movementHref(saved.id));
    },
  });
  const { values } = form;
  const worked = useEffectOf(values, claim.id);
  const effect: TypedEffect | undefined = worked.shown;
  const fresh: boolean = worked.fresh;
  const { error } = worked;
  return (
    <FormDialog
      drawer
      size="lg"
      title={movement === undefined ? `New movement of ${claim.number}` : `Edit movement ${movement.number}`}
      description="What it does is shown as you type; nothing is booked before it is approved."
      action={submitting ? 'Submit movement' : 'Save draft'}
      {...{ ...dialog, onClose }}
      refusalAction={<StaleAction problem={refusal} />}
    >
      <MovementFields {...{ form, claim, today }} />
      {error !== null && (
        <Notice tone="bad" title="The effect cannot be shown">
          {error.message}
        </Notice>
      )}
      <section aria-label="Effect" aria-live="polite" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {effect === undefined ? (
          <p className="text-mute">Enter the amount: each security’s part is shown here.</p>
        ) : (
          <EffectNow effect={effect} />
        )}
      </section>
      <Switch
        label="Submit it for approval"
        hint="Otherwise it is kept as a draft."
        checked={submitting}
        onChange={setSubmitting}
      />
    </FormDialog>
  );
}

function EffectNow({ effect }: { effect: TypedEffect }) {
  return (
    <>
      {effect.faults.map((fault) => (
        <Notice key={fault.message} tone="bad">
          {fault.message}
        </Notice>
      ))}
      {effect.warnings.map((warning) => (
        <Notice key={warning} tone="warn">
          {warning}
        </Notice>
      ))}
      <MovementEffect effect={effect} />
      {effect.due_on !== null && <p className="text-mute">Approved today, it is due on {showDay(effect.due_on)}.</p>}
    </>
  );
}

/** A fee is payable to the reinsured's order, or to that of an expert of the claim; its fee is what is called. C10. */
function PayeeField({ form, claim }: Pick<FieldsProps, 'form' | 'claim'>) {
  const { data } = useEndpoint(getClaim, { params: { id: String(claim.id) } });
  const experts = data?.experts ?? [];
  const { payee, amount } = form.values;
  const known = experts.map(({ name, role, fee }) => ({
    value: name,
    label: name,
    detail: fee === null ? EXPERT_LABELS[role] : `${EXPERT_LABELS[role]} · ${claim.currency} ${fee}`,
  }));
  // One that was typed before it was an expert of the claim stays.
  const other = payee !== '' && !known.some((one) => one.value === payee);
  return (
    <FormSelect
      {...{ form }}
      name="payee"
      label="To the order of"
      options={other ? [...known, { value: payee, label: payee }] : known}
      placeholder="The reinsured"
      clearable
      hint="An expert of the claim, or the reinsured."
      onChanged={(name) => {
        const fee = experts.find((one) => one.name === name)?.fee;
        if (amount === '' && fee != null) form.set({ payee: name, amount: fee });
      }}
    />
  );
}

type FieldsProps = { form: Form<MovementValues>; claim: Moved; today: string };

function MovementFields({ form, claim, today }: FieldsProps) {
  const { type, ex_gratia: exGratia } = form.values;
  const amount = MOVEMENT_AMOUNTS[type];
  const securities = claim.cover.lines.map(({ security }) => ({ value: String(security.id), label: security.name }));
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-3">
      <FormSelect {...{ form }} name="type" label="Movement" options={typesFor(claim)} />
      <FormDay {...{ form }} name="movement_date" label="Date" max={today} />
      {amount !== null && <FormMoney {...{ form }} name="amount" label={amount} required currency={claim.currency} />}
      {isAsked(type) && (
        <FormDay
          {...{ form }}
          name="planned_on"
          label="Simultaneous payment"
          min={today}
          hint="The reinsured’s own planned day, if there is one."
        />
      )}
      {type === 'FEE' && <PayeeField {...{ form, claim }} />}
      {type === 'CALL' && (
        <FormSwitch
          {...{ form }}
          name="ex_gratia"
          label="Ex gratia"
          hint="Nobody owes it: who agrees pays."
          onChanged={(on) => {
            if (!on) form.set({ agreed: [] });
          }}
        />
      )}
      {type === 'CALL' && exGratia && (
        <FormSeveral
          {...{ form }}
          name="agreed"
          label="Agreed by"
          required
          options={securities}
          className="sm:col-span-2"
        />
      )}
      <FormArea {...{ form }} name="reason" label="Reason" rows={2} className="col-span-full" />
    </div>
  );
}
