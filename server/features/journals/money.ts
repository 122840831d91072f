import { invalid } from '../../../domain/errors.ts';
import { isForJournals } from '../../../domain/journals/rules.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { searchKey } from '../../platform/http/lists.ts';
import { takeNumber } from '../ledger/numbers.ts';
import { post } from '../ledger/post.ts';
import { postMirrors, reversalsOf } from '../ledger/reversals.ts';
import type { Outcome, Steps } from '../steps.ts';
import { baseOfDebits, journalLines } from './booking.ts';
import { assertMayDivide } from './input.ts';
import { linesOf, lockJournal, type Journal, type JournalLine } from './queries.ts';

/** An account may have been closed or given another function since the journal was entered. Throws bad fields. M16. */
export function assertStillOpen(lines: readonly JournalLine[]): void {
  const closed = lines.find((line) => !isForJournals(line));
  if (closed !== undefined)
    throw invalid({
      field: 'lines',
      message: `Nothing can be booked by hand on ${closed.account} ${closed.accountName}.`,
    });
}

async function checkedLines(ctx: Ctx, { id }: Journal): Promise<JournalLine[]> {
  const lines = await linesOf(ctx, id);
  assertStillOpen(lines);
  assertMayDivide(ctx, lines);
  return lines;
}

/** An approval gives a manual journal its number and books it on its day. M16. */
async function onApprove(ctx: Ctx, journal: Journal): Promise<Outcome<'journal'>> {
  const lines = await checkedLines(ctx, journal);
  const number = await takeNumber(ctx, 'JV', { branchId: journal.branch_id, day: journal.day });
  const [first] = lines;
  await post(ctx, [
    {
      branchId: journal.branch_id,
      day: journal.day,
      event: 'JOURNAL',
      sourceKind: 'journal',
      sourceId: journal.id,
      narration: `${number}: ${journal.narration}`,
      currency: first?.currency ?? ctx.firm.baseCurrency,
      lines: await journalLines(ctx, lines, journal.day),
    },
  ]);
  return {
    number,
    set: {
      amount: await baseOfDebits(ctx, lines, journal.day),
      search_text: searchKey(`${number} ${journal.search_text}`),
    },
  };
}

/** A reversal books the mirror of its entry today. §3 reversal. */
async function onReverse(ctx: Ctx, journal: Journal, reason: string): Promise<Outcome<'journal'>> {
  assertMayDivide(ctx, await linesOf(ctx, journal.id));
  const booked = await reversalsOf(ctx, { sourceKind: 'journal', sourceId: journal.id });
  const narration = `${journal.number ?? ''} reversed: ${reason}`;
  await postMirrors(ctx, booked, { event: 'JOURNAL_REVERSED', narration });
  return {};
}

/** How a manual journal goes from draft to decision and back. */
export const JOURNAL_STEPS: Steps<'journal', Journal> = {
  kind: 'journal',
  amountOf: async (ctx, journal) => baseOfDebits(ctx, await linesOf(ctx, journal.id), journal.day),
  lock: lockJournal,
  onSubmit: checkedLines,
  onApprove,
  onReverse,
};
