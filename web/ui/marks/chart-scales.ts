/** Where the points of a chart lie, in pixels, and the path through them. Amounts have become lengths by then. */

type Point = readonly [x: number, y: number];

const [TEN, FIVE, TWO] = [Math.sqrt(50), Math.sqrt(10), Math.sqrt(2)];

/** The step between round values, of which some `count` lie between two; below 1 as its inverse, negative. */
function stepOf(from: number, to: number, count: number): number {
  const step = (to - from) / count;
  const power = Math.floor(Math.log10(step));
  const error = step / 10 ** power;
  const factor = error >= TEN ? 10 : error >= FIVE ? 5 : error >= TWO ? 2 : 1;
  return power < 0 ? -(10 ** -power) / factor : factor * 10 ** power;
}

const down = (value: number, step: number) =>
  step > 0 ? Math.floor(value / step) * step : -(Math.floor(value * -step) / step);
const up = (value: number, step: number) =>
  step > 0 ? Math.ceil(value / step) * step : -(Math.ceil(value * -step) / step);

type Linear = { at: (value: number) => number; ticks: readonly number[] };

/** Values on an axis that ends on round ones, with some `count` of them to be written beside it. */
export function linear(values: readonly [number, number], range: readonly [number, number], count: number): Linear {
  let [from, to] = values;
  let step = stepOf(from, to, count);
  // Wider ends may ask for a wider step.
  for (let before = 0, tries = 0; step !== before && tries < 10; tries += 1) {
    [from, to] = [down(from, step), up(to, step)];
    before = step;
    step = stepOf(from, to, count);
  }
  const [first, last] =
    step > 0 ? [Math.round(from / step), Math.round(to / step)] : [Math.round(from * -step), Math.round(to * -step)];
  const nth = (index: number) => (step > 0 ? (first + index) * step : -((first + index) / step));
  return {
    at: (value) => range[0] + ((value - from) / (to - from)) * (range[1] - range[0]),
    ticks: Array.from({ length: last - first + 1 }, (_, index) => nth(index)),
  };
}

type Places = { at: (label: string) => number; width: number };

/** Labels side by side: `inner` of a step lies free between two, `outer` at either end. */
export function bands(
  labels: readonly string[],
  range: readonly [number, number],
  { inner, outer }: { inner: number; outer: number },
): Places {
  const order = new Map([...new Set(labels)].map((label, index) => [label, index]));
  const count = order.size;
  const room = range[1] - range[0];
  const step = room / Math.max(1, count - inner + 2 * outer);
  const start = range[0] + (room - step * (count - inner)) / 2;
  return { at: (label) => start + step * (order.get(label) ?? 0), width: step * (1 - inner) };
}

const sign = (value: number) => (value < 0 ? -1 : 1);

/** The slope in a point between two others: never steeper than either side, so that the line does not overshoot. */
function slopeAt([x0, y0]: Point, [x1, y1]: Point, [x2, y2]: Point): number {
  const [h0, h1] = [x1 - x0, x2 - x1];
  const [s0, s1] = [(y1 - y0) / h0, (y2 - y1) / h1];
  const mean = (s0 * h1 + s1 * h0) / (h0 + h1);
  return (sign(s0) + sign(s1)) * Math.min(Math.abs(s0), Math.abs(s1), Math.abs(mean) / 2);
}

/** At an end: what its one side and the slope of its neighbour leave. */
const endSlope = ([x0, y0]: Point, [x1, y1]: Point, slope: number) => ((3 * (y1 - y0)) / (x1 - x0) - slope) / 2;

const written = (...lengths: readonly number[]) => lengths.map((length) => Math.round(length * 1000) / 1000).join(',');

/** A smooth line through points from left to right, which rises and falls only where they do. */
export function smoothLine(points: readonly Point[]): string {
  const inner = points.map((point, index) => {
    const [before, after] = [points[index - 1], points[index + 1]];
    return before && after ? slopeAt(before, point, after) : 0;
  });
  return points
    .map((point, index) => {
      const before = points[index - 1];
      if (before === undefined) return `M${written(...point)}`;
      if (points.length === 2) return `L${written(...point)}`;
      const isLast = index === points.length - 1;
      const to = isLast ? endSlope(before, point, inner[index - 1] ?? 0) : (inner[index] ?? 0);
      const from = index === 1 ? endSlope(before, point, to) : (inner[index - 1] ?? 0);
      const third = (point[0] - before[0]) / 3;
      return `C${written(before[0] + third, before[1] + third * from, point[0] - third, point[1] - third * to, ...point)}`;
    })
    .join('');
}

/** What lies between that line and a level one. */
export function areaUnder(points: readonly Point[], level: number): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return '';
  return `${smoothLine(points)}L${written(last[0], level)}L${written(first[0], level)}Z`;
}

const UNITS = [
  { size: 1e12, suffix: 'tn' },
  { size: 1e9, suffix: 'bn' },
  { size: 1e6, suffix: 'm' },
  { size: 1e3, suffix: 'k' },
] as const;

/** A value of an axis as cards have it: "80m", "2.5k"; with one decimal at most, of which the values of an axis have no more. */
export function shortTick(tick: number): string {
  const { size, suffix } = UNITS.find((unit) => Math.abs(tick) >= unit.size) ?? { size: 1, suffix: '' };
  return `${Math.round((tick / size) * 10) / 10}${suffix}`;
}
