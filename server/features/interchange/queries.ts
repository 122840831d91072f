import type { PlacementClause, PlacementFile, PlacementParty } from '../../../domain/interchange/placement.ts';
import type { EndorsementType } from '../../../domain/policies/endorsements.ts';
import { standingOn } from '../../../domain/policies/standing.ts';
import type { Day } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { brokerNumber } from '../policies/slip-record.ts';

export type PartyRow = PlacementParty & { id: number };

/** Parties by id, as they are named to others: what tells them apart and nothing that only we need. */
export async function partiesOf(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, PartyRow>> {
  const rows = await ctx.db
    .selectFrom('parties')
    .select(['id', 'name', 'address', 'country', 'registration_number', 'market_number'])
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map(({ id, name, address, country, registration_number, market_number }) => [
      id,
      { id, name, address, country, registration_number, market_number },
    ]),
  );
}

/** Who sends: the firm, its branch, its number as a broker. */
export async function senderOf(ctx: Ctx, branch: string): Promise<PlacementFile['sender']> {
  return { name: ctx.firm.name, branch, lloyds_broker_number: await brokerNumber(ctx) };
}

/** The clauses of a policy in their order, each in the wording that the policy keeps. */
export async function clausesOf(ctx: Ctx, policyId: number): Promise<PlacementClause[]> {
  const rows = await ctx.db
    .selectFrom('policy_clauses as pc')
    .innerJoin('clause_wordings as w', (on) =>
      on.onRef('w.clause_id', '=', 'pc.clause_id').onRef('w.version', '=', 'pc.wording_version'),
    )
    .select(['w.code', 'w.title', 'w.version', 'w.wording'])
    .where('pc.policy_id', '=', policyId)
    .where('pc.branch_id', 'in', ctx.scope)
    .orderBy('pc.position')
    .execute();
  return rows.map(({ code, title, version, wording }) => ({
    reference: code,
    title,
    wording_version: version,
    wording,
  }));
}

/** The approved endorsements that stand on a day, in the order in which they were approved. */
export async function endorsementsUntil(
  ctx: Ctx,
  policyId: number,
  asAt: Day,
): Promise<PlacementFile['record']['endorsements']> {
  const approved = await ctx.db
    .selectFrom('endorsements')
    .select(['number', 'endorsement_type as type', 'effective_date as date', 'description'])
    .where('policy_id', '=', policyId)
    .where('branch_id', 'in', ctx.scope)
    .where('status', '=', 'APPROVED')
    .orderBy('decided_at')
    .orderBy('id')
    .execute();
  const { standing } = standingOn(
    approved.map((one) => ({ ...one, type: one.type as EndorsementType })),
    asAt,
  );
  return standing.map(({ date, ...one }) => ({ ...one, effective_date: date }));
}

/** The day from which the last of its approved endorsements is in effect; null when there is none. */
export async function lastEffective(ctx: Ctx, policyId: number): Promise<Day | null> {
  const row = await ctx.db
    .selectFrom('endorsements')
    .select((e) => e.fn.max('effective_date').as('last'))
    .where('policy_id', '=', policyId)
    .where('branch_id', 'in', ctx.scope)
    .where('status', '=', 'APPROVED')
    .executeTakeFirst();
  return row?.last ?? null;
}
