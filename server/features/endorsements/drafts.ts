import * as z from 'zod/mini';
import { annualPremium } from '../../../domain/endorsements/annual.ts';
import { policyBody } from '../../../domain/placements/contract.ts';
import { slipBody, type SlipParts } from '../../../domain/slips/contract.ts';
import { sharedTexts } from '../../../domain/placements/fields.ts';
import { premiumFromRate, type PlacementLine } from '../../../domain/placements/figures.ts';
import type { Placement, TermsAt } from '../../../domain/placements/placement.ts';
import { sectionsForNext, typedSections } from '../../../domain/slips/sections.ts';
import { ofOrder } from '../../../domain/slips/signing.ts';
import { divideRounded } from '../../../domain/values/decimal.ts';
import { type KeyedInstalment, movedInstalments } from '../../../domain/placements/instalments.ts';
import { formatAmount, sum } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Saved } from '../decisions.ts';
import { worksIn } from '../authority/works-in.ts';
import { copyClaimTerms } from '../placements/claim-terms.ts';
import { savePolicy } from '../placements/actions.ts';
import { checkPolicy } from '../placements/input.ts';
import { checkSlip, saveSlip } from '../slips/actions.ts';

/** The terms that a new draft starts from: a placement's own, perhaps over another period. */
type Terms = Omit<TermsAt, 'figures' | 'rate'>;

/** A placement's terms as its approved endorsements have made them; null once it is cancelled. */
export function asEndorsed({ current, original, cancelledFrom, endorsements }: Placement): Terms | null {
  if (cancelledFrom !== null) return null;
  const approved = endorsements.map((one) => ({ ...one, end: one.applied.type === 'EXT' ? one.applied.end : null }));
  return { ...current, premium: annualPremium(original, approved) };
}

/** Clauses that became inactive cannot be put on a new placement. */
async function activeClauses(ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .selectFrom('clauses')
    .select('id')
    .where('id', 'in', ids)
    .where('status', '=', 'ACTIVE')
    .execute();
  const active = new Set(rows.map((row) => row.id));
  return ids.filter((id) => active.has(id));
}

// Days of last year, and a leader who has no line any more, are not this year's.
function partsFor(slip: SlipParts, lines: readonly PlacementLine[]): SlipParts {
  const { leader } = slip.subscription;
  const leads = lines.some((line) => line.securityId === leader);
  const { subjectivities } = slip.risk;
  return {
    ...slip,
    risk: {
      ...slip.risk,
      ...(subjectivities && { subjectivities: subjectivities.map((one) => ({ ...one, by: null })) }),
    },
    subscription: { ...slip.subscription, leader: leads ? leader : null, settlement_due_date: null },
  };
}

/** The sections of a slip of several, with their parts of these terms' premium. */
function sectionsFor({ currency, entered, original, slip }: Placement, { premium }: Terms) {
  const { premium: agreed, sumInsured } = original;
  const first = { sections: entered.slip?.bySection ?? [], premium: agreed, sumInsured };
  return typedSections(sectionsForNext(slip?.bySection ?? [], first, premium), currency);
}

/** What a save of the market takes. */
export type DraftBody =
  | { market: 'LOCAL'; body: z.output<typeof policyBody> }
  | { market: 'LONDON'; body: z.output<typeof slipBody> };

async function withActiveClauses(ctx: Ctx, draft: DraftBody): Promise<DraftBody> {
  const named = (draft.body.clauses ?? []).map((one) => (typeof one === 'number' ? one : one.id));
  const clauses = await activeClauses(ctx, named);
  return draft.market === 'LOCAL'
    ? { market: 'LOCAL', body: { ...draft.body, clauses } }
    : { market: 'LONDON', body: { ...draft.body, clauses } };
}

/** Instalments by hand over another period, for another debit note. */
const moved = ({ instalments, original }: Placement, { period }: Terms, total: bigint): KeyedInstalment[] =>
  movedInstalments(instalments, { from: original.period.start, to: period.start, total });

const wired = ({ currency }: Placement, rows: readonly KeyedInstalment[]) =>
  rows.length === 0
    ? null
    : rows.map(({ dueOn, amount }) => ({ due_on: dueOn, amount: formatAmount(amount, currency) }));

/** A draft whose instalments by hand add up to its own debit note. */
async function withInstalments(
  ctx: Ctx,
  draft: DraftBody,
  of: { placement: Placement; terms: Terms },
): Promise<DraftBody> {
  const { placement, terms } = of;
  if (placement.instalments.length === 0) return draft;
  const { figures } =
    draft.market === 'LOCAL'
      ? await checkPolicy(ctx, draft.body, { market: 'LOCAL', reference: '', faults: [] })
      : await checkSlip(ctx, draft.body);
  if (figures.debitNote <= 0n) return draft;
  const instalments = wired(placement, moved(placement, terms, figures.debitNote));
  return draft.market === 'LOCAL'
    ? { market: 'LOCAL', body: { ...draft.body, instalments } }
    : { market: 'LONDON', body: { ...draft.body, instalments } };
}

/** These terms as the body of a new placement, of the same market as the placement that they are of. */
export function bodyOf({ today }: Pick<Ctx, 'today'>, placement: Placement, terms: Terms): DraftBody {
  const { adjustment, currency, excessAmount, instalments, original, slip, texts } = placement;
  const { lines } = terms;
  // A rate stays as long as it alone makes the premium: what was keyed on top of it is in the premium.
  const isRated = divideRounded(original.premium * terms.sumInsured, original.sumInsured) === terms.premium;
  const rate = isRated ? original.rate : null;
  const money = (amount: bigint) => formatAmount(amount, currency);
  const byRate = rate !== null && premiumFromRate(terms.sumInsured, rate) === terms.premium;
  const body = {
    reinsured: placement.reinsured.id,
    insured: placement.insured.id,
    cover_type: placement.cover.id,
    risk_country: placement.riskCountry,
    producer: placement.producer.id,
    dateoffered: today,
    insurance_start_date: terms.period.start,
    insurance_end_date: terms.period.end,
    currency,
    sum_insured: money(terms.sumInsured),
    rate,
    premium: byRate ? null : money(terms.premium),
    fac: terms.fac,
    cedant_commission: terms.commission,
    brokerage: terms.brokerage,
    excess_amount: excessAmount === null ? null : money(excessAmount),
    payment_terms: placement.paymentTerms,
    instalments: wired(
      placement,
      moved(
        placement,
        terms,
        divideRounded(sum(instalments.map((one) => one.amount)) * terms.premium, original.premium),
      ),
    ),
    remittance_days: placement.remittanceDays,
    warranty: placement.warranty,
    clauses: placement.clauses.map((clause) => clause.id),
    adjustment_basis: adjustment?.basis ?? null,
    adjustment_rate: adjustment?.rate ?? null,
    minimum_premium: adjustment && money(adjustment.minimum),
    ...(adjustment && { minimum_kept: adjustment.kept }),
  };
  const own = (line: PlacementLine) => ({
    security: line.securityId,
    commission: line.commission ?? null,
    brokerage: line.brokerage ?? null,
  });
  if (slip === null) {
    // Who accepted last year has not accepted this year yet.
    const securities = lines.map((line) => ({ ...own(line), offer: line.share, share: line.share, written_on: null }));
    return { market: 'LOCAL', body: { ...body, ...texts, securities } };
  }
  const inOrder = slip.sections.security.written_basis === 'ORDER';
  const securities = lines.map((line) => ({
    ...own(line),
    written: inOrder ? ofOrder(line.share, terms.fac) : line.share,
    // Who wrote last year has not written this year yet.
    quoted_on: null,
    written_on: null,
    signed_on: null,
  }));
  return {
    market: 'LONDON',
    body: {
      ...body,
      ...sharedTexts(texts),
      slip: { ...partsFor(slip.sections, lines), sections: sectionsFor(placement, terms) },
      securities,
    },
  };
}

/** The same as it travels in a save: percentages and amounts as text. */
export function wireBody(draft: DraftBody): Record<string, unknown> {
  return draft.market === 'LOCAL' ? z.encode(policyBody, draft.body) : z.encode(slipBody, draft.body);
}

/** Who has left the branch has no new business there: it is its maker's. */
async function withProducer(ctx: Ctx, draft: DraftBody): Promise<DraftBody> {
  const { producer } = draft.body;
  if (producer == null || (await worksIn(ctx, producer, ctx.branch.id))) return draft;
  return draft.market === 'LOCAL'
    ? { market: 'LOCAL', body: { ...draft.body, producer: undefined } }
    : { market: 'LONDON', body: { ...draft.body, producer: undefined } };
}

/** Saves a draft on these terms; what became inactive since is left out, and the draft says what it is short of. */
export async function saveDraft(ctx: Ctx, placement: Placement, terms: Terms): Promise<Saved<string>> {
  // A security that has become inactive is left out: the draft says that it is not placed in full.
  const lines = terms.lines.filter((line) => line.status === 'ACTIVE');
  const of = { placement, terms: { ...terms, lines } };
  const body = await withProducer(ctx, await withActiveClauses(ctx, bodyOf(ctx, placement, of.terms)));
  const draft = await withInstalments(ctx, body, of);
  const saved = draft.market === 'LOCAL' ? await savePolicy(ctx, draft.body) : await saveSlip(ctx, draft.body);
  await copyClaimTerms(ctx, { from: placement.id, to: saved.id });
  return saved;
}
