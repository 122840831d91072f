import { expect } from 'vitest';
import type { Pool } from '../platform/db/pool.ts';
import { unsound } from './sound.ts';

/** Call it when a suite is done: whatever it did, the books are sound. */
export async function expectSound(t: { ownerPool: Pool }): Promise<void> {
  expect(await unsound(t.ownerPool)).toEqual([]);
}
