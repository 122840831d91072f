/** A policy or slip on a day: what its page, papers, check, files and renewals present. §2 Endorsements. */
import type { Day } from '../values/day.ts';
import { sum } from '../values/money.ts';
import type { Rate } from '../values/rate.ts';
import type { Adjustment } from './adjustment.ts';
import type { Endorsement, EndorsementType } from '../endorsements/endorsements.ts';
import type { PlacementTexts } from './fields.ts';
import { addFigures, presentFigures } from './figure-sums.ts';
import {
  type FiguresRule,
  type KeptFigures,
  type LineFigures,
  type Market,
  placementFigures,
  type PlacementFigures,
  type PlacementLine,
  taxedLine,
  type TaxFigure,
  type TaxRule,
  totalFigures,
} from './figures.ts';
import type { KeyedInstalment, Warranty } from './instalments.ts';
import { type LineStages, NO_STAGES } from './line-stages.ts';
import { originalStack, type Period, type PolicyStack } from '../endorsements/layers.ts';
import type { SlipParts } from '../slips/contract.ts';
import { type Section, sectionsAfter } from '../slips/sections.ts';
import { stackOf, sumInsuredChanges } from '../endorsements/replaying.ts';
import { standingOn } from '../endorsements/in-force.ts';
import { wordsAfter, type WordsChange } from '../endorsements/words.ts';
import type { PolicyStatus } from './states.ts';
import { taxesAt, type PlacedTax } from './tax-place.ts';
import type { TermsOfPayment } from './terms.ts';

type Named = { id: number; name: string };

/** A security that has or had a line, as the register has it today. */
export type Security = {
  securityId: number;
  name: string;
  status: string;
  market: Market;
  lineLimit: Rate | null;
  ratedOn: Day | null;
};

/** A line as entered; `commission` and `brokerage` are null where the placement's own rates hold. */
export type EnteredLine = Security &
  PlacementLine & {
    id: number;
    offer: Rate;
    commission: Rate | null;
    brokerage: Rate | null;
    stages: LineStages;
    /** Absent where the line was not read from what is kept. */
    kept?: KeptFigures;
  };

/** A line with the rates that it is computed at and its figures; `changed` where an endorsement set or brought it. */
export type PlacedLine = Omit<EnteredLine, 'id'> & {
  commissionRate: Rate;
  brokerageRate: Rate;
  figures: LineFigures;
  changed: boolean;
};

/** The terms of a placement at one time; amounts in minor units, premium and sum insured of 100 %. */
export type TermsAt<L extends PlacedLine = PlacedLine> = {
  period: Period;
  sumInsured: bigint;
  /** Null where the premium was keyed, or is no longer the rate's alone. */
  rate: Rate | null;
  premium: bigint;
  fac: Rate;
  commission: Rate;
  brokerage: Rate;
  lines: readonly L[];
  /** In total, and per line: those in force first, then those that have left. */
  figures: PlacementFigures;
};

/** A line of an approved endorsement with what was booked for its security. */
export type EndorsedLine = {
  securityId: number;
  name: string;
  commissionRate: Rate;
  brokerageRate: Rate;
  figures: LineFigures;
};

/** An approved endorsement with what it applied and what was booked for it: on each line, and in total. */
export type ApprovedEndorsement = {
  id: number;
  number: string;
  type: EndorsementType;
  date: Day;
  description: string;
  sumInsured: bigint | null;
  /** What it changed beside figures; null where it changed no words. */
  words: WordsChange | null;
  /** The section of a slip whose premium it moves, by its place; null: all in proportion. */
  section: number | null;
  premium: bigint;
  /** What was keyed for its days, where a renewal goes on with it (`Priced`). */
  keyed: bigint | null;
  applied: Endorsement;
  postedOn: Day | null;
  lines: readonly EndorsedLine[];
  figures: PlacementFigures;
};

/** An approved endorsement of a placement on a day: whether it counts by then, and the policy before and after it. */
export type PlacedEndorsement = ApprovedEndorsement & { counts: boolean; before: PolicyStack; after: PolicyStack };

export type PlacedClause = { id: number; code: string; title: string; wording_version: number; latest_version: number };

/** What no endorsement changes, but for the words of one without premium. */
type Facts = {
  id: number;
  version: number;
  market: Market;
  status: PolicyStatus;
  reference: string;
  branch: Named & { code: string };
  reinsured: Named;
  insured: Named;
  /** Null where nobody said it. */
  riskCountry: string | null;
  /** Whose business it is. */
  producer: { id: number; name: string };
  cover: Named & { class: string | null; classIds: readonly number[] };
  currency: string;
  /** By which figures are worked out; the one that it was approved under. */
  figuresRule: FiguresRule;
  dateOffered: Day;
  adjustment: Adjustment | null;
  excessAmount: bigint | null;
  texts: PlacementTexts;
  paymentTerms: TermsOfPayment;
  /** As entered by hand; none with other terms. */
  instalments: readonly KeyedInstalment[];
  remittanceDays: number;
  warranty: Warranty | null;
  clauses: readonly PlacedClause[];
  postedOn: Day | null;
  /** What a London slip has besides; null of a local policy. */
  slip: { umr: string; notifiedOn: Day | null; sections: SlipParts; bySection: readonly Section[] } | null;
};

/** What an endorsement may change without moving premium. §2 NIL. */
export type Words = Pick<Facts, 'insured' | 'texts' | 'clauses' | 'slip'>;

/** A placement as it was read: its terms as entered, and its endorsements in the order in which they were approved. */
export type PlacementRows = Facts & {
  terms: Omit<TermsAt, 'lines' | 'figures'>;
  lines: readonly EnteredLine[];
  /** Of a booked placement the taxes that each line was booked with, by the line's id; else the rules of its first day. */
  taxes: { booked: readonly (TaxFigure & { lineId: number })[] } | { rules: readonly PlacedTax[] };
  endorsements: readonly ApprovedEndorsement[];
  /** Those that an endorsement brought. */
  securities: readonly Security[];
};

/**
 * A placement as at `day`: `original` as it was entered and first booked, `current` with the endorsements that count by
 * then, or with all approved ones where the day is null. `stack` has the premium layers of `current`, `first` those of the
 * original; `placements` say whose
 * lines hold from which day, by all approved endorsements whatever the day. Its words are those of the day too; `entered` has
 * those of the original.
 */
export type Placement = Facts & {
  day: Day | null;
  entered: Words;
  original: TermsAt<PlacedLine & { id: number }>;
  current: TermsAt;
  cancelledFrom: Day | null;
  endorsements: readonly PlacedEndorsement[];
  securities: readonly Security[];
  first: PolicyStack;
  stack: PolicyStack;
  placements: PolicyStack['placements'];
};

/** A London slip. */
export type SlipPlacement = Placement & { slip: NonNullable<Placement['slip']> };

/** Figures as booked, or of an unbooked placement as today's rules give them. A document keeps its rates. §2. */
function originalFigures({ taxes, ...rows }: PlacementRows): PlacementFigures {
  const { terms, market, cover, figuresRule, lines, branch, riskCountry: country, currency } = rows;
  const placed = { ...terms, rule: figuresRule, market, classIds: cover.classIds, lines };
  if ('rules' in taxes)
    return placementFigures({ ...placed, taxes: taxesAt(taxes.rules, { branchId: branch.id, country, currency }) });
  const untaxed = placementFigures({ ...placed, taxes: [] });
  return totalFigures(
    untaxed.lines.map((line, index) =>
      taxedLine(
        line,
        taxes.booked.filter((tax) => tax.lineId === lines[index]?.id).map(({ lineId: _line, ...tax }) => tax),
      ),
    ),
  );
}

/**
 * The taxes of booked figures as rules, whatever the configuration says now. A tax that fell on some lines only is that of
 * their residence.
 */
function bookedRules({ lines: booked }: PlacementFigures, lines: readonly PlacementLine[]): TaxRule[] {
  const rules = new Map<string, { rule: TaxRule; on: Set<number> }>();
  for (const { securityId, taxes } of booked) {
    // What is charged once on the policy is in no layer's terms.
    for (const { amount: _amount, charge, ...tax } of taxes) {
      if (charge != null) continue;
      const key = `${tax.taxId}/${tax.rate}/${tax.basis}/${tax.borneBy}`;
      const rule: TaxRule = { ...tax, appliesTo: 'ALL', market: null, classId: null };
      const known = rules.get(key) ?? { rule, on: new Set<number>() };
      known.on.add(securityId);
      rules.set(key, known);
    }
  }
  return [...rules.values()].map(({ rule, on }) => {
    if (lines.every((line) => on.has(line.securityId))) return rule;
    const abroad = lines.every((line) => !on.has(line.securityId) || !line.resident);
    return { ...rule, appliesTo: abroad ? 'NON_RESIDENT' : 'RESIDENT' };
  });
}

function layersOf(rows: PlacementRows, noted: PlacementFigures): PolicyStack {
  const { terms, market, cover, figuresRule: rule } = rows;
  const lines = rows.lines.map(({ securityId, resident, share, commission, brokerage }) => ({
    securityId,
    resident,
    share,
    commission,
    brokerage,
  }));
  const { fac, commission, brokerage, period, premium } = terms;
  const taxes = bookedRules(noted, lines);
  return originalStack({
    period,
    terms: { rule, fac, commission, brokerage, market, classIds: cover.classIds, lines, taxes },
    premium,
    noted,
  });
}

function withFigures<L extends Omit<PlacedLine, 'commissionRate' | 'brokerageRate' | 'figures'>>(
  lines: readonly L[],
  { commission, brokerage }: Pick<TermsAt, 'commission' | 'brokerage'>,
  figures: PlacementFigures,
) {
  return lines.map((line, index) => {
    const own = figures.lines[index];
    if (!own) throw new Error('A line has no figures.');
    return {
      ...line,
      commissionRate: line.commission ?? commission,
      brokerageRate: line.brokerage ?? brokerage,
      figures: own,
    };
  });
}

/** A line in force after endorsements: one whose share they left alone is still the line that was written. */
function endorsedLine(rows: PlacementRows, line: PlacementLine) {
  const entered = rows.lines.find((one) => one.securityId === line.securityId);
  const security = entered ?? rows.securities.find((one) => one.securityId === line.securityId);
  if (!security) throw new Error(`Security ${line.securityId} is not there.`);
  const changed = entered?.share !== line.share;
  return {
    ...security,
    ...line,
    commission: line.commission ?? null,
    brokerage: line.brokerage ?? null,
    offer: changed ? line.share : entered.offer,
    stages: entered?.stages ?? NO_STAGES,
    changed,
  };
}

/** What the original and the endorsements that count brought, per security in the order in which each first came on. */
export function broughtBy({ original, endorsements }: Pick<Placement, 'original' | 'endorsements'>): PlacementFigures {
  return endorsements
    .filter((one) => one.counts)
    .reduce((total, one) => addFigures(total, one.figures), original.figures);
}

type Insuring = { sumInsured: bigint; approved: readonly ApprovedEndorsement[] };
type Standing = { day: Day | null; standing: readonly ApprovedEndorsement[] };

/**
 * What each endorsement changed the sum insured by, in its place among all that were approved, as far as its day has come: one of a later day insures nothing before
 * it, though a change of securities divides its premium, and one that is keyed across such a change was approved on top of it. Exposure says the same in SQL.
 */
const insuredBy = (history: Insuring, day: Day | null) =>
  sumInsuredChanges(history).map(({ of, change }) => ({ of, change: day === null || of.date <= day ? change : 0n }));

/** The sections of a slip with what endorsements brought to each, so that they add up to the slip as it is by then: its premium, and its sum insured. */
export function sectionsWith(
  bySection: readonly Section[],
  history: Insuring,
  { day, standing }: Standing = { day: null, standing: history.approved },
): readonly Section[] {
  if (bySection.length === 0) return bySection;
  const moves = insuredBy(history, day).map(({ of, change }) => ({
    section: of.section,
    premium: standing.includes(of) ? of.premium : 0n,
    sumInsured: change,
  }));
  return sectionsAfter(bySection, moves);
}

function withSections(words: Words, history: Insuring, on: Standing): Words {
  const { slip } = words;
  return slip === null ? words : { ...words, slip: { ...slip, bySection: sectionsWith(slip.bySection, history, on) } };
}

/** A placement in the words in which it was first agreed, for papers of the original. */
export const asEntered = <P extends Placement>(placement: P): P => ({ ...placement, ...placement.entered });

/** A placement as at a day from what was read of it; null: with all its approved endorsements. §2 Endorsements. */
export function placementOf(rows: PlacementRows, day: Day | null): Placement {
  const { terms, lines, taxes: _taxes, endorsements: approved, securities, ...facts } = rows;
  const figures = originalFigures(rows);
  const unchanged = lines.map((line) => ({ ...line, changed: false }));
  const original = { ...terms, lines: withFigures(unchanged, terms, figures), figures };
  const { standing } = standingOn(approved, day);
  const history = { sumInsured: terms.sumInsured, approved };
  const { insured, texts, clauses, slip } = facts;
  const entered: Words = { insured, texts, clauses, slip };
  const layers = layersOf(rows, figures);
  const after = (some: readonly ApprovedEndorsement[]) =>
    stackOf({ first: layers, sumInsured: terms.sumInsured, approved: some });
  const stages = approved.map((_, index) => after(approved.slice(0, index + 1)));
  const endorsements = approved.map((one, index) => ({
    ...one,
    counts: standing.includes(one),
    before: stages[index - 1] ?? layers,
    after: stages[index] ?? layers,
  }));
  const whole = stages.at(-1) ?? layers;
  const stack = standing.length === approved.length ? whole : after(standing);
  const own = lines.map(({ securityId, name, status, market, lineLimit, ratedOn }) => ({
    securityId,
    name,
    status,
    market,
    lineLimit,
    ratedOn,
  }));
  const common = {
    ...facts,
    ...withSections(wordsAfter(entered, approved, day), history, { day, standing }),
    day,
    entered,
    original,
    first: layers,
    endorsements,
    securities: [...own, ...securities],
    stack,
    placements: whole.placements,
  };
  if (standing.length === 0) return { ...common, current: original, cancelledFrom: null };
  const moved = sum(standing.map((one) => one.premium));
  const sumInsured = terms.sumInsured + sum(insuredBy(history, day).map(({ change }) => change));
  const { fac, commission, brokerage } = stack.terms;
  const booked = presentFigures(broughtBy(common), stack.terms.lines);
  const inForce = stack.terms.lines.map((line) => endorsedLine(rows, line));
  return {
    ...common,
    cancelledFrom: stack.cancelledFrom,
    current: {
      period: stack.period,
      sumInsured,
      // It goes on making the premium of the sum insured while endorsements leave both as they are.
      rate: moved === 0n && sumInsured === terms.sumInsured ? terms.rate : null,
      premium: terms.premium + moved,
      fac,
      commission,
      brokerage,
      lines: withFigures(inForce, { commission, brokerage }, booked),
      figures: booked,
    },
  };
}
