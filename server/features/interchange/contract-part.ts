import type { PlacementContract } from '../../../domain/interchange/placement.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { formatRate } from '../../../domain/values/rate.ts';
import type { SlipPlacement } from '../../../domain/placements/placement.ts';

const textOf = (value: string | undefined) => value ?? '';

/** What a slip says under the headings of its contract; `changed`: its lines are as endorsed, in % of the whole. */
export function contractPart(
  { sections: slip, bySection }: SlipPlacement['slip'],
  { currency, changed }: { currency: string; changed: boolean },
): PlacementContract {
  const money = (amount: bigint | null) => (amount === null ? null : formatAmount(amount, currency));
  const { risk, security, subscription, fiscal, remuneration } = slip;
  return {
    type: textOf(risk.type),
    limit: textOf(risk.limit),
    conditions: textOf(risk.conditions),
    subjectivities: (risk.subjectivities ?? []).map((one) => ({
      what: one.what,
      by: one.by ?? null,
      until_met: textOf(one.until_met),
      consequence: textOf(one.consequence),
    })),
    choice_of_law: textOf(risk.choice_of_law),
    jurisdiction: textOf(risk.jurisdiction),
    premium_payment_terms: textOf(risk.payment_terms),
    taxes_payable: (risk.taxes_payable ?? []).map(({ tax, payable_by }) => ({ tax, payable_by: textOf(payable_by) })),
    information: textOf(slip.information),
    insurers_liability: textOf(security.liability),
    written_lines_basis: changed ? 'WHOLE' : (security.written_basis ?? 'WHOLE'),
    signed_lines_basis: security.signed_basis ?? null,
    signing_provisions: textOf(security.signing_provisions),
    contract_changes: textOf(subscription.contract_changes),
    other_agreement_parties: textOf(subscription.other_parties),
    claims_agreement_parties: textOf(subscription.claims_agreement),
    claims_agreement_basis: textOf(subscription.claims_basis),
    delegated_claims_authority: textOf(subscription.delegated_claims),
    expert_fees: textOf(subscription.expert_fees),
    ...(subscription.single_agreement_limit != null && {
      single_agreement_limit: subscription.single_agreement_limit,
    }),
    settlement_due_date: subscription.settlement_due_date ?? null,
    bureau_arrangements: textOf(subscription.bureau_arrangements),
    non_bureau_arrangements: textOf(subscription.non_bureau_arrangements),
    tax_payable_by_insurers: textOf(fiscal.tax_payable),
    country_of_origin: fiscal.country_of_origin || null,
    overseas_broker: textOf(fiscal.overseas_broker),
    regulatory_client_classification: textOf(fiscal.client_classification),
    risk_codes: (fiscal.risk_codes ?? []).map(({ code, percent }) => ({
      code,
      premium_allocation: formatRate(percent),
    })),
    brokerage_terms: textOf(remuneration.brokerage),
    fees_payable_by_client: textOf(remuneration.fees),
    other_deductions: textOf(remuneration.deductions),
    sections: bySection.map((section) => ({
      name: section.name,
      interest: textOf(section.interest),
      limit: textOf(section.limit),
      excess: textOf(section.excess),
      situation: textOf(section.situation),
      conditions: textOf(section.conditions),
      sum_insured: money(section.sumInsured),
      limit_amount: money(section.limitAmount),
      premium: money(section.premium),
    })),
  };
}
