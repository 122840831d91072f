import type { TestDatabaseServer } from '../testing/databases.ts';

/** What a proof is given: a server to clone databases on, how long to try, and the seed of its chances. */
export type ProofRun = {
  server: TestDatabaseServer;
  rounds: number;
  seed: number;
  /** The short form looks at a sample where the full one looks at all. */
  short: boolean;
  /** Whether slowness fails it: not in the tests, whose machine may be busy. */
  timed: boolean;
  log: (line: string) => void;
};
/** With why, where this machine or account cannot try it. */
type ProofResult = { passed: number; failures: string[]; skipped?: string };
export type Proof = (run: ProofRun) => Promise<ProofResult>;

export type Tally = {
  check: (holds: boolean, name: string | (() => string)) => boolean;
  result: () => ProofResult;
};

/** Counts what held and names what did not. */
export function tally(): Tally {
  const failures: string[] = [];
  let passed = 0;
  return {
    check: (holds, name) => {
      if (holds) passed += 1;
      else failures.push(typeof name === 'string' ? name : name());
      return holds;
    },
    result: () => ({ passed, failures }),
  };
}

/** Does all of it, so many at a time. */
export async function atOnce(most: number, trials: readonly (() => Promise<void>)[]): Promise<void> {
  const waiting = trials.values();
  const lane = async () => {
    for (const trial of waiting) await trial();
  };
  await Promise.all(Array.from({ length: most }, lane));
}

export type Chance = { below: (limit: number) => number; pick: <T>(of: readonly T[]) => T; real: () => number };

/** The same numbers for the same seed (mulberry32). */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const real = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(real() * limit);
  return {
    real,
    below,
    pick: (of) => {
      const one = of[below(of.length)];
      if (one === undefined) throw new Error('There is nothing to pick from.');
      return one;
    },
  };
}
