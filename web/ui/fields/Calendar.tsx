import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { addMonths, type Day, showMonth } from '../../../domain/values/day.ts';
import { dayAfterKey, WEEKDAYS, weeksOf } from './calendar-days.ts';
import { focusRing } from '../styles.ts';
import { showDay } from '../marks/format.ts';

type Props = {
  value: Day | null;
  today: Day;
  min?: Day | undefined;
  max?: Day | undefined;
  onPick: (day: Day) => void;
};

const STEPS = [
  { label: 'Previous year', months: -12, icon: ChevronsLeft },
  { label: 'Previous month', months: -1, icon: ChevronLeft },
  { label: 'Next month', months: 1, icon: ChevronRight },
  { label: 'Next year', months: 12, icon: ChevronsRight },
] as const;

/** One month as a table of buttons; arrows move by days and weeks, Page Up and Down by months, with Shift by years. */
export function Calendar({ value, today, min, max, onPick }: Props) {
  const [cursor, setCursor] = useState<Day>(value ?? today);
  const grid = useRef<HTMLTableElement>(null);
  const captionId = useId();

  const moveTo = (day: Day) => {
    setCursor(day);
    // The cell of another month exists only after the paint.
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus());
  };
  const step = ({ label, months, icon: Icon }: (typeof STEPS)[number]) => (
    <button
      key={label}
      type="button"
      aria-label={label}
      onClick={() => setCursor(addMonths(cursor, months))}
      className={clsx('grid size-7 place-items-center rounded text-mute hover:bg-hover hover:text-fg', focusRing)}
    >
      <Icon size={14} aria-hidden="true" />
    </button>
  );
  return (
    <div className="w-58 p-2">
      <div className="mb-1 flex items-center justify-between">
        <span className="flex">{STEPS.slice(0, 2).map(step)}</span>
        <span id={captionId} aria-live="polite" className="font-medium">
          {showMonth(cursor)}
        </span>
        <span className="flex">{STEPS.slice(2).map(step)}</span>
      </div>
      <table ref={grid} aria-labelledby={captionId} className="w-full table-fixed border-collapse">
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" abbr={name} className="h-7 text-2xs font-medium text-mute">
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(cursor).map((week, index) => (
            <tr key={week.find((day) => day !== null) ?? index}>
              {week.map((day, column) => (
                <td key={WEEKDAYS[column]} className="p-0 text-center">
                  {day !== null && (
                    <button
                      type="button"
                      data-day={day}
                      autoFocus={day === cursor}
                      tabIndex={day === cursor ? 0 : -1}
                      aria-label={showDay(day)}
                      aria-current={day === today ? 'date' : undefined}
                      aria-pressed={day === value}
                      disabled={(min !== undefined && day < min) || (max !== undefined && day > max)}
                      onClick={() => onPick(day)}
                      onKeyDown={(event) => {
                        const next = dayAfterKey(day, event);
                        if (next === null) return;
                        event.preventDefault();
                        moveTo(next);
                      }}
                      className={clsx(
                        'size-7.5 rounded-md tabular-nums disabled:text-mute/50 disabled:line-through',
                        focusRing,
                        day === value ? 'bg-brand font-medium text-brandfg' : 'hover:bg-hover',
                        day === today && day !== value && 'font-semibold text-link underline underline-offset-4',
                      )}
                    >
                      {/^\d+-\d+-0?(\d+)$/.exec(day)?.[1]}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
