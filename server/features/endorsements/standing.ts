import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import type { policyStanding } from '../../../domain/endorsements/standing.ts';
import { AppError } from '../../../domain/errors.ts';
import type { EndorsementType } from '../../../domain/policies/endorsements.ts';
import type { PolicyStack } from '../../../domain/policies/layers.ts';
import { standingOn } from '../../../domain/policies/standing.ts';
import { addDays, type Day } from '../../../domain/values/day.ts';
import { formatAmount, sum } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { lineSums, type LineSum } from '../policies/line-sums.ts';
import { currentPart } from '../policies/current.ts';
import { linesOf, readPolicy, type Policy } from '../policies/queries.ts';
import { figuresOf } from '../policies/record.ts';
import { namesOf } from './queries.ts';
import { stackOf, taxOf } from './stack.ts';

type Standing = Reply<typeof policyStanding>;

/** What a policy or an endorsement brought in total, as booked. */
type Brought = {
  premium: bigint;
  fac: bigint;
  commission: bigint;
  brokerage: bigint;
  tax: bigint;
  net: bigint;
  debitNote: bigint;
};
type Part = Brought & { id: number | null; number: string; type: EndorsementType; date: Day };

async function approvedParts(ctx: Ctx, policyId: number): Promise<Part[]> {
  const rows = await ctx.db
    .selectFrom('endorsements')
    .select([
      'id',
      'number',
      'endorsement_type as type',
      'effective_date as date',
      'premium',
      'fac_premium as fac',
      'commission_total as commission',
      'brokerage_total as brokerage',
      'tax_total as tax',
      'net_total as net',
      'debit_note_total as debitNote',
    ])
    .where('policy_id', '=', policyId)
    .where('branch_id', 'in', ctx.scope)
    .where('status', '=', 'APPROVED')
    .orderBy('decided_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, type: row.type as EndorsementType }));
}

function placementsOf(
  stack: PolicyStack,
  shown: { day: Day | null; parts: readonly Part[]; names: ReadonlyMap<number, string>; policy: Policy },
): Standing['placements'] {
  const { day, parts, names, policy } = shown;
  const current = stack.placements.findLastIndex((one) => day === null || one.from <= day);
  return stack.placements.map(({ from, lines }, index) => {
    const next = stack.placements[index + 1];
    const by = index === 0 ? undefined : parts.findLast((part) => part.type === 'SEC' && part.date === from);
    return {
      from,
      until: next ? addDays(next.from, -1) : null,
      number: by?.number ?? null,
      in_force: index === Math.max(current, 0),
      lines: lines.map((line) => ({
        security: { id: line.securityId, name: names.get(line.securityId) ?? '' },
        resident: line.resident,
        share: line.share,
        commission: line.commission ?? policy.cedant_commission,
        brokerage: line.brokerage ?? policy.brokerage,
      })),
    };
  });
}

function securitiesOf(
  sums: readonly LineSum[],
  shown: { shares: ReadonlyMap<number, bigint>; names: ReadonlyMap<number, string>; currency: string },
): Standing['securities'] {
  const money = (amount: bigint) => formatAmount(amount, shown.currency);
  return sums.map((line) => ({
    security: { id: line.security, name: shown.names.get(line.security) ?? '' },
    share: shown.shares.get(line.security) ?? 0n,
    sharepremium: money(line.premium),
    commission: money(line.commission),
    brokerage: money(line.brokerage),
    tax: money(line.tax),
    tax_of_reinsured: money(line.reinsured),
    deductions: money(line.commission + line.brokerage + line.tax),
    netpayable: money(line.net),
  }));
}

const shownTotals = (one: Brought, currency: string): Standing['totals'] => {
  const money = (amount: bigint) => formatAmount(amount, currency);
  return {
    premium: money(one.premium),
    fac_premium: money(one.fac),
    commission: money(one.commission),
    brokerage: money(one.brokerage),
    tax: money(one.tax),
    netpayable: money(one.net),
    debit_note: money(one.debitNote),
  };
};

/** An approved policy as at a day, from what was booked. Throws NOT_ENDORSABLE for one that is not approved. §2. */
export async function standing(ctx: Ctx, { query }: Decoded<typeof policyStanding>): Promise<Standing> {
  const policy = await readPolicy(ctx, query.policy);
  if (policy.status !== 'APPROVED') throw new AppError('NOT_ENDORSABLE');
  const { currency } = policy;
  const day = query.asat ?? null;
  const figures = await figuresOf(ctx, policy, await linesOf(ctx, policy.id));
  const original: Part = {
    id: null,
    number: policy.broker_reference,
    type: 'NEW',
    date: policy.insurance_start_date,
    premium: policy.premium,
    fac: figures.facPremium,
    commission: figures.commission,
    brokerage: figures.brokerage,
    tax: taxOf(figures),
    net: figures.netPayable,
    debitNote: figures.debitNote,
  };
  const parts = await approvedParts(ctx, policy.id);
  const now = standingOn(parts, day).standing;
  const all = [original, ...now];
  const total = (pick: (part: Part) => bigint) => sum(all.map(pick));
  const sums = await lineSums(
    ctx,
    policy.id,
    now.map((part) => part.id ?? 0),
  );
  const stack = await stackOf(ctx, policy);
  const placed = stack.placements.flatMap(({ lines }) => lines.map((line) => line.securityId));
  const names = await namesOf(ctx, [...new Set([...placed, ...sums.map((line) => line.security)])]);
  const placements = placementsOf(stack, { day, parts, names, policy });
  const inForce = placements.find((one) => one.in_force)?.lines ?? [];
  const { cover, current } = await currentPart(ctx, policy, { figures, asat: query.asat });
  return {
    asat: day,
    currency,
    cover,
    sum_insured: current.sum_insured,
    insurance_end_date: current.insurance_end_date,
    cancelled_from: current.cancelled_from,
    parts: [original, ...parts].map((part) => ({
      endorsement: part.id,
      number: part.number,
      endorsementtype: part.type,
      effective_date: part.date,
      standing: all.includes(part),
      ...shownTotals(part, currency),
    })),
    totals: shownTotals(
      {
        premium: total((part) => part.premium),
        fac: total((part) => part.fac),
        commission: total((part) => part.commission),
        brokerage: total((part) => part.brokerage),
        tax: total((part) => part.tax),
        net: total((part) => part.net),
        debitNote: total((part) => part.debitNote),
      },
      currency,
    ),
    securities: securitiesOf(sums, {
      shares: new Map(inForce.map((line) => [line.security.id, line.share])),
      names,
      currency,
    }),
    placements,
  };
}
