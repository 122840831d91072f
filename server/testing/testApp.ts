import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
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

/** How tests begin: an application is opened, each enters what is its own, and what they did is looked at as it closes. */
export type Course = Record<'open' | 'enter' | 'close', () => Promise<void>>;

/** Tests that are of what each has entered: on one application, which is looked at after the last of them. */
export function together({ open, enter, close }: Course): void {
  beforeAll(open);
  beforeEach(enter);
  afterAll(close);
}

/** Tests that are of all that there is: each on an application of its own. */
export function apart({ open, enter, close }: Course): void {
  beforeEach(async () => {
    await open();
    await enter();
  });
  afterEach(close);
}
