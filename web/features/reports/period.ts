import { type FirmDay, type Preset, presetDays, PRESETS, usualPreset } from '../../../domain/reports/period.ts';
import { type Day, parseDay } from '../../../domain/values/day.ts';
import type { Address } from '../../ui/hooks/use-address.ts';
import { showDay } from '../../ui/marks/format.ts';

/** From nothing: everything up to the last day. `preset` is null for days that were chosen by hand. */
export type Period = { from: Day | null; to: Day; preset: Preset | null };

const presetPeriod = (preset: Preset, day: FirmDay): Period => ({ preset, ...presetDays(preset, day) });

/** The period that the address names: a preset, or days; the firm's year to date when it names none. */
export function periodOf(address: Address, day: FirmDay): Period {
  const preset = PRESETS.find((one) => one === address['period']);
  const from = parseDay(address['from'] ?? '');
  const to = parseDay(address['to'] ?? '');
  if (preset !== undefined || (from === null && to === null))
    return presetPeriod(preset ?? usualPreset(day.yearStart), day);
  return { preset: null, from, to: to ?? day.today };
}

/** Why two days are no period, where the field of the first one is called so: figures of it would look like true ones. */
export const periodFault = ({ from, to }: Pick<Period, 'from' | 'to'>, label = 'From'): string | undefined =>
  from !== null && from > to ? `${label} must not be after As\u00a0at.` : undefined;

/** The days of a period in words. */
export function detailOf({ from, to }: Period): string {
  return from === null ? `As at ${showDay(to)}` : `${showDay(from)} to ${showDay(to)}`;
}

/** What a view says of a period that moves with the day: it is named, also where the address says nothing. */
export const shownPeriod = ({ preset }: Period): Address => (preset === null ? {} : { period: preset });

/** What goes into the address for a day that the user changes: the other one is kept as shown. */
export function chosenDays(period: Period, change: { from?: string; to?: string }): Record<string, string | undefined> {
  const from = change.from ?? period.from ?? '';
  const to = change.to ?? period.to;
  return { period: undefined, from: from === '' ? undefined : from, to: to === '' ? undefined : to };
}
