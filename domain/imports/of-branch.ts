import type { ImportTarget } from './targets.ts';

/** What an import is called and who may do it, without its fields, which its page alone needs. */
type Import = Omit<ImportTarget, 'fields'>;

export const BUDGETS: Import = {
  key: 'budgets',
  title: 'Budgets',
  nouns: ['budget', 'budgets'],
  create: 'budgets.edit',
  update: 'budgets.edit',
  ofBranch: true,
};

/** What is imported into one branch from the page of imports. Bordereaux have pages of their own. */
export const INTO_BRANCH: readonly Import[] = [BUDGETS];
