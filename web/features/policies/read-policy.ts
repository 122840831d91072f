import type { WireReply } from '../../../domain/endpoint.ts';
import type { FieldError } from '../../../domain/errors.ts';
import { adjustmentFaults } from '../../../domain/policies/adjustment.ts';
import {
  placementFigures,
  type Market,
  type PlacementFigures,
  type TaxRule,
} from '../../../domain/policies/figures.ts';
import {
  deductionFaults,
  policyFaults,
  policyWarnings,
  standingWarnings,
  type PolicyDraft,
  type Standing,
} from '../../../domain/policies/rules.ts';
import type { taxes } from '../../../domain/registers/contract.ts';
import type { Day } from '../../../domain/values/day.ts';
import { toCount } from '../../../domain/values/decimal.ts';
import { sum } from '../../../domain/values/money.ts';
import { formatRate, parseRate, type Rate } from '../../../domain/values/rate.ts';
import { amountOf, isBlank, premiumOf, rateOf, type PolicyValues, type SecurityRow } from './policy-values.ts';

type Taxes = WireReply<typeof taxes>['data'];

/** What the figures of a form depend on besides what is typed. */
export type Surroundings = { taxes: Taxes; classIds: readonly number[]; today: Day; market?: Market };

/** A policy as typed, read: its figures so far, and what is wrong or worth a look. */
export type PolicyReading = {
  draft: PolicyDraft;
  figures: PlacementFigures;
  /** Σ written lines of the whole. */
  written: Rate;
  /** What keeps it from being saved, in the order of the form. */
  faults: FieldError[];
  warnings: string[];
};

/** Taxes and levies in force on a day, in the order in which the server takes them. */
export function taxRulesOn(all: Taxes, day: Day): TaxRule[] {
  return all
    .flatMap((tax) => tax.rates.map((rate) => ({ tax, rate })))
    .filter(({ rate }) => rate.enabled && rate.effective_from <= day && (rate.effective_to ?? '9999') >= day)
    .toSorted((a, b) => a.rate.id - b.rate.id)
    .map(({ tax, rate }) => {
      const percent = parseRate(rate.rate);
      return {
        taxId: tax.id,
        code: tax.code,
        name: tax.name,
        rate: typeof percent === 'bigint' ? percent : 0n,
        basis: rate.basis,
        borneBy: rate.borne_by,
        appliesTo: rate.applies_to,
        market: rate.market,
        classId: rate.class_id,
      };
    });
}

function draftOf(values: PolicyValues): PolicyDraft {
  const rows = values.securities.filter((row) => !isBlank(row));
  return {
    currency: values.currency,
    dateOffered: values.dateoffered,
    start: values.insurance_start_date,
    end: values.insurance_end_date,
    sumInsured: amountOf(values.sum_insured, values.currency) ?? 0n,
    rate: rateOf(values.rate),
    premium: premiumOf(values) ?? 0n,
    fac: rateOf(values.fac) ?? 0n,
    lines: rows.map((row, index) => ({
      // Rows without a security yet are not the same one twice.
      securityId: row.security === null ? -1 - index : (JSON.parse(row.security.id) as number),
      share: rateOf(row.share) ?? 0n,
      standing: standingOf(row),
    })),
  };
}

function standingOf({ security }: SecurityRow): Standing | undefined {
  if (security === null) return undefined;
  const { label, lineLimit, ratedOn } = security;
  return { name: label, lineLimit: lineLimit == null ? null : rateOf(lineLimit), ratedOn: ratedOn ?? null };
}

const SHARE = 'Share must be between 0 and 100.';

/** What is not there yet, in the order of the form, with the messages of the server's own checks. */
function missing(values: PolicyValues): FieldError[] {
  const wanted: [field: string, isThere: boolean, message: string][] = [
    ['reinsured', values.reinsured !== null, 'Choose the reinsured.'],
    ['insured', values.insured !== null, 'Choose the insured.'],
    ['cover_type', values.cover_type !== '', 'Choose the class.'],
    ['dateoffered', values.dateoffered !== '', 'Enter the date on which it was offered.'],
    ['insurance_start_date', values.insurance_start_date !== '', 'Enter the first day of cover.'],
    ['insurance_end_date', values.insurance_end_date !== '', 'Enter the last day of cover.'],
    ['sum_insured', amountOf(values.sum_insured, values.currency) !== null, 'Enter the sum insured.'],
    ['premium', premiumOf(values) !== null, 'Enter the premium or the rate.'],
    ['fac', rateOf(values.fac) !== null, values.fac === '' ? 'Enter the fac share.' : SHARE],
    [
      'cedant_commission',
      rateOf(values.cedant_commission) !== null,
      values.cedant_commission === '' ? 'Enter the cedant commission.' : SHARE,
    ],
    ['brokerage', rateOf(values.brokerage) !== null, values.brokerage === '' ? 'Enter the brokerage.' : SHARE],
    ['rate', values.rate === '' || rateOf(values.rate) !== null, 'Rate must be between 0 and 100.'],
    [
      'excess_amount',
      values.excess_amount === '' || amountOf(values.excess_amount, values.currency) !== null,
      'Enter an amount.',
    ],
    ['remittance_days', /^\d{1,3}$/.test(values.remittance_days.trim()), 'Days must be from 0 to 365.'],
    [
      'warranty_days',
      values.warranty_kind === '' || /^\d{1,3}$/.test(values.warranty_days.trim()),
      'Days must be from 1 to 365.',
    ],
  ];
  return wanted.filter(([, isThere]) => !isThere).map(([field, , message]) => ({ field, message }));
}

// One that is switched on and left empty is asked for its basis first.
function adjustable(values: PolicyValues, draft: PolicyDraft): FieldError[] {
  if (!values.adjustable) return [];
  const typed = {
    basis: values.adjustment_basis.trim(),
    rate: rateOf(values.adjustment_rate) ?? 0n,
    minimum: amountOf(values.minimum_premium, values.currency),
  };
  return adjustmentFaults(typed, draft);
}

function missingLines(values: PolicyValues): FieldError[] {
  return values.securities
    .filter((row) => !isBlank(row))
    .flatMap((row, index) => [
      ...(row.security === null ? [{ field: `securities.${index}.security`, message: 'Choose the security.' }] : []),
      ...(['offer', 'share', 'commission', 'brokerage'] as const).flatMap((key) =>
        (key === 'share' || row[key] !== '') && rateOf(row[key]) === null
          ? [{ field: `securities.${index}.${key}`, message: SHARE }]
          : [],
      ),
    ]);
}

function isFirstOfItsField(fault: FieldError, index: number, all: readonly FieldError[]): boolean {
  return all.findIndex((other) => other.field === fault.field) === index;
}

/** Reads a form: by the same rules and figures as the server. */
export function readPolicy(values: PolicyValues, given: Surroundings): PolicyReading {
  const { taxes: all, classIds, today, market = 'LOCAL' } = given;
  const draft = draftOf(values);
  const rows = values.securities.filter((row) => !isBlank(row));
  const figures = placementFigures({
    premium: draft.premium,
    fac: draft.fac,
    commission: rateOf(values.cedant_commission) ?? 0n,
    brokerage: rateOf(values.brokerage) ?? 0n,
    market,
    classIds,
    lines: rows.map((row, index) => ({
      securityId: draft.lines[index]?.securityId ?? 0,
      resident: row.security?.resident ?? true,
      share: draft.lines[index]?.share ?? 0n,
      commission: rateOf(row.commission),
      brokerage: rateOf(row.brokerage),
    })),
    taxes: taxRulesOn(all, draft.start === '' ? today : draft.start),
  });
  const dated = draft.start !== '' && draft.end !== '' ? draft : { ...draft, start: '', end: '' };
  const deductions = draft.premium > 0n ? deductionFaults(figures) : [];
  return {
    draft,
    figures,
    written: sum(rows.map((row) => rateOf(row.offer) ?? rateOf(row.share) ?? 0n)),
    faults: [
      ...missing(values),
      ...adjustable(values, draft),
      ...missingLines(values),
      ...policyFaults(dated, today),
      ...deductions,
    ].filter(isFirstOfItsField),
    warnings: draft.start === '' || draft.end === '' ? standingWarnings(draft) : policyWarnings(draft),
  };
}

/** What keeps a placement that can be saved from being submitted: the order must be filled. §8. */
export function submitFaults({ draft, figures }: PolicyReading): FieldError[] {
  if (figures.placed >= draft.fac) return [];
  const message = `Securities total ${formatRate(figures.placed, 4)}% but ${formatRate(draft.fac, 4)}% is placed.`;
  return [{ field: 'securities', message }];
}

function isFilled(values: PolicyValues, field: string): boolean {
  const [name, row, key] = field.split('.');
  if (name === 'securities' && row !== undefined && key !== undefined) {
    const cells = values.securities.filter((one) => !isBlank(one))[toCount(row) ?? -1];
    return key === 'security' ? cells?.security !== null : cells?.[key as 'share'] !== '';
  }
  if (name === 'premium') return values.premium_keyed ? values.premium !== '' : values.rate !== '';
  const value = values[name as keyof PolicyValues];
  return value !== '' && value !== null;
}

/** Faults of what is already entered: shown while typing, when nothing was sent yet. */
export function faultsSoFar(reading: PolicyReading, values: PolicyValues): FieldError[] {
  return reading.faults.filter((fault) => isFilled(values, fault.field));
}
