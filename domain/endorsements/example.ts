/** The example of §2, as the tests of endorsements share it. */
import { parseAmount } from '../values/money.ts';
import { parseRate } from '../values/rate.ts';
import type { Typed } from './bases.ts';
import { replay, type Added, type Endorsement, type Returned } from './endorsements.ts';
import type { LayerTerms, PlacementFigures, TaxRule } from '../placements/figures.ts';
import { originalStack, type PolicyStack } from './layers.ts';

export const percent = (text: string) => parseRate(text) as bigint;
export const kes = (text: string) => parseAmount(text, 'KES') as bigint;

export const WHT: TaxRule = {
  taxId: 1,
  code: 'WHT',
  name: 'Withholding tax',
  rate: percent('5'),
  basis: 'GROSS',
  borneBy: 'SECURITY',
  appliesTo: 'NON_RESIDENT',
  market: null,
  classId: null,
};
export const TERMS: LayerTerms = {
  fac: percent('60'),
  commission: percent('25'),
  brokerage: percent('5'),
  market: 'LOCAL',
  classIds: [1],
  lines: [
    { securityId: 1, resident: true, share: percent('25') },
    { securityId: 2, resident: true, share: percent('20') },
    { securityId: 3, resident: false, share: percent('15') },
  ],
  taxes: [WHT],
};

/** 365 days; from DATE on 146 of them are left. */
export const YEAR = { start: '2026-03-01', end: '2027-02-28' };
export const DATE = '2026-10-06';

/** An endorsement form in which nothing is typed yet. */
export const NOTHING_TYPED: Typed = {
  type: 'AP',
  date: DATE,
  number: 1,
  basis: null,
  keyed: null,
  sumInsured: null,
  end: null,
  commission: null,
  brokerage: null,
  fac: null,
  lines: null,
};
export const EXAMPLE = originalStack({ period: YEAR, terms: TERMS, premium: kes('1250000.00') });

export const nets = (figures: PlacementFigures) => figures.lines.map((line) => line.netPayable);
export const after = (...endorsements: Endorsement[]) => replay(EXAMPLE, endorsements);
export const stackOf = (premium: bigint, period = YEAR, terms = TERMS): PolicyStack =>
  originalStack({ period, terms, premium });

export function ap(change: { date?: string; number?: number; premium?: Added; terms?: LayerTerms } = {}): Endorsement {
  return { type: 'AP', number: 1, date: DATE, premium: { keyed: kes('100000.00') }, terms: TERMS, ...change };
}
export function rp(premium: Returned, date = DATE): Endorsement {
  return { type: 'RP', number: 2, date, premium };
}
export function cancel(date = DATE): Endorsement {
  return { type: 'CANCEL_PRORATA', number: 9, date, premium: { unearned: 'ALL' } };
}
export const FLAT: Endorsement = { type: 'CANCEL_FLAT', number: 9, date: YEAR.start };
