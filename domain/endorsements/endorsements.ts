import { divideRounded } from '../values/decimal.ts';
import { addDays, addMonths, daysInPeriod, laterOf, type Day, wholeMonths } from '../values/day.ts';
import { sum } from '../values/money.ts';
import { HUNDRED, type Rate } from '../values/rate.ts';
import type { LayerTerms, PlacementFigures } from '../placements/figures.ts';
import { addFigures, negateFigures, noFigures, presentFigures } from '../placements/figure-sums.ts';
import { chargesMoved } from './charges.ts';
import {
  acrossOf,
  daysLeft,
  daysOf,
  premiumOn,
  ratedOn,
  returnableOn,
  ruleOf,
  sumExactly,
  unearnedExactly,
  unearnedOn,
  withLayer,
  withReturn,
  type Change,
  type Layer,
  type Part,
  type Period,
  type PolicyStack,
  type Tranche,
} from './layers.ts';
import { layerAcross, placedAnew, redivided, type Replacement } from './redivision.ts';

export const ENDORSEMENT_TYPES = [
  'NEW',
  'AP',
  'RP',
  'EXT',
  'NIL',
  'SEC',
  'CANCEL_PRORATA',
  'CANCEL_SHORT',
  'CANCEL_FLAT',
  'RENEWAL',
] as const;
export type EndorsementType = (typeof ENDORSEMENT_TYPES)[number];

export const ENDORSEMENT_LABELS: Record<EndorsementType, string> = {
  NEW: 'Original',
  AP: 'Additional premium',
  RP: 'Return premium',
  EXT: 'Extension',
  NIL: 'No premium',
  SEC: 'Change of securities',
  CANCEL_PRORATA: 'Cancellation pro rata',
  CANCEL_SHORT: 'Cancellation at short rate',
  CANCEL_FLAT: 'Cancellation from the first day',
  RENEWAL: 'Renewal',
};

/** What a short-rate cancellation gives back of the unearned premium, unless the firm says otherwise. §2. */
export const SHORT_RATE: Rate = 90_000_000n;

/** A change of the rated period's premium: `change` ÷ `over`, exact; absent 1. */
type Rated = { change: bigint; over?: bigint };
/**
 * 100 % premium to add: an amount, or a change of the rated period's premium of which the days left count. `rated` is that
 * change where the sum insured made it and the amount is flat; where the amount itself was keyed, it counts as of its days.
 */
export type Added = { keyed: bigint; rated?: Rated } | Rated;
/**
 * 100 % premium to give back: an amount, all that is unearned, or a part of it (sum insured from `of` down by `part`).
 * `lowered` is of a return that the sum insured made: by how much of it the annual premium is less, whatever was given back.
 */
export type Returned = (Unearned | Part) & { lowered?: Part };
/** `atLeast` stays on the policy: the minimum premium of an adjustable one. */
export type Unearned = { keyed: bigint } | { unearned: 'ALL'; atLeast?: bigint };

type Dated = { date: Day; number: number };

/** An endorsement as entered: amounts positive, in minor units, of 100 %; `terms` are those in force from its date. §2. */
export type Endorsement = Dated &
  /** A reinstatement premium is earned at once: neither returned nor re-divided later. C12. */
  (
    | { type: 'AP'; premium: Added; terms: LayerTerms; reinstates?: true }
    | { type: 'EXT'; premium: { keyed: bigint } | { proRata: true }; terms: LayerTerms; end: Day }
    | { type: 'RP' | 'CANCEL_PRORATA'; premium: Returned }
    | { type: 'CANCEL_SHORT'; premium: Unearned; shortRate?: Rate }
    | { type: 'SEC'; placement: Replacement }
    | { type: 'CANCEL_FLAT' | 'NIL' }
  );

/** What an endorsement does: its 100 % premium and figures, both signed (a return is negative), and the policy after it. */
export type Endorsed = { premium: bigint; figures: PlacementFigures; stack: PolicyStack };

const onLastDay = ({ tranches, period }: PolicyStack) =>
  tranches.flatMap((tranche) => tranche.layers).filter((layer) => layer.end === period.end && layer.earned !== true);

/** The annual premium in force on the last day of cover: an extension goes on with it. §2. */
const annualInForce = (stack: PolicyStack) => sumExactly(onLastDay(stack).map((layer) => layer.annual));

/** Premium of added days: the annual premium in force × days added ÷ days of the rated period, rounded once. §2. */
function extensionPremium(stack: PolicyStack, end: Day): bigint {
  const days = daysOf({ start: addDays(stack.period.end, 1), end });
  // Each layer in force, per day of its own.
  if (ruleOf(stack) === 1)
    return sum(onLastDay(stack).map((layer) => divideRounded(layer.premium * days, daysOf(layer))));
  const { of, by } = annualInForce(stack);
  return divideRounded(of * days, by * daysOf(stack.rated));
}

/** The premium of a change for the days left to the end as extended, out of the days that were rated. §2. */
function addedPremium(stack: PolicyStack, date: Day, { change, over = 1n }: { change: bigint; over?: bigint }): bigint {
  // An extension lengthened the divisor too.
  const rated = ruleOf(stack) === 1 ? stack.period : stack.rated;
  return divideRounded(change * BigInt(daysLeft(stack.period, date)), over * daysOf(rated));
}

const isReinstatement = (endorsement: Endorsement) => endorsement.type === 'AP' && endorsement.reinstates === true;

const ratedOf = (premium: Added): Rated | undefined => ('change' in premium ? premium : premium.rated);

/** What a new layer comes to over the rated period; a reinstatement is no rate of the cover. */
function annualOf(
  stack: PolicyStack,
  endorsement: Extract<Endorsement, { type: 'AP' | 'EXT' }>,
  layer: Omit<Layer, 'annual'>,
) {
  if (isReinstatement(endorsement)) return { of: 0n, by: 1n };
  const rated = endorsement.type === 'AP' ? ratedOf(endorsement.premium) : undefined;
  if (rated !== undefined) return { of: rated.change, by: rated.over ?? 1n };
  if (endorsement.type === 'EXT' && 'proRata' in endorsement.premium) return annualInForce(stack);
  return { of: layer.premium * daysOf(stack.rated), by: daysOf(layer) };
}

/** A return as far as what must stay on the policy lets it go. §2. */
function down(stack: PolicyStack, amount: bigint, { atLeast }: { atLeast?: bigint }): bigint {
  if (atLeast === undefined) return amount;
  const most = returnableOn(stack) - atLeast;
  if (most <= 0n) return 0n;
  return amount < most ? amount : most;
}

function returned(stack: PolicyStack, date: Day, premium: Returned): bigint {
  if ('keyed' in premium) return premium.keyed;
  if ('unearned' in premium) return down(stack, unearnedOn(stack, date), premium);
  if (premium.of <= 0n) return 0n;
  const { of, by } = unearnedExactly(stack, date);
  return divideRounded(of * premium.part, by * premium.of);
}

/** What a return at short rate gives back of all that is unearned, in minor units, rounded once. §2 CANCEL_SHORT. */
function shortReturn(stack: PolicyStack, date: Day, rate: Rate): bigint {
  const { of, by } = unearnedExactly(stack, date);
  return divideRounded(of * rate, by * HUNDRED);
}

/** The most that an endorsement of a type can give back of the 100 % premium: all that was noted from the first day alone. §8, C12. */
export const mostReturned = (stack: PolicyStack, { type }: Pick<Endorsement, 'type'>): bigint =>
  type === 'CANCEL_FLAT' ? premiumOn(stack) : returnableOn(stack);

/** The 100 % premium of an endorsement in minor units: positive when it adds, negative when it gives back. §2. */
export function endorsementPremium(stack: PolicyStack, endorsement: Endorsement): bigint {
  const { date } = endorsement;
  switch (endorsement.type) {
    case 'AP':
      return 'keyed' in endorsement.premium
        ? endorsement.premium.keyed
        : addedPremium(stack, date, endorsement.premium);
    case 'EXT':
      return 'keyed' in endorsement.premium ? endorsement.premium.keyed : extensionPremium(stack, endorsement.end);
    case 'RP':
    case 'CANCEL_PRORATA':
      return -returned(stack, date, endorsement.premium);
    case 'CANCEL_SHORT':
      return 'keyed' in endorsement.premium
        ? -endorsement.premium.keyed
        : -down(stack, shortReturn(stack, date, endorsement.shortRate ?? SHORT_RATE), endorsement.premium);
    case 'CANCEL_FLAT':
      return -premiumOn(stack);
    default:
      return 0n;
  }
}

const lastDayOfCover = ({ period, cancelledFrom }: PolicyStack): Day =>
  cancelledFrom === null ? period.end : addDays(cancelledFrom, -1);

function changed(stack: PolicyStack, endorsement: Endorsement, premium: bigint): Change {
  const { date, number } = endorsement;
  switch (endorsement.type) {
    case 'AP':
    case 'EXT': {
      const last = isReinstatement(endorsement) ? date : lastDayOfCover(stack);
      const end = endorsement.type === 'EXT' ? endorsement.end : last;
      const earned = isReinstatement(endorsement) && { earned: true as const };
      const layer = { start: date, end, origin: number, premium, ...earned };
      const annual = annualOf(stack, endorsement, layer);
      const terms = { ...endorsement.terms, rule: ruleOf(stack) };
      const { placements, tranches } = stack;
      return acrossOf(stack, endorsement) === null
        ? withLayer(tranches, { ...layer, annual }, terms)
        : layerAcross({ tranches, placements }, { ...layer, annual }, terms);
    }
    case 'RP':
    case 'CANCEL_PRORATA':
      return withReturn(stack.tranches, date, { amount: -premium, lowered: endorsement.premium.lowered });
    case 'CANCEL_SHORT':
      return withReturn(stack.tranches, date, { amount: -premium });
    case 'SEC':
      return redivided(stack.tranches, date, endorsement.placement);
    case 'CANCEL_FLAT':
      return { tranches: [], figures: negateFigures(ratedOn(stack)) };
    default:
      return { tranches: stack.tranches, figures: noFigures() };
  }
}

/** The terms in force once an endorsement is approved: the next additional premium is made on them. §2. */
export function termsAfter(stack: PolicyStack, endorsement: Endorsement): LayerTerms {
  // What is keyed for days before is of the lines of those days; those of now stay.
  if (acrossOf(stack, endorsement) !== null || isReinstatement(endorsement)) return stack.terms;
  // The rule of figures is the policy's, whatever an endorsement was kept with.
  if ('terms' in endorsement) return { ...endorsement.terms, rule: ruleOf(stack) };
  return 'placement' in endorsement ? placedAnew(stack.terms, endorsement.placement) : stack.terms;
}

/** What an endorsement moves of the taxes that are reckoned once on the policy; a cancellation from the first day mirrors all. */
function chargesOf(stack: PolicyStack, { type }: Endorsement, after: { tranches: Tranche[]; terms: LayerTerms }) {
  if (type === 'CANCEL_FLAT') return negateFigures(stack.charges);
  // Words move no premium; lines that stay through a change of panel keep every figure.
  if (type === 'NIL' || type === 'SEC') return noFigures();
  const { tranches, terms } = after;
  const noted = tranches.map((tranche) => tranche.terms);
  const { charges } = stack;
  const charging = { charges, before: ratedOn(stack), after: ratedOn({ tranches }), terms, noted };
  return chargesMoved(charging, type === 'AP' || type === 'EXT');
}

const cancels = (type: EndorsementType) => type.startsWith('CANCEL');

/**
 * The effect of an endorsement: with unchanged terms the figures of the whole computed afresh less those already noted, per
 * security and component; where a rate changed, the difference alone at the new rate; returns at the rates of the layers
 * returned. debitNote = Σ net + Σ brokerage + Σ taxes holds for the difference too. Ask `endorsementFaults` first. §2.
 */
export function endorse(stack: PolicyStack, endorsement: Endorsement): Endorsed {
  const premium = endorsementPremium(stack, endorsement);
  const { tranches, figures } = changed(stack, endorsement, premium);
  const { type, date } = endorsement;
  const terms = termsAfter(stack, endorsement);
  const charges = chargesOf(stack, endorsement, { tranches, terms });
  // An extension begins after the current end, and words move no premium: neither shuts out an endorsement before it.
  const lastDate = type === 'EXT' || type === 'NIL' ? stack.lastDate : laterOf(stack.lastDate ?? date, date);
  const placements =
    type === 'SEC'
      ? [...stack.placements.filter((placement) => placement.from < date), { from: date, lines: terms.lines }]
      : stack.placements;
  return {
    premium,
    figures: presentFigures(addFigures(figures, charges), terms.lines),
    stack: {
      charges: addFigures(stack.charges, charges),
      rated: stack.rated,
      period: type === 'EXT' ? { ...stack.period, end: endorsement.end } : stack.period,
      terms,
      tranches,
      placements,
      lastDate,
      closedOn: type === 'SEC' || cancels(type) ? lastDate : stack.closedOn,
      cancelledFrom: cancels(type) ? date : stack.cancelledFrom,
    },
  };
}

/** The policy after its approved endorsements in order of approval. §2. */
export function replay(original: PolicyStack, endorsements: readonly Endorsement[]): PolicyStack {
  return endorsements.reduce((stack, one) => endorse(stack, one).stack, original);
}

/** A note that an endorsement or a policy makes; `amount` is positive. */
export type NoteToMake = {
  kind: 'DN' | 'CN';
  party: 'REINSURED' | 'SECURITY';
  securityId: number | null;
  amount: bigint;
};

/**
 * The notes for figures: what is added is a debit note to the reinsured and credit notes to the securities, what is given
 * back a credit note to the reinsured and debit notes to the securities; nothing makes no note. §2.
 */
export function notesOf(figures: PlacementFigures): NoteToMake[] {
  const { debitNote } = figures;
  const size = (amount: bigint) => (amount < 0n ? -amount : amount);
  const notes: NoteToMake[] = [
    { kind: debitNote < 0n ? 'CN' : 'DN', party: 'REINSURED', securityId: null, amount: size(debitNote) },
    ...figures.lines.map(({ netPayable, securityId }): NoteToMake => ({
      kind: netPayable < 0n ? 'DN' : 'CN',
      party: 'SECURITY',
      securityId,
      amount: size(netPayable),
    })),
  ];
  return notes.filter((note) => note.amount > 0n);
}

/**
 * The period that follows a cover's end, as long as the original one, which an extension does not lengthen: as many whole
 * months where it was whole months, else as many days. §2 RENEWAL.
 */
export function renewalPeriod(original: Period, end: Day = original.end): Period {
  const next = addDays(end, 1);
  const months = wholeMonths(original.start, original.end);
  const days = daysInPeriod(original.start, original.end);
  return { start: next, end: months === undefined ? addDays(next, days - 1) : addDays(addMonths(next, months), -1) };
}
