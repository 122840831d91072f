import { describe, expect, it } from 'vitest';
import { changeOf, monthLabel, sparkPoints } from './trend.ts';

describe('the trend of a figure', () => {
  it('compares in percent with one decimal', () => {
    expect(changeOf(1124n, 1000n)).toBe('12.4');
    expect(changeOf(968n, 1000n)).toBe('-3.2');
    expect(changeOf(1000n, 1000n)).toBe('0');
    expect(changeOf(5n, 0n)).toBeUndefined();
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
  it('names the month', () => {
    expect(monthLabel('2026-03')).toBe('Mar');
  });
});
