import { sql } from 'kysely';
import type { findAllApproved, findClaimPolicies, findColleagues } from '../../../domain/claims/contract.ts';
import type { Market } from '../../../domain/placements/figures.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { searchKey } from '../../platform/http/lists.ts';
import { contains, folded } from '../registers/page.ts';

const MOST = 20;
const MOST_CLAIMS = 500;

type Row = {
  id: number;
  broker_reference: string;
  cedant_policy_number: string;
  umr: string | null;
  market: Market;
  reinsured_id: number;
  reinsured: string;
  insured_id: number;
  insured: string;
  cover_id: number;
  cover: string;
  currency: string;
  start: string;
  end: string;
};

/** Approved policies by broker reference, the cedant's number, UMR or insured, newest first. */
export async function claimPolicies(
  ctx: Ctx,
  { query }: Decoded<typeof findClaimPolicies>,
): Promise<Reply<typeof findClaimPolicies>> {
  const text = searchKey(query.searchValue ?? '');
  const matching = sql`p.id in (select policies_matching(${text}, 'LOCAL', ${MOST_CLAIMS}) union all
    select policies_matching(${text}, 'LONDON', ${MOST_CLAIMS}))`;
  const { rows } = await sql<Row>`
    select p.id, p.broker_reference, p.cedant_policy_number, s.umr, p.market, r.id as reinsured_id, r.name as reinsured,
      i.id as insured_id, i.name as insured, c.id as cover_id, c.name as cover, p.currency, p.insurance_start_date as start,
      p.cover_end_date as end
    from policies p join parties r on r.id = p.reinsured_id join parties i on i.id = p.current_insured_id
    join cover_types c on c.id = p.cover_type_id left join slips s on s.policy_id = p.id
    where p.branch_id = any(${[...ctx.scope]}::int[]) and p.status = 'APPROVED' ${text === '' ? sql`` : sql`and ${matching}`}
    order by p.id desc limit ${MOST}`.execute(ctx.db);
  return rows.map(({ start, end, ...row }) => ({
    id: row.id,
    broker_reference: row.broker_reference,
    cedant_policy_number: row.cedant_policy_number,
    umr: row.umr,
    market: row.market,
    reinsured: { id: row.reinsured_id, name: row.reinsured },
    insured: { id: row.insured_id, name: row.insured },
    cover_type: { id: row.cover_id, name: row.cover },
    currency: row.currency,
    insurance_start_date: start,
    insurance_end_date: end,
  }));
}

/** Approved claims by number, newest first. */
export async function approvedClaims(
  ctx: Ctx,
  { query }: Decoded<typeof findAllApproved>,
): Promise<Reply<typeof findAllApproved>> {
  const text = searchKey(query.searchValue ?? '');
  const matching = sql`and c.id in (select claims_matching(${text}, ${MOST_CLAIMS + 1}))`;
  const { rows } = await sql<Reply<typeof findAllApproved>[number]>`
    select c.id, c.number as name, c.status, c.currency, p.broker_reference as policy
    from claims c join policies p on p.id = c.policy_id
    where c.branch_id = any(${[...ctx.scope]}::int[]) and c.status = 'APPROVED' ${text === '' ? sql`` : matching}
    order by c.id desc limit ${MOST_CLAIMS}`.execute(ctx.db);
  return rows;
}

/** Active users with a role in one of the caller's branches, by name. */
export async function colleagues(
  ctx: Ctx,
  { query }: Decoded<typeof findColleagues>,
): Promise<Reply<typeof findColleagues>> {
  const text = query.searchValue ?? '';
  const matching = sql`and ${contains(folded(sql`u.name || ' ' || u.email`), text)}`;
  const { rows } = await sql<Reply<typeof findColleagues>[number]>`
    select u.id, u.name from users u
    where u.status = 'ACTIVE' and exists (select 1 from user_roles r
      where r.user_id = u.id and (r.branch_id is null or r.branch_id = any(${[...ctx.scope]}::int[])))
      ${text === '' ? sql`` : matching}
    order by u.name, u.id limit ${MOST}`.execute(ctx.db);
  return rows;
}
