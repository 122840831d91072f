import type { PlacementContract } from '../../../domain/interchange/placement.ts';
import { formatAmount, parseAmount } from '../../../domain/values/money.ts';
import { formatRate } from '../../../domain/values/rate.ts';
import type { SlipSections } from '../../../domain/slips/contract.ts';

/** A section's premium stands as it was typed: here with the currency's own decimals. */
function amountIn(currency: string, typed: string | null | undefined): string | null {
  const amount = typed === null || typed === undefined ? null : parseAmount(typed, currency);
  return typeof amount === 'bigint' ? formatAmount(amount, currency) : null;
}

const said = (value: string | undefined) => value ?? '';

/** What a slip says under the headings of its contract; `changed`: its lines stand as endorsed, of the whole. */
export function contractPart(
  slip: SlipSections,
  { currency, changed }: { currency: string; changed: boolean },
): PlacementContract {
  const { risk, security, subscription, fiscal, remuneration } = slip;
  return {
    type: said(risk.type),
    limit: said(risk.limit),
    conditions: said(risk.conditions),
    subjectivities: (risk.subjectivities ?? []).map((one) => ({
      what: one.what,
      by: one.by ?? null,
      until_met: said(one.until_met),
      consequence: said(one.consequence),
    })),
    choice_of_law: said(risk.choice_of_law),
    jurisdiction: said(risk.jurisdiction),
    premium_payment_terms: said(risk.payment_terms),
    taxes_payable: (risk.taxes_payable ?? []).map(({ tax, payable_by }) => ({ tax, payable_by: said(payable_by) })),
    information: said(slip.information),
    insurers_liability: said(security.liability),
    written_lines_basis: changed ? 'WHOLE' : (security.written_basis ?? 'WHOLE'),
    signed_lines_basis: security.signed_basis ?? null,
    signing_provisions: said(security.signing_provisions),
    contract_changes: said(subscription.contract_changes),
    other_agreement_parties: said(subscription.other_parties),
    claims_agreement_parties: said(subscription.claims_agreement),
    claims_agreement_basis: said(subscription.claims_basis),
    delegated_claims_authority: said(subscription.delegated_claims),
    expert_fees: said(subscription.expert_fees),
    settlement_due_date: subscription.settlement_due_date ?? null,
    bureau_arrangements: said(subscription.bureau_arrangements),
    non_bureau_arrangements: said(subscription.non_bureau_arrangements),
    tax_payable_by_insurers: said(fiscal.tax_payable),
    country_of_origin: fiscal.country_of_origin || null,
    overseas_broker: said(fiscal.overseas_broker),
    regulatory_client_classification: said(fiscal.client_classification),
    risk_codes: (fiscal.risk_codes ?? []).map(({ code, percent }) => ({
      code,
      premium_allocation: formatRate(percent),
    })),
    brokerage_terms: said(remuneration.brokerage),
    fees_payable_by_client: said(remuneration.fees),
    other_deductions: said(remuneration.deductions),
    sections: (slip.sections ?? []).map((section) => ({
      name: section.name,
      interest: said(section.interest),
      limit: said(section.limit),
      excess: said(section.excess),
      situation: said(section.situation),
      conditions: said(section.conditions),
      premium: amountIn(currency, section.premium),
    })),
  };
}
