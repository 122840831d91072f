import { get } from 'react-hook-form';
import type { WireReply } from '../../../../domain/endpoint.ts';
import type { FieldError } from '../../../../domain/errors.ts';
import type { Market } from '../../../../domain/placements/figures.ts';
import type { PlacedTax } from '../../../../domain/placements/tax-place.ts';
import {
  readPlacement,
  type PlacementBody,
  type PlacementReading,
  type RegisteredParty,
  type Registers,
} from '../../../../domain/placements/read-placement.ts';
import { deductionFaults } from '../../../../domain/placements/rules.ts';
import type { taxes } from '../../../../domain/registers/contract.ts';
import { sumFaults } from '../../../../domain/placements/instalments.ts';
import { BY_HAND } from '../../../../domain/placements/terms.ts';
import type { Day } from '../../../../domain/values/day.ts';
import { toCount } from '../../../../domain/values/decimal.ts';
import { sum } from '../../../../domain/values/money.ts';
import { parseRate, type Rate } from '../../../../domain/values/rate.ts';
import { amountOf, rateOf } from './policy-amounts.ts';
import {
  idOf,
  isBlank,
  isBlankInstalment,
  type PolicyValues,
  type SecurityChoice,
  type SecurityRow,
} from './policy-values.ts';
import { showRate } from '../../../ui/marks/format.ts';

type Taxes = WireReply<typeof taxes>['data'];

/** What the figures of a form depend on besides what is typed. */
export type Surroundings = {
  taxes: Taxes;
  classIds: readonly number[];
  today: Day;
  market?: Market;
  /** Of the placement; its country is that of a risk that names none. */
  branch: Registers['branch'];
};

/** A policy as typed, read: its figures so far, what keeps it from being saved, and what is worth a look. */
export type PolicyReading = PlacementReading & {
  /** Σ written lines of the whole. */
  written: Rate;
};

/** Taxes and levies in force on a day, in the order in which the server takes them. */
function taxRulesOn(all: Taxes, day: Day): PlacedTax[] {
  return all
    .flatMap((tax) => tax.rates.map((rate) => ({ tax, rate })))
    .filter(({ rate }) => rate.enabled && rate.effective_from <= day && (rate.effective_to ?? '9999') >= day)
    .toSorted((a, b) => a.rate.id - b.rate.id)
    .flatMap(({ tax, rate }) => {
      const { basis } = rate;
      // One on our own invoices falls on no placement.
      if (basis === 'INVOICE') return [];
      const percent = parseRate(rate.rate ?? '0');
      const { currency } = rate;
      const minor = (text: string | null) => (text === null || currency === null ? null : amountOf(text, currency));
      return {
        taxId: tax.id,
        code: tax.code,
        name: tax.name,
        rate: typeof percent === 'bigint' ? percent : 0n,
        basis,
        borneBy: rate.borne_by,
        appliesTo: rate.applies_to,
        market: rate.market,
        classId: rate.class_id,
        flat: minor(rate.flat),
        minimum: minor(rate.minimum),
        branchId: rate.branch_id,
        country: rate.country,
        currency,
      };
    });
}

const SHARE = 'Share must be between 0 and 100.';

const isDays = (text: string) => /^\d{1,3}$/.test(text.trim());

/** What is typed and cannot be read, at its field; what is not there yet is the placement's own fault. */
function unreadFaults(values: PolicyValues, rows: readonly SecurityRow[]): FieldError[] {
  const rates = [
    { field: 'fac', text: values.fac, message: SHARE },
    { field: 'cedant_commission', text: values.cedant_commission, message: SHARE },
    { field: 'brokerage', text: values.brokerage, message: SHARE },
    { field: 'rate', text: values.rate, message: 'Rate must be between 0 and 100.' },
    ...rows.flatMap((row, index) =>
      (['offer', 'share', 'commission', 'brokerage'] as const).map((key) => ({
        field: `securities.${index}.${key}`,
        text: row[key],
        message: SHARE,
      })),
    ),
  ];
  const { excess_amount: excess, warranty_kind: warranty } = values;
  return [
    ...rates
      .filter(({ text }) => text !== '' && rateOf(text) === null)
      .map(({ field, message }) => ({ field, message })),
    ...(excess === '' || amountOf(excess, values.currency) !== null
      ? []
      : [{ field: 'excess_amount', message: 'Enter an amount.' }]),
    ...(isDays(values.remittance_days) ? [] : [{ field: 'remittance_days', message: 'Days must be from 0 to 365.' }]),
    ...(warranty === '' || isDays(values.warranty_days)
      ? []
      : [{ field: 'warranty_days', message: 'Days must be from 1 to 365.' }]),
  ];
}

const idIn = (choice: { id: string } | null) => (choice === null ? null : idOf(choice.id));

/** What is typed as the body of a save, whose fields may still be empty. */
function typedBody(values: PolicyValues, rows: readonly SecurityRow[]): PlacementBody {
  const { adjustable, warranty_kind: kind } = values;
  return {
    reinsured: idIn(values.reinsured),
    insured: idIn(values.insured),
    cover_type: values.cover_type === '' ? null : idOf(values.cover_type),
    risk_country: values.risk_country === '' ? null : values.risk_country,
    dateoffered: values.dateoffered,
    insurance_start_date: values.insurance_start_date,
    insurance_end_date: values.insurance_end_date,
    currency: values.currency,
    sum_insured: values.sum_insured,
    rate: rateOf(values.rate),
    premium: values.premium_keyed ? values.premium : null,
    adjustment_basis: adjustable ? values.adjustment_basis.trim() : null,
    // One that is switched on and left empty needs its basis first.
    adjustment_rate: adjustable ? (rateOf(values.adjustment_rate) ?? 0n) : null,
    minimum_premium: adjustable ? values.minimum_premium : null,
    fac: rateOf(values.fac),
    cedant_commission: rateOf(values.cedant_commission),
    brokerage: rateOf(values.brokerage),
    excess_amount: values.excess_amount,
    payment_terms: values.payment_terms,
    instalments: values.payment_terms === BY_HAND ? values.instalments.filter((row) => !isBlankInstalment(row)) : null,
    warranty: kind === '' || !isDays(values.warranty_days) ? null : { kind, days: toCount(values.warranty_days) ?? 0 },
    securities: rows.map((row) => ({
      security: idIn(row.security),
      offer: rateOf(row.offer),
      share: rateOf(row.share),
      commission: rateOf(row.commission),
      brokerage: rateOf(row.brokerage),
    })),
  };
}

/** A party that was chosen from a list is in the register, and active. */
const registered = (label = ''): RegisteredParty => ({ name: label, status: 'ACTIVE', resident: true });

function registeredSecurity({ label, resident, lineLimit, ratedOn }: SecurityChoice): RegisteredParty {
  const limit = lineLimit == null ? null : rateOf(lineLimit);
  return { ...registered(label), resident, lineLimit: limit, ratedOn: ratedOn ?? null };
}

/** What the form knows of the registers: all that can be chosen in it is offered. */
function registersOf(values: PolicyValues, rows: readonly SecurityRow[], around: Surroundings): Registers {
  const { insurance_start_date: start } = values;
  return {
    today: around.today,
    reinsured: registered(values.reinsured?.label),
    insured: registered(values.insured?.label),
    // A row without a security yet needs one; it is not looked up.
    securities: new Map(
      rows.map(({ security }) => [
        idIn(security) ?? 0,
        security === null ? registered() : registeredSecurity(security),
      ]),
    ),
    cover: { name: '', status: 'ACTIVE', classIds: around.classIds, held: true },
    currencyIsActive: true,
    termsAreOffered: true,
    clauseFaults: [],
    branch: around.branch,
    countryIsKnown: true,
    taxes: taxRulesOn(around.taxes, start === '' ? around.today : start),
  };
}

function isFirstOfItsField(fault: FieldError, index: number, all: readonly FieldError[]): boolean {
  return all.findIndex((other) => other.field === fault.field) === index;
}

/** Reads a form: by the same rules and figures as the server. */
export function readPolicy(values: PolicyValues, around: Surroundings): PolicyReading {
  const rows = values.securities.filter((row) => !isBlank(row));
  const part = { market: around.market ?? 'LOCAL', faults: unreadFaults(values, rows) };
  const reading = readPlacement(typedBody(values, rows), registersOf(values, rows, around), part);
  const deductions = reading.draft.premium > 0n ? deductionFaults(reading.figures) : [];
  return {
    ...reading,
    written: sum(rows.map((row) => rateOf(row.offer) ?? rateOf(row.share) ?? 0n)),
    faults: [...reading.faults, ...deductions].filter(isFirstOfItsField),
  };
}

/** What keeps a placement that can be saved from being submitted: the order must be filled, instalments add up. §8. */
export function submitFaults({ draft, figures }: PolicyReading): FieldError[] {
  const { currency, payment } = draft;
  if (figures.placed >= draft.fac) return payment ? sumFaults(payment, { total: figures.debitNote, currency }) : [];
  const message = `Securities total ${showRate(figures.placed, 4)}% but ${showRate(draft.fac, 4)}% is placed.`;
  return [{ field: 'securities', message }];
}

function isFilled(values: PolicyValues, field: string): boolean {
  const [name, row, key] = field.split('.');
  if (name === 'securities' && row !== undefined && key !== undefined) {
    const cells = values.securities.filter((one) => !isBlank(one))[toCount(row) ?? -1];
    const cell = cells?.[key as 'security' | 'share'] ?? '';
    return cell !== '';
  }
  if (name === 'premium') return values.premium_keyed ? values.premium !== '' : values.rate !== '';
  const value: unknown = key === undefined ? values[name as keyof PolicyValues] : get(values, field, '');
  return value !== '' && value !== null;
}

/** Faults of what is already entered: shown while typing, when nothing was sent yet. */
export function faultsSoFar(reading: PolicyReading, values: PolicyValues): FieldError[] {
  return reading.faults.filter((fault) => isFilled(values, fault.field));
}
