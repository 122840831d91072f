/** A policy with its endorsements as placementAt reads them, without a database: for tests of what is presented of it. */
import { NO_STAGES } from '../placements/line-stages.ts';
import { notedOn, premiumOn, type PolicyStack } from '../endorsements/layers.ts';
import { endorseInPlace, type History } from '../endorsements/replaying.ts';
import type { Endorsement } from '../endorsements/endorsements.ts';
import { textsOf } from '../placements/fields.ts';
import type { PlacementFigures } from '../placements/figures.ts';
import { placementOf, type ApprovedEndorsement, type Placement, type PlacementRows } from '../placements/placement.ts';
import type { Section } from '../slips/sections.ts';

const ref = { id: 1, name: '' };
const FACTS = {
  id: 7,
  version: 1,
  market: 'LOCAL',
  figuresRule: 2,
  status: 'APPROVED',
  reference: 'NBO/FAC/2026/000001',
  branch: { ...ref, code: 'NBO' },
  reinsured: ref,
  insured: ref,
  cover: { ...ref, class: null, classIds: [] },
  producer: { id: 1, name: 'Maker' },
  riskCountry: null,
  instalments: [],
  currency: 'KES',
  dateOffered: '2026-02-20',
  adjustment: null,
  excessAmount: null,
  texts: textsOf({}),
  paymentTerms: 'LUMP_30',
  remittanceDays: 30,
  warranty: null,
  clauses: [],
  postedOn: '2026-03-01',
  slip: null,
} satisfies Partial<PlacementRows>;

const security = (securityId: number) => ({
  securityId,
  name: `Security ${securityId}`,
  status: 'ACTIVE',
  market: 'LOCAL' as const,
  lineLimit: null,
  ratedOn: null,
});

/** An endorsement with what its form says besides: the sum insured from its day on, the section that it moves. */
export type Given = Endorsement & { sumInsured?: bigint; section?: number };
/** What it has besides its stack; 500,000,000.00 are insured unless it says otherwise. */
type Besides = { currency?: string; sumInsured?: bigint; sections?: readonly Section[] };

/** A history whose endorsements were booked. */
export type Booked = Omit<History, 'approved'> & { approved: readonly ApprovedEndorsement[] };

/** A policy as first approved. */
export const firstOf = (first: PolicyStack, { sumInsured = 50_000_000_000n }: Besides = {}): Booked => ({
  first,
  sumInsured,
  approved: [],
});

/** The same with one more endorsement, booked as it is worked out when it is approved. */
export function withBooked(history: Booked, given: Given): Booked {
  const { sumInsured = null, section = null, ...one } = given;
  const { premium, figures } = endorseInPlace(history, one);
  const id = history.approved.length + 1;
  const row = { id, number: `E${id}`, type: one.type, date: one.date, description: '', postedOn: null, words: null };
  const booked = { ...row, sumInsured, premium, keyed: null, applied: one, lines: [], figures, section };
  return { ...history, approved: [...history.approved, booked] };
}

/** The placement with all of a history. */
export function presented(history: Booked, { currency = 'KES', sections = [] }: Besides = {}): Placement {
  const { first: original, sumInsured, approved: endorsements } = history;
  const { terms, period } = original;
  const first = notedOn(original);
  const ids = new Set(endorsements.flatMap(({ figures }) => figures.lines.map((line) => line.securityId)));
  const slip = {
    umr: '',
    notifiedOn: null,
    sections: { risk: {}, security: {}, subscription: {}, fiscal: {}, remuneration: {} },
  };
  return placementOf(
    {
      ...FACTS,
      currency,
      slip: sections.length === 0 ? null : { ...slip, bySection: sections },
      terms: {
        period,
        sumInsured,
        rate: null,
        premium: premiumOn(original),
        fac: terms.fac,
        commission: terms.commission,
        brokerage: terms.brokerage,
      },
      lines: terms.lines.map((line) => ({
        ...security(line.securityId),
        ...line,
        id: line.securityId,
        offer: line.share,
        commission: line.commission ?? null,
        brokerage: line.brokerage ?? null,
        stages: { ...NO_STAGES, reference: `R${line.securityId}` },
      })),
      taxes: {
        booked: first.lines.flatMap((line) => line.taxes.map((tax) => ({ ...tax, lineId: line.securityId }))),
      },
      endorsements,
      securities: [...ids].map(security),
    },
    null,
  );
}

/** A policy with its endorsements, and what each part of it noted. */
export function placed(
  original: PolicyStack,
  applied: readonly Given[],
): { placement: Placement; noted: PlacementFigures[] } {
  const history = applied.reduce(withBooked, firstOf(original));
  return { placement: presented(history), noted: notedBy(history) };
}

/** What the original and each endorsement noted, in the order of approval. */
export const notedBy = ({ first, approved }: Booked): PlacementFigures[] => [
  notedOn(first),
  ...approved.map((one) => one.figures),
];
