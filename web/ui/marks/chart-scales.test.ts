import { scaleBand, scaleLinear, scalePoint } from 'd3-scale';
import { curveMonotoneX, line } from 'd3-shape';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { areaUnder, bands, linear, shortTick, smoothLine } from './chart-scales.ts';

const amount = fc.integer({ min: -5_000_000_000, max: 5_000_000_000 }).map((value) => value / 100);
const labels = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 30 });
const span = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 200, max: 1200 }));

test('an axis ends on round values and writes the same as another library', () => {
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 12 }), fc.double({ min: 0, max: 1, noNaN: true }), (values, part) => {
      const ends: [number, number] = [Math.min(0, ...values), Math.max(1, ...values)];
      const value = ends[0] + (ends[1] - ends[0]) * part;
      const theirs = scaleLinear(ends, [216, 8]).nice(4);
      const ours = linear(ends, [216, 8], 4);
      expect(ours.ticks).toHaveLength(theirs.ticks(4).length);
      for (const [index, tick] of theirs.ticks(4).entries()) expect(ours.ticks[index]).toBeCloseTo(tick, 6);
      expect(ours.at(value)).toBeCloseTo(theirs(value), 6);
    }),
  );
  expect(linear([0, 1], [100, 0], 4).ticks).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  expect(linear([0, 37_000_000], [100, 0], 4).ticks).toEqual([0, 10_000_000, 20_000_000, 30_000_000, 40_000_000]);
});

test('values of an axis are shortened as the browser does, with the words of cards', () => {
  const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
  const words: Readonly<Record<string, string>> = { K: 'k', M: 'm', B: 'bn', T: 'tn' };
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -5e12, max: 5e12 }), { maxLength: 12 }),
      fc.integer({ min: 0, max: 9 }),
      (values, zeros) => {
        const all = values.map((value) => value / 10 ** zeros);
        for (const tick of linear([Math.min(0, ...all), Math.max(1, ...all)], [216, 8], 4).ticks)
          expect(shortTick(tick)).toBe(compact.format(tick).replace(/[KMBT]$/, (unit) => words[unit] ?? unit));
      },
    ),
  );
  expect([0, 0.2, 500, 2_500, 80_000_000, -1e9].map(shortTick)).toEqual(['0', '0.2', '500', '2.5k', '80m', '-1bn']);
});

test('bars and points stand where another library places them', () => {
  fc.assert(
    fc.property(labels, span, (names, range) => {
      const bar = scaleBand(names, range).padding(0.25);
      const ours = bands(names, range, { inner: 0.25, outer: 0.25 });
      const point = scalePoint(names, range).padding(0.35);
      const points = bands(names, range, { inner: 1, outer: 0.35 });
      expect(ours.width).toBeCloseTo(bar.bandwidth(), 6);
      for (const name of names) {
        expect(ours.at(name)).toBeCloseTo(bar(name) ?? -1, 6);
        expect(points.at(name)).toBeCloseTo(point(name) ?? -1, 6);
      }
    }),
  );
});

test('a line goes through its points as another library draws it', () => {
  const numbers = (path: string) => (path.match(/-?[\d.]+(?:e-?\d+)?/g) ?? []).map((text) => Number(text));
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 2, maxLength: 24 }), (heights) => {
      const points = heights.map((height, index) => [index * 30 + 44, height] as const);
      const theirs = numbers(line<readonly [number, number]>().curve(curveMonotoneX)([...points]) ?? '');
      const ours = numbers(smoothLine(points));
      expect(ours).toHaveLength(theirs.length);
      for (const [index, value] of theirs.entries()) expect(ours[index]).toBeCloseTo(value, 2);
    }),
  );
  expect(
    areaUnder(
      [
        [0, 10],
        [10, 0],
      ],
      20,
    ),
  ).toBe('M0,10L10,0L10,20L0,20Z');
  expect(areaUnder([], 20)).toBe('');
});
