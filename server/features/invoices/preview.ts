import type { Reply } from '../../../domain/endpoint.ts';
import { AppError } from '../../../domain/errors.ts';
import type { previewInvoice } from '../../../domain/invoices/contract.ts';
import { seriesOf } from '../../../domain/numbers.ts';
import type { Day } from '../../../domain/values/day.ts';
import { formatAmount, showMoney } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { bookedOn, decisionHead } from '../decisions.ts';
import { journalPreview } from '../ledger/preview.ts';
import { invoiceBooking, loadCredited } from './booking.ts';
import { INVOICE_STEPS } from './money.ts';
import { readInvoice, type Invoice } from './queries.ts';

type Preview = Reply<typeof previewInvoice>;

/** Why a credit no longer fits its invoice, in the refusal's own sentence. */
async function creditWarnings(ctx: Ctx, invoice: Invoice): Promise<string[]> {
  try {
    await loadCredited(ctx, invoice, { lock: false });
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [error.errors[0]?.message ?? error.message];
  }
}

/** That the taxes of the day are not those of the draft. */
function taxWarnings({ amount, currency }: Invoice, total: bigint): string[] {
  if (total === amount) return [];
  const [drafted, booked] = [amount, total].map((one) => showMoney({ amount: one, currency }));
  return [`A rate of its taxes has changed: it was drafted for ${drafted} and is booked with ${booked}.`];
}

/** What approving this invoice or credit will do: the note that it issues, the journal, warnings. §4: shown before it happens. */
export async function invoicePreview(ctx: Ctx, id: number, chosen: Day | undefined): Promise<Preview> {
  const invoice = await readInvoice(ctx, id);
  const day = await bookedOn(ctx, INVOICE_STEPS, { record: invoice, chosen });
  const head = await decisionHead(ctx, { ...INVOICE_STEPS, day }, invoice);
  if (invoice.number !== null) return { ...head, warnings: [], notes: [], journal: [] };
  const { lines, due, total } = await invoiceBooking(ctx, invoice, day);
  const party = await ctx.db.selectFrom('parties').select('name').where('id', '=', invoice.party_id).executeTakeFirst();
  const credit = invoice.credits_id !== null;
  return {
    ...head,
    warnings: [...(await creditWarnings(ctx, invoice)), ...taxWarnings(invoice, total)],
    notes: [
      {
        kind: seriesOf(credit ? 'CN' : 'INV').label,
        party: party?.name ?? '',
        currency: invoice.currency,
        amount: formatAmount(total, invoice.currency),
        // Of one that is paid in several, the first.
        due_on: credit ? null : (due[0]?.dueOn ?? null),
      },
    ],
    journal: await journalPreview(ctx, lines, invoice.currency),
  };
}
