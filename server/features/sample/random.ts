/** Repeatable chance (mulberry32): the same seed tells the same story. */
export type Chance = {
  next: () => number;
  between: (low: number, high: number) => number;
  pick: <T>(choices: readonly T[]) => T;
  happens: (probability: number) => boolean;
  some: <T>(choices: readonly T[], count: number) => T[];
};

export function chance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(choices: readonly T[]): T => choices[between(0, choices.length - 1)] as T;
  const some = <T>(choices: readonly T[], count: number): T[] => {
    const left = [...choices];
    return Array.from(
      { length: Math.min(count, left.length) },
      () => left.splice(between(0, left.length - 1), 1)[0] as T,
    );
  };
  return { next, between, pick, happens: (probability) => next() < probability, some };
}
