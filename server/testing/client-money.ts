import { expect } from 'vitest';
import type { TestApp } from './testApp.ts';

/** The client bank holds what came in for notes and claims and was not paid on, and nothing that nobody can explain. M14. */
export async function expectExplained(t: TestApp): Promise<void> {
  const { body } = await t.call('manager.nbo', 'GET /api/sca/v1/clientmoney/items');
  const rows = body.data as { currency: string; other: string }[];
  expect(rows.filter(({ other }) => !/^0(\.0+)?$/.test(other))).toEqual([]);
}
