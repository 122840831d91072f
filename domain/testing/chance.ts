/** Seeded chance for properties of the rules: mulberry32, small and the same everywhere. */
export function chance(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    int,
    big: (from: number, to: number) => BigInt(int(from, to)),
    /** From nothing up to, and without, a limit above nothing. */
    below: (limit: bigint) => (BigInt(int(0, 999_999_999)) * limit) / 1_000_000_000n,
    happens: (probability: number) => next() < probability,
    pick: <T>(of: readonly T[]): T => of[int(0, of.length - 1)] as T,
  };
}
export type Chance = ReturnType<typeof chance>;
