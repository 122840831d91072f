/** Endorsements of an earlier day: the policy is replayed in order of effect, and the difference is noted now. §2. */
import type { FieldError } from '../errors.ts';
import { presentFigures, subtractFigures } from '../placements/figure-sums.ts';
import type { Day } from '../values/day.ts';
import { sum } from '../values/money.ts';
import {
  endorse,
  endorsementPremium,
  mostReturned,
  replay,
  type Endorsed,
  type Endorsement,
  type EndorsementType,
} from './endorsements.ts';
import { notedOn, premiumOn, type PolicyStack } from './layers.ts';

/** An approved endorsement as far as what follows it depends on it; sum insured in minor units, from its date on. */
export type Effective = { type: EndorsementType; date: Day; sumInsured: bigint | null; applied: Endorsement };

/** A policy as first approved, and its approved endorsements in the order of their approval. */
export type History = { first: PolicyStack; sumInsured: bigint; approved: readonly Effective[] };

type Dated = Pick<Effective, 'type' | 'date'>;

const isMoney = ({ type }: Dated) => type === 'AP' || type === 'RP';
// These take from all that was noted before them, whatever its day: nothing is put in front of them.
const takesFromAll = ({ type }: Dated) => type === 'SEC' || type.startsWith('CANCEL');

/** Where among endorsements in order of effect one has its place: at the end, or before the first of a later day. */
function placeOf(ordered: readonly Dated[], one: Dated): number {
  if (!isMoney(one)) return ordered.length;
  const closed = ordered.findLastIndex(takesFromAll);
  // Across what closed its days it is keyed: nothing that came later takes of it.
  const isKeyed = ordered
    .slice(0, closed + 1)
    .some((other) => other.date > one.date && other.type !== 'EXT' && other.type !== 'NIL');
  if (isKeyed) return ordered.length;
  const place = ordered.findIndex((other, index) => index > closed && isMoney(other) && other.date > one.date);
  return place < 0 ? ordered.length : place;
}

/**
 * Endorsements, given in order of approval, in order of effect: those that move premium by their days, as far back as the
 * last change of securities or cancellation; an extension, which has no day of its own to choose, stays where it came. So
 * do a change of securities and a cancellation: each divides or gives back what is unearned on its day of every layer, one
 * that begins later in full, which is what they come to in their place. §2.
 */
export function inOrderOfEffect<E extends Dated>(approved: readonly E[]): E[] {
  return approved.reduce<E[]>((ordered, one) => ordered.toSpliced(placeOf(ordered, one), 0, one), []);
}

type Insured = Pick<Effective, 'type' | 'date' | 'sumInsured'>;

/** What each endorsement changed the sum insured by, in order of effect, in minor units. */
export function sumInsuredChanges<E extends Insured>(history: {
  sumInsured: bigint;
  approved: readonly E[];
}): { of: E; change: bigint }[] {
  return history.approved.reduce<{ of: E; change: bigint }[]>((ordered, of) => {
    const place = placeOf(
      ordered.map((other) => other.of),
      of,
    );
    const before = history.sumInsured + sum(ordered.slice(0, place).map((other) => other.change));
    const change = of.sumInsured === null ? 0n : of.sumInsured - before;
    return ordered.toSpliced(place, 0, { of, change });
  }, []);
}

/** The sum insured with all the endorsements of a history, in minor units. */
export const sumInsuredAfter = (history: Pick<History, 'sumInsured' | 'approved'>): bigint =>
  history.sumInsured + sum(sumInsuredChanges(history).map((one) => one.change));

const stackAfter = ({ first }: History, ordered: readonly Effective[]) =>
  replay(
    first,
    ordered.map((one) => one.applied),
  );

/** The policy as it is with all its endorsements. §2. */
export const stackOf = (history: History): PolicyStack => stackAfter(history, inOrderOfEffect(history.approved));

/**
 * The policy as an endorsement meets it: with those that come before it in order of effect; `later` counts those after it,
 * which are worked out again. Sum insured in minor units. §2.
 */
export function groundBefore(history: History, one: Dated): { stack: PolicyStack; sumInsured: bigint; later: number } {
  const ordered = inOrderOfEffect(history.approved);
  const place = placeOf(ordered, one);
  const changes = sumInsuredChanges(history).slice(0, place);
  return {
    stack: stackAfter(history, ordered.slice(0, place)),
    sumInsured: history.sumInsured + sum(changes.map((other) => other.change)),
    later: ordered.length - place,
  };
}

/** The effect of an endorsement in its place: what the whole comes to with it less what is noted without it. §2. */
export function endorseInPlace(history: History, applied: Endorsement): Endorsed {
  const ordered = inOrderOfEffect(history.approved);
  const place = placeOf(ordered, applied);
  const now = stackAfter(history, ordered);
  if (place === ordered.length) return endorse(now, applied);
  const before = stackAfter(history, ordered.slice(0, place));
  const later = ordered.slice(place).map((one) => one.applied);
  const stack = replay(before, [applied, ...later]);
  return {
    premium: premiumOn(stack) - premiumOn(now),
    figures: presentFigures(subtractFigures(notedOn(stack), notedOn(now)), stack.terms.lines),
    stack: { ...stack, lastDate: now.lastDate },
  };
}

const RETURN = 'Return premium exceeds the premium on the policy.';

/** A later return that the policy could not bear any more with an earlier endorsement in its place. §8 return premium. */
export function laterFaults(history: History, applied: Endorsement): FieldError[] {
  const ordered = inOrderOfEffect(history.approved);
  const place = placeOf(ordered, applied);
  const later = ordered.slice(place).map((one) => one.applied);
  let stack = endorse(stackAfter(history, ordered.slice(0, place)), applied).stack;
  for (const one of later) {
    if (-endorsementPremium(stack, one) > mostReturned(stack, one)) return [{ field: 'premium', message: RETURN }];
    stack = endorse(stack, one).stack;
  }
  return [];
}
