/** A term of the slip that is a text: its name in the form, what it is called, how much room it wants. */
/** A term of the slip that is a text: its place, its label, how much room it gets. */
import type { Prompt } from '../../ui/fields/Field.tsx';
import { INFORMATION_TERM, SLIP_TERMS } from '../../../domain/placements/fields.ts';
import { SLIP_HEADINGS, type SlipHeading } from '../../../domain/slips/slip.ts';
import type { SlipFinding } from '../../../domain/slips/terms.ts';
import type { FieldName } from '../../ui/forms/use-contract-form.ts';
import type { SlipValues } from '../placements/form/slip-values.ts';
export type TermField = {
  name: FieldName<SlipValues, string>;
  label: string;
  rows?: number;
  hint?: string;
  placeholder?: Prompt;
  short?: boolean;
  /** Two columns of the form. */
  wide?: boolean;
};
type Layout = Omit<TermField, 'name' | 'label'>;

/** The terms of one part of the contract, each called as the catalogue calls it. */
const termsOf =
  <K extends string>(terms: Readonly<Record<K, { label: string }>>, nameOf: (term: K) => TermField['name']) =>
  (term: K, layout: Layout = {}): TermField => ({ name: nameOf(term), label: terms[term].label, ...layout });

const risk = termsOf(SLIP_TERMS.risk, (term) => `slip.risk.${term}`);
const security = termsOf(SLIP_TERMS.security, (term) => `slip.security.${term}`);
const subscription = termsOf(SLIP_TERMS.subscription, (term) => `slip.subscription.${term}`);
const fiscal = termsOf(SLIP_TERMS.fiscal, (term) => `slip.fiscal.${term}`);
const remuneration = termsOf(SLIP_TERMS.remuneration, (term) => `slip.remuneration.${term}`);

export const RISK_TERMS: readonly TermField[] = [
  risk('type', { short: true, wide: true, hint: 'For example Facultative reinsurance of property all risks' }),
  { name: 'slip.risk.start_time', label: 'Begins at', short: true, hint: 'For example 00:01' },
  { name: 'slip.risk.end_time', label: 'Ends at', short: true, hint: 'For example 23:59' },
  risk('time_zone', { short: true, wide: true }),
  risk('situation', { short: true, hint: 'For example Kisumu, Kenya' }),
  risk('interest', { placeholder: 'What is insured…' }),
  risk('limit', { hint: 'With the ISO code of its currency: USD 5,000,000' }),
  risk('excess', { hint: 'Or None' }),
  risk('conditions', { rows: 3, hint: 'Besides the clauses' }),
  risk('express_warranties', { rows: 1, hint: 'If there are any' }),
  risk('conditions_precedent', { rows: 1, hint: 'If there are any' }),
];
export const LAW_TERMS: readonly TermField[] = [
  risk('choice_of_law', { short: true }),
  risk('jurisdiction', { short: true }),
  risk('payment_terms'),
];
export const RECORD_TERMS: readonly TermField[] = [
  risk('recording', { rows: 1 }),
  risk('contract_documents', { rows: 1, hint: 'Which papers make up the contract, and who issues them' }),
];
export const INFORMATION: readonly TermField[] = [
  {
    name: 'slip.information',
    label: INFORMATION_TERM.label,
    rows: 4,
    hint: 'What was shown to the reinsurers, or None',
  },
];
export const LIABILITY: readonly TermField[] = [security('liability', { hint: 'Several and not joint: LMA3333' })];
export const PROVISIONS: readonly TermField[] = [security('signing_provisions')];
export const SUBSCRIPTION_TERMS: readonly TermField[] = [
  subscription('contract_changes'),
  subscription('other_parties', { hint: 'Or None' }),
  subscription('claims_agreement'),
  subscription('claims_basis'),
  subscription('delegated_claims', { hint: 'Or None' }),
  subscription('expert_fees', { hint: 'Or None' }),
  subscription('bureau_arrangements'),
  subscription('non_bureau_arrangements'),
];
export const FISCAL_TERMS: readonly TermField[] = [
  fiscal('tax_payable', { short: true, hint: 'Or None' }),
  fiscal('overseas_broker', { short: true, hint: 'Or None' }),
  fiscal('client_classification', { short: true, hint: 'For example Reinsurance' }),
];
export const REMUNERATION_TERMS: readonly TermField[] = [
  remuneration('brokerage', { short: true }),
  remuneration('fees', { short: true, hint: 'Or None' }),
  remuneration('deductions', { short: true, hint: 'Or None' }),
];

/** The sections of the form: who, for how much and with whom, then the terms in the order of the contract. */
export const FORM_SECTIONS = [
  { id: 'part-parties', label: 'Parties and cover' },
  { id: 'part-premium', label: 'Premium' },
  { id: 'part-lines', label: 'Lines' },
  { id: 'part-terms', label: 'Terms' },
  { id: 'part-risk', label: SLIP_HEADINGS.RISK },
  { id: 'part-clauses', label: 'Clauses' },
  { id: 'part-sections', label: SLIP_HEADINGS.SECTIONS },
  { id: 'part-information', label: SLIP_HEADINGS.INFORMATION },
  { id: 'part-security', label: SLIP_HEADINGS.SECURITY },
  { id: 'part-subscription', label: SLIP_HEADINGS.SUBSCRIPTION },
  { id: 'part-fiscal', label: SLIP_HEADINGS.FISCAL },
  { id: 'part-remuneration', label: SLIP_HEADINGS.REMUNERATION },
] as const;
export type FormPart = (typeof FORM_SECTIONS)[number]['id'];

/** A heading as an address names it; one that there is not is the first. */
export function headingOf(name: string | undefined): SlipHeading {
  return name !== undefined && Object.hasOwn(SLIP_HEADINGS, name) ? (name as SlipHeading) : 'RISK';
}

/** Where in the form the terms of a heading are. */
const PART_OF: Record<SlipHeading, FormPart> = {
  RISK: 'part-risk',
  INFORMATION: 'part-information',
  SECURITY: 'part-security',
  SUBSCRIPTION: 'part-subscription',
  FISCAL: 'part-fiscal',
  REMUNERATION: 'part-remuneration',
  SECTIONS: 'part-sections',
};

/** What the contract says under its headings, and the form asks for with the placement. */
const PLACED_IN: readonly (readonly [RegExp, FormPart])[] = [
  [/^securities(?:\.|$)/, 'part-lines'],
  [/^(?:reinsured|insured|producer|cover_type|risk_country|dateoffered|insurance_(?:start|end)_date)$/, 'part-parties'],
  [/^(?:currency|sum_insured|rate|premium|fac|cedant_commission|brokerage|excess_amount)$/, 'part-premium'],
  [/^(?:payment_terms|instalments|warranty.*)$/, 'part-terms'],
  [/^clauses$/, 'part-clauses'],
];

/** The section of the form in which a finding is mended. */
export function partOf({ field, heading }: { field: string; heading: SlipHeading }): FormPart {
  return PLACED_IN.find(([fields]) => fields.test(field))?.[1] ?? PART_OF[heading];
}

const SLIP = 'slip.';
/** Where a field of the form is, by its name: "slip.risk.type", "fac". */
function partOfField(name: string): FormPart {
  const field = name.startsWith(SLIP) ? name.slice(SLIP.length) : name;
  const placed = PLACED_IN.find(([fields]) => fields.test(field))?.[1];
  const heading = field.split('.')[0]?.toUpperCase() ?? '';
  return placed ?? (Object.hasOwn(PART_OF, heading) ? PART_OF[heading as SlipHeading] : 'part-terms');
}

/** How many gaps are in each part of the form: what keeps the slip from being submitted, each field once. */
export function gapsByPart(
  findings: readonly Pick<SlipFinding, 'severity' | 'field' | 'heading'>[],
  faults: readonly { field: string }[],
): ReadonlyMap<FormPart, number> {
  const parts = new Map<string, FormPart>();
  for (const { field } of faults) parts.set(field.replace(/^slip\./, ''), partOfField(field));
  for (const finding of findings) if (finding.severity === 'refuse') parts.set(finding.field, partOf(finding));
  const counts = new Map<FormPart, number>();
  for (const part of parts.values()) counts.set(part, (counts.get(part) ?? 0) + 1);
  return counts;
}
