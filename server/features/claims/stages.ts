import { type RawBuilder, sql } from 'kysely';
import type { ClaimStage } from '../../../domain/claims/states.ts';
import type { Ctx } from '../../platform/http/context.ts';

/** What was collected and paid of a claim, what salvage was set against, and whether a security disputes what it owes: `m` of a claim `t`. */
export const CLAIM_MONEY = sql`
  select coalesce(sum(n.settled - n.set_off), 0)::bigint as collected, coalesce(sum(n.set_off), 0)::bigint as set_off, coalesce(sum(x.paid), 0)::bigint as paid,
    coalesce(bool_or(n.settled < n.amount and a.answer in ('DENIED', 'DISPUTED')), false) as disputed
  from notes n join note_parts x on x.debit_note_id = n.id
  left join claim_agreements a on a.movement_id = n.movement_id and a.security_id = n.party_id
  where n.claim_id = t.id and n.purpose = 'CLAIM' and n.status = 'ISSUED'`;

/** All that was asked of the securities: indemnity, fees, ex gratia. */
const ASKED = sql`(t.ours_called + t.ours_fees + t.ours_ex_gratia)`;
/** What of it is to be collected and paid. C11. */
const DUE = sql`(${ASKED} - m.set_off)`;

/** The stage of an approved claim `t` with its money `m`, as `stageOf` and the database's `claim_stages_of` have it; a test holds all that is found by it to what is shown. §4. */
export const CLAIM_STAGE = sql`case when t.status <> 'APPROVED' then null when t.closed_on is not null then 'CLOSED'
  when ${ASKED} = 0 then 'NOTIFIED' when m.paid >= ${DUE} then 'SETTLED' when m.collected >= ${DUE} then 'COLLECTED'
  when m.collected > 0 then 'PART_COLLECTED' else 'CALLED' end`;

/** Claims of a stage, which is kept with each; of those that moved since it is worked out as they are read. */
export async function isOfStage(ctx: Ctx, claim: RawBuilder<unknown>, stage: ClaimStage): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ id: number; stage: ClaimStage | null }>`
    select s.claim_id as id, s.stage from claim_stages_of(array(
      select claim_id from claims_touched where branch_id = any(${[...ctx.scope]}::int[]))) s`.execute(ctx.db);
  if (rows.length === 0) return sql`${claim}.stage = ${stage}`;
  const ids = (of: typeof rows) => sql`${of.map(({ id }) => id)}::int[]`;
  const now = rows.filter((row) => row.stage === stage);
  return sql`((${claim}.stage = ${stage} and ${claim}.id <> all(${ids(rows)})) or ${claim}.id = any(${ids(now)}))`;
}

/** Claims of a class of business, or of a class that is part of one. */
export const isOfClass = (claim: RawBuilder<unknown>, id: number): RawBuilder<unknown> =>
  sql`${claim}.cover_type_id = any(array(select id from cover_types where ${id} in (id, class_id)))`;
