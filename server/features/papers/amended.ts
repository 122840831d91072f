import type { Placement } from '../../../domain/placements/placement.ts';
import type { Ctx } from '../../platform/http/context.ts';

type Endorsement = Placement['endorsements'][number];

/** The endorsements that a paper of these terms takes in. */
export const countingOf = ({ endorsements }: Pick<Placement, 'endorsements'>): Endorsement[] =>
  endorsements.filter((one) => one.counts);

/** The issue of a paper of terms: another with each edition of the policy and each approved endorsement. */
export const issueOf = (placement: Pick<Placement, 'version' | 'endorsements'>): number =>
  placement.version + countingOf(placement).length;

/** The number of the paper of this kind that the next issue replaces; none when there is none yet. */
export async function replaced(
  ctx: Ctx,
  { kind, policyId, issue, securityId = 0 }: { kind: string; policyId: number; issue: number; securityId?: number },
): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('documents')
    .select('number')
    .where('kind', '=', kind)
    .where('record_kind', '=', 'policy')
    .where('record_id', '=', policyId)
    .where('security_id', '=', securityId)
    .where('issue', '<', issue)
    .where('branch_id', 'in', ctx.scope)
    .orderBy('issue', 'desc')
    .executeTakeFirst();
  return row?.number ?? null;
}

/** Endorsements by their numbers on one policy: the first in full, of the others their own part. */
export function numbersOf(amending: readonly Pick<Endorsement, 'number'>[]): string {
  return amending
    .map(({ number }, index) => (index === 0 ? number : number.slice(number.lastIndexOf('/') + 1)))
    .join(', ');
}

/** What a paper of amended terms says of itself: which endorsements it takes in, and what it replaces and why. */
export function amendedWords(amending: readonly Endorsement[], before: string | null): string {
  const numbers = numbersOf(amending);
  const replaces =
    before === null ? '' : ` It replaces ${before}, which was made before ${amending.length === 1 ? 'it' : 'them'}.`;
  return `The terms as they stand with ${amending.length === 1 ? 'endorsement' : 'endorsements'} ${numbers}.${replaces}`;
}
