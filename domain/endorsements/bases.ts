import { divideRounded } from '../values/decimal.ts';
import { HUNDRED, type Rate } from '../values/rate.ts';
import type { FieldError } from '../errors.ts';
import type { Day } from '../values/day.ts';
import type { Added, Endorsement, EndorsementType, Returned, Unearned } from './endorsements.ts';
import type { Adjustment } from '../placements/adjustment.ts';
import type { LayerTerms, PlacementLine, TaxRule } from '../placements/figures.ts';
import {
  acrossOf,
  linesOn,
  proRata,
  returnableOn,
  ruleOf,
  unearnedExactly,
  type Across,
  type PolicyStack,
} from './layers.ts';
import { sum } from '../values/money.ts';

/** The types that a policy is endorsed with: the original is none, and a renewal makes a policy of its own. §2. */
export const ISSUED_TYPES = [
  'AP',
  'RP',
  'EXT',
  'NIL',
  'SEC',
  'CANCEL_PRORATA',
  'CANCEL_SHORT',
  'CANCEL_FLAT',
] as const satisfies readonly EndorsementType[];
export type IssuedType = (typeof ISSUED_TYPES)[number];

/** How the premium of an endorsement is worked out for its date. §2 Endorsements. */
export const BASES = ['PRO_RATA', 'SHORT', 'FLAT', 'KEYED'] as const;
export type Basis = (typeof BASES)[number];
export const BASIS_LABELS: Record<Basis, string> = {
  PRO_RATA: 'Pro rata',
  SHORT: 'Short rate',
  FLAT: 'Flat',
  KEYED: 'Keyed',
};

/** The bases that each type may take, the usual one first; a type of none moves no premium of its own. */
const BASES_OF: Record<IssuedType, readonly Basis[]> = {
  AP: ['PRO_RATA', 'FLAT', 'KEYED'],
  RP: ['PRO_RATA', 'SHORT', 'FLAT', 'KEYED'],
  EXT: ['PRO_RATA', 'KEYED'],
  NIL: [],
  SEC: [],
  CANCEL_PRORATA: ['PRO_RATA', 'KEYED'],
  CANCEL_SHORT: ['SHORT', 'KEYED'],
  CANCEL_FLAT: ['FLAT'],
};

const GIVE_BACK: readonly IssuedType[] = ['RP', 'SEC', 'CANCEL_PRORATA', 'CANCEL_SHORT', 'CANCEL_FLAT'];
/** Whether a type gives premium back: the reinsured's and the securities', or, of a change of securities, theirs alone. §2. */
export const givesBack = (type: IssuedType): boolean => GIVE_BACK.includes(type);

/** An endorsement as it was typed: amounts in minor units of 100 %, always positive. */
export type Typed = {
  type: IssuedType;
  date: Day;
  number: number;
  basis: Basis | null;
  keyed: bigint | null;
  /** The sum insured from its date on. */
  sumInsured: bigint | null;
  end: Day | null;
  commission: Rate | null;
  brokerage: Rate | null;
  fac: Rate | null;
  lines: readonly PlacementLine[] | null;
  /** An additional premium that puts a limit back. C12. */
  reinstates?: boolean;
};

/** The policy that is endorsed: as its approved endorsements made it, and as it was first approved. */
export type Ground = {
  stack: PolicyStack;
  original: { premium: bigint; sumInsured: bigint };
  sumInsured: bigint;
  /** The taxes in force on the effective date. §2. */
  taxes: readonly TaxRule[];
  shortRate: Rate;
  /** Where the premium is adjustable: what a cancellation keeps at least. */
  adjustment?: Pick<Adjustment, 'minimum' | 'kept'> | null;
};

/** The basis that is meant: the one chosen, a keyed amount, or the usual one of the type. */
export function basisOf({ type, basis, keyed }: Pick<Typed, 'type' | 'basis' | 'keyed'>): Basis | null {
  const usual = BASES_OF[type];
  return basis ?? (keyed !== null && usual.includes('KEYED') ? 'KEYED' : (usual[0] ?? null));
}

/** Of the lines on its day, with the commission and brokerage that were agreed for it: none where nothing was. C12. */
function reinstatementTerms(
  stack: PolicyStack,
  { commission, brokerage }: Typed,
  { lines, taxes }: Pick<LayerTerms, 'lines' | 'taxes'>,
): LayerTerms {
  return {
    ...stack.terms,
    fac: sum(lines.map((line) => line.share)),
    lines: lines.map((line) => ({ ...line, commission: null, brokerage: null })),
    taxes,
    commission: commission ?? 0n,
    brokerage: brokerage ?? 0n,
  };
}

function termsFrom({ stack, taxes }: Ground, typed: Typed): LayerTerms {
  const across = acrossOf(stack, typed) !== null;
  const lines = across ? linesOn(stack, typed.date) : stack.terms.lines;
  if (typed.reinstates === true) return reinstatementTerms(stack, typed, { lines, taxes });
  return {
    ...stack.terms,
    fac: across ? sum(lines.map((line) => line.share)) : stack.terms.fac,
    lines,
    taxes,
    commission: typed.commission ?? stack.terms.commission,
    brokerage: typed.brokerage ?? stack.terms.brokerage,
  };
}

// A whole period's premium of more sum insured is at the rate that the original was made at, keyed or not.
function added(ground: Ground, { sumInsured }: Typed, basis: Basis): Added | null {
  if (sumInsured === null) return null;
  const { original } = ground;
  const change = original.premium * (sumInsured - ground.sumInsured);
  const rounded = divideRounded(change, original.sumInsured);
  const rated = ruleOf(ground.stack) === 1 ? { change: rounded } : { change, over: original.sumInsured };
  return basis === 'FLAT' ? { keyed: rounded, rated } : rated;
}

function returnedPart(ground: Ground, { sumInsured, date }: Typed, basis: Basis): Returned | null {
  if (sumInsured === null) return null;
  const lowered = { part: ground.sumInsured - sumInsured, of: ground.sumInsured };
  const { part } = lowered;
  if (basis === 'PRO_RATA') return { ...lowered, lowered };
  const share = (amount: bigint) => divideRounded(amount * part, ground.sumInsured);
  if (basis === 'FLAT') return { keyed: share(returnableOn(ground.stack)), lowered };
  const { of, by } = unearnedExactly(ground.stack, date);
  return { keyed: divideRounded(of * part * ground.shortRate, by * ground.sumInsured * HUNDRED), lowered };
}

const KEY_IT = 'Enter the premium or the new sum insured.';

/**
 * What stays of the premium when an adjustable policy is cancelled, in minor units of 100 %: the minimum, in full or for the
 * days that cover ran out of those that were rated; null of a flat premium. §2.
 */
function keptOnCancelling({ stack, adjustment }: Ground, date: Day): bigint | null {
  if (!adjustment) return null;
  const { minimum, kept } = adjustment;
  return kept === 'FULL' ? minimum : minimum - proRata(minimum, stack.rated, date);
}

function cancelled(ground: Ground, date: Day): Returned {
  const atLeast = keptOnCancelling(ground, date);
  return atLeast === null ? { unearned: 'ALL' } : { unearned: 'ALL', atLeast };
}

function premiumOf(ground: Ground, typed: Typed): Added | Returned | { proRata: true } | null {
  const { type, keyed } = typed;
  const basis = basisOf(typed);
  if (basis === null) return null;
  if (basis === 'KEYED') return keyed === null ? null : { keyed };
  if (type === 'AP') return added(ground, typed, basis);
  if (type === 'RP') return returnedPart(ground, typed, basis);
  return type === 'EXT' ? { proRata: true } : cancelled(ground, typed.date);
}

const MINIMUM_STAYS = 'The minimum premium stays when this policy is cancelled. Give back less.';

/** A keyed cancellation that goes below what is kept. */
function keptFaults(ground: Ground, { type, date, keyed }: Typed, basis: Basis | null): FieldError[] {
  const atLeast = keptOnCancelling(ground, date);
  const isCut = basis === 'KEYED' && type.startsWith('CANCEL') && keyed !== null && atLeast !== null;
  return isCut && returnableOn(ground.stack) - keyed < atLeast ? [{ field: 'premium', message: MINIMUM_STAYS }] : [];
}

const ACROSS: Readonly<Record<Across, string>> = { SEC: 'a change of securities', CANCEL: 'the cancellation' };

/** What an endorsement of an earlier day lies before, in words; null where the policy is worked out again instead. §2. */
export function acrossWords({ stack }: Pick<Ground, 'stack'>, typed: Pick<Typed, 'type' | 'date'>): string | null {
  const across = acrossOf(stack, typed);
  return across && ACROSS[across];
}

/** That nobody says why an amount is keyed across a change of securities or a cancellation. §2. */
export function reasonFaults(
  ground: Pick<Ground, 'stack'>,
  typed: Pick<Typed, 'type' | 'date'>,
  reason: string | undefined,
): FieldError[] {
  const across = acrossWords(ground, typed);
  return across === null || (reason ?? '').trim().length >= 3
    ? []
    : [{ field: 'reason', message: `Say how the amount before ${across} was worked out.` }];
}

/** What is missing or of another type, before the rules of the policy apply. */
function typedFaults(ground: Ground, typed: Typed, premium: unknown): FieldError[] {
  const basis = basisOf(typed);
  const across = acrossWords(ground, typed);
  if (across !== null && basis !== 'KEYED')
    return [{ field: 'premium', message: `Key the premium: this takes effect before ${across}.` }];
  const faults: FieldError[] = [];
  if (basis !== null && !BASES_OF[typed.type].includes(basis))
    faults.push({ field: 'basis', message: 'Choose how the premium is worked out.' });
  else if (basis !== null && premium === null)
    faults.push({ field: 'premium', message: basis === 'KEYED' ? 'Enter the premium.' : KEY_IT });
  if (typed.type === 'EXT' && typed.end === null)
    faults.push({ field: 'insurance_end_date', message: 'Enter the last day of cover.' });
  if (typed.type === 'SEC' && (typed.lines === null || typed.lines.length === 0))
    faults.push({ field: 'securities', message: 'Enter the securities from this date on.' });
  if (typed.sumInsured !== null && typed.sumInsured <= 0n)
    faults.push({ field: 'sum_insured', message: 'Sum insured must be more than 0.' });
  return faults;
}

/**
 * An endorsement as typed, in the terms of the policy's rules; or every field that is missing. Ask `endorsementFaults`
 * with it next. §2 Endorsements.
 */
export function readEndorsement(
  ground: Ground,
  typed: Typed,
): { endorsement: Endorsement; faults: readonly [] } | { endorsement: null; faults: FieldError[] } {
  const premium = premiumOf(ground, typed);
  const faults = [...typedFaults(ground, typed, premium), ...keptFaults(ground, typed, basisOf(typed))];
  if (faults.length > 0) return { endorsement: null, faults };
  const terms = termsFrom(ground, typed);
  const dated = { date: typed.date, number: typed.number };
  const read = (): Endorsement => {
    switch (typed.type) {
      case 'AP':
        return {
          ...dated,
          type: 'AP',
          premium: premium as Added,
          terms,
          ...(typed.reinstates === true && { reinstates: true }),
        };
      case 'EXT':
        return {
          ...dated,
          type: 'EXT',
          premium: premium as { keyed: bigint } | { proRata: true },
          terms,
          end: typed.end ?? '',
        };
      case 'RP':
      case 'CANCEL_PRORATA':
        return { ...dated, type: typed.type, premium: premium as Returned };
      case 'CANCEL_SHORT':
        return {
          ...dated,
          type: 'CANCEL_SHORT',
          premium: premium as Unearned,
          shortRate: ground.shortRate,
        };
      case 'SEC': {
        const { fac } = ground.stack.terms;
        const placement = { fac: typed.fac ?? fac, lines: typed.lines ?? [], taxes: ground.taxes };
        return { ...dated, type: 'SEC', placement };
      }
      default:
        return { ...dated, type: typed.type };
    }
  };
  return { endorsement: read(), faults: [] };
}

type Alternative = { basis: Basis; type: IssuedType; typed: Typed };

const CANCELLED_BY: readonly [Basis, IssuedType][] = [
  ['PRO_RATA', 'CANCEL_PRORATA'],
  ['SHORT', 'CANCEL_SHORT'],
  ['FLAT', 'CANCEL_FLAT'],
];

/**
 * The ways in which the same change could be made, to be shown side by side for its date: each basis of the type, and for a
 * cancellation each type of cancellation (one from the first day takes effect on it). §2, issue Endorsements.
 */
export function alternativesOf(typed: Typed, { start }: { start: Day }): Alternative[] {
  if (!typed.type.startsWith('CANCEL'))
    return BASES_OF[typed.type].map((basis) => ({ basis, type: typed.type, typed: { ...typed, basis } }));
  const keyed = typed.type === 'CANCEL_FLAT' ? 'CANCEL_PRORATA' : typed.type;
  return [...CANCELLED_BY, ['KEYED', keyed] as const].map(([basis, type]) => ({
    basis,
    type,
    typed: { ...typed, basis, type, date: type === 'CANCEL_FLAT' ? start : typed.date },
  }));
}
