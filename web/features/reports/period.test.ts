import { describe, expect, it } from 'vitest';
import { chosenDays, periodFault, periodOf } from './period.ts';

const TODAY = '2026-03-15';

describe('the period of a report', () => {
  it('is this year when the address names none', () => {
    expect(periodOf({}, TODAY)).toEqual({ preset: 'year', from: '2026-01-01', to: TODAY });
  });
  it('reads the presets', () => {
    expect(periodOf({ period: 'last-month' }, TODAY)).toMatchObject({ from: '2026-02-01', to: '2026-02-28' });
    expect(periodOf({ period: 'last-year' }, TODAY)).toMatchObject({ from: '2025-01-01', to: '2025-12-31' });
    expect(periodOf({ period: 'start' }, TODAY)).toMatchObject({ from: null, to: TODAY });
  });
  it('reads days chosen by hand, and takes none that is no day', () => {
    expect(periodOf({ from: '2026-02-10', to: '2026-02-20' }, TODAY)).toEqual({
      preset: null,
      from: '2026-02-10',
      to: '2026-02-20',
    });
    expect(periodOf({ from: '2026-02-31' }, TODAY)).toMatchObject({ preset: 'year' });
  });
  it('has no figures when its first day is after its last', () => {
    expect(periodFault(periodOf({ from: '2026-12-31', to: '2026-01-01' }, TODAY))).toBe(
      'From must not be after As\u00a0at.',
    );
    expect(periodFault({ from: '2026-02-02', to: '2026-02-01' }, 'Policies from')).toMatch(/^Policies from must/);
    expect(periodFault(periodOf({ from: TODAY, to: TODAY }, TODAY))).toBeUndefined();
    expect(periodFault(periodOf({ period: 'start' }, TODAY))).toBeUndefined();
  });
  it('keeps the other day when one is changed', () => {
    expect(chosenDays(periodOf({}, TODAY), { to: '2026-02-28' })).toEqual({
      period: undefined,
      from: '2026-01-01',
      to: '2026-02-28',
    });
  });
});
