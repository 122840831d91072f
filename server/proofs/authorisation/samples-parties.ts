import type { Sample } from './samples.ts';

export const PARTY_SAMPLES: Record<string, Sample> = {};
