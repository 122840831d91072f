import { expect } from 'vitest';
import { discrepancies } from '../features/receipts/receipts.factories.ts';
import { expectSound } from '../proofs/expect-sound.ts';
import type { TestApp } from './testApp.ts';

/** Balances and open items are what the lines of the ledger say, and the books are sound. */
export async function expectBalanced(t: TestApp): Promise<void> {
  expect(await discrepancies(t)).toEqual([]);
  await expectSound(t);
}
