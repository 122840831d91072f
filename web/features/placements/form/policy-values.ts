import type { Sent, WireReply } from '../../../../domain/endpoint.ts';
import * as z from 'zod/mini';
import {
  newInstalment,
  policyBody,
  securityLine,
  type getPolicy,
  type savePolicy,
} from '../../../../domain/placements/contract.ts';
import { BY_HAND } from '../../../../domain/placements/terms.ts';
import { premiumFromRate } from '../../../../domain/placements/figures.ts';
import { addDays, addMonths, parseDay, type Day } from '../../../../domain/values/day.ts';
import type { Choice } from '../../../../domain/fields.ts';
import { bodyOf, emptyOf, valuesOf, type FormValues } from '../../../../domain/forms.ts';
import { toCount } from '../../../../domain/values/decimal.ts';
import { formatAmount } from '../../../../domain/values/money.ts';
import { amountOf, rateOf } from './policy-amounts.ts';
import type { Found } from '../../../ui/fields/use-search.ts';

export type PolicyRecord = WireReply<typeof getPolicy>;
type PolicyBody = Sent<typeof savePolicy>['body'];

/** The title of a placement's form: of a new one `whenNew`. */
export const formTitle = (record: { broker_reference: string } | undefined, whenNew: string): string =>
  record === undefined ? whenNew : `Edit ${record.broker_reference}`;

export type SecurityChoice = Found & {
  resident: boolean;
  bureau?: boolean;
  /** The largest line approved for it, and when it was last rated. */
  lineLimit?: string | null;
  ratedOn?: string | null;
};
export type SecurityRow = Omit<FormValues<typeof securityLine>, 'security'> & { security: SecurityChoice | null };

export type InstalmentRow = FormValues<typeof newInstalment>;
export const NO_INSTALMENT = emptyOf(newInstalment);
export const isBlankInstalment = (row: InstalmentRow) => row.due_on === '' && row.amount === '';

/** The fields that are as the call has them. */
const FIELDS = z.omit(policyBody, {
  cover_type: true,
  instalments: true,
  warranty: true,
  clauses: true,
  securities: true,
});

/** A policy as it is typed; names are those of the call, so that the server's messages find their fields. */
export type PolicyValues = FormValues<typeof FIELDS> & {
  cover_type: string;
  /** Where the terms are dates and amounts by hand. */
  instalments: InstalmentRow[];
  /** The premium was entered by hand; otherwise it follows from the rate. */
  premium_keyed: boolean;
  /** The premium is a deposit, adjusted to what is declared. */
  adjustable: boolean;
  warranty_kind: '' | 'PPW' | 'PPC';
  warranty_days: string;
  clauses: string[];
  /** Another wording than the policy has, by clause, where one was chosen. */
  wordings: Record<string, number>;
  securities: SecurityRow[];
};

export const EMPTY_ROW: SecurityRow = { ...emptyOf(securityLine), security: null };

/** What a new placement begins with: who enters it is its producer until another is chosen. */
export type FormStart = { currency: string; today: Day; producer: Choice };

export function newValues(start: FormStart): PolicyValues {
  return {
    ...emptyOf(FIELDS),
    dateoffered: start.today,
    currency: start.currency,
    producer: start.producer,
    payment_terms: 'LUMP_30',
    instalments: [],
    remittance_days: '30',
    cover_type: '',
    premium_keyed: false,
    adjustable: false,
    warranty_kind: '',
    warranty_days: '',
    clauses: [],
    wordings: {},
    securities: [EMPTY_ROW],
  };
}

/** The 100 % premium in minor units: as entered, else sum insured × rate. */
export function premiumOf(values: PolicyValues): bigint | null {
  if (values.premium_keyed) return amountOf(values.premium, values.currency);
  const sumInsured = amountOf(values.sum_insured, values.currency);
  const rate = rateOf(values.rate);
  return sumInsured === null || rate === null ? null : premiumFromRate(sumInsured, rate);
}

/** The last day of a year's cover that begins on a day: both days are covered. */
export function yearEnd(start: string): string {
  return parseDay(start) === null ? '' : addDays(addMonths(start, 12), -1);
}

function rowsOf(record: PolicyRecord): SecurityRow[] {
  return record.securities.map((line) => ({
    security: {
      id: String(line.security.id),
      label: line.security.name,
      resident: line.resident,
      lineLimit: line.line_limit,
      ratedOn: line.rated_on,
      detail: line.resident ? 'Resident' : 'Non-resident',
    },
    offer: line.offer,
    share: line.share,
    commission: line.commission_rate === record.cedant_commission ? '' : line.commission_rate,
    brokerage: line.brokerage_rate === record.brokerage ? '' : line.brokerage_rate,
    written_on: line.written_on ?? '',
    reference: line.reference,
    accepted_by: line.accepted_by,
  }));
}

function followsRate(record: PolicyRecord): boolean {
  const rate = record.rate === null ? null : rateOf(record.rate);
  const sumInsured = amountOf(record.sum_insured, record.currency);
  if (rate === null || sumInsured === null) return false;
  return formatAmount(premiumFromRate(sumInsured, rate), record.currency) === record.premium;
}

/** A saved policy as its form begins. */
export function valuesOfPolicy(record: PolicyRecord): PolicyValues {
  const { adjustment, warranty } = record;
  const keyed = !followsRate(record);
  const rows = rowsOf(record);
  return {
    ...valuesOf(FIELDS, {
      ...record,
      premium: keyed ? record.premium : null,
      adjustment_basis: adjustment?.basis,
      adjustment_rate: adjustment?.rate,
      minimum_premium: adjustment?.minimum_premium,
      minimum_kept: adjustment?.minimum_kept,
    }),
    cover_type: String(record.cover_type.id),
    instalments: record.instalments.map((row) => ({ ...row })),
    premium_keyed: keyed,
    adjustable: adjustment !== null,
    warranty_kind: warranty?.kind ?? '',
    warranty_days: warranty === null ? '' : String(warranty.days),
    clauses: record.clauses.map((clause) => String(clause.id)),
    wordings: {},
    securities: rows.length === 0 ? [EMPTY_ROW] : rows,
  };
}

/** The id that a body carries; 0 for none, which the call refuses with its own message. */
export const idOf = (id: string | undefined) => toCount(id ?? '') ?? 0;

/** A row in which nothing is entered: it is not sent. */
export function isBlank(row: SecurityRow): boolean {
  return row.security === null && row.offer === '' && row.share === '';
}

/** What is sent. The premium is left out where it follows from the rate: the server works it out by the same rule. */
export function bodyOfPolicy(values: PolicyValues): PolicyBody {
  const { premium_keyed, adjustable, warranty_kind: kind, warranty_days: days, wordings } = values;
  const nothing = { adjustment_basis: '', adjustment_rate: '', minimum_premium: '' };
  return {
    ...bodyOf(FIELDS, { ...values, ...(premium_keyed ? {} : { premium: '' }), ...(adjustable ? {} : nothing) }),
    cover_type: idOf(values.cover_type),
    instalments:
      values.payment_terms === BY_HAND
        ? values.instalments.filter((row) => !isBlankInstalment(row)).map((row) => bodyOf(newInstalment, row))
        : null,
    warranty: kind === '' ? null : { kind, days: toCount(days) ?? 0 },
    clauses: values.clauses.map((id) => {
      const version = wordings[id];
      return version === undefined ? idOf(id) : { id: idOf(id), wording_version: version };
    }),
    securities: values.securities.filter((row) => !isBlank(row)).map((row) => bodyOf(securityLine, row)),
  };
}
