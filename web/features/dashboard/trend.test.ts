import { describe, expect, it } from 'vitest';
import { changeOf, monthChange, sparkPoints, yearChange } from './trend.ts';

describe('the trend of a figure', () => {
  it('compares in percent with one decimal', () => {
    expect(changeOf(1124n, 1000n)).toBe('12.4');
    expect(changeOf(968n, 1000n)).toBe('-3.2');
    expect(changeOf(1000n, 1000n)).toBe('0');
    expect(changeOf(5n, 0n)).toBeUndefined();
  });
  it('compares the months that are over with the same months of last year', () => {
    const month = (name: string, premium: string) => ({ month: name, premium, brokerage: '0.00' });
    const months = [month('2026-01', '10.00'), month('2026-02', '20.00'), month('2026-03', '0.50')];
    const before = [month('2025-01', '10.00'), month('2025-02', '10.00'), month('2025-03', '99.00')];
    const metrics = { months, before, currency: 'KES' };
    expect(yearChange(metrics, 'premium', '2026-03-02')).toEqual({ change: '50', label: 'Jan–Feb on 2025' });
    expect(yearChange(metrics, 'premium', '2026-01-15')).toBeUndefined();
    expect(yearChange(metrics, 'brokerage', '2026-03-02')).toBeUndefined();
  });
  it('compares what is due with the end of last month', () => {
    const trend = [
      { month: '2026-02', base: '10.00' },
      { month: '2026-03', base: '15.00' },
    ];
    expect(monthChange(trend, 'KES')).toEqual({ change: '50', label: 'since end of Feb' });
    expect(monthChange(trend.slice(1), 'KES')).toBeUndefined();
  });
  it('draws from the bottom to the top of its box', () => {
    const trend = [
      { month: '2026-01', base: '0.00' },
      { month: '2026-02', base: '5.00' },
      { month: '2026-03', base: '10.00' },
    ];
    expect(sparkPoints(trend, 'KES')).toBe('0,24 50,12 100,0');
    expect(sparkPoints([], 'KES')).toBe('');
  });
});
