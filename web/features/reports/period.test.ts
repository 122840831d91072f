import { describe, expect, it } from 'vitest';
import { PRESETS, presetsOf } from '../../../domain/reports/period.ts';
import { chosenDays, periodFault, periodOf } from './period.ts';

const TODAY = '2026-03-15';
const DAY = { today: TODAY, yearStart: 1 };

describe('the period of a report', () => {
  it('is this year when the address names none', () => {
    expect(periodOf({}, DAY)).toEqual({ preset: 'year', from: '2026-01-01', to: TODAY });
  });
  it('reads the presets', () => {
    expect(periodOf({ period: 'last-month' }, DAY)).toMatchObject({ from: '2026-02-01', to: '2026-02-28' });
    expect(periodOf({ period: 'last-year' }, DAY)).toMatchObject({ from: '2025-01-01', to: '2025-12-31' });
    expect(periodOf({ period: 'start' }, DAY)).toMatchObject({ from: null, to: TODAY });
  });
  it('is of the financial year where that is another than the calendar’s', () => {
    const july = { today: TODAY, yearStart: 7 };
    expect(periodOf({}, july)).toEqual({ preset: 'financial-year', from: '2025-07-01', to: TODAY });
    expect(periodOf({ period: 'last-financial-year' }, july)).toMatchObject({ from: '2024-07-01', to: '2025-06-30' });
    expect(periodOf({ period: 'year' }, july)).toMatchObject({ from: '2026-01-01', to: TODAY });
    expect(periodOf({}, { today: '2026-07-01', yearStart: 7 })).toMatchObject({ from: '2026-07-01' });
    expect(presetsOf(7)).toEqual(PRESETS);
    expect(presetsOf(1)).toEqual(['month', 'last-month', 'year', 'last-year', 'start']);
  });
  it('reads days chosen by hand, and takes none that is no day', () => {
    expect(periodOf({ from: '2026-02-10', to: '2026-02-20' }, DAY)).toEqual({
      preset: null,
      from: '2026-02-10',
      to: '2026-02-20',
    });
    expect(periodOf({ from: '2026-02-31' }, DAY)).toMatchObject({ preset: 'year' });
  });
  it('has no figures when its first day is after its last', () => {
    expect(periodFault(periodOf({ from: '2026-12-31', to: '2026-01-01' }, DAY))).toBe(
      'From must not be after As\u00a0at.',
    );
    expect(periodFault({ from: '2026-02-02', to: '2026-02-01' }, 'Policies from')).toMatch(/^Policies from must/);
    expect(periodFault(periodOf({ from: TODAY, to: TODAY }, DAY))).toBeUndefined();
    expect(periodFault(periodOf({ period: 'start' }, DAY))).toBeUndefined();
  });
  it('keeps the other day when one is changed', () => {
    expect(chosenDays(periodOf({}, DAY), { to: '2026-02-28' })).toEqual({
      period: undefined,
      from: '2026-01-01',
      to: '2026-02-28',
    });
  });
});
