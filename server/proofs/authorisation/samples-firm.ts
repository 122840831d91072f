import type { Sample } from './samples.ts';

export const FIRM_SAMPLES: Record<string, Sample> = {};
