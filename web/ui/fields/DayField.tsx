import { clsx } from 'clsx';
import { CalendarDays } from 'lucide-react';
import { useRef, useState } from 'react';
import { parseDay, type Day } from '../../../domain/values/day.ts';
import { Field, type FieldProps } from './Field.tsx';
import { readTypedDay } from './read-day.ts';
import { Popup } from '../buttons/Popup.tsx';
import { later } from '../later/later.tsx';
import { control, focusRing } from '../styles.ts';
import { useDraft } from './use-draft.ts';
import { useToday } from './use-today.ts';
import { showDay } from '../marks/format.ts';

export type DayFieldProps = FieldProps & {
  /** "YYYY-MM-DD", or '' for none. */
  value: string;
  onChange: (value: string) => void;
  min?: Day;
  max?: Day;
  /** Another day than the firm's today. */
  today?: Day;
  /** The value follows once the field is left or by Enter, and stands while the text cannot be read: the day of a report, which is never without one. */
  whenLeft?: boolean;
};

const Calendar = later(async () => (await import('./Calendar.tsx')).Calendar);

/** A day: typed in many forms ("20/11/2026", "20 nov 26", "today", "+30") or picked; shown as "Nov 20, 2026". */
export function DayField(props: DayFieldProps) {
  const { value, onChange, min, max, today: own, whenLeft = false, error, onBlur, ...field } = props;
  const firm = useToday();
  const today = own ?? firm;
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const draft = useDraft(value, onChange, {
    read: (text) => readTypedDay(text, today),
    show: (day) => (parseDay(day) === null ? day : showDay(day)),
    whenLeft,
  });
  const fault = draft.unreadable ? 'Enter a date, such as 20 Nov 2026 or 20/11/2026.' : error;
  return (
    <Field {...field} error={fault}>
      {(aria) => (
        <div className="relative">
          <input
            {...aria}
            {...draft.mark}
            ref={input}
            aria-keyshortcuts="Alt+ArrowDown"
            value={draft.text}
            autoComplete="off"
            placeholder="Day, month, year…"
            onChange={(event) => draft.type(event.target.value)}
            onBlur={() => {
              draft.leave();
              onBlur?.();
            }}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown' && event.altKey) {
                event.preventDefault();
                setOpen(true);
              }
              if (event.key === 'Enter') draft.leave();
            }}
            className={clsx(control, 'pr-9 tabular-nums')}
          />
          <Popup
            {...{ open }}
            onOpenChange={setOpen}
            label={`Calendar: ${field.label}`}
            align="end"
            finalFocus={input}
            trigger={
              <button
                type="button"
                disabled={aria.disabled}
                aria-label={`Choose ${field.label.toLowerCase()} from a calendar`}
                className={clsx(
                  'absolute inset-y-0 right-0 grid w-8 place-items-center rounded-md text-mute hover:text-fg',
                  focusRing,
                )}
              >
                <CalendarDays size={14} aria-hidden="true" />
              </button>
            }
            // A day is typed: by key its calendar opens from the field, so that Tab goes on to the next one.
            tabIndex={-1}
          >
            <Calendar
              value={value === '' ? null : parseDay(value)}
              {...{ today, min, max }}
              onPick={(day) => {
                draft.choose(day);
                setOpen(false);
              }}
            />
          </Popup>
        </div>
      )}
    </Field>
  );
}
