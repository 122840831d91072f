/** What the fields of a placement and the terms of a slip are called, what kind they are and how long: the one list. */
import * as z from 'zod/mini';
import { atMost, text } from '../wire.ts';

type Limit = ReturnType<typeof atMost>;
const LONG = atMost(20_000);

type FieldKind =
  | 'text'
  | 'money'
  | 'rate'
  | 'day'
  | 'days'
  | 'party'
  | 'user'
  | 'cover_type'
  | 'terms'
  | 'warranty'
  | 'clauses';
type PlacementField = { label: string; short?: string; kind: FieldKind };

/** The texts of a placement, by the names of its call and of its columns. */
export const PLACEMENT_TEXTS = {
  cedant_policy_number: { label: 'Cedant’s policy number', kind: 'text', limit: atMost(60) },
  interest: { label: 'Interest', kind: 'text', limit: atMost(2000) },
  excess: { label: 'Excess', kind: 'text', limit: atMost(500) },
  territory: { label: 'Territory', kind: 'text', limit: atMost(200) },
  conditions: { label: 'Further conditions', kind: 'text', limit: LONG },
} as const satisfies Record<string, PlacementField & { limit: Limit }>;
export type PlacementTexts = Record<keyof typeof PLACEMENT_TEXTS, string>;

/** The texts of a placement alone; "" where one is not entered. */
export function textsOf(source: { [K in keyof PlacementTexts]?: string | undefined }): PlacementTexts {
  const { cedant_policy_number = '', interest = '', excess = '', territory = '', conditions = '' } = source;
  return { cedant_policy_number, interest, excess, territory, conditions };
}

/** Those of them that a slip says under the headings of its contract, and that an endorsement without premium may change. §2 NIL. */
export const CHANGEABLE_TEXTS = {
  interest: PLACEMENT_TEXTS.interest,
  excess: PLACEMENT_TEXTS.excess,
  territory: PLACEMENT_TEXTS.territory,
  conditions: PLACEMENT_TEXTS.conditions,
} as const;
export type ChangeableText = keyof typeof CHANGEABLE_TEXTS;

/** The texts that placements of both markets have. */
export function sharedTexts(texts: PlacementTexts): Omit<PlacementTexts, ChangeableText> {
  const { interest: _interest, excess: _excess, territory: _territory, conditions: _conditions, ...shared } = texts;
  return shared;
}

/** The fields of a placement, by the names of its call. */
export const PLACEMENT_FIELDS = {
  ...PLACEMENT_TEXTS,
  reinsured: { label: 'Reinsured', kind: 'party' },
  insured: { label: 'Insured', kind: 'party' },
  cover_type: { label: 'Class', kind: 'cover_type' },
  producer: { label: 'Producer', kind: 'user' },
  risk_country: { label: 'Country of the risk', kind: 'text' },
  dateoffered: { label: 'Date offered', kind: 'day' },
  insurance_start_date: { label: 'First day of cover', kind: 'day' },
  insurance_end_date: { label: 'Last day of cover', kind: 'day' },
  currency: { label: 'Currency', kind: 'text' },
  sum_insured: { label: 'Sum insured', kind: 'money' },
  rate: { label: 'Rate', kind: 'rate' },
  premium: { label: 'Premium, 100%', kind: 'money' },
  fac: { label: 'Fac (order)', short: 'Fac', kind: 'rate' },
  cedant_commission: { label: 'Cedant commission', kind: 'rate' },
  brokerage: { label: 'Brokerage', kind: 'rate' },
  excess_amount: { label: 'Excess amount', kind: 'money' },
  payment_terms: { label: 'Payment terms', kind: 'terms' },
  instalments: { label: 'Instalments', kind: 'text' },
  remittance_days: { label: 'Remittance', kind: 'days' },
  warranty: { label: 'Warranty or condition', kind: 'warranty' },
  clauses: { label: 'Clauses', kind: 'clauses' },
} as const satisfies Record<string, PlacementField>;

/** How a security of a local policy accepted its line, by the names of its call. */
export const ACCEPTANCE_FIELDS = {
  written_on: { label: 'Accepted on', kind: 'day' },
  reference: { label: 'Security’s reference', short: 'Reference', kind: 'text', limit: atMost(60) },
  accepted_by: { label: 'Accepted by', kind: 'text', limit: atMost(100) },
} as const satisfies Record<string, PlacementField & { limit?: Limit }>;

/** How the premium of an adjustable placement is adjusted, by the names of its call. */
export const ADJUSTMENT_FIELDS = {
  adjustment_basis: { label: 'What is declared', kind: 'text' },
  adjustment_rate: { label: 'Adjustment rate', kind: 'rate' },
  minimum_premium: { label: 'Minimum premium, 100%', short: 'Minimum premium', kind: 'money' },
} as const satisfies Record<string, PlacementField>;

/** What is worked out of a placement and of what changes it, by the names of its replies; short as in a column. */
export const FIGURES = {
  premium: { label: PLACEMENT_FIELDS.premium.label, short: PLACEMENT_FIELDS.premium.label },
  fac_premium: { label: 'Fac premium', short: 'Fac premium' },
  commission: { label: PLACEMENT_FIELDS.cedant_commission.label, short: 'Commission' },
  brokerage: { label: PLACEMENT_FIELDS.brokerage.label, short: 'Brokerage' },
  tax: { label: 'Taxes', short: 'Tax' },
  tax_of_reinsured: { label: 'Tax on the reinsured', short: 'Tax on the reinsured' },
  netpayable: { label: 'Net to securities', short: 'Net payable' },
  debit_note: { label: 'Debit note', short: 'Debit note' },
} as const satisfies Readonly<Record<string, { label: string; short: string }>>;

export const SHORT = atMost(250);
export const TERM = atMost(2000);

/** A term of a slip that is a text: on its form, in files and in what changed it is called by its label. */
export type SlipTerm = {
  label: string;
  /** As a heading of the contract, where that says more. */
  heading?: string;
  /** In a sentence of the completeness check, where that says more or less. */
  shortLabel?: string;
  limit: Limit;
  /** "None" is an answer here. */
  none?: boolean;
  /** It states money: a currency must be its ISO code. */
  money?: boolean;
  /** A long text, in which a clause may rightly leave something to be agreed later. */
  wording?: boolean;
};
type SlipTerms = Readonly<Record<string, SlipTerm>>;

/** Terms that a slip has where there is something to say under them: none is required. */
export const FURTHER_TERMS = {
  express_warranties: { label: 'Express warranties', limit: TERM, none: true, wording: true },
  conditions_precedent: { label: 'Conditions precedent', limit: TERM, none: true, wording: true },
  recording: {
    label: 'Recording, transmitting and storing information',
    limit: TERM,
    none: true,
    wording: true,
  },
  contract_documents: { label: 'Contract documentation', limit: TERM, none: true, wording: true },
} as const satisfies SlipTerms;

export const RISK_TERMS = {
  type: { label: 'Type', limit: SHORT },
  time_zone: { label: 'Time zone', limit: SHORT },
  interest: { label: 'Interest', limit: TERM },
  /** Limit or sum insured in words, currency code and figure. */
  limit: { label: 'Limit or sum insured', limit: TERM, money: true },
  excess: { label: 'Excess or deductible', shortLabel: 'Excess', limit: TERM, none: true, money: true },
  situation: { label: 'Situation', limit: TERM },
  conditions: { label: 'Further conditions', shortLabel: 'Conditions', limit: LONG, wording: true, money: true },
  choice_of_law: { label: 'Choice of law', limit: SHORT },
  jurisdiction: { label: 'Jurisdiction', limit: SHORT },
  payment_terms: { label: 'Premium payment terms', limit: TERM, money: true },
  ...FURTHER_TERMS,
} as const satisfies SlipTerms;

export const INFORMATION_TERM = { label: 'Information', limit: LONG, none: true, wording: true, money: true } as const;

export const SECURITY_TERMS = {
  liability: { label: 'Reinsurers’ liability', limit: LONG, wording: true },
  signing_provisions: { label: 'Signing provisions', limit: LONG, wording: true },
} as const satisfies SlipTerms;

/** What every slip agrees with its securities. */
export const AGREEMENT_TERMS = {
  contract_changes: { label: 'Basis of agreement to contract changes', limit: TERM },
  other_parties: {
    label: 'Other agreement parties',
    heading: 'Other agreement parties for contract changes',
    shortLabel: 'Other agreement parties for contract changes',
    limit: TERM,
    none: true,
  },
  claims_agreement: { label: 'Claims agreement parties', limit: TERM },
  claims_basis: { label: 'Basis of claims agreement', limit: TERM },
  delegated_claims: { label: 'Delegated claims authority', limit: TERM, none: true },
  expert_fees: { label: 'Expert fees', limit: TERM, none: true },
} as const satisfies SlipTerms;

/** Needed of lines that settle through the bureau, and of those that do not. */
export const SETTLEMENT_TERMS = {
  bureau_arrangements: { label: 'Bureau arrangements', limit: TERM },
  non_bureau_arrangements: { label: 'Non-bureau arrangements', limit: TERM },
} as const satisfies SlipTerms;

export const FISCAL_TERMS = {
  tax_payable: { label: 'Tax payable by reinsurers', limit: TERM, none: true },
  overseas_broker: { label: 'Overseas broker', limit: SHORT, none: true },
  client_classification: { label: 'Regulatory client classification', limit: SHORT },
} as const satisfies SlipTerms;

export const REMUNERATION_TERMS = {
  brokerage: { label: 'Brokerage', limit: TERM, none: true, money: true },
  fees: { label: 'Fees payable by the client', limit: TERM, none: true, money: true },
  deductions: { label: 'Other deductions from premium', limit: TERM, none: true, money: true },
} as const satisfies SlipTerms;

/** What a slip says besides its texts. */
export const SLIP_FIELDS = {
  subjectivities: { label: 'Subjectivities' },
  taxes_payable: { label: 'Taxes payable' },
  written_basis: { label: 'Basis of written lines' },
  signed_basis: { label: 'Basis of signed lines' },
  leader: { label: 'Slip leader', kind: 'party' },
  second_lead: { label: 'Second lead', kind: 'party' },
  single_agreement_limit: { label: 'One party agrees claims up to', kind: 'money' },
  settlement_due_date: { label: 'Settlement due date', kind: 'day' },
  country_of_origin: { label: 'Country of origin' },
  risk_codes: { label: 'Allocation of premium to risk codes' },
} as const satisfies Readonly<Record<string, { label: string; kind?: FieldKind }>>;

/** What one section of several says otherwise than the risk details. */
export const SECTION_TERMS = {
  interest: { label: 'Interest', limit: TERM },
  limit: { label: 'Limit', limit: TERM },
  excess: { label: 'Excess', limit: TERM },
  situation: { label: 'Situation', limit: TERM },
  conditions: { label: 'Conditions', limit: LONG },
} as const satisfies SlipTerms;

/** What one section of several has of the slip's figures, by the names of its call. */
export const SECTION_FIGURES = {
  sum_insured: { label: PLACEMENT_FIELDS.sum_insured.label, kind: 'money' },
  limit_amount: { label: 'Limit amount', kind: 'money' },
  premium: { label: 'Premium', kind: 'money' },
} as const satisfies Record<string, PlacementField>;

/** The terms of a slip by the parts of its contract, as its call names them. */
export const SLIP_TERMS = {
  risk: RISK_TERMS,
  security: SECURITY_TERMS,
  subscription: { ...AGREEMENT_TERMS, ...SETTLEMENT_TERMS },
  fiscal: FISCAL_TERMS,
  remuneration: REMUNERATION_TERMS,
} as const satisfies Readonly<Record<string, SlipTerms>>;

const LABELS: ReadonlyMap<string, string> = new Map([
  ['slip.information', INFORMATION_TERM.label],
  ...Object.entries(SLIP_TERMS).flatMap(([part, terms]) =>
    Object.entries(terms).map(([name, { label }]): [string, string] => [`slip.${part}.${name}`, label]),
  ),
]);

/** What a term is called by its place in the call: "slip.risk.situation"; undefined of what is no term. */
export const slipLabel = (place: string): string | undefined => LABELS.get(place);

const optionalText = (limit: Limit) => z.optional(text(limit));
const plainText = () => z.string();

/** The shape of texts by their names: each may be left out, and is no longer than its limit. */
export function textShape<T extends Readonly<Record<string, { limit: Limit }>>>(terms: T) {
  const shapes = Object.entries(terms).map(([name, { limit }]) => [name, optionalText(limit)]);
  return Object.fromEntries(shapes) as { [K in keyof T]: ReturnType<typeof optionalText> };
}

/** The same in a reply, where each is there. */
export function textReply<T extends Readonly<Record<string, { limit: Limit }>>>(terms: T) {
  const shapes = Object.keys(terms).map((name) => [name, plainText()]);
  return Object.fromEntries(shapes) as { [K in keyof T]: ReturnType<typeof plainText> };
}

/** Terms with their names and what is entered under each, in the order of the contract. */
export function enteredTerms<K extends string>(
  terms: Readonly<Record<K, SlipTerm>>,
  entered: { readonly [P in NoInfer<K>]?: string | undefined },
): { name: K; term: SlipTerm; value: string | undefined }[] {
  return (Object.keys(terms) as K[]).map((name) => ({ name, term: terms[name], value: entered[name] }));
}
