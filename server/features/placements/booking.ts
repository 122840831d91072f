import { policyLines, priceLines } from '../../../domain/ledger/entries.ts';
import { type PlacementFigures, taxTotals } from '../../../domain/placements/figures.ts';
import { dueBy, following, type Paying } from '../../../domain/placements/instalments.ts';
import { BY_HAND, type Instalment, remittances } from '../../../domain/placements/terms.ts';
import { allocate } from '../../../domain/values/decimal.ts';
import type { Day } from '../../../domain/values/day.ts';
import { convert, type ExchangeRate } from '../../../domain/values/rate.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Opening, PostLine } from '../ledger/post.ts';
import { rateOn } from '../ledger/rates.ts';
import { placementAt } from './placement.ts';
import type { Policy } from './queries.ts';
import type { Placement } from '../../../domain/placements/placement.ts';

type Line = Placement['original']['lines'][number];

/** What approving a policy books: shown to the checker before, and carried out by the approval. */
export type PolicyBooking = {
  /** On which it is booked. */
  day: Day;
  placement: Placement;
  figures: PlacementFigures;
  lines: readonly Line[];
  payment: Paying;
  rate: ExchangeRate;
  ledger: PostLine[];
  debitNote: { amount: bigint; schedule: Instalment[] };
  creditNotes: { line: Line; amount: bigint; schedule: Instalment[] }[];
};

/** Everything that an approval on a day would book, without booking it. */
export async function bookingOf(ctx: Ctx, policy: Policy, day = ctx.today): Promise<PolicyBooking> {
  const placement = await placementAt(ctx, policy, null);
  const { original, paymentTerms: terms, instalments } = placement;
  const payment = { terms, instalments };
  const { lines, figures } = original;
  const rate = await rateOn(ctx, policy.currency, day);
  const unpriced = policyLines(figures, {
    reinsuredId: policy.reinsured_id,
    recognition: ctx.firm.brokerageRecognition,
  });
  const due = { start: policy.insurance_start_date, noteDay: day };
  const schedule = dueBy(payment, { ...due, total: figures.debitNote });
  return {
    day,
    placement,
    figures,
    lines,
    payment,
    rate,
    ledger: priceLines(unpriced, { currency: policy.currency, base: ctx.firm.baseCurrency, rate }),
    debitNote: {
      amount: figures.debitNote,
      schedule,
    },
    creditNotes: lines.map((line) => {
      const amount = line.figures.netPayable;
      const note = { total: amount, remittanceDays: policy.remittance_days };
      const behind = terms === BY_HAND ? following(schedule, note) : remittances(terms, { ...due, ...note });
      return { line, amount, schedule: behind };
    }),
  };
}

/** What a booking moves, in base: its debit note at the rate of the day. */
export const amountBooked = (ctx: Ctx, { currency }: Policy, { debitNote, rate }: PolicyBooking): bigint =>
  convert(debitNote.amount, { from: currency, to: ctx.firm.baseCurrency, rate });

/** What approving a policy moves, in base. G8. */
export const policyAmount = async (ctx: Ctx, policy: Policy, day: Day): Promise<bigint> =>
  amountBooked(ctx, policy, await bookingOf(ctx, policy, day));

/** The open items of a note: one for each instalment, its base spread so that the parts add up to the line's. */
export function openingsOf(note: {
  id: number;
  base: bigint;
  sign: 1n | -1n;
  schedule: readonly Instalment[];
}): Opening[] {
  const bases = allocate(
    note.base,
    note.schedule.map((instalment) => instalment.amount),
  );
  return note.schedule.map((instalment, index) => ({
    noteId: note.id,
    sequence: instalment.sequence,
    dueOn: instalment.dueOn,
    amount: instalment.amount * note.sign,
    base: bases[index] ?? 0n,
  }));
}

/** The parts that a debit note's money is for: each security's net, our brokerage, each tax of the notes. */
export function partsOf(
  figures: PlacementFigures,
): { kind: 'SECURITY' | 'BROKERAGE' | 'TAX'; partyId: number | null; taxId: number | null; amount: bigint }[] {
  return [
    ...figures.lines.map((line) => ({
      kind: 'SECURITY' as const,
      partyId: line.securityId,
      taxId: null,
      amount: line.netPayable,
    })),
    { kind: 'BROKERAGE' as const, partyId: null, taxId: null, amount: figures.brokerage },
    ...taxTotals(figures, ['SECURITY', 'REINSURED']).map((tax) => ({
      kind: 'TAX' as const,
      partyId: null,
      taxId: tax.taxId,
      amount: tax.amount,
    })),
  ].filter((part) => part.amount > 0n);
}

export const isReceivable = (line: PostLine) => line.account === 'PREMIUM_RECEIVABLE';
export const isPayableTo = (line: PostLine, partyId: number) =>
  line.account === 'PREMIUM_PAYABLE' && line.partyId === partyId;
