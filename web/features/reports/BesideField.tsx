import { parseDay, showDay, type Day } from '../../../domain/values/day.ts';
import { BESIDE } from '../../../domain/reports/tables.ts';
import { DayField } from '../../ui/fields/DayField.tsx';
import { useAddress } from '../../ui/hooks/use-address.ts';

/** The other day beside which a report is shown, as the address has it. */
export function useBeside(): Day | undefined {
  const [address] = useAddress();
  return parseDay(address['beside'] ?? '') ?? undefined;
}

/** Chooses that day; without one nothing is beside the report. */
export function BesideField() {
  const [, change] = useAddress();
  return (
    <DayField
      label="Beside"
      name="beside"
      className="w-38 pointer-coarse:w-42"
      value={useBeside() ?? ''}
      onChange={(day) => change({ beside: day === '' ? undefined : day })}
    />
  );
}

/** The columns of the other day, called by it, or left out where there is none. */
export const besideColumns = (beside: Day | undefined) => ({
  without: beside === undefined ? [...BESIDE] : [],
  titles: beside === undefined ? {} : { beside: showDay(beside), change: 'Difference' },
});
