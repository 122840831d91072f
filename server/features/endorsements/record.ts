import { notFound } from '../../../domain/errors.ts';
import { claimReason, claimRefusal, endorsingOf } from '../../../domain/claims/forbids.ts';
import type { Reply } from '../../../domain/endpoint.ts';
import { acrossWords, type IssuedType } from '../../../domain/endorsements/bases.ts';
import type { getEndorsement, previewEndorsement } from '../../../domain/endorsements/contract.ts';
import type { listEndorsements } from '../../../domain/endorsements/list.ts';
import type { EndorsementStatus } from '../../../domain/endorsements/states.ts';
import { wordsChangedBy } from '../../../domain/endorsements/words.ts';
import { seriesOf } from '../../../domain/numbers.ts';
import { type Market, taxOf } from '../../../domain/placements/figures.ts';
import type { Endorsed } from '../../../domain/endorsements/endorsements.ts';
import { formatAmount, showMoney } from '../../../domain/values/money.ts';
import { endorsementTable } from '../../../domain/endorsements/table.ts';
import { replyRow } from '../../../domain/tables/table.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Day } from '../../../domain/values/day.ts';
import { decisionHead } from '../decisions.ts';
import { lastPostingOn, postingDay } from '../posting-day.ts';
import { peopleOf } from '../records.ts';
import { journalPreview } from '../ledger/preview.ts';
import { claimsOn } from '../placements/claims-on.ts';
import { placementAt } from '../placements/placement.ts';
import { readPolicy } from '../placements/queries.ts';
import { notesOf, shownNote } from '../placements/record.ts';
import { ENDORSEMENT_STEPS } from './actions.ts';
import { bookingOf } from './booking.ts';
import { type Checked, readTyped } from './input.ts';
import { inputOf } from '../placements/words.ts';
import { replayWords } from './effect.ts';
import { planWords } from './replan.ts';
import { setOffWords } from './set-off-preview.ts';
import { readWords } from './words.ts';
import { endorsedCount, type Endorsement, namesOf, readEndorsementRow } from './queries.ts';
import { shownTotals } from '../placements/totals.ts';

type EndorsementRecord = Reply<typeof getEndorsement>;

async function headOf(ctx: Ctx, id: number) {
  return ctx.db
    .selectFrom('endorsements as e')
    .innerJoin('policies as p', 'p.id', 'e.policy_id')
    .innerJoin('parties as r', 'r.id', 'p.reinsured_id')
    .innerJoin('parties as i', 'i.id', 'p.current_insured_id')
    .innerJoin('branches as b', 'b.id', 'e.branch_id')
    .selectAll('e')
    .select([
      'p.broker_reference',
      'p.market',
      'p.reinsured_id',
      'r.name as reinsured',
      'p.current_insured_id',
      'i.name as insured',
      'b.name as branch_name',
    ])
    .where('e.id', '=', id)
    .where('e.branch_id', 'in', ctx.scope)
    .executeTakeFirstOrThrow(notFound);
}

async function linesOf(ctx: Ctx, endorsementId: number) {
  return ctx.db
    .selectFrom('endorsement_lines as l')
    .innerJoin('parties as p', 'p.id', 'l.security_id')
    .selectAll('l')
    .select('p.name')
    .where('l.endorsement_id', '=', endorsementId)
    .where('l.branch_id', 'in', ctx.scope)
    .orderBy('l.position')
    .execute();
}

/** What it changes of the words before it: as it was approved, or as it would be now. */
async function shownWords(ctx: Ctx, head: Awaited<ReturnType<typeof headOf>>): Promise<EndorsementRecord['words']> {
  if (head.endorsement_type !== 'NIL') return [];
  const placement = await placementAt(ctx, { id: head.policy_id }, null);
  const { endorsements, entered } = placement;
  const place = endorsements.findIndex((one) => one.id === head.id);
  if (place < 0) return (await readWords(ctx, placement, inputOf(head))).changed;
  return wordsChangedBy(entered, endorsements.slice(0, place + 1));
}

/** The section that it moves, by its place and name. */
async function sectionName(ctx: Ctx, head: Awaited<ReturnType<typeof headOf>>): Promise<string | null> {
  const { section } = inputOf(head);
  if (section === null || section === undefined) return null;
  const { slip } = await placementAt(ctx, { id: head.policy_id }, null);
  return `${section}. ${slip?.bySection[section - 1]?.name ?? ''}`;
}

/** One endorsement as its dialog and its documents show it. */
export async function endorsementRecord(ctx: Ctx, id: number): Promise<EndorsementRecord> {
  const head = await headOf(ctx, id);
  const money = (amount: bigint) => formatAmount(amount, head.currency);
  const [lines, ofPolicy, section, words, people] = await Promise.all([
    linesOf(ctx, id),
    notesOf(ctx, head.policy_id),
    sectionName(ctx, head),
    shownWords(ctx, head),
    peopleOf(ctx, head),
  ]);
  const notes = ofPolicy.filter((note) => note.endorsement_id === id);
  return {
    id: head.id,
    version: head.version,
    status: head.status as EndorsementStatus,
    number: head.number,
    policy: {
      id: head.policy_id,
      broker_reference: head.broker_reference,
      market: head.market as Market,
      reinsured: { id: head.reinsured_id, name: head.reinsured },
      insured: { id: head.current_insured_id ?? 0, name: head.insured },
    },
    branch: { id: head.branch_id, name: head.branch_name },
    endorsementtype: head.endorsement_type as IssuedType,
    effective_date: head.effective_date,
    description: head.description,
    currency: head.currency,
    sum_insured: head.sum_insured === null ? null : money(head.sum_insured),
    section,
    insurance_end_date: head.end_date,
    typed: inputOf(head),
    words,
    figures: {
      premium: money(head.premium),
      fac_premium: money(head.fac_premium),
      commission: money(head.commission_total),
      brokerage: money(head.brokerage_total),
      tax: money(head.tax_total),
      netpayable: money(head.net_total),
      debit_note: money(head.debit_note_total),
    },
    securities: lines.map((line) => ({
      security: { id: line.security_id, name: line.name },
      share: line.share,
      sharepremium: money(line.share_premium),
      commission: money(line.commission_amount),
      brokerage: money(line.brokerage_amount),
      tax: money(line.tax_amount),
      deductions: money(line.deductions),
      netpayable: money(line.net_payable),
    })),
    notes: notes.map(shownNote),
    posted_on: head.posted_on,
    ...people,
    updated_at: head.updated_at,
  };
}

/** The endorsements of one policy within the caller's branches, in their order. */
export async function endorsementsOf(ctx: Ctx, policyId: number): Promise<Reply<typeof listEndorsements>> {
  await readPolicy(ctx, policyId);
  const rows = await ctx.db
    .selectFrom('endorsements as e')
    .innerJoin('users as m', 'm.id', 'e.made_by')
    .select([
      'e.id',
      'e.version',
      'e.number',
      'e.status',
      'e.endorsement_type',
      'e.effective_date',
      'e.description',
      'e.currency',
      'e.premium',
      'e.debit_note_total',
      'e.posted_on',
      'm.name as made_by',
    ])
    .where('e.policy_id', '=', policyId)
    .where('e.branch_id', 'in', ctx.scope)
    .orderBy('e.sequence')
    .execute();
  return rows.map(({ endorsement_type: type, debit_note_total: note, status, ...row }) => {
    const coded = { status: status as EndorsementStatus, endorsementtype: type as IssuedType };
    return replyRow(endorsementTable, { ...row, ...coded, debit_note: note }, ctx.firm.baseCurrency);
  });
}

// An endorsement approved meanwhile changes what this one comes to: the checker sees the figures that its maker saw.
function movedSince(endorsement: Endorsement, { premium, figures }: Endorsed): string[] {
  const { currency } = endorsement;
  const money = (amount: bigint) => showMoney({ amount, currency });
  const same =
    endorsement.premium === premium &&
    endorsement.debit_note_total === figures.debitNote &&
    endorsement.net_total === figures.netPayable &&
    endorsement.brokerage_total === figures.brokerage &&
    endorsement.tax_total === taxOf(figures);
  if (same) return [];
  const was = `${money(endorsement.premium)} and ${money(endorsement.debit_note_total)} for the reinsured`;
  return [`The policy changed since this was saved. Its maker saw a premium of ${was}; below is what it comes to now.`];
}

/** That its amount was keyed across a change of securities or a cancellation, and how it was worked out. */
function keyedWords({ place, typed }: Checked, reason: string | undefined): string[] {
  const across = acrossWords(place.ground, typed);
  return across === null ? [] : [`Its premium is keyed, as it takes effect before ${across}: ${reason ?? ''}`];
}

/** What approving this endorsement today will do: what prevents it, notes, journal. §4: shown before it happens. */
export async function endorsementPreview(
  ctx: Ctx,
  id: number,
  chosen: Day | undefined,
): Promise<Reply<typeof previewEndorsement>> {
  const endorsement = await readEndorsementRow(ctx, id);
  const policy = await readPolicy(ctx, endorsement.policy_id);
  const input = inputOf(endorsement);
  const checked = await readTyped(ctx, policy, { input, number: endorsement.sequence });
  const { effect, faults } = checked;
  const day = await postingDay(ctx, chosen, { earliest: await lastPostingOn(ctx, policy.id), of: 'this policy' });
  const decided = await decisionHead(ctx, { ...ENDORSEMENT_STEPS, day }, endorsement);
  const endorsing = endorsingOf(endorsement, input);
  const claims = endorsement.status === 'APPROVED' ? [] : await claimsOn(ctx, policy.id);
  const needed = claimReason(endorsing, claims);
  const head = {
    ...decided,
    why_not: decided.why_not ?? claimRefusal(endorsing, claims),
    ...(needed !== null && { reason_needed: needed }),
    endorsed: await endorsedCount(ctx, policy.id),
  };
  const [fault] = faults;
  if (!effect) {
    const why = head.why_not ?? fault?.message ?? 'It can no longer be made.';
    return {
      ...head,
      why_not: why,
      figures: null,
      warnings: faults.map((one) => one.message),
      notes: [],
      journal: [],
    };
  }
  const effective = endorsement.effective_date;
  const booking = await bookingOf(ctx, policy, { figures: effect.figures, effective, day });
  const names = await namesOf(ctx, [...new Set(booking.notes.map((note) => note.partyId))]);
  return {
    ...head,
    warnings: [
      ...(endorsement.status === 'APPROVED'
        ? []
        : [...movedSince(endorsement, effect), ...replayWords(checked), ...keyedWords(checked, input.reason)]),
      ...(await planWords(ctx, policy, input)),
      ...(await setOffWords(ctx, policy, { checked, input, day })),
    ],
    figures: shownTotals(effect.premium, effect.figures, policy.currency),
    notes: booking.notes.map((note) => ({
      kind: seriesOf(note.kind).label,
      party: names.get(note.partyId) ?? '',
      currency: policy.currency,
      amount: formatAmount(note.amount, policy.currency),
      due_on: note.schedule[0]?.dueOn ?? null,
    })),
    journal: await journalPreview(ctx, booking.ledger, policy.currency),
  };
}
