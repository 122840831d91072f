import { describe, expect, test } from 'vitest';
import { placeOf, spanOf, ticksOf } from './timeline.ts';

const period = (insurance_start_date: string, insurance_end_date: string) => ({
  insurance_start_date,
  insurance_end_date,
});

test('the timeline goes from the first day of cover to the last', () => {
  const span = spanOf([period('2026-03-01', '2027-02-28'), period('2025-06-15', '2026-06-14')]);
  expect(span).toEqual({ from: '2025-06-15', days: 623 });
  expect([placeOf('2025-06-15', span), placeOf('2027-02-28', span)]).toEqual([0, 100]);
  expect(placeOf('2030-01-01', span)).toBe(100);
});

describe('what is named above it', () => {
  test.each<[string, [string, string], string[]]>([
    ['a year by quarters', ['2026-01-01', '2026-12-31'], ['2026-01-01', '2026-04-01', '2026-07-01', '2026-10-01']],
    [
      'three years by halves',
      ['2024-11-24', '2027-11-14'],
      ['2025-01-01', '2025-07-01', '2026-01-01', '2026-07-01', '2027-01-01', '2027-07-01'],
    ],
    ['a month that begins no quarter by nothing', ['2026-02-02', '2026-02-20'], []],
  ])('%s', (_, [from, to], ticks) => {
    expect(ticksOf(spanOf([period(from, to)]))).toEqual(ticks);
  });

  test('ten years by years', () => {
    const ticks = ticksOf(spanOf([period('2016-01-01', '2025-12-31')]));
    expect(ticks).toEqual(['2016-01-01', '2018-01-01', '2020-01-01', '2022-01-01', '2024-01-01']);
  });
});
