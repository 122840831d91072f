import { AppError } from '../../../../domain/errors.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { BUDGET_IMPORTER } from './budgets.ts';
import { CLASS_IMPORTER } from './classes.ts';
import { CLAUSE_IMPORTER } from './clauses.ts';
import { PARTY_IMPORTERS } from './parties.ts';
import { POLICY_IMPORTER } from './policies.ts';
import { SLIP_IMPORTER } from './slips.ts';
import type { Importer } from './target.ts';

/** Everything that can be imported: one line for each. */
const IMPORTERS: readonly Importer[] = [
  ...PARTY_IMPORTERS,
  CLASS_IMPORTER,
  CLAUSE_IMPORTER,
  BUDGET_IMPORTER,
  POLICY_IMPORTER,
  SLIP_IMPORTER,
];

/** What imports a target. Throws NOT_FOUND. */
export function importerOf(key: string): Importer {
  const importer = IMPORTERS.find(({ target }) => target.key === key);
  if (!importer) throw new AppError('NOT_FOUND');
  return importer;
}

/** The same for a caller, who must hold the right to add in the branch. Throws NOT_FOUND, FORBIDDEN. */
export function importerFor(ctx: Pick<Ctx, 'can' | 'branch'>, key: string, branchId = ctx.branch.id): Importer {
  const importer = importerOf(key);
  if (!ctx.can(importer.target.create, branchId)) throw new AppError('FORBIDDEN');
  return importer;
}
