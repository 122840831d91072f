import { sql } from 'kysely';
import { AppError } from '../../../domain/errors.ts';
import { showMoney, sum } from '../../../domain/values/money.ts';
import { baseOfTax, chosenTaxes, type OpenTax } from '../../../domain/vouchers/invoice-taxes.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { accountsOf } from '../firm/chart.ts';
import { heldOf } from './held.ts';
import type { Voucher } from './queries.ts';

const TAXES = heldOf({
  from: 'invoice_taxes',
  committed: 'committed',
  paid: 'paid',
  held: 'voucher_invoice_taxes',
  row: 'invoice_tax_id',
});
type Of = Pick<Voucher, 'branch_id' | 'tax_id' | 'currency'>;

/** What invoices, credits and reversals owe of a tax that no voucher holds, oldest first, locked. */
async function openTaxes(ctx: Ctx, { branch_id: branchId, tax_id: taxId, currency }: Of): Promise<OpenTax[]> {
  await sql`select id from invoice_taxes where branch_id = ${branchId} and tax_id = ${taxId} and currency = ${currency}
    and committed <> amount order by id for update`.execute(ctx.db);
  const { rows } = await sql<OpenTax>`
    select id, amount - committed as open from invoice_taxes
    where branch_id = ${branchId} and tax_id = ${taxId} and currency = ${currency} and committed <> amount
      and branch_id = any(${[...ctx.scope]}::int[]) order by posted_on, id`.execute(ctx.db);
  return rows;
}

/** What the ledger owes of a tax, less what vouchers of invoices' taxes hold and have not paid. */
async function ledgerOwes(ctx: Ctx, { branch_id: branchId, tax_id: taxId, currency }: Of): Promise<bigint> {
  const { rows } = await sql<{ owed: bigint }>`
    select (coalesce((select sum(d.credit - d.debit) from daily_balances d
        where d.branch_id = ${branchId} and d.account = any(${accountsOf('TAXES_PAYABLE')}) and d.tax_id = ${taxId} and d.currency = ${currency}), 0)
      - coalesce((select sum(x.committed - x.paid) from invoice_taxes x
        where x.branch_id = ${branchId} and x.tax_id = ${taxId} and x.currency = ${currency}), 0))::bigint as owed`.execute(
    ctx.db,
  );
  return rows[0]?.owed ?? 0n;
}

/**
 * Holds what a voucher remits of a tax on our invoices: all that credits and reversals take off it, then the oldest invoices.
 * At most what the ledger owes of the tax. Throws OVER_RELEASED.
 */
export async function holdTaxes(ctx: Ctx, voucher: Voucher, payee: string): Promise<void> {
  const { currency, amount } = voucher;
  const open = await openTaxes(ctx, voucher);
  const [ofInvoices, ofLedger] = [sum(open.map((one) => one.open)), await ledgerOwes(ctx, voucher)];
  const most = ofInvoices < ofLedger ? ofInvoices : ofLedger;
  if (amount > most)
    throw new AppError('OVER_RELEASED', { available: showMoney({ amount: most > 0n ? most : 0n, currency }), payee });
  await TAXES.hold(ctx, voucher, chosenTaxes(amount, open));
}

/** What a voucher holds of taxes is remitted by its payment. */
export const markTaxesPaid = TAXES.pay;

/** Gives back what a voucher holds or remitted. */
export const giveTaxesBack = TAXES.giveBack;

/** The base that the taxes of a voucher were booked at, as far as it remits them; null while it has not chosen them. */
export async function taxesGivenUp(ctx: Ctx, voucher: Voucher): Promise<bigint | null> {
  const rows = await ctx.db
    .selectFrom('voucher_invoice_taxes as v')
    .innerJoin('invoice_taxes as x', 'x.id', 'v.invoice_tax_id')
    .select(['v.amount as paying', 'x.amount', 'x.base_amount as base', 'x.paid'])
    .where('v.voucher_id', '=', voucher.id)
    .where('v.branch_id', 'in', ctx.scope)
    .execute();
  return rows.length === 0 ? null : sum(rows.map(({ paying, ...tax }) => baseOfTax(tax, paying)));
}

/** The documents whose tax a voucher remits, credits and reversals with a minus, as its page and paper list them. */
export async function taxesOf(ctx: Ctx, voucherId: number) {
  const { rows } = await sql<{
    item: number;
    note: string;
    note_id: number | null;
    party: string;
    party_id: number;
    amount: bigint;
  }>`
    select x.id as item, i.number || case when x.reversal then ' reversed' else '' end as note,
      (select n.id from notes n where n.invoice_id = i.id order by n.id limit 1) as note_id, p.name as party, p.id as party_id, v.amount
    from voucher_invoice_taxes v join invoice_taxes x on x.id = v.invoice_tax_id join invoices i on i.id = x.invoice_id
      join parties p on p.id = i.party_id
    where v.voucher_id = ${voucherId} and v.branch_id = any(${[...ctx.scope]}::int[]) order by x.posted_on, x.id`.execute(
    ctx.db,
  );
  return rows;
}
