import * as z from 'zod/mini';
import type { WireReply } from '../../../../domain/endpoint.ts';
import { type FormValues, valuesIn } from '../../../../domain/forms.ts';
import { policyBody, securityLine } from '../../../../domain/placements/contract.ts';
import { enteredLine } from '../../../../domain/slips/contract.ts';
import type { getTemplate } from '../../../../domain/placements/templates.ts';
import { recordId } from '../../../../domain/wire.ts';
import { describeSecurity } from './party-search.ts';
import { EMPTY_ROW, type PolicyValues, type SecurityChoice, type SecurityRow } from './policy-values.ts';
import { EMPTY_LINE, type LineRow, type SlipValues, textsOf } from './slip-values.ts';

export type Template = WireReply<typeof getTemplate>;

/** What a form of either market takes over; what the template leaves out stays as it is typed. */
const TAKEN = z.pick(policyBody, {
  cover_type: true,
  currency: true,
  rate: true,
  fac: true,
  cedant_commission: true,
  brokerage: true,
  interest: true,
  excess: true,
  territory: true,
  conditions: true,
  payment_terms: true,
  remittance_days: true,
  warranty: true,
});
const LISTS = z.object({
  clauses: z.array(recordId),
  securities: z.array(z.object({ ...securityLine.shape, ...z.pick(enteredLine, { written: true }).shape })),
});
type Line = FormValues<typeof LISTS>['securities'][number];

function choiceOf(template: Template, id: string | undefined): SecurityChoice | null {
  const security = template.securities.find((one) => String(one.id) === id);
  if (security === undefined) return null;
  const { name, resident, bureau, line_limit: lineLimit, rated_on: ratedOn } = security;
  const detail = describeSecurity({ resident, market: bureau ? 'LONDON' : null });
  return { id: String(security.id), label: name, resident, bureau, lineLimit, ratedOn, detail };
}

function rowOf(template: Template, { written: _written, ...line }: Line): SecurityRow {
  return { ...line, security: choiceOf(template, line.security?.id) };
}

function commonOf({ terms }: Template): Partial<PolicyValues> {
  const { cover_type, warranty, ...texts } = valuesIn(TAKEN, terms);
  const taken = Object.entries({ ...texts, cover_type: cover_type?.id ?? '' });
  return {
    ...Object.fromEntries(taken.filter(([field]) => terms[field] !== undefined)),
    ...(terms['warranty'] !== undefined && { warranty_kind: warranty.kind, warranty_days: warranty.days }),
    clauses: valuesIn(LISTS, terms).clauses,
  };
}

const orOne = <T>(rows: T[], empty: T): T[] => (rows.length === 0 ? [empty] : rows);

/** A local policy's form on the terms of a template: parties, days and sums stay as they are typed. */
export function withTemplate(values: PolicyValues, template: Template): PolicyValues {
  const lines = valuesIn(LISTS, template.terms).securities;
  const securities = orOne(
    lines.map((line) => rowOf(template, line)),
    EMPTY_ROW,
  );
  return { ...values, ...commonOf(template), wordings: {}, securities };
}

/** The same of a London slip, with the texts of its sections. */
export function withSlipTemplate(values: SlipValues, template: Template): SlipValues {
  const lines = valuesIn(LISTS, template.terms).securities;
  const securities = orOne(
    lines.map((line): LineRow => ({ ...EMPTY_LINE, ...rowOf(template, line), written: line.written })),
    EMPTY_LINE,
  );
  const { interest: _i, excess: _e, territory: _t, conditions: _c, ...common } = commonOf(template);
  const slip = textsOf(template.terms['slip']);
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
