import { expect, inject, type TestContext } from 'vitest';
import { LONG_FORM } from '../../domain/testing/runs.ts';
import { PROOFS } from './proofs.ts';

const SEED = 20_260_302;

/** A proof as a test: the same code and oracle with a seed that stays, and fewer rounds unless in the long form. */
export async function proofAsTest({ skip }: TestContext, name: string): Promise<void> {
  const entry = PROOFS[name];
  if (!entry) throw new Error(`There is no proof ${name}.`);
  const lines: string[] = [];
  const run = {
    server: inject('slipwayDatabase'),
    rounds: LONG_FORM ? entry.full : entry.short,
    seed: SEED,
    short: !LONG_FORM,
    timed: false,
    log: (line: string) => void lines.push(line),
  };
  const { passed, failures, skipped } = await entry.proof(run);
  if (skipped !== undefined) skip(skipped);
  process.stdout.write(`${[...lines, `${name}: ${passed} passed, ${failures.length} failed`].join('\n')}\n`);
  expect(failures).toEqual([]);
  expect(passed).toBeGreaterThan(0);
}
