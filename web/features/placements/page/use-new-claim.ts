import { can, useSession } from '../../../api/session.ts';
import { paths, withQuery } from '../../../paths.ts';
import type { PolicyRecord } from '../form/policy-values.ts';

/** The way to a new claim on a policy, for who may enter one. */
export function useNewClaim({ id, status }: PolicyRecord): string | undefined {
  const may = can(useSession(), 'claims.create') && status === 'APPROVED';
  return may ? withQuery(paths.claimNew, { policy: id }) : undefined;
}
