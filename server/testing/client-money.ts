import { expect } from 'vitest';
import { unexplained } from './unexplained.ts';
import type { TestApp } from './testApp.ts';

/** Client money is explained, as a test asks for it; `who` reads it in their branches. M14. */
export async function expectExplained(t: TestApp, who?: string): Promise<void> {
  expect(await unexplained(t, who)).toEqual([]);
}
