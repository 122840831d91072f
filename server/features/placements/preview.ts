import type { Reply } from '../../../domain/endpoint.ts';
import { seriesOf } from '../../../domain/numbers.ts';
import type { previewPolicy } from '../../../domain/placements/decisions.ts';
import type { Market } from '../../../domain/placements/figures.ts';
import { sumFaults } from '../../../domain/placements/instalments.ts';
import { namesOf, policyWarnings } from '../../../domain/placements/rules.ts';
import type { Day } from '../../../domain/values/day.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { formatRate } from '../../../domain/values/rate.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { decisionHead } from '../decisions.ts';
import { postingDay } from '../posting-day.ts';
import { POSTS_FROM_ANY } from './actions.ts';
import { amountBooked, bookingOf, type PolicyBooking } from './booking.ts';
import { type Policy, readPolicy } from './queries.ts';
import { sameNumberWords } from './same-number.ts';
import { journalPreview } from '../ledger/preview.ts';

type Preview = Reply<typeof previewPolicy>;

function notesPreview(policy: Policy, booking: PolicyBooking, reinsured: string): Preview['notes'] {
  const money = (amount: bigint) => formatAmount(amount, policy.currency);
  return [
    {
      kind: seriesOf('DN').label,
      party: reinsured,
      currency: policy.currency,
      amount: money(booking.debitNote.amount),
      due_on: booking.debitNote.schedule[0]?.dueOn ?? null,
    },
    ...booking.creditNotes.map((note) => ({
      kind: seriesOf('CN').label,
      party: note.line.name,
      currency: policy.currency,
      amount: money(note.amount),
      due_on: note.schedule[0]?.dueOn ?? null,
    })),
  ];
}

/** What approving this policy will do when it is booked today or on the day that was chosen: warnings, notes to be issued, the journal. §4: shown before it happens. */
export async function policyPreview(
  ctx: Ctx,
  id: number,
  { market, chosen }: { market: Market; chosen: Day | undefined },
): Promise<Preview> {
  const policy = await readPolicy(ctx, id, market);
  const day = await postingDay(ctx, chosen, { earliest: null, of: 'this policy' });
  const booking = await bookingOf(ctx, policy, day);
  const { reinsured, warranty } = booking.placement;
  const deciding = { kind: 'policy', postsFrom: POSTS_FROM_ANY, day } as const;
  const amountOf = async () => amountBooked(ctx, policy, booking);
  const [head, same, journal] = await Promise.all([
    decisionHead(ctx, { ...deciding, amountOf }, policy),
    sameNumberWords(ctx, policy),
    journalPreview(ctx, booking.ledger, policy.currency),
  ]);
  const warnings = policyWarnings({
    currency: policy.currency,
    dateOffered: policy.date_offered,
    start: policy.insurance_start_date,
    end: policy.insurance_end_date,
    sumInsured: policy.sum_insured,
    rate: policy.premium_rate,
    premium: policy.premium,
    fac: policy.fac,
    lines: booking.lines.map((line) => ({
      securityId: line.securityId,
      share: line.share,
      written: market === 'LOCAL' ? line.offer : null,
      standing: line,
    })),
    payment: { ...booking.payment, warranty, noteDay: day },
  });
  const gone = booking.lines.filter((line) => line.status !== 'ACTIVE').map((line) => line.name);
  const inactive = gone.length === 0 ? [] : [`${namesOf(gone)} ${gone.length === 1 ? 'is' : 'are'} inactive.`];
  const sums = sumFaults(booking.payment, { total: booking.figures.debitNote, currency: policy.currency });
  const unequal = sums.map((fault) => fault.message);
  const under =
    booking.figures.placed === policy.fac
      ? []
      : [`Securities total ${formatRate(booking.figures.placed, 4)}% but ${formatRate(policy.fac, 4)}% is placed.`];
  return {
    ...head,
    warnings: [...under, ...unequal, ...inactive, ...warnings, ...same],
    notes: notesPreview(policy, booking, reinsured.name),
    journal,
  };
}
