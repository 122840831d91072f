/** Which taxes fall on an invoice, and at which rate. */
import type { FieldError } from '../errors.ts';
import { taxesAt, type TaxPlace } from '../placements/tax-place.ts';
import { type Day, showDay } from '../values/day.ts';
import { formatRate, type Rate } from '../values/rate.ts';

/** A dated rate of a tax on invoices. */
export type InvoiceTaxRule = TaxPlace & {
  taxId: number;
  rate: Rate;
  appliesTo: 'ALL' | 'RESIDENT' | 'NON_RESIDENT';
  from: Day;
  to: Day | null;
};

/** Whom an invoice is to, from which branch, and the day on which it is booked. */
type Invoiced = { day: Day; branchId: number; country: string | null; currency: string; resident: boolean };

/** The rate of each tax that falls on an invoice. Two rates of one tax never fall on the same. */
export function invoiceRates(rules: readonly InvoiceTaxRule[], invoiced: Invoiced): Map<number, Rate[]> {
  const { day, resident } = invoiced;
  const falling = taxesAt(rules, invoiced).filter(
    ({ appliesTo, from, to }) =>
      from <= day && (to === null || to >= day) && (appliesTo === 'ALL' || (appliesTo === 'RESIDENT') === resident),
  );
  return new Map(falling.map(({ taxId, rate }) => [taxId, [rate]]));
}

type TaxedLine = { tax: number | null; rate: Rate | null };

/**
 * The rate of a line's tax, by the rates that it may have: one on an invoice, of a credit those of its invoice. A caller who
 * sends another is refused. A fault is at a field of the line.
 */
export function rateOfLine(
  { tax, rate }: TaxedLine,
  rates: ReadonlyMap<number, readonly Rate[]>,
  { day, isCredit }: { day: Day; isCredit: boolean },
): { rate: Rate | null; fault: FieldError | null } {
  const refused = (field: string, message: string) => ({ rate: null, fault: { field, message } });
  if (tax === null) return rate === null ? { rate, fault: null } : refused('tax', 'Choose the tax of this percentage.');
  const known = rates.get(tax) ?? [];
  const [only, another] = known;
  if (only === undefined)
    return refused(
      'tax',
      isCredit
        ? 'The invoice does not have this tax.'
        : `This tax has no rate on invoices to this party on ${showDay(day)}. Choose another, or have one entered in Settings, Taxes.`,
    );
  if (rate === null)
    return another === undefined
      ? { rate: only, fault: null }
      : refused('tax_rate', 'Choose which of its rates on the invoice this gives back.');
  if (known.includes(rate)) return { rate, fault: null };
  const whose = isCredit ? 'The invoice has' : 'The register has';
  return refused('tax_rate', `${whose} ${known.map((one) => `${formatRate(one)}%`).join(' and ')}.`);
}
