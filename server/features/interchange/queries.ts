import type { PlacementFile, PlacementParty } from '../../../domain/interchange/placement.ts';
import type { Day } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { brokerNumber } from '../slips/record.ts';

export type PartyRow = PlacementParty & { id: number };

/** Parties by id, as others may see them: what identifies them and nothing that only we need. */
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
