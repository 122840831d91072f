import type { WireReply } from '../../../domain/endpoint.ts';
import type { getTemplate } from '../../../domain/policies/templates.ts';
import { describeSecurity } from './party-search.ts';
import {
  EMPTY_ROW,
  type PolicyBody,
  type PolicyValues,
  type SecurityChoice,
  type SecurityRow,
} from './policy-values.ts';
import { EMPTY_LINE, textsOf, type LineRow, type SlipRecord, type SlipValues } from './slip-values.ts';

export type Template = WireReply<typeof getTemplate>;
type Line = { security: number; share?: string; offer?: string; written?: string | null } & Record<
  'commission' | 'brokerage',
  string | null
>;

const shown = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

function choiceOf(template: Template, id: number): SecurityChoice | null {
  const security = template.securities.find((one) => one.id === id);
  if (security === undefined) return null;
  const { name, resident, bureau, line_limit: lineLimit, rated_on: ratedOn } = security;
  const detail = describeSecurity({ resident, market: bureau ? 'LONDON' : null });
  return { id: String(id), label: name, resident, bureau, lineLimit, ratedOn, detail };
}

function rowOf(template: Template, line: Line): SecurityRow {
  return {
    ...EMPTY_ROW,
    security: choiceOf(template, line.security),
    offer: shown(line.offer),
    share: shown(line.share),
    commission: shown(line.commission),
    brokerage: shown(line.brokerage),
  };
}

/** What a form of either market takes over; what the template leaves out stays as it is typed. */
function commonOf(template: Template): Partial<PolicyValues> {
  const terms = template.terms as Partial<PolicyBody>;
  const text = (value: unknown) => (value === undefined ? undefined : shown(value));
  const { warranty } = terms;
  const taken = {
    cover_type: text(terms.cover_type),
    currency: terms.currency,
    rate: text(terms.rate),
    fac: text(terms.fac),
    cedant_commission: text(terms.cedant_commission),
    brokerage: text(terms.brokerage),
    interest: terms.interest,
    excess: terms.excess,
    territory: terms.territory,
    payment_terms: terms.payment_terms,
    remittance_days: text(terms.remittance_days),
    clauses: (terms.clauses ?? []).map(String),
    ...(warranty === undefined
      ? {}
      : { warranty_kind: warranty?.kind ?? ('' as const), warranty_days: shown(warranty?.days) }),
  };
  return Object.fromEntries(Object.entries(taken).filter(([, value]) => value !== undefined));
}

const orOne = <T>(rows: T[], empty: T): T[] => (rows.length === 0 ? [empty] : rows);

/** A local policy's form on the terms of a template: parties, days and sums stay as they are typed. */
export function withTemplate(values: PolicyValues, template: Template): PolicyValues {
  const lines = (template.terms['securities'] ?? []) as Line[];
  const securities = orOne(
    lines.map((line) => rowOf(template, line)),
    EMPTY_ROW,
  );
  return { ...values, ...commonOf(template), wordings: {}, securities };
}

/** The same of a London slip, with the texts of its sections. */
export function withSlipTemplate(values: SlipValues, template: Template): SlipValues {
  const lines = (template.terms['securities'] ?? []) as Line[];
  const securities = orOne(
    lines.map((line): LineRow => ({ ...EMPTY_LINE, ...rowOf(template, line), written: shown(line.written) })),
    EMPTY_LINE,
  );
  const { interest: _i, excess: _e, territory: _t, ...common } = commonOf(template);
  const slip = textsOf(template.terms as unknown as Pick<SlipRecord, 'slip'>);
  const { leader } = slip.subscription;
  // A leader who is left out leads nothing.
  const leads = securities.some((row) => row.security?.id === leader);
  return {
    ...values,
    ...common,
    wordings: {},
    securities,
    slip: {
      ...slip,
      risk: { ...slip.risk, limit: values.slip.risk.limit },
      information: values.slip.information,
      subscription: { ...slip.subscription, leader: leads ? leader : '' },
    },
  };
}
