import { useFirmToday } from '../../../api/firm-day.ts';
import { Switch } from '../../../ui/fields/Choice.tsx';
import { useAddress } from '../../../ui/hooks/use-address.ts';
import { FieldRow } from '../../../ui/layout/FieldRow.tsx';
import { useReportDay } from '../AsAtField.tsx';

/** Whether a report of all securities as at an earlier day also says what was released then, as the address has it: to work it out takes seconds in a large firm. */
export function useReleasedThen(): 'true' | undefined {
  const [address] = useAddress();
  const today = useFirmToday();
  return useReportDay() < today && address['released'] === 'true' ? 'true' : undefined;
}

/** Chooses that; today it is said anyway. */
export function ReleasedThenSwitch() {
  const [, change] = useAddress();
  const today = useFirmToday();
  const released = useReleasedThen();
  if (useReportDay() >= today) return null;
  return (
    <FieldRow>
      <Switch
        label="Released as it was then"
        checked={released !== undefined}
        onChange={(on) => change({ released: on ? 'true' : undefined }, 'push')}
      />
    </FieldRow>
  );
}
