import { SLIP_HEADINGS, type SlipHeading } from '../../../domain/slips/slip.ts';
import type { FieldName } from '../../ui/use-contract-form.ts';
import type { SlipValues } from '../placements/form/slip-values.ts';

/** A term of the slip that is a text: its place, its label, how much room it gets. */
export type TermField = {
  name: FieldName<SlipValues, string>;
  label: string;
  rows?: number;
  hint?: string;
  placeholder?: string;
  short?: boolean;
  /** Two columns of the form. */
  wide?: boolean;
};

const term = (name: TermField['name'], label: string, more: Omit<TermField, 'name' | 'label'> = {}): TermField => ({
  name,
  label,
  ...more,
});

export const RISK_TERMS: readonly TermField[] = [
  term('slip.risk.type', 'Type', {
    short: true,
    wide: true,
    placeholder: 'Facultative reinsurance of property all risks',
  }),
  term('slip.risk.start_time', 'Begins at', { short: true, placeholder: '00:01' }),
  term('slip.risk.end_time', 'Ends at', { short: true, placeholder: '23:59' }),
  term('slip.risk.time_zone', 'Time zone', { short: true, wide: true }),
  term('slip.risk.situation', 'Situation', { short: true, placeholder: 'Kisumu, Kenya' }),
  term('slip.risk.interest', 'Interest', { rows: 2, placeholder: 'What is insured' }),
  term('slip.risk.limit', 'Limit or sum insured', {
    rows: 2,
    hint: 'With the ISO code of its currency: USD 5,000,000',
  }),
  term('slip.risk.excess', 'Excess or deductible', { rows: 2, hint: 'Or None' }),
  term('slip.risk.conditions', 'Further conditions', { rows: 3, hint: 'Besides the clauses' }),
  term('slip.risk.express_warranties', 'Express warranties', { rows: 1, hint: 'If there are any' }),
  term('slip.risk.conditions_precedent', 'Conditions precedent', { rows: 1, hint: 'If there are any' }),
];
export const LAW_TERMS: readonly TermField[] = [
  term('slip.risk.choice_of_law', 'Choice of law', { short: true }),
  term('slip.risk.jurisdiction', 'Jurisdiction', { short: true }),
  term('slip.risk.payment_terms', 'Premium payment terms', { rows: 2 }),
];
export const RECORD_TERMS: readonly TermField[] = [
  term('slip.risk.recording', 'Recording, transmitting and storing information', { rows: 1 }),
  term('slip.risk.contract_documents', 'Contract documentation', {
    rows: 1,
    hint: 'Which papers make up the contract, and who issues them',
  }),
];
export const SUBSCRIPTION_TERMS: readonly TermField[] = [
  term('slip.subscription.contract_changes', 'Basis of agreement to contract changes', { rows: 2 }),
  term('slip.subscription.other_parties', 'Other agreement parties', { rows: 2, hint: 'Or None' }),
  term('slip.subscription.claims_agreement', 'Claims agreement parties', { rows: 2 }),
  term('slip.subscription.claims_basis', 'Basis of claims agreement', { rows: 2 }),
  term('slip.subscription.delegated_claims', 'Delegated claims authority', { rows: 2, hint: 'Or None' }),
  term('slip.subscription.expert_fees', 'Expert fees', { rows: 2, hint: 'Or None' }),
  term('slip.subscription.bureau_arrangements', 'Bureau arrangements', { rows: 2 }),
  term('slip.subscription.non_bureau_arrangements', 'Non-bureau arrangements', { rows: 2 }),
];
export const FISCAL_TERMS: readonly TermField[] = [
  term('slip.fiscal.tax_payable', 'Tax payable by reinsurers', { short: true, hint: 'Or None' }),
  term('slip.fiscal.overseas_broker', 'Overseas broker', { short: true, hint: 'Or None' }),
  term('slip.fiscal.client_classification', 'Regulatory client classification', {
    short: true,
    placeholder: 'Reinsurance',
  }),
];
export const REMUNERATION_TERMS: readonly TermField[] = [
  term('slip.remuneration.brokerage', 'Brokerage', { short: true }),
  term('slip.remuneration.fees', 'Fees payable by the client', { short: true, hint: 'Or None' }),
  term('slip.remuneration.deductions', 'Other deductions from premium', { short: true, hint: 'Or None' }),
];

/** The sections of the form in the order of the contract: the index next to it leads to them. */
export const FORM_SECTIONS = [
  { id: 'part-parties', label: 'Parties and cover' },
  { id: 'part-risk', label: SLIP_HEADINGS.RISK },
  { id: 'part-premium', label: 'Premium' },
  { id: 'part-clauses', label: 'Clauses' },
  { id: 'part-sections', label: SLIP_HEADINGS.SECTIONS },
  { id: 'part-information', label: SLIP_HEADINGS.INFORMATION },
  { id: 'part-security', label: SLIP_HEADINGS.SECURITY },
  { id: 'part-subscription', label: SLIP_HEADINGS.SUBSCRIPTION },
  { id: 'part-fiscal', label: SLIP_HEADINGS.FISCAL },
  { id: 'part-remuneration', label: SLIP_HEADINGS.REMUNERATION },
] as const;

/** A heading as an address names it; one that there is not is the first. */
export function headingOf(name: string | undefined): SlipHeading {
  return name !== undefined && Object.hasOwn(SLIP_HEADINGS, name) ? (name as SlipHeading) : 'RISK';
}

/** Where in the form a finding's heading is. */
export const PART_OF: Record<SlipHeading, string> = {
  RISK: 'part-risk',
  INFORMATION: 'part-information',
  SECURITY: 'part-security',
  SUBSCRIPTION: 'part-subscription',
  FISCAL: 'part-fiscal',
  REMUNERATION: 'part-remuneration',
  SECTIONS: 'part-sections',
};
