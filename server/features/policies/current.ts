import { sql } from 'kysely';
import type { Reply } from '../../../domain/endpoint.ts';
import type { getPolicy } from '../../../domain/policies/contract.ts';
import type { PlacementFigures } from '../../../domain/policies/figures.ts';
import type { EndorsementType } from '../../../domain/policies/endorsements.ts';
import { standingOn } from '../../../domain/policies/standing.ts';
import { coverOn } from '../../../domain/policies/states.ts';
import type { Day } from '../../../domain/values/day.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';

type Endorsed = {
  count: number;
  premium: bigint;
  fac_premium: bigint;
  commission: bigint;
  brokerage: bigint;
  tax: bigint;
  net: bigint;
  debit_note: bigint;
  sum_insured: bigint | null;
  end_date: string | null;
  cancelled_from: string | null;
};

async function standingIds(ctx: Ctx, policyId: number, asat: Day | undefined): Promise<number[]> {
  const approved = await ctx.db
    .selectFrom('endorsements')
    .select(['id', 'endorsement_type', 'effective_date as date'])
    .where('policy_id', '=', policyId)
    .where('branch_id', 'in', ctx.scope)
    .where('status', '=', 'APPROVED')
    .orderBy('decided_at')
    .orderBy('id')
    .execute();
  const dated = approved.map(({ endorsement_type: type, ...row }) => ({ ...row, type: type as EndorsementType }));
  return standingOn(dated, asat ?? null).standing.map((one) => one.id);
}

/** What the approved endorsements of a policy that are in effect on a day have added and taken away; all, without a day. */
async function endorsedBy(ctx: Ctx, policyId: number, asat: Day | undefined): Promise<Endorsed> {
  const { rows } = await sql<Endorsed>`
    select count(*)::int as count, coalesce(sum(premium), 0)::bigint as premium, coalesce(sum(fac_premium), 0)::bigint as fac_premium,
      coalesce(sum(commission_total), 0)::bigint as commission, coalesce(sum(brokerage_total), 0)::bigint as brokerage,
      coalesce(sum(tax_total), 0)::bigint as tax, coalesce(sum(net_total), 0)::bigint as net,
      coalesce(sum(debit_note_total), 0)::bigint as debit_note,
      (array_agg(sum_insured order by decided_at desc, id desc) filter (where sum_insured is not null))[1] as sum_insured,
      max(end_date) as end_date, min(effective_date) filter (where endorsement_type like 'CANCEL%') as cancelled_from
    from endorsements
    where policy_id = ${policyId} and branch_id = any(${ctx.scope}::int[]) and id = any(${await standingIds(ctx, policyId, asat)}::int[])`.execute(
    ctx.db,
  );
  const [row] = rows;
  if (!row) throw new Error('An aggregate gives one row.');
  return row;
}

type Head = {
  id: number;
  status: string;
  currency: string;
  sum_insured: bigint;
  premium: bigint;
  insurance_start_date: Day;
  insurance_end_date: Day;
};

/** The policy with its endorsements, as at a day or with all of them, and its cover. §2 Endorsements, §4 derived. */
export async function currentPart(
  ctx: Ctx,
  head: Head,
  { figures, asat }: { figures: PlacementFigures; asat: Day | undefined },
): Promise<Pick<Reply<typeof getPolicy>, 'cover' | 'current'>> {
  const endorsed = await endorsedBy(ctx, head.id, asat);
  const money = (amount: bigint) => formatAmount(amount, head.currency);
  const end = endorsed.end_date ?? head.insurance_end_date;
  const period = { start: head.insurance_start_date, end, cancelledFrom: endorsed.cancelled_from };
  return {
    cover: head.status === 'APPROVED' ? coverOn(asat ?? ctx.today, period) : null,
    current: {
      asat: asat ?? null,
      endorsements: endorsed.count,
      sum_insured: money(endorsed.sum_insured ?? head.sum_insured),
      premium: money(head.premium + endorsed.premium),
      insurance_end_date: end,
      cancelled_from: endorsed.cancelled_from,
      fac_premium: money(figures.facPremium + endorsed.fac_premium),
      commission: money(figures.commission + endorsed.commission),
      brokerage: money(figures.brokerage + endorsed.brokerage),
      tax: money(figures.taxOfSecurity + figures.taxOfReinsured + endorsed.tax),
      netpayable: money(figures.netPayable + endorsed.net),
      debit_note: money(figures.debitNote + endorsed.debit_note),
    },
  };
}
