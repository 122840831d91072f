import type { Reply } from '../../../domain/endpoint.ts';
import type { Day } from '../../../domain/values/day.ts';
import { AppError, notFound } from '../../../domain/errors.ts';
import type { getManualJournal, previewManualJournal } from '../../../domain/journals/contract.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { bookedOn, decisionHead } from '../decisions.ts';
import { journalPreview } from '../ledger/preview.ts';
import { peopleOf, refOf } from '../records.ts';
import { journalLines } from './booking.ts';
import { assertStillOpen, JOURNAL_STEPS } from './money.ts';
import { linesOf, readJournal } from './queries.ts';

type JournalRecord = Reply<typeof getManualJournal>;

/** One manual journal as its page shows it. */
export async function journalRecord(ctx: Ctx, id: number): Promise<JournalRecord> {
  const head = await ctx.db
    .selectFrom('manual_journals as j')
    .innerJoin('branches as b', 'b.id', 'j.branch_id')
    .selectAll('j')
    .select(['b.code as branch_code', 'b.name as branch_name'])
    .where('j.id', '=', id)
    .where('j.branch_id', 'in', ctx.scope)
    .executeTakeFirstOrThrow(notFound);
  const [lines, entries, people] = await Promise.all([
    linesOf(ctx, id),
    ctx.db
      .selectFrom('journal_entries')
      .select(['id', 'reverses_id as reverses'])
      .where('source_kind', '=', 'journal')
      .where('source_id', '=', id)
      .where('branch_id', 'in', ctx.scope)
      .orderBy('id')
      .execute(),
    peopleOf(ctx, head),
  ]);
  return {
    id: head.id,
    version: head.version,
    status: head.status as JournalRecord['status'],
    number: head.number,
    branch: { id: head.branch_id, code: head.branch_code, name: head.branch_name },
    day: head.day,
    narration: head.narration,
    reference: head.reference,
    currency: head.currency,
    amount: formatAmount(head.amount, head.currency),
    lines: lines.map(({ account, accountName, partyId, taxId, party, tax, currency, amount }) => ({
      account,
      account_name: accountName,
      sub_account: refOf(partyId ?? taxId, party ?? tax),
      currency,
      debit: amount > 0n ? formatAmount(amount, currency) : null,
      credit: amount < 0n ? formatAmount(-amount, currency) : null,
    })),
    entries,
    ...people,
  };
}

/** What approving it will book; where an account is closed to it by now, the refusal's own sentence. §4 */
export async function previewJournal(
  ctx: Ctx,
  id: number,
  chosen: Day | undefined,
): Promise<Reply<typeof previewManualJournal>> {
  const journal = await readJournal(ctx, id);
  // It has a day of its own: another is refused.
  await bookedOn(ctx, JOURNAL_STEPS, { record: journal, chosen });
  const head = { ...(await decisionHead(ctx, JOURNAL_STEPS, journal)), notes: [] };
  if (journal.number !== null) return { ...head, warnings: [], journal: [] };
  const lines = await linesOf(ctx, id);
  try {
    assertStillOpen(lines);
    const booked = await journalLines(ctx, lines, journal.day);
    return { ...head, warnings: [], journal: await journalPreview(ctx, booked, ctx.firm.baseCurrency) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...head, warnings: [error.errors[0]?.message ?? error.message], journal: [] };
  }
}
