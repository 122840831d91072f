import { shownClaimTerms } from '../../../domain/placements/claim-terms.ts';
import { claimTermsOf } from './claim-terms.ts';
import { sql } from 'kysely';
import type { Reply } from '../../../domain/endpoint.ts';
import { notFound } from '../../../domain/errors.ts';
import type { getPolicy } from '../../../domain/placements/contract.ts';
import type { Market } from '../../../domain/placements/figures.ts';
import type { PlacedLine, Placement } from '../../../domain/placements/placement.ts';
import { coverOn } from '../../../domain/placements/states.ts';
import type { Day } from '../../../domain/values/day.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { dueNow } from '../ledger/schedules.ts';
import { peopleOf, refOf } from '../records.ts';
import { declarationIsDue } from './adjustable.ts';
import { paymentOf } from './paid.ts';
import { placementAt } from './placement.ts';
import { shownFigures, shownTotals } from './totals.ts';

type PolicyRecord = Reply<typeof getPolicy>;

/** Notes issued for a policy: the debit note first, then the credit notes in the order of their numbers. */
export async function notesOf(ctx: Ctx, policyId: number) {
  return ctx.db
    .selectFrom('notes as n')
    .innerJoin('parties as p', 'p.id', 'n.party_id')
    .select(['n.id', 'n.kind', 'n.number', 'n.party_id', 'p.name', 'n.currency', 'n.amount', 'n.settled', 'n.due_on'])
    .select(['n.posted_on', 'n.status', 'n.debit_note_id', 'n.endorsement_id', 'n.line_id'])
    .select(dueNow('n').as('due_now'))
    .where('n.policy_id', '=', policyId)
    .where('n.branch_id', 'in', ctx.scope)
    .orderBy('n.id')
    .execute();
}

/** A note as the record that it was issued for shows it. */
export function shownNote(note: Awaited<ReturnType<typeof notesOf>>[number]): PolicyRecord['notes'][number] {
  return {
    id: note.id,
    kind: note.kind as 'DN' | 'CN',
    number: note.number,
    party: { id: note.party_id, name: note.name },
    amount: formatAmount(note.amount, note.currency),
    settled: formatAmount(note.settled, note.currency),
    due_on: note.due_now,
    posted_on: note.posted_on,
    status: note.status,
    endorsement: note.endorsement_id,
  };
}

/** What a page says of a policy besides its terms: who did what, what it renews and what renews it, what was received. */
async function pageOf(ctx: Ctx, id: number) {
  return (
    ctx.db
      .selectFrom('policies as p')
      .leftJoin('policies as f', (on) => on.onRef('f.id', '=', 'p.renewed_from_id').on('f.branch_id', 'in', ctx.scope))
      .leftJoin('policies as n', (on) =>
        on
          .onRef('n.renewed_from_id', '=', 'p.id')
          // Written out, as in the index: a plan that has no values finds it too.
          .on('n.status', '!=', sql.lit('DISABLED'))
          .on('n.branch_id', 'in', ctx.scope),
      )
      .select([
        'p.hands',
        'p.made_by',
        'p.edited_by',
        'p.decided_by',
        'p.decided_at',
        'p.decision_reason',
        'p.created_at',
        'p.updated_at',
        'p.not_renewed_reason',
      ])
      .select([
        'f.id as from_id',
        'f.broker_reference as from_name',
        'n.id as next_id',
        'n.broker_reference as next_name',
      ])
      .select(declarationIsDue(ctx, 'p').as('declaration_due'))
      // Less what was refunded. A return that is set against a debit note settles both, and is no money.
      .select(
        sql<bigint>`(select coalesce(sum(case when x.kind = 'DN' then x.settled else -x.settled end), 0)::bigint
        from notes x where x.policy_id = p.id and x.debit_note_id is null and x.status = 'ISSUED')`.as('received'),
      )
      .select(paymentOf(sql`p.id`).as('payment'))
      .where('p.id', '=', id)
      .where('p.branch_id', 'in', ctx.scope)
      .executeTakeFirstOrThrow(notFound)
  );
}

/** A line as the record shows it. */
export function shownLine(line: PlacedLine, currency: string): PolicyRecord['securities'][number] {
  const money = (amount: bigint) => formatAmount(amount, currency);
  const { figures } = line;
  return {
    security: { id: line.securityId, name: line.name },
    resident: line.resident,
    line_limit: line.lineLimit,
    rated_on: line.ratedOn,
    offer: line.offer,
    share: line.share,
    commission_rate: line.commissionRate,
    brokerage_rate: line.brokerageRate,
    written_on: line.stages.written_on,
    reference: line.stages.reference,
    accepted_by: line.stages.accepted_by,
    sharepremium: money(figures.sharePremium),
    commission: money(figures.commission),
    brokerage: money(figures.brokerage),
    taxes: figures.taxes.map(({ code, name, rate, charge, borneBy, amount }) => ({
      code,
      name,
      rate,
      charge: charge ?? null,
      borne_by: borneBy,
      amount: money(amount),
    })),
    deductions: money(figures.deductions),
    netpayable: money(figures.netPayable),
  };
}

function termsPart({ original, ...placement }: Placement) {
  const { currency, excessAmount } = placement;
  return {
    risk_country: placement.riskCountry,
    producer: placement.producer,
    dateoffered: placement.dateOffered,
    insurance_start_date: original.period.start,
    insurance_end_date: original.period.end,
    currency,
    sum_insured: formatAmount(original.sumInsured, currency),
    rate: original.rate,
    premium: formatAmount(original.premium, currency),
    fac: original.fac,
    cedant_commission: original.commission,
    brokerage: original.brokerage,
    ...placement.texts,
    excess_amount: excessAmount === null ? null : formatAmount(excessAmount, currency),
    payment_terms: placement.paymentTerms,
    instalments: placement.instalments.map(({ dueOn, amount }) => ({
      due_on: dueOn,
      amount: formatAmount(amount, currency),
    })),
    remittance_days: placement.remittanceDays,
    warranty: placement.warranty,
  };
}

/** The policy with its endorsements, as at its day or with all of them, and its cover. §2 Endorsements, §4 derived. */
export function currentPart(
  ctx: Ctx,
  { current, currency, day, ...placement }: Placement,
): Pick<PolicyRecord, 'cover' | 'current'> {
  const { cancelledFrom, endorsements, status } = placement;
  return {
    cover: status === 'APPROVED' ? coverOn(day ?? ctx.today, { ...current.period, cancelledFrom }) : null,
    current: {
      asat: day,
      endorsements: endorsements.filter((one) => one.counts).length,
      sum_insured: formatAmount(current.sumInsured, currency),
      insurance_end_date: current.period.end,
      cancelled_from: cancelledFrom,
      ...shownTotals(current.premium, current.figures, currency),
    },
  };
}

/** A placement as its page shows it. */
export async function recordOf(ctx: Ctx, placement: Placement): Promise<PolicyRecord> {
  const { id, currency, cover, adjustment, original } = placement;
  const [page, notes, claimTerms] = await Promise.all([pageOf(ctx, id), notesOf(ctx, id), claimTermsOf(ctx, id)]);
  return {
    id,
    version: placement.version,
    status: placement.status,
    market: placement.market,
    broker_reference: placement.reference,
    branch: placement.branch,
    reinsured: placement.reinsured,
    insured: placement.insured,
    cover_type: { id: cover.id, name: cover.name, class: cover.class },
    ...termsPart(placement),
    adjustment: adjustment && {
      basis: adjustment.basis,
      rate: adjustment.rate,
      minimum_premium: formatAmount(adjustment.minimum, currency),
      minimum_kept: adjustment.kept,
      declaration_due: page.declaration_due,
    },
    claim_terms: shownClaimTerms(claimTerms, currency),
    clauses: [...placement.clauses],
    securities: original.lines.map((line) => shownLine(line, currency)),
    figures: { placed: original.figures.placed, ...shownFigures(original.figures, currency) },
    ...currentPart(ctx, placement),
    notes: notes.map(shownNote),
    renewed_from: refOf(page.from_id, page.from_name),
    renewal: refOf(page.next_id, page.next_name),
    not_renewed_reason: page.not_renewed_reason,
    received: formatAmount(page.received, currency),
    payment: page.payment,
    posted_on: placement.postedOn,
    ...(await peopleOf(ctx, page)),
    updated_at: page.updated_at,
  };
}

/** One policy as its page shows it; where a market is named, a policy of the other is not found. */
export async function policyRecord(
  ctx: Ctx,
  id: number,
  { market, asat }: { market?: Market | undefined; asat?: Day | undefined } = {},
): Promise<PolicyRecord> {
  return recordOf(ctx, await placementAt(ctx, { id, market }, asat ?? null));
}
