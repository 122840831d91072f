import type { Reply } from '../../../domain/endpoint.ts';
import type { previewPolicy } from '../../../domain/policies/contract.ts';
import type { Market } from '../../../domain/policies/figures.ts';
import { policyWarnings } from '../../../domain/policies/rules.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { formatRate } from '../../../domain/values/rate.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { whyNotDecide } from '../decisions.ts';
import { codeOf, readChart } from '../firm/chart.ts';
import type { PostLine } from '../ledger/post.ts';
import { POLICY } from './actions.ts';
import { bookingOf, type PolicyBooking } from './booking.ts';
import { readPolicy, type Policy } from './queries.ts';

type Preview = Reply<typeof previewPolicy>;

/** Journal lines as a checker reads them: accounts and parties by name. */
export async function journalPreview(
  ctx: Ctx,
  lines: readonly PostLine[],
  currency: string,
): Promise<Preview['journal']> {
  const accounts = await ctx.db.selectFrom('ledger_accounts').select(['code', 'name']).execute();
  const chart = await readChart(ctx.db);
  const partyIds = [...new Set(lines.flatMap((line) => line.partyId ?? []))];
  const parties =
    partyIds.length > 0
      ? await ctx.db.selectFrom('parties').select(['id', 'name']).where('id', 'in', partyIds).execute()
      : [];
  const taxes = await ctx.db.selectFrom('taxes').select(['id', 'name']).execute();
  const coded = lines.map((line) => ({ ...line, code: codeOf(chart, line.account), in: line.currency ?? currency }));
  return coded.map((line) => ({
    account: line.code,
    account_name: accounts.find((account) => account.code === line.code)?.name ?? '',
    party:
      (parties.find((party) => party.id === line.partyId) ?? taxes.find((tax) => tax.id === line.taxId))?.name ?? null,
    debit: line.amount > 0n ? formatAmount(line.amount, line.in) : null,
    credit: line.amount < 0n ? formatAmount(-line.amount, line.in) : null,
    currency: line.in,
  }));
}

function notesPreview(policy: Policy, booking: PolicyBooking, reinsured: string): Preview['notes'] {
  const money = (amount: bigint) => formatAmount(amount, policy.currency);
  return [
    {
      kind: 'Debit note',
      party: reinsured,
      currency: policy.currency,
      amount: money(booking.debitNote.amount),
      due_on: booking.debitNote.schedule[0]?.dueOn ?? null,
    },
    ...booking.creditNotes.map((note) => ({
      kind: 'Credit note',
      party: note.line.name,
      currency: policy.currency,
      amount: money(note.amount),
      due_on: note.schedule[0]?.dueOn ?? null,
    })),
  ];
}

/** What approving this policy today will do: warnings, notes to be issued, the journal. §4: shown before it happens. */
export async function policyPreview(ctx: Ctx, id: number, market: Market): Promise<Preview> {
  const policy = await readPolicy(ctx, id, market);
  const booking = await bookingOf(ctx, policy);
  const reinsured = await ctx.db
    .selectFrom('parties')
    .select('name')
    .where('id', '=', policy.reinsured_id)
    .executeTakeFirst();
  const reason = whyNotDecide(ctx, { kind: POLICY, record: policy }, 'policies.decide');
  const warnings = policyWarnings({
    currency: policy.currency,
    dateOffered: policy.date_offered,
    start: policy.insurance_start_date,
    end: policy.insurance_end_date,
    sumInsured: policy.sum_insured,
    rate: policy.premium_rate,
    premium: policy.premium,
    fac: policy.fac,
    lines: booking.lines.map((line) => ({ securityId: line.securityId, share: line.share, standing: line })),
  });
  const inactive = booking.lines.filter((line) => line.status !== 'ACTIVE').map((line) => `${line.name} is inactive.`);
  const under =
    booking.figures.placed === policy.fac
      ? []
      : [`Securities total ${formatRate(booking.figures.placed, 4)}% but ${formatRate(policy.fac, 4)}% is placed.`];
  return {
    id: policy.id,
    version: policy.version,
    can_decide: reason === null,
    why_not: reason,
    warnings: [...under, ...inactive, ...warnings],
    notes: notesPreview(policy, booking, reinsured?.name ?? ''),
    journal: await journalPreview(ctx, booking.ledger, policy.currency),
  };
}
