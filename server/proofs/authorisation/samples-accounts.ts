import type { Sample } from './samples.ts';

export const ACCOUNT_SAMPLES: Record<string, Sample> = {};
