import { expect, inject } from 'vitest';
import { PROOFS } from './proofs.ts';

const SEED = 20_260_302;

/** A proof's short form: the same code and oracle as the full one, with fewer rounds and a seed that stays. */
export async function shortForm(name: string): Promise<void> {
  const entry = PROOFS[name];
  if (!entry) throw new Error(`There is no proof ${name}.`);
  const lines: string[] = [];
  const run = {
    server: inject('slipwayDatabase'),
    rounds: entry.short,
    seed: SEED,
    short: true,
    log: (line: string) => void lines.push(line),
  };
  const { passed, failures } = await entry.proof(run);
  process.stdout.write(`${[...lines, `${name}: ${passed} passed, ${failures.length} failed`].join('\n')}\n`);
  expect(failures).toEqual([]);
  expect(passed).toBeGreaterThan(0);
}
