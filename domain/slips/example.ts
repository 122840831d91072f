/** A slip on which a checker finds nothing, as the tests share it. */
import { parseRate } from '../values/rate.ts';
import type { Section } from './sections.ts';
import type { Slip, SlipFacts } from './slip.ts';

/** A section with the figures that are named, and no others. */
export const sectionOf = (one: Pick<Section, 'name'> & Partial<Section>): Section => ({
  sumInsured: null,
  limitAmount: null,
  premium: null,
  ...one,
});

export const percent = (text: string) => parseRate(text) as bigint;

export const GOOD: Slip = {
  risk: {
    umr: 'B1234NBO26000123',
    type: 'Facultative reinsurance, property all risks',
    start_time: '00:01',
    end_time: '23:59',
    time_zone: 'Local standard time at the place of the risk',
    interest: 'Buildings, plant and machinery, stock and loss of revenue',
    limit: 'Sum insured USD 500,000,000 any one occurrence',
    excess: 'USD 100,000 each and every loss',
    situation: 'Industrial Area, Nairobi, Kenya',
    conditions: 'As original. Sanction limitation and exclusion clause LMA3100.',
    subjectivities: [
      {
        what: 'Survey report of the sprinkler system',
        by: '2026-05-01',
        until_met: 'Full cover',
        consequence: 'Cover ends 14 days after notice',
      },
    ],
    choice_of_law: 'England and Wales',
    jurisdiction: 'Courts of England and Wales',
    payment_terms: 'LSW3001, 60 days from inception',
    taxes_payable: [{ tax: 'Withholding tax 5%', payable_by: 'Reinsurers' }],
  },
  information: 'Loss record of five years and schedule of values as shown to reinsurers.',
  security: {
    liability: '(Re)insurers liability clause LMA3333',
    written_basis: 'WHOLE',
    signed_basis: 'WHOLE',
    signing_provisions: 'Lines written to stand are not signed down without agreement.',
    stamps: [
      { security: 1, stamp: '0510', reference: 'KLN26A' },
      { security: 2, stamp: '2001', reference: 'AML/77' },
    ],
  },
  subscription: {
    leader: 1,
    contract_changes: 'GUA (version 2.0) with non-marine schedule',
    other_parties: 'None',
    claims_agreement: 'Slip leader and second agreement party',
    claims_basis: 'Lloyd’s claims scheme',
    delegated_claims: 'None',
    expert_fees: 'Collected by the broker from each reinsurer',
    settlement_due_date: '2026-04-29',
    bureau_arrangements: 'Delinked accounts, premium processing clause',
    non_bureau_arrangements: 'Premium and claims paid direct through the broker',
  },
  fiscal: {
    tax_payable: 'None',
    country_of_origin: 'KE',
    overseas_broker: 'None',
    client_classification: 'Reinsurance',
    risk_codes: [
      { code: 'P3', percent: percent('80') },
      { code: 'B3', percent: percent('20') },
    ],
  },
  remuneration: { brokerage: '5% of gross premium', fees: 'None', deductions: 'Ceding commission 25%' },
};
export const FACTS: SlipFacts = {
  brokerNumber: '1234',
  reinsured: 'Savannah Insurance',
  insured: 'Rift Valley Mills',
  start: '2026-03-01',
  end: '2027-02-28',
  currency: 'USD',
  sumInsured: 50_000_000_000n,
  premium: 125_000_000n,
  order: percent('60'),
  commission: percent('25'),
  brokerage: percent('5'),
  taxes: [],
  taxesOfSecurities: [],
  clauses: [],
  lines: [
    {
      securityId: 1,
      name: 'Kiln 510',
      bureau: true,
      written: percent('40'),
      writtenOn: '2026-02-24',
      signed: percent('36'),
    },
    {
      securityId: 2,
      name: 'Amlin Re',
      bureau: false,
      written: percent('30'),
      writtenOn: '2026-02-24',
      signed: percent('24'),
    },
  ],
  countries: new Set(['KE', 'GB']),
  warrantyDay: '2026-04-30',
};

export const EMPTY: Slip = {
  risk: {},
  security: {},
  subscription: {},
  fiscal: {},
  remuneration: {},
};
