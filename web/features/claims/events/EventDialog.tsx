import * as z from 'zod/mini';
import { editEvent, type getEvent, saveEvent } from '../../../../domain/claims/report-contract.ts';
import { countries } from '../../../../domain/registers/contract.ts';
import type { WireReply } from '../../../../domain/endpoint.ts';
import { emptyOf, valuesOf } from '../../../../domain/forms.ts';
import { useFirmToday } from '../../../api/firm-day.ts';
import { useEndpoint, useWrite } from '../../../api/use-endpoint.ts';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { useDialogForm } from '../../../ui/dialogs/use-dialog-form.ts';
import { FormArea, FormDay, FormSelect, FormText } from '../../../ui/forms/FormFields.tsx';
import { ofShape } from '../../../ui/forms/use-contract-form.ts';
import { StaleAction } from '../../../ui/dialogs/AsOpened.tsx';

export type EventRecord = WireReply<typeof getEvent>;

const SHAPE = z.pick(saveEvent.body, { name: true, first_day: true, last_day: true, country: true, description: true });

type Props = {
  /** What is edited; none for a new one. */
  event?: EventRecord;
  /** What was typed where it was looked for. */
  name?: string;
  onClose: () => void;
  onSaved: (saved: { id: number; name: string }) => void;
};

/** An event that hit several policies: a storm, a flood, an earthquake. */
export function EventDialog({ event, name = '', onClose, onSaved }: Props) {
  const today = useFirmToday();
  const save = useWrite(saveEvent);
  const edit = useWrite(editEvent);
  const { data: known } = useEndpoint(countries, {}, { staleTime: 3_600_000 });
  const { form, refusal, dialog } = useDialogForm({
    ...ofShape(SHAPE),
    initial: event === undefined ? { ...emptyOf(SHAPE), name } : valuesOf(SHAPE, event),
    send: (body) =>
      event === undefined
        ? save.mutateAsync({ body })
        : edit.mutateAsync({
            body: { ...body, id: event.id, version: event.version, status: event.status },
          }),
    done: (_saved, values) => [event === undefined ? 'Event added' : 'Event changed', values.name],
    onDone: (saved, values) => onSaved({ id: saved.id, name: values.name.trim() }),
  });
  return (
    <FormDialog
      title={event === undefined ? 'New event' : `Edit ${event.name}`}
      description="Claims that name it are looked at together, with each security’s share of all of them."
      action={event === undefined ? 'Add event' : 'Save event'}
      {...{ ...dialog, onClose }}
      refusalAction={<StaleAction problem={refusal} />}
    >
      <FormText {...{ form }} name="name" label="Event" hint="For example Long rains flood, April 2026" />
      <div className="grid gap-3 sm:grid-cols-2">
        <FormDay {...{ form }} name="first_day" label="First day" max={today} />
        <FormDay {...{ form }} name="last_day" label="Last day" hint="Empty where it was one day" />
      </div>
      <FormSelect
        {...{ form }}
        name="country"
        label="Country"
        clearable
        options={(known?.data ?? []).map((one) => ({ value: one.code, label: one.name, detail: one.code }))}
        hint="Empty where it hit several"
      />
      <FormArea {...{ form }} name="description" label="What happened" rows={3} />
    </FormDialog>
  );
}
