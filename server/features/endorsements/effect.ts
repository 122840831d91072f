import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import {
  acrossWords,
  alternativesOf,
  basisOf,
  readEndorsement,
  type Typed,
} from '../../../domain/endorsements/bases.ts';
import type { effectOfEndorsement } from '../../../domain/endorsements/contract.ts';
import { endorseInPlace } from '../../../domain/endorsements/replaying.ts';
import { notesOf, type Endorsed } from '../../../domain/endorsements/endorsements.ts';
import { isNil } from '../../../domain/placements/figure-sums.ts';
import type { PlacementFigures } from '../../../domain/placements/figures.ts';
import { daysLeft, notedOn, premiumOn, type PolicyStack } from '../../../domain/endorsements/layers.ts';
import { AppError } from '../../../domain/errors.ts';
import { daysInPeriod, type Day } from '../../../domain/values/day.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { readPolicy, type Policy } from '../placements/queries.ts';
import { faultsOf, readTyped, sumInsuredWith, type Checked, type EndorsementInput } from './input.ts';
import { endorsedCount, namesOf } from './queries.ts';
import { setOffOf } from './set-off-preview.ts';
import { shownTotals } from '../placements/totals.ts';

type Effect = Reply<typeof effectOfEndorsement>;

function policyTotals(stack: PolicyStack, sumInsured: bigint, currency: string): Effect['before'] {
  return {
    ...shownTotals(premiumOn(stack), notedOn(stack), currency),
    sum_insured: formatAmount(sumInsured, currency),
    insurance_end_date: stack.period.end,
    cancelled_from: stack.cancelledFrom,
  };
}

function endorsedBy({ place }: Checked, typed: Typed): Endorsed | null {
  const { endorsement } = readEndorsement(place.ground, typed);
  if (!endorsement || faultsOf(place, endorsement).length > 0) return null;
  return endorseInPlace(place.history, endorsement);
}

// Every way of the same change, the one that was chosen marked; one that is not valid on this date is left out.
function alternatives(checked: Checked, day: Day, currency: string): Effect['alternatives'] {
  const { typed, ground } = checked;
  const chosen = basisOf(typed);
  return alternativesOf({ ...typed, date: day }, { start: ground.stack.period.start }).flatMap(
    ({ basis, type, typed: other }) => {
      const own = typed.type === type && chosen === basis;
      const effect = own ? checked.effect : endorsedBy(checked, other);
      return effect
        ? [{ basis, endorsementtype: type, chosen: own, ...shownTotals(effect.premium, effect.figures, currency) }]
        : [];
    },
  );
}

function movedLines(figures: PlacementFigures, names: ReadonlyMap<number, string>, currency: string) {
  const money = (amount: bigint) => formatAmount(amount, currency);
  return figures.lines
    .filter((line) => !isNil(line))
    .map((line) => ({
      security: { id: line.securityId, name: names.get(line.securityId) ?? '' },
      share: line.share,
      sharepremium: money(line.sharePremium),
      commission: money(line.commission),
      brokerage: money(line.brokerage),
      tax: money(line.taxOfSecurity),
      deductions: money(line.deductions),
      netpayable: money(line.netPayable),
    }));
}

/** What is worked out again because it takes effect later. */
export function replayWords({ place: { later } }: Checked): string[] {
  if (later === 0) return [];
  const those = later === 1 ? 'an approved endorsement' : `${later} approved endorsements`;
  return [
    `It takes effect before ${those}: the policy is worked out again from its day, and the difference is noted now.`,
  ];
}

/**
 * The effect of an endorsement, shown before anything is saved, next to the other ways of the same change on its date.
 */
export async function shownEffect(
  ctx: Ctx,
  policy: Policy,
  { checked, input, day }: { checked: Checked; input: EndorsementInput; day: Day },
): Promise<Effect> {
  const { effect, faults, ground, words } = checked;
  const { currency } = policy;
  const { stack } = ground;
  const ids = effect ? effect.figures.lines.map((line) => line.securityId) : [];
  const placed = stack.terms.lines.map((line) => line.securityId);
  const names = await namesOf(ctx, [...new Set([...ids, ...placed, policy.reinsured_id])]);
  const notes = effect ? notesOf(effect.figures) : [];
  return {
    currency,
    endorsed: await endorsedCount(ctx, policy.id),
    faults,
    warnings: replayWords(checked),
    across: acrossWords(checked.place.ground, checked.typed),
    days_left: daysLeft(stack.period, day),
    days_in_period: daysInPeriod(stack.period.start, stack.period.end),
    alternatives: alternatives(checked, day, currency),
    change: effect && shownTotals(effect.premium, effect.figures, currency),
    words: words.changed,
    securities: effect ? movedLines(effect.figures, names, currency) : [],
    notes: notes.map((note) => ({
      kind: note.kind,
      party: names.get(note.securityId ?? policy.reinsured_id) ?? '',
      amount: formatAmount(note.amount, currency),
    })),
    set_off: await setOffOf(ctx, policy, { checked, input, day: ctx.today }),
    in_force: {
      fac: stack.terms.fac,
      cedant_commission: stack.terms.commission,
      brokerage: stack.terms.brokerage,
      securities: stack.terms.lines.map((line) => ({
        security: { id: line.securityId, name: names.get(line.securityId) ?? '' },
        resident: line.resident,
        share: line.share,
        commission: line.commission ?? null,
        brokerage: line.brokerage ?? null,
      })),
      sections: checked.sections.map(({ name, sumInsured, premium }) => ({
        name,
        sum_insured: sumInsured === null ? null : formatAmount(sumInsured, currency),
        premium: premium === null ? null : formatAmount(premium, currency),
      })),
    },
    before: policyTotals(stack, ground.sumInsured, currency),
    after: effect && policyTotals(effect.stack, sumInsuredWith(checked), currency),
  };
}

/** What an endorsement as typed would do to an approved policy; nothing is saved. */
export async function endorsementEffect(ctx: Ctx, { body }: Decoded<typeof effectOfEndorsement>): Promise<Effect> {
  const policy = await readPolicy(ctx, body.policy);
  if (policy.status !== 'APPROVED') throw new AppError('NOT_ENDORSABLE');
  const { effective_date: effective } = body;
  // A cancellation from the first day has no other date.
  const date = body.endorsementtype === 'CANCEL_FLAT' ? policy.insurance_start_date : effective;
  const input: EndorsementInput = { ...body, description: body.description ?? '', effective_date: date };
  const checked = await readTyped(ctx, policy, { input, number: 0 });
  return shownEffect(ctx, policy, { checked, input, day: effective });
}
