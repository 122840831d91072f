import { clsx } from 'clsx';
import { DayField } from '../../ui/fields/DayField.tsx';
import { focusRing } from '../../ui/styles.ts';
import { useAddress } from '../../ui/hooks/use-address.ts';
import { PRESET_LABELS, presetsOf } from '../../../domain/reports/period.ts';
import { chosenDays } from './period.ts';
import { usePeriod } from './use-period.ts';
import { useFirmDay } from '../../api/firm-day.ts';

/** Of a row of fields: presets and two days; the address holds the choice. `fault` is what is wrong with the first day. */
export function PeriodBar({ fault }: { fault: string | undefined }) {
  const [, change] = useAddress();
  const { yearStart } = useFirmDay();
  const period = usePeriod();
  return (
    <div className="flex max-w-full min-w-0 flex-wrap items-end gap-2">
      <fieldset className="inline-flex min-w-0 flex-wrap rounded-md border border-edge bg-panel p-0.5">
        <legend className="sr-only">Period</legend>
        {presetsOf(yearStart).map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={period.preset === preset}
            onClick={() => change({ period: preset, from: undefined, to: undefined }, 'push')}
            className={clsx(
              'h-7 rounded px-2.5 text-xs font-medium',
              period.preset === preset ? 'bg-hover text-fg' : 'text-mute hover:text-fg',
              focusRing,
            )}
          >
            {PRESET_LABELS[preset]}
          </button>
        ))}
      </fieldset>
      <div className="flex max-w-full min-w-0 gap-2">
        <DayField
          label="From"
          name="period-from"
          whenLeft
          error={fault}
          className="w-40 pointer-coarse:w-42"
          value={period.from ?? ''}
          onChange={(from) => change(chosenDays(period, { from }))}
        />
        <DayField
          label="As at"
          name="period-to"
          whenLeft
          className="w-38 pointer-coarse:w-42"
          value={period.to}
          onChange={(to) => change(chosenDays(period, { to }))}
        />
      </div>
    </div>
  );
}
