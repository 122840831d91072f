/** What of a placement file goes where in the form, as it is shown before anything is made of it. Pure. */
/** Which value of a placement file fills which field of the form, shown before a draft is made. Pure. */
import { LIMIT_BASIS_LABELS } from '../claims/states.ts';
import { CLAIM_TERMS, COVER_TRIGGER_LABELS } from '../placements/claim-terms.ts';
import { INFORMATION_TERM, PLACEMENT_FIELDS, SLIP_FIELDS, SLIP_TERMS } from '../placements/fields.ts';
import { WRITTEN_BASIS_LABELS } from '../slips/signing.ts';
import { showDay } from '../values/day.ts';
import { parseAmount, showMoney } from '../values/money.ts';
import type { PlacementContract, PlacementFile } from './placement.ts';

type FilledField = { place: string; label: string; value: string };

const { risk, security, subscription, fiscal, remuneration } = SLIP_TERMS;

// A member of the file with the term of the slip that it fills.
const CONTRACT: readonly (readonly [place: keyof PlacementContract, label: string])[] = [
  ['type', risk.type.label],
  ['limit', risk.limit.label],
  ['conditions', risk.conditions.label],
  ['choice_of_law', risk.choice_of_law.label],
  ['jurisdiction', risk.jurisdiction.label],
  ['premium_payment_terms', risk.payment_terms.label],
  ['information', INFORMATION_TERM.label],
  ['insurers_liability', security.liability.label],
  ['signing_provisions', security.signing_provisions.label],
  ['contract_changes', subscription.contract_changes.label],
  ['other_agreement_parties', subscription.other_parties.label],
  ['claims_agreement_parties', subscription.claims_agreement.label],
  ['claims_agreement_basis', subscription.claims_basis.label],
  ['delegated_claims_authority', subscription.delegated_claims.label],
  ['expert_fees', subscription.expert_fees.label],
  ['single_agreement_limit', SLIP_FIELDS.single_agreement_limit.label],
  ['bureau_arrangements', subscription.bureau_arrangements.label],
  ['non_bureau_arrangements', subscription.non_bureau_arrangements.label],
  ['tax_payable_by_insurers', fiscal.tax_payable.label],
  ['country_of_origin', SLIP_FIELDS.country_of_origin.label],
  ['overseas_broker', fiscal.overseas_broker.label],
  ['regulatory_client_classification', fiscal.client_classification.label],
  ['brokerage_terms', 'Brokerage terms'],
  ['fees_payable_by_client', remuneration.fees.label],
  ['other_deductions', remuneration.deductions.label],
];

function moneyIn(currency: string, text: string): string {
  const amount = parseAmount(text, currency);
  return typeof amount === 'bigint' ? showMoney({ amount, currency }) : `${currency} ${text}`;
}

function contractFields(contract: PlacementContract): FilledField[] {
  const counted = (place: string, label: string, values: readonly string[]) => ({
    place: `contract.${place}`,
    label,
    value: values.join('; '),
  });
  return [
    ...CONTRACT.map(([place, label]) => ({ place: `contract.${place}`, label, value: String(contract[place] ?? '') })),
    {
      place: 'contract.settlement_due_date',
      label: SLIP_FIELDS.settlement_due_date.label,
      value: contract.settlement_due_date === null ? '' : showDay(contract.settlement_due_date),
    },
    counted(
      'subjectivities',
      SLIP_FIELDS.subjectivities.label,
      contract.subjectivities.map((one) => one.what),
    ),
    counted(
      'taxes_payable',
      SLIP_FIELDS.taxes_payable.label,
      contract.taxes_payable.map((one) => one.tax),
    ),
    {
      place: 'contract.written_lines_basis',
      label: SLIP_FIELDS.written_basis.label,
      value: WRITTEN_BASIS_LABELS[contract.written_lines_basis],
    },
    counted(
      'risk_codes',
      'Risk codes',
      contract.risk_codes.map((one) => `${one.code} ${one.premium_allocation}%`),
    ),
    counted(
      'sections',
      'Sections',
      contract.sections.map((one) => one.name),
    ),
  ];
}

/** What a file says of claims, where it does. */
function claimFields({ claims, currency }: PlacementFile): FilledField[] {
  if (claims === undefined) return [];
  const { cash_loss_limit: cash, reinstatement_percent: percent, notification_days: days } = claims;
  const yes = (flag: boolean) => (flag ? 'Yes' : '');
  const at = (place: keyof typeof claims, label: string, value: string) => ({ place: `claims.${place}`, label, value });
  return [
    at('limit_basis', CLAIM_TERMS.limit_basis, LIMIT_BASIS_LABELS[claims.limit_basis]),
    at('fees_within_limit', CLAIM_TERMS.fees_within_limit, yes(claims.fees_within_limit)),
    at('trigger', CLAIM_TERMS.cover_trigger, COVER_TRIGGER_LABELS[claims.trigger]),
    at(
      'retroactive_date',
      CLAIM_TERMS.retroactive_on,
      claims.retroactive_date === null ? '' : showDay(claims.retroactive_date),
    ),
    at('notification_days', CLAIM_TERMS.notification_days, days === null ? '' : `${days} days`),
    at('cash_loss_limit', CLAIM_TERMS.cash_loss_limit, cash === null ? '' : moneyIn(currency, cash)),
    at('reinstatement_percent', CLAIM_TERMS.reinstatement_percent, percent === null ? '' : `${percent}%`),
    at('reinstatement_as_to_time', CLAIM_TERMS.reinstatement_as_to_time, yes(claims.reinstatement_as_to_time)),
  ];
}

/** The fields of the form that a file fills, in the order of the file; parties, class, payment terms and clauses are matched apart. */
export function filledFields(file: PlacementFile): FilledField[] {
  const { currency, period, payment, premium, excess } = file;
  const timed = (day: string, time: string | null) => (time === null ? showDay(day) : `${showDay(day)}, ${time}`);
  const warranty = payment.warranty && `${payment.warranty.kind}, ${payment.warranty.days} days`;
  const percent = (text: string | null) => (text === null ? '' : `${text}%`);
  const fields = [
    { place: 'country_of_risk', label: PLACEMENT_FIELDS.risk_country.label, value: file.country_of_risk ?? '' },
    { place: 'date_offered', label: PLACEMENT_FIELDS.dateoffered.label, value: showDay(file.date_offered) },
    { place: 'period.start_date', label: 'From', value: timed(period.start_date, period.start_time) },
    { place: 'period.end_date', label: 'To', value: timed(period.end_date, period.end_time) },
    { place: 'period.time_zone', label: 'Time zone', value: period.time_zone },
    { place: 'interest', label: PLACEMENT_FIELDS.interest.label, value: file.interest },
    { place: 'situation', label: 'Situation', value: file.situation },
    { place: 'sum_insured', label: PLACEMENT_FIELDS.sum_insured.label, value: moneyIn(currency, file.sum_insured) },
    { place: 'excess.description', label: PLACEMENT_FIELDS.excess.label, value: excess.description },
    {
      place: 'excess.amount',
      label: PLACEMENT_FIELDS.excess_amount.label,
      value: excess.amount === null ? '' : moneyIn(currency, excess.amount),
    },
    { place: 'premium.rate', label: PLACEMENT_FIELDS.rate.label, value: percent(premium.rate) },
    { place: 'premium.amount', label: 'Premium', value: moneyIn(currency, premium.amount) },
    { place: 'order', label: 'Fac, order', value: percent(file.order) },
    {
      place: 'ceding_commission',
      label: PLACEMENT_FIELDS.cedant_commission.label,
      value: percent(file.ceding_commission),
    },
    { place: 'brokerage', label: PLACEMENT_FIELDS.brokerage.label, value: percent(file.brokerage) },
    {
      place: 'cedant_policy_number',
      label: PLACEMENT_FIELDS.cedant_policy_number.label,
      value: file.cedant_policy_number,
    },
    {
      place: 'payment.instalments',
      label: PLACEMENT_FIELDS.instalments.label,
      value: (payment.instalments ?? [])
        .map((one) => `${moneyIn(currency, one.amount)} on ${showDay(one.due_on)}`)
        .join('; '),
    },
    { place: 'payment.remittance_days', label: 'Remittance days', value: String(payment.remittance_days) },
    { place: 'payment.warranty', label: 'Premium warranty', value: warranty ?? '' },
    ...claimFields(file),
    ...(file.contract === null ? [] : contractFields(file.contract)),
  ];
  return fields.filter((field) => field.value !== '');
}
