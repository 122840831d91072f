import { currency as calls } from '../../../../domain/registers/currencies.ts';
import { useDialogForm } from '../../../ui/dialogs/use-dialog-form.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Notice } from '../../../ui/notices/Notice.tsx';
import { useFirmToday } from '../../../api/firm-day.ts';
import { toastSuccess } from '../../../ui/notices/toast.ts';
import { useWrite } from '../../../api/use-endpoint.ts';
import { FormDay, FormText } from '../../../ui/forms/FormFields.tsx';
import { showDay } from '../../../ui/marks/format.ts';

type Props = { code: string; base: string; correcting?: { day: string; rate: string }; onDone: () => void };

/** Enters the rate of a day, or corrects the one that it has. */
export function RateForm({ code, base, correcting, onDone }: Props) {
  const today = useFirmToday();
  const enter = useWrite(calls.saveRate);
  const { form, refusal, dialog, reset } = useDialogForm({
    shape: calls.saveRate.body,
    body: ({ day, rate }) => ({ currency: code, day, rate: rate.trim() }),
    initial: { day: correcting?.day ?? today, rate: correcting?.rate ?? '' },
    send: (body) => enter.mutateAsync({ body }),
    onDone: (reply) => {
      toastSuccess(
        `Rate of ${code} ${correcting === undefined ? 'entered' : 'corrected'}`,
        `${reply.rate} ${base} on ${showDay(reply.day)}`,
      );
      reset({ day: today, rate: '' });
      onDone();
    },
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void dialog.onSubmit();
      }}
      className="grid gap-3"
    >
      {refusal !== null && (
        <div role="alert">
          <Notice tone="bad">{refusal.message}</Notice>
        </div>
      )}
      <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
        <FormDay {...{ form }} name="day" label="Day" max={today} today={today} disabled={correcting !== undefined} />
        <FormText
          {...{ form }}
          name="rate"
          label={`${base} for 1 ${code}`}
          inputMode="decimal"
          hint="For example 129.5"
          autoFocus={correcting !== undefined}
        />
        <div className="flex gap-2 sm:mt-5">
          <Button type="submit" variant="primary" busy={dialog.busy}>
            {correcting === undefined ? 'Enter rate' : 'Correct rate'}
          </Button>
          {correcting !== undefined && <Button onClick={onDone}>Cancel</Button>}
        </div>
      </div>
      <p className="text-xs text-mute">
        A second rate for a day corrects the first. What was posted keeps the rate it was posted at.
      </p>
    </form>
  );
}
