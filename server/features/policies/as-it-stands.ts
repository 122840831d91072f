import { sql } from 'kysely';
import { readKept } from '../../../domain/endorsements/kept.ts';
import type { Reply } from '../../../domain/endpoint.ts';
import type { getPolicy } from '../../../domain/policies/contract.ts';
import { ENDORSEMENT_LABELS, type EndorsementType } from '../../../domain/policies/endorsements.ts';
import type { PlacementLine } from '../../../domain/policies/figures.ts';
import { formatAmount, sum } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { lineSums } from './line-sums.ts';

type PolicyRecord = Reply<typeof getPolicy>;
type Line = PolicyRecord['securities'][number];
export type Amending = { number: string; type: string; effectiveDay: string };

async function approvedOf(ctx: Ctx, policyId: number) {
  const rows = await ctx.db
    .selectFrom('endorsements')
    .select(['id', 'number', 'endorsement_type', 'effective_date', 'applied'])
    .where('policy_id', '=', policyId)
    .where('branch_id', 'in', ctx.scope)
    .where('status', '=', 'APPROVED')
    .orderBy('decided_at')
    .orderBy('id')
    .execute();
  return rows.map(({ applied, ...row }) => ({ ...row, applied: readKept(JSON.stringify(applied)) }));
}

type Approved = Awaited<ReturnType<typeof approvedOf>>;

/** The lines in force and what they are at: the original's, as the last endorsement that set them left them. §2. */
function termsAfter(record: PolicyRecord, approved: Approved) {
  const changed = approved.flatMap(({ applied }) => ('placement' in applied ? [applied.placement] : [])).at(-1);
  const rated = approved.flatMap(({ applied }) => ('terms' in applied ? [applied.terms] : [])).at(-1);
  const commission = rated?.commission ?? record.cedant_commission;
  const brokerage = rated?.brokerage ?? record.brokerage;
  const lines: readonly PlacementLine[] =
    changed?.lines ??
    record.securities.map((line) => ({
      securityId: line.security.id,
      resident: line.resident,
      share: line.share,
      commission: line.commission_rate === record.cedant_commission ? null : line.commission_rate,
      brokerage: line.brokerage_rate === record.brokerage ? null : line.brokerage_rate,
    }));
  return { fac: changed?.fac ?? record.fac, commission, brokerage, lines };
}

type TaxSum = { security: number; code: string; name: string; rate: bigint; borne_by: string; amount: bigint };

async function taxSums(ctx: Ctx, policyId: number, endorsements: readonly number[]): Promise<TaxSum[]> {
  const { rows } = await sql<TaxSum>`
    select m.security_id as security, t.code, t.name, m.rate, m.borne_by, sum(m.amount)::bigint as amount
    from (
      select l.security_id, x.tax_id, x.rate, x.borne_by, x.amount from policy_taxes x join policy_lines l on l.id = x.line_id
      where x.policy_id = ${policyId} and x.branch_id = any(${ctx.scope}::int[])
      union all
      select l.security_id, x.tax_id, x.rate, x.borne_by, x.amount from endorsement_taxes x join endorsement_lines l on l.id = x.line_id
      where x.endorsement_id = any(${endorsements}::int[]) and x.branch_id = any(${ctx.scope}::int[])
    ) m join taxes t on t.id = m.tax_id
    group by m.security_id, t.id, t.code, t.name, m.rate, m.borne_by having sum(m.amount) <> 0 order by t.id, m.rate`.execute(
    ctx.db,
  );
  return rows;
}

async function linesNow(ctx: Ctx, record: PolicyRecord, approved: Approved): Promise<Line[]> {
  const ids = approved.map((one) => one.id);
  const sums = await lineSums(ctx, record.id, ids);
  const taxes = await taxSums(ctx, record.id, ids);
  const { lines, commission, brokerage } = termsAfter(record, approved);
  const names = await ctx.db
    .selectFrom('parties')
    .select(['id', 'name'])
    .where('id', 'in', [0, ...lines.map((line) => line.securityId)])
    .execute();
  const money = (amount: bigint | undefined) => formatAmount(amount ?? 0n, record.currency);
  return lines.map((line): Line => {
    const own = sums.find((one) => one.security === line.securityId);
    const first = record.securities.find((one) => one.security.id === line.securityId);
    return {
      security: { id: line.securityId, name: names.find((one) => one.id === line.securityId)?.name ?? '' },
      resident: line.resident,
      line_limit: first?.line_limit ?? null,
      rated_on: first?.rated_on ?? null,
      // A line that was changed is written at what it was changed to.
      offer: first?.share === line.share ? first.offer : line.share,
      share: line.share,
      commission_rate: line.commission ?? commission,
      brokerage_rate: line.brokerage ?? brokerage,
      sharepremium: money(own?.premium),
      commission: money(own?.commission),
      brokerage: money(own?.brokerage),
      taxes: taxes
        .filter((tax) => tax.security === line.securityId)
        .map(({ code, name, rate, borne_by, amount }) => ({ code, name, rate, borne_by, amount: money(amount) })),
      deductions: money(own && own.commission + own.brokerage + own.tax),
      netpayable: money(own?.net),
    };
  });
}

/**
 * A policy as its approved endorsements have made it, in the shape of its record, with the endorsements that did; the record
 * itself where there is none. What slips and cover notes say: a paper asked for today says what is covered today.
 */
export async function asItStands<R extends PolicyRecord>(
  ctx: Ctx,
  record: R,
): Promise<{ record: R; amending: Amending[] }> {
  const approved = record.current.endorsements === 0 ? [] : await approvedOf(ctx, record.id);
  if (approved.length === 0) return { record, amending: [] };
  const { current } = record;
  const { fac, commission, brokerage } = termsAfter(record, approved);
  const securities = await linesNow(ctx, record, approved);
  return {
    record: {
      ...record,
      insurance_end_date: current.insurance_end_date,
      sum_insured: current.sum_insured,
      premium: current.premium,
      // The premium is no longer the rate's alone.
      rate: null,
      fac,
      cedant_commission: commission,
      brokerage,
      figures: {
        placed: sum(securities.map((line) => line.share)),
        fac_premium: current.fac_premium,
        commission: current.commission,
        brokerage: current.brokerage,
        tax: current.tax,
        netpayable: current.netpayable,
        debit_note: current.debit_note,
      },
      securities,
    },
    amending: approved.map((one) => ({
      number: one.number,
      type: ENDORSEMENT_LABELS[one.endorsement_type as EndorsementType],
      effectiveDay: one.effective_date,
    })),
  };
}

/** The issue of a paper of terms: another with each edition of the policy and each approved endorsement. */
export const issueOf = (record: Pick<PolicyRecord, 'version' | 'current'>): number =>
  record.version + record.current.endorsements;

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

/** What a paper of amended terms says of itself: which endorsements it takes in, and what it replaces and why. */
export function amendedWords(amending: readonly Amending[], before: string | null): string {
  const numbers = amending.map((one) => one.number).join(', ');
  const replaces =
    before === null ? '' : ` It replaces ${before}, which was made before ${amending.length === 1 ? 'it' : 'them'}.`;
  return `The terms as they stand with ${amending.length === 1 ? 'endorsement' : 'endorsements'} ${numbers}.${replaces}`;
}
