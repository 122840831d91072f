import { inject } from 'vitest';
import { openRig, type Rig, type RigOptions } from './rig.ts';

export type TestApp = Rig;

/** The application on a fresh clone of the database of the test run. Call `close()` when done. */
export const testApp = (options: RigOptions = {}): Promise<TestApp> => openRig(inject('slipwayDatabase'), options);
