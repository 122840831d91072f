import type { Sent, WireReply } from '../../../domain/endpoint.ts';
import type { getPolicy, savePolicy } from '../../../domain/policies/contract.ts';
import { premiumFromRate } from '../../../domain/policies/figures.ts';
import type { PaymentTerms } from '../../../domain/policies/terms.ts';
import { addDays, addMonths, parseDay, type Day } from '../../../domain/values/day.ts';
import { formatAmount, parseAmount } from '../../../domain/values/money.ts';
import { HUNDRED, parseRate, type Rate } from '../../../domain/values/rate.ts';
import type { Found } from '../../ui/use-search.ts';
import { wholeNumber } from '../../ui/whole-number.ts';

export type PolicyRecord = WireReply<typeof getPolicy>;
export type PolicyBody = Sent<typeof savePolicy>['body'];

export type SecurityChoice = Found & {
  resident: boolean;
  bureau?: boolean;
  /** The largest line approved for it, and when it was last rated. */
  lineLimit?: string | null;
  ratedOn?: string | null;
};
export type SecurityRow = {
  security: SecurityChoice | null;
  offer: string;
  share: string;
  commission: string;
  brokerage: string;
};

/** A policy as it is typed; names are those of the call, so that the server's messages find their fields. */
export type PolicyValues = {
  reinsured: Found | null;
  insured: Found | null;
  cedant_policy_number: string;
  cover_type: string;
  interest: string;
  territory: string;
  dateoffered: string;
  insurance_start_date: string;
  insurance_end_date: string;
  currency: string;
  sum_insured: string;
  rate: string;
  premium: string;
  /** The premium was entered by hand; otherwise it follows from the rate. */
  premium_keyed: boolean;
  /** The premium is a deposit, adjusted to what is declared. */
  adjustable: boolean;
  adjustment_basis: string;
  adjustment_rate: string;
  minimum_premium: string;
  fac: string;
  cedant_commission: string;
  brokerage: string;
  excess: string;
  excess_amount: string;
  payment_terms: PaymentTerms;
  remittance_days: string;
  warranty_kind: '' | 'PPW' | 'PPC';
  warranty_days: string;
  clauses: string[];
  /** Another wording than the policy has, by clause, where one was asked for. */
  wordings: Record<string, number>;
  securities: SecurityRow[];
};

export const EMPTY_ROW: SecurityRow = { security: null, offer: '', share: '', commission: '', brokerage: '' };

export function newValues(given: { currency: string; today: Day }): PolicyValues {
  return {
    reinsured: null,
    insured: null,
    cedant_policy_number: '',
    cover_type: '',
    interest: '',
    territory: '',
    dateoffered: given.today,
    insurance_start_date: '',
    insurance_end_date: '',
    currency: given.currency,
    sum_insured: '',
    rate: '',
    premium: '',
    premium_keyed: false,
    adjustable: false,
    adjustment_basis: '',
    adjustment_rate: '',
    minimum_premium: '',
    fac: '',
    cedant_commission: '',
    brokerage: '',
    excess: '',
    excess_amount: '',
    payment_terms: 'LUMP_30',
    remittance_days: '30',
    warranty_kind: '',
    warranty_days: '',
    clauses: [],
    wordings: {},
    securities: [EMPTY_ROW],
  };
}

/** Minor units of a typed amount; null while it is none. */
export function amountOf(text: string, currency: string): bigint | null {
  const amount = text === '' ? null : parseAmount(text, currency);
  return typeof amount === 'bigint' ? amount : null;
}

/** A typed percentage from 0 to 100; null while it is none. */
export function rateOf(text: string): Rate | null {
  const rate = text === '' ? null : parseRate(text);
  return typeof rate === 'bigint' && rate >= 0n && rate <= HUNDRED ? rate : null;
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
  }));
}

function followsRate(record: PolicyRecord): boolean {
  const rate = record.rate === null ? null : rateOf(record.rate);
  const sumInsured = amountOf(record.sum_insured, record.currency);
  if (rate === null || sumInsured === null) return false;
  return formatAmount(premiumFromRate(sumInsured, rate), record.currency) === record.premium;
}

/** A saved policy as its form begins. */
export function valuesOf(record: PolicyRecord): PolicyValues {
  const choice = (party: { id: number; name: string }) => ({ id: String(party.id), label: party.name });
  const keyed = !followsRate(record);
  const rows = rowsOf(record);
  return {
    cedant_policy_number: record.cedant_policy_number,
    interest: record.interest,
    territory: record.territory,
    dateoffered: record.dateoffered,
    insurance_start_date: record.insurance_start_date,
    insurance_end_date: record.insurance_end_date,
    currency: record.currency,
    sum_insured: record.sum_insured,
    fac: record.fac,
    cedant_commission: record.cedant_commission,
    brokerage: record.brokerage,
    excess: record.excess,
    payment_terms: record.payment_terms,
    reinsured: choice(record.reinsured),
    insured: choice(record.insured),
    cover_type: String(record.cover_type.id),
    rate: record.rate ?? '',
    premium: keyed ? record.premium : '',
    premium_keyed: keyed,
    adjustable: record.adjustment !== null,
    adjustment_basis: record.adjustment?.basis ?? '',
    adjustment_rate: record.adjustment?.rate ?? '',
    minimum_premium: record.adjustment?.minimum_premium ?? '',
    excess_amount: record.excess_amount ?? '',
    remittance_days: String(record.remittance_days),
    warranty_kind: record.warranty?.kind ?? '',
    warranty_days: record.warranty === null ? '' : String(record.warranty.days),
    clauses: record.clauses.map((clause) => String(clause.id)),
    wordings: {},
    securities: rows.length === 0 ? [EMPTY_ROW] : rows,
  };
}

// Ids come from the server as they go back to it.
export const idOf = (id: string | undefined) => (id === undefined || id === '' ? 0 : (JSON.parse(id) as number));

/** A row in which nothing is entered: it is not sent. */
export function isBlank(row: SecurityRow): boolean {
  return row.security === null && row.offer === '' && row.share === '';
}

/** What is sent. The premium is left out where it follows from the rate: the server works it out by the same rule. */
export function bodyOf(values: PolicyValues): PolicyBody {
  const { premium_keyed, adjustable, warranty_kind, warranty_days, wordings, ...rest } = values;
  return {
    ...rest,
    reinsured: idOf(values.reinsured?.id),
    insured: idOf(values.insured?.id),
    cover_type: idOf(values.cover_type),
    rate: values.rate === '' ? null : values.rate,
    premium: premium_keyed && values.premium !== '' ? values.premium : null,
    adjustment_basis: adjustable ? values.adjustment_basis : null,
    adjustment_rate: adjustable && values.adjustment_rate !== '' ? values.adjustment_rate : null,
    minimum_premium: adjustable && values.minimum_premium !== '' ? values.minimum_premium : null,
    excess_amount: values.excess_amount === '' ? null : values.excess_amount,
    remittance_days: wholeNumber(values.remittance_days.trim(), -1),
    warranty: warranty_kind === '' ? null : { kind: warranty_kind, days: wholeNumber(warranty_days.trim(), 0) },
    clauses: values.clauses.map((id) => {
      const version = wordings[id];
      return version === undefined ? idOf(id) : { id: idOf(id), wording_version: version };
    }),
    securities: values.securities
      .filter((row) => !isBlank(row))
      .map((row) => ({
        security: idOf(row.security?.id),
        ...(row.offer === '' ? {} : { offer: row.offer }),
        share: row.share,
        commission: row.commission === '' ? null : row.commission,
        brokerage: row.brokerage === '' ? null : row.brokerage,
      })),
  };
}
