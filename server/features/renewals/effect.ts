import { sql } from 'kysely';
import type { Reply } from '../../../domain/endpoint.ts';
import { AppError } from '../../../domain/errors.ts';
import type { renewalEffect } from '../../../domain/renewals/contract.ts';
import { renewalPeriod } from '../../../domain/endorsements/endorsements.ts';
import { BY_HAND } from '../../../domain/placements/terms.ts';
import { lastChange, linesPlaced } from '../carriers.ts';
import type { Ctx } from '../../platform/http/context.ts';

type Effect = Reply<typeof renewalEffect>[number];
type Row = {
  id: number;
  branch_id: number;
  branch: string;
  number: string;
  status: string;
  reinsured: string;
  insured: string;
  start: string;
  original_end: string;
  end: string;
  cancelled: boolean;
  reason: string | null;
  renewal: string | null;
  closed: string[];
  left_out: string[];
};

/**
 * Policies with all that decides whether each can be renewed, in one question however many they are. The securities are
 * those of the last change of them, else the original's.
 */
async function looked(ctx: Ctx, ids: readonly number[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select p.id, p.branch_id, b.code as branch, p.broker_reference as number, p.status, r.name as reinsured, i.name as insured,
      p.insurance_start_date as start, p.insurance_end_date as original_end, p.cover_end_date as end, p.cancelled_from is not null as cancelled,
      p.not_renewed_reason as reason, n.broker_reference as renewal,
      array_remove(array[
        case when r.status <> 'ACTIVE' then r.name end, case when i.status <> 'ACTIVE' then i.name end,
        case when ct.status <> 'ACTIVE' then ct.name end, case when not cu.active then p.currency end,
        case when p.payment_terms <> ${BY_HAND} and not exists (select 1 from payment_terms m where m.code = p.payment_terms and m.enabled) then 'Its payment terms' end
      ], null) as closed,
      array(
        select s.name from parties s where s.status <> 'ACTIVE' and s.id in (
          select l.security_id from policy_lines l where l.policy_id = p.id and x.lines is null
          union all
          select l.security_id from (${linesPlaced(sql`x.lines`)}) l)
        union all
        select c.code from policy_clauses k join clauses c on c.id = k.clause_id where k.policy_id = p.id and c.status <> 'ACTIVE'
      ) as left_out
    from policies p join branches b on b.id = p.branch_id join parties r on r.id = p.reinsured_id
    join parties i on i.id = p.current_insured_id join cover_types ct on ct.id = p.cover_type_id
    join currencies cu on cu.code = p.currency
    left join policies n on n.renewed_from_id = p.id and n.status <> 'DISABLED'
    left join lateral (${lastChange(sql`p.id`, sql`true`)}) x on true
    where p.id = any(${ids}::int[]) and p.branch_id = any(${ctx.scope}::int[])
    order by p.cover_end_date, p.id`.execute(ctx.db);
  // An id that is not there, or is another's, is no policy of this choice at all.
  if (rows.length < new Set(ids).size) throw new AppError('NOT_FOUND');
  return rows;
}

function problemOf(ctx: Ctx, row: Row): string | null {
  if (row.branch_id !== ctx.branch.id)
    return new AppError('OTHER_BRANCH', { number: row.number, branch: row.branch }).message;
  if (row.status !== 'APPROVED') return 'Only an approved policy can be renewed.';
  if (row.cancelled) return 'It is cancelled.';
  if (row.renewal !== null) return `It is renewed already: ${row.renewal}.`;
  const [closed] = row.closed;
  if (closed === undefined) return null;
  return closed === 'Its payment terms' ? `${closed} are no longer offered.` : `${closed} is inactive.`;
}

/** What renewing policies would do, before anything is written. */
export async function effectOf(ctx: Ctx, ids: readonly number[]): Promise<Effect[]> {
  const rows = await looked(ctx, ids);
  return rows.map((row) => ({
    policy: { id: row.id, number: row.number, reinsured: row.reinsured, insured: row.insured },
    period: renewalPeriod({ start: row.start, end: row.original_end }, row.end),
    problem: problemOf(ctx, row),
    notes: [
      ...row.left_out.map((name) => `${name} is inactive and left out of the draft.`),
      ...(row.reason === null ? [] : [`It is marked not renewed: “${row.reason}”. Renewing it takes that back.`]),
    ],
  }));
}
