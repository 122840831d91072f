/** One row of the table that `npm run bench:parts` prints: what was measured, on which data, and the most that it may be. */
export type Figure = { name: string; figure: number; bound: number; unit: 'ms' | '×'; data: string };

/** Milliseconds by the clock. */
export async function timed(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** The figure below which `part` of the times lie: 0.5 is the median. */
export function quantile(times: readonly number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * part) - 1] ?? 0;
}
