import { useFirmToday } from '../../api/firm-day.ts';
import { Select } from '../../ui/fields/Select.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import {
  chooseForm,
  DAY_FORMS,
  exampleDay,
  exampleOf,
  isDayForm,
  isNumberForm,
  NUMBER_FORMS,
  numbersOf,
  storedForm,
} from '../../ui/marks/format.ts';

const AS_BROWSER = 'BROWSER';

/** How figures and days are written on this person's screens, and how amounts are read that they type. */
export function FormCard() {
  const today = useFirmToday();
  const { numbers, days = 'MONTH' } = storedForm();
  // Every figure on every screen is written anew.
  const choose = (choice: Parameters<typeof chooseForm>[0]) => {
    chooseForm(choice);
    location.reload();
  };
  return (
    <Card title="Numbers and days">
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Numbers"
          value={numbers ?? AS_BROWSER}
          options={[
            { value: AS_BROWSER, label: 'As this browser', detail: exampleOf(numbersOf(navigator.language)) },
            ...NUMBER_FORMS.map((value) => ({ value, label: exampleOf(value) })),
          ]}
          onChange={(value) => choose({ numbers: isNumberForm(value) ? value : null })}
        />
        <Select
          label="Days"
          value={days}
          options={DAY_FORMS.map((value) => ({ value, label: exampleDay(value, today) }))}
          onChange={(value) => {
            if (isDayForm(value)) choose({ days: value });
          }}
        />
      </div>
      <p className="mt-3 text-xs text-mute">
        This browser remembers it. Amounts that you type are read the same way; papers and files keep the firm’s form.
      </p>
    </Card>
  );
}
