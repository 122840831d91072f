/** How a placement file becomes the form of a policy or a slip. Pure: whom and what it names has been matched before. */
import type * as z from 'zod/mini';
import type { policyBody } from '../placements/contract.ts';
import type { slipBody } from '../slips/contract.ts';
import { BY_HAND, type TermsOfPayment } from '../placements/terms.ts';
import type { Participation, PlacementContract, PlacementFile } from './placement.ts';

/** What the names of a file were matched with. `terms` are the firm's payment terms instead of the file's. */
export type Matched = {
  reinsured: number;
  insured: number;
  coverType: number;
  securities: readonly number[];
  clauses: readonly { id: number; wording_version: number }[];
  terms: string | null;
};

type PolicyForm = z.input<typeof policyBody>;
type SlipForm = z.input<typeof slipBody>;

/** A file that says nothing of claims leaves the usual terms. */
function claimTermsOf({ claims }: PlacementFile): Pick<PolicyForm, 'claim_terms'> {
  if (claims === undefined) return {};
  const { trigger, retroactive_date, ...terms } = claims;
  return { claim_terms: { ...terms, cover_trigger: trigger, retroactive_on: retroactive_date } };
}

function placementPart(file: PlacementFile, matched: Matched) {
  const { payment } = file;
  return {
    reinsured: matched.reinsured,
    insured: matched.insured,
    cover_type: matched.coverType,
    risk_country: file.country_of_risk ?? null,
    dateoffered: file.date_offered,
    insurance_start_date: file.period.start_date,
    insurance_end_date: file.period.end_date,
    currency: file.currency,
    sum_insured: file.sum_insured,
    rate: file.premium.rate,
    premium: file.premium.amount,
    fac: file.order,
    cedant_commission: file.ceding_commission,
    brokerage: file.brokerage,
    cedant_policy_number: file.cedant_policy_number,
    excess_amount: file.excess.amount,
    payment_terms: (matched.terms ?? payment.terms) as TermsOfPayment,
    // The firm's own terms instead of the file's have instalments of their own.
    instalments: matched.terms === null || matched.terms === BY_HAND ? (payment.instalments ?? null) : null,
    remittance_days: payment.remittance_days,
    warranty: payment.warranty,
    ...claimTermsOf(file),
    clauses: matched.clauses.map((clause) => ({ ...clause })),
  };
}

const ownRates = (line: Participation) => ({ commission: line.ceding_commission, brokerage: line.brokerage });

/** The form of a local policy. */
export function policyForm(file: PlacementFile, matched: Matched): PolicyForm {
  return {
    ...placementPart(file, matched),
    interest: file.interest,
    excess: file.excess.description,
    territory: file.situation,
    securities: file.participations.map((line, index) => ({
      security: matched.securities[index] ?? 0,
      offer: line.written_line ?? line.signed_line,
      share: line.signed_line,
      written_on: line.written_on,
      reference: line.reference,
      ...ownRates(line),
    })),
  };
}

function riskOf(file: PlacementFile, contract: PlacementContract): SlipForm['slip']['risk'] {
  return {
    type: contract.type,
    start_time: file.period.start_time ?? '',
    end_time: file.period.end_time ?? '',
    time_zone: file.period.time_zone,
    interest: file.interest,
    limit: contract.limit,
    excess: file.excess.description,
    situation: file.situation,
    conditions: contract.conditions,
    subjectivities: contract.subjectivities,
    choice_of_law: contract.choice_of_law,
    jurisdiction: contract.jurisdiction,
    payment_terms: contract.premium_payment_terms,
    taxes_payable: contract.taxes_payable,
  };
}

function sectionsOf(file: PlacementFile, contract: PlacementContract, matched: Matched): SlipForm['slip'] {
  const lead = file.participations.findIndex((line) => line.lead);
  const second = file.participations.findIndex((line) => line.second_lead === true);
  const { signed_lines_basis } = contract;
  return {
    risk: riskOf(file, contract),
    information: contract.information,
    security: {
      liability: contract.insurers_liability,
      written_basis: contract.written_lines_basis,
      ...(signed_lines_basis === null ? {} : { signed_basis: signed_lines_basis }),
      signing_provisions: contract.signing_provisions,
    },
    subscription: {
      leader: lead < 0 ? null : (matched.securities[lead] ?? null),
      second_lead: second < 0 ? null : (matched.securities[second] ?? null),
      single_agreement_limit: contract.single_agreement_limit ?? null,
      contract_changes: contract.contract_changes,
      other_parties: contract.other_agreement_parties,
      claims_agreement: contract.claims_agreement_parties,
      claims_basis: contract.claims_agreement_basis,
      delegated_claims: contract.delegated_claims_authority,
      expert_fees: contract.expert_fees,
      settlement_due_date: contract.settlement_due_date,
      bureau_arrangements: contract.bureau_arrangements,
      non_bureau_arrangements: contract.non_bureau_arrangements,
    },
    fiscal: {
      tax_payable: contract.tax_payable_by_insurers,
      country_of_origin: contract.country_of_origin ?? '',
      overseas_broker: contract.overseas_broker,
      client_classification: contract.regulatory_client_classification,
      risk_codes: contract.risk_codes.map(({ code, premium_allocation }) => ({ code, percent: premium_allocation })),
    },
    remuneration: {
      brokerage: contract.brokerage_terms,
      fees: contract.fees_payable_by_client,
      deductions: contract.other_deductions,
    },
    sections: contract.sections,
  };
}

/** The form of a London slip. */
export function slipForm(file: PlacementFile, contract: PlacementContract, matched: Matched): SlipForm {
  return {
    ...placementPart(file, matched),
    securities: file.participations.map((line, index) => ({
      security: matched.securities[index] ?? 0,
      written: line.written_line,
      to_stand: line.line_to_stand,
      stamp: line.stamp,
      quoted_on: line.quoted_on,
      quote_reference: line.quote_reference,
      written_on: line.written_on,
      reference: line.reference,
      signed_on: line.signed_on,
      signing_reference: line.signing_reference,
      ...ownRates(line),
    })),
    slip: sectionsOf(file, contract, matched),
  };
}

// A field of the form and its place in the file; the longer ones first, so that the first that fits is the one.
const PLACES: readonly (readonly [field: RegExp, place: string])[] = [
  [/^securities\.(\d+)\.security\b/, 'participations[$1].insurer'],
  [/^securities\.(\d+)\.(?:offer|written)\b/, 'participations[$1].written_line'],
  [/^securities\.(\d+)\.share\b/, 'participations[$1].signed_line'],
  [/^securities\.(\d+)\.commission\b/, 'participations[$1].ceding_commission'],
  [/^securities\.(\d+)\.to_stand\b/, 'participations[$1].line_to_stand'],
  [/^securities\.(\d+)\.(\w+)/, 'participations[$1].$2'],
  [/^securities\b/, 'participations'],
  [/^cover_type$/, 'class_of_business'],
  [/^dateoffered$/, 'date_offered'],
  [/^risk_country$/, 'country_of_risk'],
  [/^insurance_(start|end)_date$/, 'period.$1_date'],
  [/^(?:rate|premium)$/, 'premium'],
  [/^fac$/, 'order'],
  [/^cedant_commission$/, 'ceding_commission'],
  [/^payment_terms$/, 'payment.terms'],
  [/^instalments\b/, 'payment.instalments'],
  [/^remittance_days$/, 'payment.remittance_days'],
  [/^warranty\b/, 'payment.warranty'],
  [/^claim_terms\.cover_trigger$/, 'claims.trigger'],
  [/^claim_terms\.retroactive_on$/, 'claims.retroactive_date'],
  [/^claim_terms\.(.+)$/, 'claims.$1'],
  [/^excess_amount$/, 'excess.amount'],
  [/^(?:slip\.risk\.)?excess$/, 'excess.description'],
  [/^(?:territory|slip\.risk\.situation)$/, 'situation'],
  [/^slip\.risk\.interest$/, 'interest'],
  [/^slip\.risk\.(start_time|end_time|time_zone)$/, 'period.$1'],
  [/^slip\.risk\.payment_terms$/, 'contract.premium_payment_terms'],
  [/^slip\.risk\.(.+)$/, 'contract.$1'],
  [/^slip\.security\.liability$/, 'contract.insurers_liability'],
  [/^slip\.security\.written_basis$/, 'contract.written_lines_basis'],
  [/^slip\.security\.signed_basis$/, 'contract.signed_lines_basis'],
  [/^slip\.security\.(.+)$/, 'contract.$1'],
  [/^slip\.subscription\.(?:leader|second_lead)$/, 'participations'],
  [/^slip\.subscription\.other_parties$/, 'contract.other_agreement_parties'],
  [/^slip\.subscription\.claims_agreement$/, 'contract.claims_agreement_parties'],
  [/^slip\.subscription\.claims_basis$/, 'contract.claims_agreement_basis'],
  [/^slip\.subscription\.delegated_claims$/, 'contract.delegated_claims_authority'],
  [/^slip\.subscription\.(.+)$/, 'contract.$1'],
  [/^slip\.fiscal\.tax_payable$/, 'contract.tax_payable_by_insurers'],
  [/^slip\.fiscal\.client_classification$/, 'contract.regulatory_client_classification'],
  [/^slip\.fiscal\.risk_codes\.(\d+)\.percent$/, 'contract.risk_codes[$1].premium_allocation'],
  [/^slip\.fiscal\.(.+)$/, 'contract.$1'],
  [/^slip\.remuneration\.brokerage$/, 'contract.brokerage_terms'],
  [/^slip\.remuneration\.fees$/, 'contract.fees_payable_by_client'],
  [/^slip\.remuneration\.deductions$/, 'contract.other_deductions'],
  [/^slip\.(.+)$/, 'contract.$1'],
];

/** The place in the file from which a field of the form was filled: "insurance_end_date" is "period.end_date". */
export function placeOf(field: string): string {
  const [pattern, place] = PLACES.find(([one]) => one.test(field)) ?? [/^/, ''];
  return field.replace(pattern, place).replace(/\.(\d+)(?=\.|$)/g, '[$1]');
}
