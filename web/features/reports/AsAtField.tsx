import { parseDay, type Day } from '../../../domain/values/day.ts';
import { useFirmToday } from '../../api/firm-day.ts';
import { DayField } from '../../ui/fields/DayField.tsx';
import { useAddress } from '../../ui/hooks/use-address.ts';

/** The day as at which a report is shown: the one in the address, else today. */
export function useReportDay(): Day {
  const [address] = useAddress();
  const today = useFirmToday();
  return parseDay(address['asat'] ?? '') ?? today;
}

/** Chooses that day; today is not said in the address. */
export function AsAtField() {
  const [, change] = useAddress();
  const today = useFirmToday();
  return (
    <DayField
      label="As at"
      name="asat"
      whenLeft
      className="w-38 pointer-coarse:w-42"
      value={useReportDay()}
      onChange={(day) => change({ asat: day === today ? undefined : day, page: undefined })}
    />
  );
}
