import { currency as calls } from '../../../domain/registers/currencies.ts';
import { showDay } from '../../../domain/values/day.ts';
import { useDialogForm } from '../../api/use-dialog-form.ts';
import { Bound } from '../../ui/Bound.tsx';
import { Button } from '../../ui/Button.tsx';
import { DayField } from '../../ui/DayField.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { localToday } from '../../ui/read-day.ts';
import { TextField } from '../../ui/TextField.tsx';
import { toastSuccess } from '../../ui/toast.ts';

type Props = { code: string; base: string; correcting?: { day: string; rate: string }; onDone: () => void };

/** Enters the rate of a day, or corrects the one that it has. */
export function RateForm({ code, base, correcting, onDone }: Props) {
  const bodyOf = ({ day, rate }: { day: string; rate: string }) => ({ currency: code, day, rate: rate.trim() });
  const { form, busy, refusal, submit } = useDialogForm({
    endpoint: calls.saveRate,
    initial: { day: correcting?.day ?? localToday(), rate: correcting?.rate ?? '' },
    schema: calls.saveRate.body,
    bodyOf,
    inputOf: (values) => ({ body: bodyOf(values) }),
    onDone: (reply) => {
      toastSuccess(
        `Rate of ${code} ${correcting === undefined ? 'entered' : 'corrected'}`,
        `${reply.rate} ${base} on ${showDay(reply.day)}`,
      );
      form.reset({ day: localToday(), rate: '' });
      onDone();
    },
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      className="grid gap-3"
    >
      {refusal !== null && (
        <div role="alert">
          <Notice tone="bad">{refusal.message}</Notice>
        </div>
      )}
      <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
        <Bound control={form.control} name="day">
          {(field) => (
            <DayField label="Day" required max={localToday()} disabled={correcting !== undefined} {...field} />
          )}
        </Bound>
        <Bound control={form.control} name="rate">
          {(field) => (
            <TextField
              label={`${base} for 1 ${code}`}
              required
              inputMode="decimal"
              placeholder="129.5"
              autoFocus={correcting !== undefined}
              {...field}
            />
          )}
        </Bound>
        <div className="flex gap-2 sm:mt-5">
          <Button type="submit" variant="primary" busy={busy}>
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
