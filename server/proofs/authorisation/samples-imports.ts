import type { Sample } from './samples.ts';

export const IMPORT_SAMPLES: Record<string, Sample> = {};
