import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { invalid } from '../../../domain/errors.ts';
import type { invoiceTaxes } from '../../../domain/invoices/contract.ts';
import { lineFigures } from '../../../domain/invoices/rules.ts';
import { invoiceRates, type InvoiceTaxRule, rateOfLine } from '../../../domain/invoices/taxes.ts';
import type { Day } from '../../../domain/values/day.ts';
import { sum } from '../../../domain/values/money.ts';
import type { Rate } from '../../../domain/values/rate.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { linesOf, type Invoice } from './queries.ts';

/** The rates of taxes on invoices to a party that are booked on a day in a branch, by tax. */
export async function ratesOn(
  ctx: Ctx,
  { party, currency }: { party: number; currency: string },
  { day, branchId }: { day: Day; branchId: number },
): Promise<Map<number, Rate[]>> {
  const to = await ctx.db
    .selectFrom('parties')
    .select(['country', 'resident'])
    .where('id', '=', party)
    .executeTakeFirst();
  const rows = await ctx.db
    .selectFrom('tax_rates')
    .select(['tax_id as taxId', 'rate', 'applies_to', 'effective_from as from', 'effective_to as to'])
    .select(['branch_id as branchId', 'country', 'currency'])
    .where('basis', '=', 'INVOICE')
    .where('enabled', '=', true)
    .orderBy('id')
    .execute();
  const rules = rows.map(({ applies_to: appliesTo, ...rule }): InvoiceTaxRule => ({
    ...rule,
    appliesTo: appliesTo as InvoiceTaxRule['appliesTo'],
  }));
  return invoiceRates(rules, {
    day,
    branchId,
    currency,
    country: to?.country ?? null,
    resident: to?.resident ?? true,
  });
}

/** The rates that the lines of an invoice have, by tax: a credit gives back at those. */
export async function ratesOfInvoice(ctx: Ctx, invoiceId: number): Promise<Map<number, Rate[]>> {
  const rates = new Map<number, Rate[]>();
  for (const { taxId, tax_rate: rate } of await linesOf(ctx, invoiceId)) {
    if (taxId === null || rate === null) continue;
    const known = rates.get(taxId) ?? [];
    if (!known.includes(rate)) rates.set(taxId, [...known, rate]);
  }
  return rates;
}

type Line = Awaited<ReturnType<typeof linesOf>>[number];

/**
 * The lines of an invoice with the taxes of the day on which it is booked, which may differ from those of its draft; a booked
 * one keeps its own, and a credit those of its invoice. Throws VALIDATION of a tax without a rate on that day.
 */
export async function linesOn(ctx: Ctx, invoice: Invoice, day: Day): Promise<Line[]> {
  const lines = await linesOf(ctx, invoice.id);
  if (invoice.credits_id !== null || invoice.number !== null || lines.every((line) => line.taxId === null))
    return lines;
  return taxedOn(ctx, lines, { party: invoice.party_id, currency: invoice.currency, branchId: invoice.branch_id, day });
}

type Taxing = { party: number; currency: string; branchId: number; day: Day };

/** Lines with the rates that the register has on a day. Throws VALIDATION. */
export async function taxedOn<L extends Pick<Line, 'quantity' | 'price' | 'taxId'>>(
  ctx: Ctx,
  lines: readonly L[],
  { party, currency, branchId, day }: Taxing,
): Promise<(L & { tax_rate: Rate | null; tax: bigint })[]> {
  const rates = await ratesOn(ctx, { party, currency }, { day, branchId });
  const taxed = lines.map((line, index) => {
    const { rate, fault } = rateOfLine({ tax: line.taxId, rate: null }, rates, { day, isCredit: false });
    const { tax } = lineFigures({ quantity: line.quantity, price: line.price, rate });
    const faults = fault === null ? [] : [{ field: `lines.${index}.${fault.field}`, message: fault.message }];
    return { line: { ...line, tax_rate: rate, tax }, faults };
  });
  const faults = taxed.flatMap((one) => one.faults);
  if (faults.length > 0) throw invalid(...faults);
  return taxed.map((one) => one.line);
}

/** What lines come to with their taxes, in minor units. */
export const totalOf = (lines: readonly Pick<Line, 'net' | 'tax'>[]) => sum(lines.map((line) => line.net + line.tax));

/** The taxes that an invoice to a party may have today, or a credit of one, each with its rates. */
export async function taxesToChoose(
  ctx: Ctx,
  { query }: Decoded<typeof invoiceTaxes>,
): Promise<Reply<typeof invoiceTaxes>> {
  const { party, currency, credits } = query;
  const rates =
    credits === undefined
      ? await ratesOn(ctx, { party, currency }, { day: ctx.today, branchId: ctx.branch.id })
      : await ratesOfInvoice(ctx, credits);
  const taxes = await ctx.db.selectFrom('taxes').select(['id', 'code', 'name']).orderBy('code').execute();
  return taxes.flatMap((tax) => {
    const own = rates.get(tax.id);
    return own === undefined ? [] : [{ ...tax, rates: own }];
  });
}
