import { describe, expect, test } from 'vitest';
import { isComplete, slipFindings } from './check.ts';
import type { SlipStage } from './terms.ts';
import type { Slip, SlipFacts } from './slip.ts';
import { EMPTY, FACTS, GOOD, percent, sectionOf } from './example.ts';

type Change<K extends keyof Slip> = Partial<NonNullable<Slip[K]>>;
const withPart = <K extends 'risk' | 'security' | 'subscription' | 'fiscal' | 'remuneration'>(
  key: K,
  change: Change<K>,
): Slip => ({ ...GOOD, [key]: { ...GOOD[key], ...change } });
const risk = (change: Change<'risk'>) => withPart('risk', change);
const findings = (slip: Slip, facts: Partial<SlipFacts> = {}, stage: SlipStage = 'SIGNED') =>
  slipFindings(slip, { ...FACTS, ...facts }, stage).map((one) => `${one.severity} ${one.field}: ${one.message}`);

test('a whole slip has no finding, and its shape is the form’s', () => {
  expect(findings(GOOD)).toEqual([]);
  expect(isComplete(slipFindings(GOOD, FACTS, 'SIGNED'))).toBe(true);
});

test('an empty slip is refused under every heading, in MRC order', () => {
  const found = slipFindings(EMPTY, { ...FACTS, warrantyDay: null }, 'SIGNED');
  expect([...new Set(found.map((one) => one.heading))]).toEqual([
    'RISK',
    'INFORMATION',
    'SECURITY',
    'SUBSCRIPTION',
    'FISCAL',
    'REMUNERATION',
  ]);
  expect(found.filter((one) => one.severity === 'refuse')).toHaveLength(41);
  expect(isComplete(found)).toBe(false);
});

describe('risk details', () => {
  test.each<[Slip, string]>([
    [risk({ umr: '' }), 'refuse risk.umr: Enter the unique market reference.'],
    [
      risk({ umr: 'B123NBO' }),
      'refuse risk.umr: A UMR is B, the broker number of 4 digits and up to 12 letters or digits.',
    ],
    [risk({ umr: 'B9999NBO1' }), "refuse risk.umr: The UMR begins with another broker's number than 1234."],
    [risk({ type: '' }), 'refuse risk.type: Enter the type.'],
    [risk({ start_time: '' }), 'refuse risk.start_time: Enter the time of inception.'],
    [risk({ end_time: undefined }), 'refuse risk.end_time: Enter the time of expiry.'],
    [risk({ time_zone: '' }), 'refuse risk.time_zone: Enter the time zone.'],
    [risk({ interest: '' }), 'refuse risk.interest: Enter the interest.'],
    [
      risk({ interest: 'TBA' }),
      'refuse risk.interest: "TBA" leaves the interest open: settle this before the slip is shown.',
    ],
    [
      risk({ situation: 'Locations to be advised by the cedant' }),
      'refuse risk.situation: "to be advised" leaves the situation open: settle this before the slip is shown.',
    ],
    [
      risk({ situation: 'Nairobi (tbc)' }),
      'refuse risk.situation: "tbc" leaves the situation open: settle this before the slip is shown.',
    ],
    [
      risk({ interest: 'As expiring' }),
      'refuse risk.interest: "As expiring" leaves the interest open: settle this before the slip is shown.',
    ],
    [risk({ situation: 'N/A' }), 'refuse risk.situation: "N/A" is not a term: enter the situation.'],
    [risk({ situation: 'Various' }), 'refuse risk.situation: "Various" is not a term: enter the situation.'],
    [risk({ situation: 'None' }), 'refuse risk.situation: "None" is not a term: enter the situation.'],
    [risk({ excess: '-' }), 'refuse risk.excess: "-" is not a term: enter the excess, or None.'],
    [risk({ limit: '' }), 'refuse risk.limit: Enter the limit or sum insured.'],
    [
      risk({ limit: '500,000,000 any one loss' }),
      'refuse risk.limit: Write the currency of the limit or sum insured as its ISO code, such as USD.',
    ],
    [
      risk({ limit: 'US$ 500,000,000' }),
      'refuse risk.limit: Write the currency of the limit or sum insured as its ISO code, such as USD, not as "$".',
    ],
    [
      risk({ limit: 'UKP 5,000' }),
      'refuse risk.limit: Write the currency of the limit or sum insured as its ISO code, such as USD, not as "UKP".',
    ],
    [
      risk({ excess: 'Kshs 100,000' }),
      'refuse risk.excess: Write the currency of the excess as its ISO code, such as USD, not as "Kshs".',
    ],
    [risk({ choice_of_law: '' }), 'refuse risk.choice_of_law: Enter the choice of law.'],
    [risk({ jurisdiction: '' }), 'refuse risk.jurisdiction: Enter the jurisdiction.'],
    [risk({ payment_terms: '' }), 'refuse risk.payment_terms: Enter the premium payment terms.'],
    [risk({ conditions: '' }), 'refuse risk.conditions: Add clauses or write the conditions.'],
    [
      risk({ conditions: 'LMA3100 to be agreed' }),
      'refuse risk.conditions: "to be agreed" leaves the conditions open: settle this before the slip is shown.',
    ],
    [
      risk({
        conditions: 'LMA3100 applies. Rates for new locations to be agreed by the slip leader before they attach.',
      }),
      'advise risk.conditions: "to be agreed" leaves the conditions open: settle this before the slip is shown.',
    ],
    [risk({ conditions: 'As original.' }), 'advise risk.conditions: There is no sanctions clause, such as LMA3100.'],
    [risk({ taxes_payable: [] }), 'refuse risk.taxes_payable: Name each tax payable and who pays it, or None.'],
    [
      risk({ taxes_payable: [{ tax: 'Premium tax 1%' }] }),
      'refuse risk.taxes_payable.0.payable_by: Enter the payer of this tax.',
    ],
    [
      risk({ taxes_payable: [{ tax: 'TBA', payable_by: 'Reinsured' }] }),
      'refuse risk.taxes_payable.0.tax: "TBA" leaves the tax open: settle this before the slip is shown.',
    ],
  ])('case %#', (slip, message) => {
    expect(findings(slip)).toEqual([message]);
  });

  test.each<[Partial<SlipFacts>, string]>([
    [{ reinsured: '' }, 'refuse reinsured: Enter the reinsured.'],
    [
      { insured: 'TBA' },
      'refuse insurancecompany: "TBA" leaves the original insured open: settle this before the slip is shown.',
    ],
    [{ end: '2026-02-28' }, 'refuse insurance_end_date: End date must not be before start date.'],
    [{ currency: 'UKP' }, 'refuse currency: UKP is not an ISO currency code.'],
    [{ sumInsured: 0n }, 'refuse sum_insured: Sum insured must be more than 0.'],
    [{ premium: 0n }, 'refuse premium: Premium must be more than 0.'],
  ])('of the policy, case %#', (facts, message) => {
    expect(findings(risk({ subjectivities: [] }), facts)).toEqual([message]);
  });

  const [whole] = GOOD.risk.subjectivities ?? [];
  if (!whole) throw new Error('no subjectivity');
  test.each([
    [{ by: null }, 'refuse risk.subjectivities.0.by: Enter the day by which this is to be met.'],
    [
      { by: '2027-03-01' },
      'advise risk.subjectivities.0.by: This subjectivity may be met after the period ends on Feb 28, 2027.',
    ],
    [{ until_met: '' }, 'refuse risk.subjectivities.0.until_met: Enter the cover until it is met.'],
    [{ consequence: '' }, 'refuse risk.subjectivities.0.consequence: Enter the consequence of not meeting it.'],
    [
      { what: 'TBC' },
      'refuse risk.subjectivities.0.what: "TBC" leaves the subjectivity open: settle this before the slip is shown.',
    ],
  ])('a subjectivity with %j', (change, message) => {
    expect(findings(risk({ subjectivities: [{ ...whole, ...change }] }))).toEqual([message]);
  });

  test('what may be none, and words that only look open', () => {
    expect(findings(risk({ excess: 'Nil', subjectivities: [], taxes_payable: [{ tax: 'None' }] }))).toEqual([]);
    expect(findings(risk({ interest: 'Tobacco stores of TBAX Limited, Atbara' }))).toEqual([]);
    const limit = 'TSI KES5,000,000 and USD 10,000 each, PML 30%';
    expect(findings(risk({ limit }), { sumInsured: 1_000_000n })).toEqual([]);
    expect(findings(risk({ conditions: '' }), { clauses: [{ code: 'LMA3100', title: 'Sanctions' }] })).toEqual([]);
  });
});

describe('information and security', () => {
  test.each<[Slip, Partial<SlipFacts>, string]>([
    [{ ...GOOD, information: '' }, {}, 'refuse information: Enter the information, or None.'],
    [
      withPart('security', { liability: '' }),
      {},
      'refuse security.liability: Add the reinsurers’ liability clause, LMA3333 or its like.',
    ],
    [
      withPart('security', { liability: 'As agreed' }),
      {},
      'refuse security.liability: This says nothing of several liability: add the reinsurers’ liability clause, LMA3333 or its like.',
    ],
    [GOOD, { order: 0n, lines: [] }, 'refuse fac: Order hereon must be more than 0 and at most 100%.'],
    [
      withPart('security', { written_basis: undefined }),
      {},
      'refuse security.written_basis: Choose the basis of written lines.',
    ],
    [
      withPart('security', { signed_basis: undefined }),
      {},
      'refuse security.signed_basis: Choose the basis of signed lines.',
    ],
    [
      withPart('security', { signing_provisions: '' }),
      {},
      'refuse security.signing_provisions: Enter the signing provisions.',
    ],
    [GOOD, { lines: [] }, 'refuse securities: No security has a line on this slip.'],
    [GOOD, { order: percent('65') }, 'refuse securities: Signed lines total 60%: 5% short of the order of 65%.'],
    [GOOD, { order: percent('55') }, 'refuse securities: Signed lines total 60%: 5% over the order of 55%.'],
    [
      withPart('security', { stamps: [{ security: 1, stamp: '0510', reference: 'KLN26A' }] }),
      {},
      'refuse securities.1.stamp: Enter the stamp of Amlin Re.',
    ],
    [
      withPart('security', { stamps: [{ security: 1, stamp: '0510' }, ...(GOOD.security.stamps ?? []).slice(1)] }),
      {},
      'refuse securities.0.reference: Enter the reference of Kiln 510.',
    ],
  ])('case %#', (slip, facts, message) => {
    expect(findings(slip, facts)).toContain(message);
  });
  const [first, second] = FACTS.lines;
  if (!first || !second) throw new Error('no lines');
  test.each([
    [{ ...first, written: 0n }, 'refuse securities.0.offer: Enter the written line of Kiln 510.'],
    [{ ...first, signed: 0n }, 'refuse securities.0.share: Enter the signed line of Kiln 510.'],
    [{ ...first, written: percent('35') }, 'refuse securities.0.share: Kiln 510 is signed for more than it wrote.'],
  ])('a line, case %#', (line, message) => {
    expect(findings(GOOD, { lines: [line, second] })).toContain(message);
  });
  test('the liability clause may be among the clauses; one security alone needs no signing provisions', () => {
    const clauses = [{ code: 'LSW1001', title: 'Several liability notice' }];
    expect(findings(withPart('security', { liability: '' }), { clauses })).toEqual([]);
    const alone = withPart('security', { signing_provisions: '' });
    expect(findings(alone, { lines: [{ ...first, written: percent('60'), signed: percent('60') }] })).toEqual([]);
  });
  test('an offer is not asked for lines', () => {
    const offer = withPart('security', { stamps: [] });
    expect(
      findings({ ...offer, subscription: { ...GOOD.subscription, leader: null } }, { lines: [] }, 'OFFER'),
    ).toEqual([]);
    expect(findings(offer, {}, 'OFFER')).toEqual([]);
  });
});

describe('subscription, fiscal, remuneration', () => {
  test.each<[Slip, string]>([
    [withPart('subscription', { leader: null }), 'refuse subscription.leader: Name the slip leader.'],
    [withPart('subscription', { leader: 9 }), 'refuse subscription.leader: The slip leader has no line on this slip.'],
    [
      withPart('subscription', { leader: 2 }),
      'advise subscription.leader: The slip leader usually has the first line.',
    ],
    [
      withPart('subscription', { contract_changes: '' }),
      'refuse subscription.contract_changes: Enter the basis of agreement to contract changes.',
    ],
    [
      withPart('subscription', { other_parties: '' }),
      'refuse subscription.other_parties: Enter the other agreement parties for contract changes, or None.',
    ],
    [
      withPart('subscription', { claims_agreement: 'None' }),
      'refuse subscription.claims_agreement: "None" is not a term: enter the claims agreement parties.',
    ],
    [
      withPart('subscription', { claims_basis: '' }),
      'refuse subscription.claims_basis: Enter the basis of claims agreement.',
    ],
    [
      withPart('subscription', { delegated_claims: '' }),
      'refuse subscription.delegated_claims: Enter the delegated claims authority, or None.',
    ],
    [withPart('subscription', { expert_fees: '' }), 'refuse subscription.expert_fees: Enter the expert fees, or None.'],
    [
      withPart('subscription', { settlement_due_date: null }),
      'refuse subscription.settlement_due_date: Enter the settlement due date.',
    ],
    [
      withPart('subscription', { settlement_due_date: '2026-02-28' }),
      'advise subscription.settlement_due_date: The settlement due date is before cover begins.',
    ],
    [
      withPart('subscription', { settlement_due_date: '2026-05-01' }),
      'advise subscription.settlement_due_date: The premium must be paid by Apr 30, 2026, before this day.',
    ],
    [
      withPart('subscription', { bureau_arrangements: '' }),
      'refuse subscription.bureau_arrangements: Enter the bureau arrangements.',
    ],
    [
      withPart('subscription', { non_bureau_arrangements: '' }),
      'refuse subscription.non_bureau_arrangements: Enter the non-bureau arrangements.',
    ],
    [
      withPart('fiscal', { tax_payable: '' }),
      'refuse fiscal.tax_payable: Enter the tax payable by reinsurers, or None.',
    ],
    [withPart('fiscal', { country_of_origin: '' }), 'refuse fiscal.country_of_origin: Choose the country of origin.'],
    [withPart('fiscal', { country_of_origin: 'UK' }), 'refuse fiscal.country_of_origin: Choose the country of origin.'],
    [withPart('fiscal', { overseas_broker: '' }), 'refuse fiscal.overseas_broker: Enter the overseas broker, or None.'],
    [
      withPart('fiscal', { client_classification: 'N/A' }),
      'refuse fiscal.client_classification: "N/A" is not a term: enter the regulatory client classification.',
    ],
    [withPart('fiscal', { risk_codes: [] }), 'refuse fiscal.risk_codes: Allocate the premium to risk codes.'],
    [
      withPart('fiscal', { risk_codes: [{ code: 'P3', percent: percent('99.5') }] }),
      'refuse fiscal.risk_codes: Risk codes total 99.5%: they must make 100%.',
    ],
    [
      withPart('fiscal', { risk_codes: [{ code: 'P', percent: percent('100') }] }),
      'refuse fiscal.risk_codes.0.code: A risk code has two letters or digits.',
    ],
    [
      withPart('fiscal', {
        risk_codes: [
          { code: 'P3', percent: percent('50') },
          { code: 'P3', percent: percent('50') },
        ],
      }),
      'refuse fiscal.risk_codes: A risk code is entered twice.',
    ],
    [
      withPart('fiscal', {
        risk_codes: [
          { code: 'P3', percent: percent('100') },
          { code: 'B3', percent: 0n },
        ],
      }),
      'refuse fiscal.risk_codes.1.percent: Percentage must be more than 0.',
    ],
    [withPart('remuneration', { brokerage: '' }), 'refuse remuneration.brokerage: Enter the brokerage, or None.'],
    [
      withPart('remuneration', { fees: '' }),
      'refuse remuneration.fees: Enter the fees payable by the client, or None.',
    ],
    [
      withPart('remuneration', { fees: 'GBP 100 or £90' }),
      'refuse remuneration.fees: Write the currency of the fees payable by the client as its ISO code, such as USD, not as "£".',
    ],
    [
      withPart('remuneration', { deductions: '' }),
      'refuse remuneration.deductions: Enter the other deductions from premium, or None.',
    ],
  ])('case %#', (slip, message) => {
    expect(findings(slip)).toEqual([message]);
  });
  test('arrangements are asked for only where somebody settles so', () => {
    const lines = FACTS.lines.map((line) => ({ ...line, bureau: true }));
    expect(findings(withPart('subscription', { non_bureau_arrangements: '' }), { lines })).toEqual([]);
  });
});

describe('sections', () => {
  const base = { ...GOOD, risk: { ...GOOD.risk, limit: '', interest: '' } };
  const one = sectionOf({
    name: 'Property',
    interest: 'Buildings',
    limit: 'USD 400,000,000',
    premium: 100_000_000n,
  });
  const two = sectionOf({
    name: 'Revenue',
    interest: 'Loss of revenue',
    limit: 'USD 100,000,000',
    premium: 25_000_000n,
  });
  test('two whole sections have no finding; what they leave out is the risk details’', () => {
    expect(findings({ ...base, sections: [one, two] })).toEqual([]);
    expect(findings({ ...GOOD, sections: [sectionOf({ name: 'A' }), sectionOf({ name: 'B' })] })).toEqual([]);
  });
  test.each<[Slip['sections'], string]>([
    [[one, { ...two, limit: '' }], 'refuse sections.1.limit: Enter the limit or sum insured.'],
    [[{ ...one, interest: '' }, two], 'refuse sections.0.interest: Enter the interest.'],
    [
      [{ ...one, limit: 'UKP 400' }, two],
      'refuse sections.0.limit: Write the currency of the limit or sum insured as its ISO code, such as USD, not as "UKP".',
    ],
    [[one, { ...two, name: 'property' }], 'refuse sections.1.name: This section is there already.'],
    [
      [one, { ...two, premium: 25_000_001n }],
      'refuse sections: Sections total USD 1,250,000.01 but the premium is USD 1,250,000.00.',
    ],
    [
      [one, { ...two, premium: null }],
      'refuse sections.1.premium: Enter the premium of this section as of the others.',
    ],
    [
      [one, { ...two, conditions: 'TBA' }],
      'refuse sections.1.conditions: "TBA" leaves the conditions open: settle this before the slip is shown.',
    ],
    [
      [{ ...one, premium: 125_000_000n }],
      'advise sections: One section alone: write its terms under the risk details.',
    ],
  ])('case %#', (sections, message) => {
    expect(findings({ ...base, sections })).toEqual([message]);
  });
});
