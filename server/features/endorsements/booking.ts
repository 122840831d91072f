import { policyLines, priceLines } from '../../../domain/ledger/entries.ts';
import { addedInstalments, following } from '../../../domain/placements/instalments.ts';
import { notesOf, type NoteToMake } from '../../../domain/endorsements/endorsements.ts';
import type { PlacementFigures } from '../../../domain/placements/figures.ts';
import type { Instalment } from '../../../domain/placements/terms.ts';
import { type Day, laterOf } from '../../../domain/values/day.ts';
import { sum } from '../../../domain/values/money.ts';
import { convert, type ExchangeRate } from '../../../domain/values/rate.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { PostLine } from '../ledger/post.ts';
import { rateOn } from '../ledger/rates.ts';
import { readPolicy, type Policy } from '../placements/queries.ts';
import { readTyped } from './input.ts';
import { inputOf } from '../placements/words.ts';
import type { Endorsement } from './queries.ts';

export type NoteBooking = NoteToMake & { partyId: number; schedule: Instalment[] };

/** What approving an endorsement books: shown to the checker before, and carried out by the approval. */
export type EndorsementBooking = {
  /** On which it is booked. */
  day: Day;
  figures: PlacementFigures;
  rate: ExchangeRate;
  ledger: PostLine[];
  notes: NoteBooking[];
};

async function originalSchedule(ctx: Ctx, policyId: number): Promise<{ dueOn: Day }[]> {
  return (
    ctx.db
      .selectFrom('open_items as i')
      .innerJoin('notes as n', 'n.id', 'i.note_id')
      .select('i.due_on as dueOn')
      .where('n.policy_id', '=', policyId)
      .where('n.endorsement_id', 'is', null)
      .where('n.debit_note_id', 'is', null)
      .where('n.branch_id', 'in', ctx.scope)
      // One that a new plan cancelled carries nothing more.
      .where('i.amount', '<>', 0n)
      .orderBy('i.due_on')
      .execute()
  );
}

type Due = { policy: Policy; effective: Day; noteDay: Day; schedule: { dueOn: Day }[] };

/** When each note of an endorsement falls due: a return immediately, an addition with the policy's own. §2. */
function scheduled(notes: readonly NoteToMake[], due: Due): NoteBooking[] {
  const { policy, effective, noteDay, schedule } = due;
  const added = (total: bigint) => addedInstalments(policy.payment_terms, { schedule, effective, noteDay, total });
  const lead = notes.find((note) => note.party === 'REINSURED' && note.kind === 'DN');
  const leadSchedule = lead && added(lead.amount);
  const scheduleOf = (note: NoteToMake): Instalment[] => {
    const gives = (note.kind === 'CN') === (note.party === 'REINSURED');
    if (gives) return [{ sequence: 1, dueOn: laterOf(effective, noteDay), amount: note.amount }];
    if (note === lead) return leadSchedule ?? [];
    return following(leadSchedule ?? added(note.amount), {
      total: note.amount,
      remittanceDays: policy.remittance_days,
    });
  };
  return notes.map((note) => ({
    ...note,
    partyId: note.securityId ?? policy.reinsured_id,
    schedule: scheduleOf(note),
  }));
}

/** Everything that approving figures from an effective date would book on a day, without booking it. §2, §3. */
export async function bookingOf(
  ctx: Ctx,
  policy: Policy,
  { figures, effective, day }: { figures: PlacementFigures; effective: Day; day: Day },
): Promise<EndorsementBooking> {
  const rate = await rateOn(ctx, policy.currency, day);
  const unpriced = policyLines(figures, {
    reinsuredId: policy.reinsured_id,
    recognition: ctx.firm.brokerageRecognition,
  });
  const schedule = await originalSchedule(ctx, policy.id);
  return {
    day,
    figures,
    rate,
    ledger: priceLines(unpriced, { currency: policy.currency, base: ctx.firm.baseCurrency, rate }),
    notes: scheduled(notesOf(figures), { policy, effective, noteDay: day, schedule }),
  };
}

/**
 * What approving an endorsement moves, in base at the rate of the day: the larger of its debit and its credit notes, so that
 * a return counts as a premium does and a change of securities as what passes between them. G8.
 */
export async function endorsementAmount(ctx: Ctx, endorsement: Endorsement, day: Day): Promise<bigint> {
  const policy = await readPolicy(ctx, endorsement.policy_id);
  const { effect } = await readTyped(ctx, policy, { input: inputOf(endorsement), number: endorsement.sequence });
  // What can no longer be made moves nothing: its approval says why.
  if (!effect) return 0n;
  const notes = notesOf(effect.figures);
  const total = (kind: 'DN' | 'CN') => sum(notes.filter((note) => note.kind === kind).map((note) => note.amount));
  const [debits, credits] = [total('DN'), total('CN')];
  const rate = await rateOn(ctx, policy.currency, day);
  return convert(debits > credits ? debits : credits, { from: policy.currency, to: ctx.firm.baseCurrency, rate });
}
