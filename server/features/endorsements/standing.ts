import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import type { policyStanding } from '../../../domain/endorsements/standing.ts';
import { AppError } from '../../../domain/errors.ts';
import type { PlacementFigures } from '../../../domain/placements/figures.ts';
import { broughtBy, type Placement } from '../../../domain/placements/placement.ts';
import { addDays } from '../../../domain/values/day.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { placementAt } from '../placements/placement.ts';
import { currentPart } from '../placements/record.ts';
import { shownTotals } from '../placements/totals.ts';

type Standing = Reply<typeof policyStanding>;

const securityOf = ({ securities }: Placement, id: number) => ({
  id,
  name: securities.find((one) => one.securityId === id)?.name ?? '',
});

/** The original and each endorsement with what it brought. */
function partsOf({ original, endorsements, reference, currency }: Placement): Standing['parts'] {
  return [
    {
      endorsement: null,
      number: reference,
      endorsementtype: 'NEW',
      effective_date: original.period.start,
      standing: true,
      ...shownTotals(original.premium, original.figures, currency),
    },
    ...endorsements.map((one) => ({
      endorsement: one.id,
      number: one.number,
      endorsementtype: one.type,
      effective_date: one.date,
      standing: one.counts,
      ...shownTotals(one.premium, one.figures, currency),
    })),
  ];
}

function placementsOf(placement: Placement): Standing['placements'] {
  const { day, endorsements, original, placements } = placement;
  const current = placements.findLastIndex((one) => day === null || one.from <= day);
  return placements.map(({ from, lines }, index) => {
    const next = placements[index + 1];
    const by = index === 0 ? undefined : endorsements.findLast((one) => one.type === 'SEC' && one.date === from);
    return {
      from,
      until: next ? addDays(next.from, -1) : null,
      number: by?.number ?? null,
      in_force: index === Math.max(current, 0),
      lines: lines.map((line) => ({
        security: securityOf(placement, line.securityId),
        resident: line.resident,
        share: line.share,
        commission: line.commission ?? original.commission,
        brokerage: line.brokerage ?? original.brokerage,
      })),
    };
  });
}

function securitiesOf(
  { lines }: PlacementFigures,
  { placement, shares }: { placement: Placement; shares: ReadonlyMap<number, bigint> },
): Standing['securities'] {
  const money = (amount: bigint) => formatAmount(amount, placement.currency);
  return lines.map((line) => ({
    security: securityOf(placement, line.securityId),
    share: shares.get(line.securityId) ?? 0n,
    sharepremium: money(line.sharePremium),
    commission: money(line.commission),
    brokerage: money(line.brokerage),
    tax: money(line.taxOfSecurity),
    tax_of_reinsured: money(line.taxOfReinsured),
    deductions: money(line.deductions),
    netpayable: money(line.netPayable),
  }));
}

/** An approved policy as at a day, from what was booked. Throws NOT_ENDORSABLE for one that is not approved. §2. */
export async function standing(ctx: Ctx, { query }: Decoded<typeof policyStanding>): Promise<Standing> {
  const placement = await placementAt(ctx, { id: query.policy }, query.asat ?? null);
  if (placement.status !== 'APPROVED') throw new AppError('NOT_ENDORSABLE');
  const { currency } = placement;
  const placements = placementsOf(placement);
  const inForce = placements.find((one) => one.in_force)?.lines ?? [];
  const shares = new Map(inForce.map((line) => [line.security.id, line.share]));
  const { cover, current } = currentPart(ctx, placement);
  return {
    asat: placement.day,
    currency,
    cover,
    sum_insured: current.sum_insured,
    insurance_end_date: current.insurance_end_date,
    cancelled_from: current.cancelled_from,
    parts: partsOf(placement),
    totals: shownTotals(placement.current.premium, placement.current.figures, currency),
    securities: securitiesOf(broughtBy(placement), { placement, shares }),
    placements,
  };
}
