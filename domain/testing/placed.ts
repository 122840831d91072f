/** A policy with its endorsements as placementAt reads them, without a database: for tests of what is presented of it. */
import { notedOn, premiumOn, type PolicyStack } from '../endorsements/layers.ts';
import { endorseInPlace, type History } from '../endorsements/replaying.ts';
import type { Endorsement } from '../endorsements/endorsements.ts';
import { textsOf } from '../placements/fields.ts';
import type { PlacementFigures } from '../placements/figures.ts';
import {
  NO_STAGES,
  placementOf,
  type ApprovedEndorsement,
  type Placement,
  type PlacementRows,
} from '../placements/placement.ts';
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

/** Each endorsement is booked as it was worked out when it was approved, in the order of approval. */
export function placed(
  original: PolicyStack,
  applied: readonly Given[],
  { currency = 'KES', sumInsured = 50_000_000_000n, sections = [] }: Besides = {},
): { placement: Placement; noted: PlacementFigures[]; history: History } {
  const { terms, period } = original;
  const first = notedOn(original);
  const noted: PlacementFigures[] = [];
  const endorsements: ApprovedEndorsement[] = [];
  for (const { sumInsured: insured = null, section = null, ...one } of applied) {
    const { premium, figures } = endorseInPlace({ first: original, sumInsured, approved: endorsements }, one);
    noted.push(figures);
    const id = endorsements.length + 1;
    const row = { id, number: `E${id}`, type: one.type, date: one.date, description: '', postedOn: null, words: null };
    endorsements.push({ ...row, sumInsured: insured, premium, applied: one, lines: [], figures, section });
  }
  const ids = new Set(noted.flatMap(({ lines }) => lines.map((line) => line.securityId)));
  const slip = {
    umr: '',
    notifiedOn: null,
    sections: { risk: {}, security: {}, subscription: {}, fiscal: {}, remuneration: {} },
  };
  const placement = placementOf(
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
  return { placement, noted: [first, ...noted], history: { first: original, sumInsured, approved: endorsements } };
}
