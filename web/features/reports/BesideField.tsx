import { BESIDE_DAYS, BESIDE_LABELS, besideOn, LAST_YEAR, namedBeside } from '../../../domain/reports/beside.ts';
import { BESIDE } from '../../../domain/reports/tables.ts';
import { parseDay, type Day } from '../../../domain/values/day.ts';
import { DayField } from '../../ui/fields/DayField.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { useAddress } from '../../ui/hooks/use-address.ts';
import { showDay } from '../../ui/marks/format.ts';
import { usePeriod } from './use-period.ts';

/** The day that the report is of: as at one, or the last of a period. */
function useLastDay(): Day {
  const [address] = useAddress();
  const { to } = usePeriod();
  return parseDay(address['asat'] ?? '') ?? to;
}

/** The other day beside which a report is shown, as the address has it. */
export function useBeside(): Day | undefined {
  const [address] = useAddress();
  return besideOn(address['beside'], useLastDay());
}

const NONE = 'none';
const CHOSEN = 'day';
const OPTIONS = [
  { value: NONE, label: 'Nothing' },
  ...BESIDE_DAYS.map((value) => ({ value, label: BESIDE_LABELS[value] })),
  { value: CHOSEN, label: 'Another day' },
];

/** Chooses what a report is shown beside: last month’s end, the same day last year, or a day of choice, which stands in the same place, so that nothing beside it moves. */
export function BesideField() {
  const [address, change] = useAddress();
  const last = useLastDay();
  const other = useBeside();
  const choice = namedBeside(address['beside']) ?? (other === undefined ? NONE : CHOSEN);
  const chosen = (value: string): string | undefined => {
    if (value === CHOSEN) return other ?? besideOn('month_end', last);
    return value === NONE ? undefined : value;
  };
  const isDay = choice === CHOSEN;
  return (
    <div className="beside-day flex items-end">
      <Select
        label="Beside"
        name="beside"
        className={isDay ? 'arrow-alone' : 'grow'}
        options={OPTIONS}
        value={choice}
        onChange={(value) => change({ beside: chosen(value) }, 'push')}
      />
      {isDay && (
        <DayField
          hideLabel
          label="The other day"
          name="beside-day"
          whenLeft
          className="grow"
          value={other ?? ''}
          onChange={(day) => change({ beside: day === '' ? undefined : day })}
        />
      )}
    </div>
  );
}

/** Whether a report of a period is shown beside the same days of last year, as the address has it. */
export function useLastYear(): typeof LAST_YEAR | undefined {
  const [address] = useAddress();
  return address['beside'] === LAST_YEAR ? LAST_YEAR : undefined;
}

const LAST_YEAR_OPTIONS = [
  { value: NONE, label: 'Nothing' },
  { value: LAST_YEAR, label: 'Last year' },
];

/** Chooses whether a period is shown beside the same days of last year. */
export function LastYearField() {
  const [, change] = useAddress();
  return (
    <Select
      label="Beside"
      name="beside"
      className="w-36"
      options={LAST_YEAR_OPTIONS}
      value={useLastYear() ?? NONE}
      onChange={(value) => change({ beside: value === NONE ? undefined : value }, 'push')}
    />
  );
}

/** The columns of the other day, called by it, or left out where there is none. */
export const besideColumns = (beside: Day | undefined) => ({
  without: beside === undefined ? [...BESIDE] : [],
  titles: beside === undefined ? {} : { beside: showDay(beside), change: 'Difference' },
});
