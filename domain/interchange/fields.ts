/** What of a placement file goes where in the form, as it is shown before anything is made of it. Pure. */
import { WRITTEN_BASIS_LABELS } from '../policies/signing.ts';
import { showDay } from '../values/day.ts';
import { parseAmount, showMoney } from '../values/money.ts';
import type { PlacementContract, PlacementFile } from './placement.ts';

export type FilledField = { place: string; label: string; value: string };

const CONTRACT: readonly (readonly [place: keyof PlacementContract, label: string])[] = [
  ['type', 'Type'],
  ['limit', 'Limit or sum insured'],
  ['conditions', 'Further conditions'],
  ['choice_of_law', 'Choice of law'],
  ['jurisdiction', 'Jurisdiction'],
  ['premium_payment_terms', 'Premium payment terms'],
  ['information', 'Information'],
  ['insurers_liability', 'Reinsurers’ liability'],
  ['signing_provisions', 'Signing provisions'],
  ['contract_changes', 'Basis of agreement to contract changes'],
  ['other_agreement_parties', 'Other agreement parties'],
  ['claims_agreement_parties', 'Claims agreement parties'],
  ['claims_agreement_basis', 'Basis of claims agreement'],
  ['delegated_claims_authority', 'Delegated claims authority'],
  ['expert_fees', 'Expert fees'],
  ['bureau_arrangements', 'Bureau arrangements'],
  ['non_bureau_arrangements', 'Non-bureau arrangements'],
  ['tax_payable_by_insurers', 'Tax payable by reinsurers'],
  ['country_of_origin', 'Country of origin'],
  ['overseas_broker', 'Overseas broker'],
  ['regulatory_client_classification', 'Regulatory client classification'],
  ['brokerage_terms', 'Brokerage terms'],
  ['fees_payable_by_client', 'Fees payable by the client'],
  ['other_deductions', 'Other deductions from premium'],
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
      label: 'Settlement due date',
      value: contract.settlement_due_date === null ? '' : showDay(contract.settlement_due_date),
    },
    counted(
      'subjectivities',
      'Subjectivities',
      contract.subjectivities.map((one) => one.what),
    ),
    counted(
      'taxes_payable',
      'Taxes payable',
      contract.taxes_payable.map((one) => one.tax),
    ),
    {
      place: 'contract.written_lines_basis',
      label: 'Basis of written lines',
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

/** The fields of the form that a file fills, in the order of the file; parties, class, payment terms and clauses are matched apart. */
export function filledFields(file: PlacementFile): FilledField[] {
  const { currency, period, payment, premium, excess } = file;
  const timed = (day: string, time: string | null) => (time === null ? showDay(day) : `${showDay(day)}, ${time}`);
  const warranty = payment.warranty && `${payment.warranty.kind}, ${payment.warranty.days} days`;
  const percent = (text: string | null) => (text === null ? '' : `${text}%`);
  const fields = [
    { place: 'date_offered', label: 'Date offered', value: showDay(file.date_offered) },
    { place: 'period.start_date', label: 'From', value: timed(period.start_date, period.start_time) },
    { place: 'period.end_date', label: 'To', value: timed(period.end_date, period.end_time) },
    { place: 'period.time_zone', label: 'Time zone', value: period.time_zone },
    { place: 'interest', label: 'Interest', value: file.interest },
    { place: 'situation', label: 'Situation', value: file.situation },
    { place: 'sum_insured', label: 'Sum insured', value: moneyIn(currency, file.sum_insured) },
    { place: 'excess.description', label: 'Excess', value: excess.description },
    {
      place: 'excess.amount',
      label: 'Excess amount',
      value: excess.amount === null ? '' : moneyIn(currency, excess.amount),
    },
    { place: 'premium.rate', label: 'Rate', value: percent(premium.rate) },
    { place: 'premium.amount', label: 'Premium', value: moneyIn(currency, premium.amount) },
    { place: 'order', label: 'Fac, order', value: percent(file.order) },
    { place: 'ceding_commission', label: 'Cedant commission', value: percent(file.ceding_commission) },
    { place: 'brokerage', label: 'Brokerage', value: percent(file.brokerage) },
    { place: 'cedant_policy_number', label: 'Cedant’s policy number', value: file.cedant_policy_number },
    { place: 'payment.remittance_days', label: 'Remittance days', value: String(payment.remittance_days) },
    { place: 'payment.warranty', label: 'Premium warranty', value: warranty ?? '' },
    ...(file.contract === null ? [] : contractFields(file.contract)),
  ];
  return fields.filter((field) => field.value !== '');
}
