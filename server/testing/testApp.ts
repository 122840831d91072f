import { afterAll, beforeAll, inject } from 'vitest';
import { layGround } from './ground.ts';
import { openRig, type Rig, type RigOptions } from './rig.ts';

export type TestApp = Rig;

/** The application on a fresh clone of the database of the test run. Call `close()` when done. */
export const testApp = (options: RigOptions = {}): Promise<TestApp> => openRig(inject('slipwayDatabase'), options);

/** Enters once what every test of a file begins with; each opens its application on a clone of that, as if it had entered it. */
export function testAppsOn(enter: (laid: TestApp) => Promise<unknown>): () => Promise<TestApp> {
  let ground: Awaited<ReturnType<typeof layGround>>;
  beforeAll(async () => {
    ground = await layGround(inject('slipwayDatabase'), enter);
  });
  afterAll(() => ground?.[Symbol.asyncDispose]());
  return () => openRig(ground.server);
}
