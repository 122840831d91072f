import type { Ctx } from '../../platform/http/context.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import type { StoredImport } from './queries.ts';

/** One step of an import in its transaction. `goOn` stops it where somebody gave it up. */
export type Step = { ctx: Ctx; stored: StoredImport; job: Job; goOn: () => Promise<void> };
