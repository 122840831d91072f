import { sql } from 'kysely';
import { claimSteps as claimStepsCall, claimStepsTable } from '../../../../domain/claims/behind-contract.ts';
import { type Cumulative, noClaim, unmovedClaim } from '../../../../domain/claims/as-at.ts';
import type { Decoded } from '../../../../domain/endpoint.ts';
import { notFound } from '../../../../domain/errors.ts';
import { replyRow, type Values } from '../../../../domain/tables/table.ts';
import type { Day } from '../../../../domain/values/day.ts';
import type { Rate } from '../../../../domain/values/rate.ts';
import { fact, periodOf } from '../../../platform/exports/facts.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { report } from '../report.ts';
import { refOf } from '../refs.ts';

type Input = Decoded<typeof claimStepsCall>;
type Row = Values<typeof claimStepsTable>;
type Claim = {
  id: number;
  number: string;
  currency: string;
  claim_reserve: bigint;
  claim_share: Rate;
  day: Day;
  made_by: string;
  approved_by: string;
};
type Movement = Cumulative & { id: number; number: string; day: Day; made_by: string; approved_by: string };

async function claimOf(ctx: Ctx, id: number): Promise<Claim> {
  const { rows } = await sql<Claim>`
    select c.id, c.number, c.currency, c.claim_reserve, c.claim_share, c.approved_on as day, m.name as made_by, coalesce(d.name, '') as approved_by
    from claims c join users m on m.id = c.made_by left join users d on d.id = c.decided_by
    where c.id = ${id} and c.branch_id = any(${[...ctx.scope]}::int[]) and c.approved_on is not null`.execute(ctx.db);
  const [claim] = rows;
  if (!claim) throw notFound();
  return claim;
}

/** In the order in which the register reads them: the last of a day says what the claim was. */
async function movementsOf(ctx: Ctx, { id }: Claim, day: Day): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    select v.id, v.number, v.posted_on as day, m.name as made_by, coalesce(d.name, '') as approved_by,
      v.after_incurred as "incurredWhole", v.after_ours_incurred as incurred, v.after_ours_called as called, v.after_ours_fees as fees,
      v.after_ours_ex_gratia as "exGratia", v.after_ours_salvage as salvage
    from movements v join users m on m.id = v.made_by left join users d on d.id = v.decided_by
    where v.claim_id = ${id} and v.status = 'APPROVED' and v.posted_on <= ${day} order by v.posted_on, v.approval`.execute(
    ctx.db,
  );
  return rows;
}

const changed = (now: Cumulative, was: Cumulative) => ({
  incurred_whole: now.incurredWhole - was.incurredWhole,
  incurred: now.incurred - was.incurred,
  called: now.called - was.called,
  fees: now.fees - was.fees,
  ex_gratia: now.exGratia - was.exGratia,
  salvage: now.salvage - was.salvage,
});

async function stepsOf(ctx: Ctx, { query }: Input): Promise<Row[]> {
  const { asat = ctx.today, from } = query;
  const claim = await claimOf(ctx, query.claim);
  const opened = unmovedClaim(claim.claim_reserve, claim.claim_share);
  const shared = { claim: { id: claim.id, name: claim.number }, currency: claim.currency };
  const rows: Row[] = [
    {
      ...shared,
      movement: null,
      day: claim.day,
      ...changed(opened, noClaim),
      made_by: claim.made_by,
      approved_by: claim.approved_by,
    },
  ];
  let was: Cumulative = opened;
  for (const movement of await movementsOf(ctx, claim, asat)) {
    const { day, made_by, approved_by } = movement;
    rows.push({
      ...shared,
      movement: refOf(movement.id, movement.number),
      day,
      ...changed(movement, was),
      made_by,
      approved_by,
    });
    was = movement;
  }
  return rows.filter((row) => row.day <= asat && row.day >= (from ?? row.day));
}

/** What the approval of a claim and each of its movements changed; its sums are the claim's row in the register. */
export const stepsOfClaim = report({
  endpoint: claimStepsCall,
  table: claimStepsTable,
  name: 'claim-steps',
  title: 'Movements of a claim',
  period: (ctx, { query }) => periodOf(query.from, query.asat ?? ctx.today),
  facts: async (ctx, { query }) => [fact('Claim', (await claimOf(ctx, query.claim)).number)],
  reply: async (ctx, input) => ({
    data: (await stepsOf(ctx, input)).map((row) => replyRow(claimStepsTable, row, ctx.firm.baseCurrency)),
  }),
  rows: stepsOf,
});
