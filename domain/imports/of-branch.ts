import { BUDGETS_TARGET } from './budgets-target.ts';
import type { ImportTarget } from './targets.ts';

/** What is imported into one branch from the page of imports. Bordereaux have pages of their own. */
export const INTO_BRANCH: readonly ImportTarget[] = [BUDGETS_TARGET];
