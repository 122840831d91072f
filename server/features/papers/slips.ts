import type { Decoded } from '../../../domain/endpoint.ts';
import { assertAsBooked } from '../../../domain/documents/books.ts';
import { CREDIT_NOTE_FIELDS, type makeLondonRSlip, type makeSlipCreditNote } from '../../../domain/slips/contract.ts';
import { ENDORSEMENT_LABELS } from '../../../domain/endorsements/endorsements.ts';
import { cancelledOn, paperLines, premiumParts } from '../../../domain/placements/paper-lines.ts';
import { securityBySection } from '../../../domain/placements/paper-sections.ts';
import { type LineStages, NO_STAGES } from '../../../domain/placements/line-stages.ts';
import { type PlacedLine, type Placement, type SlipPlacement } from '../../../domain/placements/placement.ts';
import { ofOrder, WRITTEN_BASIS_LABELS } from '../../../domain/slips/signing.ts';
import { formatAmount, money, sum } from '../../../domain/values/money.ts';
import { formatRate } from '../../../domain/values/rate.ts';
import { AppError, invalid } from '../../../domain/errors.ts';
import {
  londonCoverNoteModel,
  londonReinsuranceSlipModel,
  londonSlipModel,
  type LondonLine,
  type LondonSlipInput,
} from '../../platform/documents/kinds/london-slip.ts';
import { showDay, showMoney } from '../../platform/documents/figures.ts';
import { cancelledWords, type DocumentInput } from '../../platform/documents/kinds/common.ts';
import type { CreditNoteInput } from '../../platform/documents/kinds/credit-note.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { DocumentPlan } from '../documents/store.ts';
import { creditNoteFields, creditNotePlans } from './notes.ts';
import { assertApproved, factsOf, termsOfPayment, termsPaper, type PaperRequest } from './placements.ts';
import { endorsementPaper, notedLines, securityNoteFields, securityNotePlans } from './endorsements.ts';
import { amendedWords, countingOf, issueOf, replaced } from './amended.ts';
import { taxLines } from './tax-lines.ts';
import { slipAt } from '../placements/placement.ts';
import { clauseTitles, coverHeadings, slipHeadings, type SlipFacts } from './headings.ts';
import { sectionLimit } from './section-headings.ts';

/** What the papers of a slip are made of, or the data behind one: its current terms. */
export async function slipFactsOf(ctx: Ctx, id: number): Promise<SlipFacts> {
  const placement = await slipAt(ctx, id, null);
  const facts = await factsOf(ctx, placement);
  const code = placement.slip.sections.fiscal.country_of_origin ?? '';
  const country = await ctx.db.selectFrom('countries').select('name').where('code', '=', code).executeTakeFirst();
  return { ...facts, terms: placement.current, countryName: country?.name ?? '' };
}

const isApproved = ({ placement }: SlipFacts) => placement.status === 'APPROVED';

/** The stages of a line. One that an endorsement changed was agreed with it: what was stamped was another line. */
export function stagesOf({ placement, terms }: SlipFacts, { changed, share, stages }: PlacedLine): LineStages {
  if (!changed) return stages;
  const inOrder = placement.slip.sections.security.written_basis === 'ORDER';
  const { stamp, reference } = stages;
  return { ...NO_STAGES, stamp, reference, written: inOrder ? ofOrder(share, terms.fac) : share };
}

/** The sections, with the endorsements that amended them first. */
export async function amendedSections<S extends ReturnType<typeof slipHeadings>>(
  ctx: Ctx,
  { placement, terms }: SlipFacts,
  { kind, sections }: { kind: string; sections: S },
): Promise<ReturnType<typeof slipHeadings>> {
  const amending = countingOf(placement);
  if (amending.length === 0) return sections;
  const { id, currency } = placement;
  const before = await replaced(ctx, { kind, policyId: id, issue: issueOf(placement) });
  const sumInsured = showMoney(currency, terms.sumInsured);
  // The headings are the contract's own words: the figures that an endorsement changed come with them.
  const cancelled = cancelledOn(placement);
  const figures = cancelled ? cancelledWords(cancelled) : `Sum insured ${sumInsured}, to ${showDay(terms.period.end)}.`;
  const amendment = { label: 'Endorsements', paragraphs: [amendedWords(amending, before), figures] };
  return sections.map((section, index) =>
    index === 0 ? { ...section, headings: [amendment, ...section.headings] } : section,
  );
}

function linesOf(facts: SlipFacts): LondonLine[] {
  const { placement, terms } = facts;
  return terms.lines.map((line) => {
    const { stamp, reference, written_on: writtenOn, written, to_stand: toStand } = stagesOf(facts, line);
    return {
      name: line.name,
      leader: line.securityId === placement.slip.sections.subscription.leader,
      stamp,
      reference,
      ...(writtenOn === null ? {} : { writtenOn }),
      written: written ?? 0n,
      toStand,
      ...(isApproved(facts) && {
        signed: line.share,
        signedOfOrder: ofOrder(line.share, terms.fac),
      }),
    };
  });
}

function slipInput(facts: SlipFacts): Omit<LondonSlipInput, keyof DocumentInput | 'sections'> {
  const { placement, terms } = facts;
  const { security } = placement.slip.sections;
  const { placed } = terms.figures;
  return {
    umr: placement.slip.umr,
    brokerReference: placement.reference,
    reinsured: facts.party(placement.reinsured.id),
    writtenBasis: WRITTEN_BASIS_LABELS[security.written_basis ?? 'WHOLE'],
    signedOfOrder: security.signed_basis === 'ORDER',
    lines: linesOf(facts),
    totals: {
      written: sum(terms.lines.map((line) => stagesOf(facts, line).written ?? 0n)),
      ...(isApproved(facts) && { signed: placed, signedOfOrder: ofOrder(placed, terms.fac) }),
    },
  };
}

const forOffer = (facts: SlipFacts) => (isApproved(facts) ? {} : { watermark: 'FOR OFFER' as const });

function planOf(ctx: Ctx, facts: SlipFacts, letter: 'M' | 'C') {
  const { placement } = facts;
  const issue = issueOf(placement);
  return {
    ...termsPaper(facts, { letter, issue }),
    day: isApproved(facts) ? (placement.postedOn ?? ctx.today) : ctx.today,
  };
}

/** The slip in MRC order, its clauses in full; marked "for offer" and versioned until it is approved. §4 Numbers. */
export async function mrcSlipPlans(ctx: Ctx, { id }: PaperRequest): Promise<DocumentPlan[]> {
  const facts = await slipFactsOf(ctx, id);
  const sections = await amendedSections(ctx, facts, { kind: 'london-slip', sections: slipHeadings(facts) });
  return [
    {
      ...planOf(ctx, facts, 'M'),
      kind: 'london-slip',
      model: (common) => londonSlipModel({ ...common, ...forOffer(facts), ...slipInput(facts), sections }),
    },
  ];
}

/** The securities that have left and keep the premium of the days before, so that the lines add up to the total. */
const departedLines = (placement: SlipPlacement) =>
  paperLines(placement)
    .filter((one) => one.line === null)
    .map(({ name, offFrom, stages, figures }) => ({
      name,
      offFrom,
      stamp: stages?.stamp ?? '',
      reference: stages?.reference ?? '',
      premium: figures.sharePremium,
    }));

/** The reinsured's evidence of cover, every security on its own. */
export async function londonCoverNotePlans(ctx: Ctx, { id }: PaperRequest): Promise<DocumentPlan[]> {
  const facts = await slipFactsOf(ctx, id);
  const { placement, terms } = facts;
  assertApproved(placement);
  const { currency } = placement;
  const sections = await amendedSections(ctx, facts, { kind: 'cover-note', sections: coverHeadings(facts) });
  return [
    {
      ...planOf(ctx, facts, 'C'),
      kind: 'cover-note',
      model: (common) =>
        londonCoverNoteModel({
          ...common,
          ...slipInput(facts),
          sections,
          currency,
          premiums: terms.lines.map((line) => line.figures.sharePremium),
          departed: departedLines(placement),
          facPremium: terms.figures.facPremium,
          cancelled: cancelledOn(placement),
        }),
    },
  ];
}

const folded = (text: string) => text.trim().toLowerCase();

/** The lines that a caller names by the security's id or name; all of them where none is named. */
export function chosenLines<L extends { securityId: number; name: string }>(
  lines: readonly L[],
  security: string | undefined,
): L[] {
  if (security === undefined || security.trim() === '') return [...lines];
  const key = folded(security);
  const matches = lines.filter((line) => String(line.securityId) === key || folded(line.name) === key);
  if (matches.length === 0)
    throw new AppError('DIFFERS_FROM_BOOKS', {
      field: 'security',
      booked: lines.map((line) => line.name).join(', '),
      sent: security,
    });
  return matches;
}

/** What made a security's premium: the whole of it, or the original and each endorsement. */
function partsOf(placement: SlipPlacement, securityId: number) {
  const parts = premiumParts(placement, securityId);
  return parts.map(({ endorsement, base, amount }) => ({
    label:
      endorsement === null
        ? parts.length === 1
          ? 'Share premium'
          : 'Share premium, original'
        : `${endorsement.number.slice(endorsement.number.lastIndexOf('/') + 1)} ${ENDORSEMENT_LABELS[endorsement.type]}`,
    base,
    amount,
  }));
}

/** What the paper of one security says of the risk, as it is with the endorsements that it takes in. */
function riskInput(facts: SlipFacts) {
  const { placement, terms } = facts;
  const { currency, slip, texts } = placement;
  const amending = countingOf(placement);
  return {
    umr: slip.umr,
    brokerReference: placement.reference,
    reinsured: placement.reinsured.name,
    insured: placement.insured.name,
    cover: slip.sections.risk.type ?? placement.cover.name,
    startDay: terms.period.start,
    endDay: terms.period.end,
    cancelled: cancelledOn(placement),
    interest: texts.interest,
    situation: texts.territory,
    currency,
    sumInsured: terms.sumInsured,
    sections: slip.bySection.map((section) => ({
      name: section.name,
      sumInsured: section.sumInsured,
      limit: sectionLimit(section, currency),
      premium: section.premium,
    })),
    excess: texts.excess,
    premium: terms.premium,
    fac: terms.fac,
    amended: amending.length > 0 ? amendedWords(amending, null) : '',
    terms: termsOfPayment(facts, facts.payment),
    conditions: clauseTitles(facts),
  };
}

/** What it says of the security's own line, in all and by section. */
function lineInput({ placement, party }: SlipFacts, line: PlacedLine) {
  const { securityId, figures } = line;
  return {
    security: party(securityId),
    sharePremium: figures.sharePremium,
    parts: partsOf(placement, securityId),
    commission: { percent: line.commissionRate, amount: figures.commission },
    brokerage: { percent: line.brokerageRate, amount: figures.brokerage },
    taxes: taxLines([line], 'SECURITY'),
    netPayable: figures.netPayable,
    bySection: securityBySection(placement, securityId),
  };
}

/** The London reinsurance slip of the named security or of each, from the figures of the slip. §6 Document calls. */
export async function londonRSlipPlans(
  ctx: Ctx,
  request: PaperRequest & Decoded<typeof makeLondonRSlip>['query'],
): Promise<DocumentPlan[]> {
  const facts = await slipFactsOf(ctx, request.id);
  const { placement, terms } = facts;
  const { currency, reference } = placement;
  if (terms.lines.length === 0)
    throw invalid({ field: 'securities', message: 'Add the securities to which it is offered.' });
  const chosen = chosenLines(terms.lines, request.security);
  for (const { share, figures } of chosen) {
    assertAsBooked(
      { premiumshare: request.premiumshare, premiumamount: request.premiumamount },
      { premiumshare: formatRate(share), premiumamount: formatAmount(figures.sharePremium, currency) },
    );
  }
  const common = slipInput(facts);
  return chosen.map((line): DocumentPlan => {
    const place = terms.lines.indexOf(line);
    const shown = common.lines[place];
    if (!shown) throw new Error('A line has no place on the slip.');
    const { figures } = line;
    return {
      ...planOf(ctx, facts, 'M'),
      kind: 'london-reinsurance-slip',
      securityId: line.securityId,
      number: `${reference}/R${place + 1}.${issueOf(placement)}`,
      partyName: line.name,
      total: money(figures.sharePremium, currency),
      model: (input) =>
        londonReinsuranceSlipModel({
          ...input,
          ...forOffer(facts),
          ...riskInput(facts),
          ...lineInput(facts, line),
          line: shown,
          writtenBasis: common.writtenBasis,
          signedOfOrder: common.signedOfOrder,
        }),
    };
  });
}

type NoteField = (typeof CREDIT_NOTE_FIELDS)[number];
type NoteFields = Pick<CreditNoteInput, NoteField>;

/** The fields of a booked note as a caller may send them: parties by name or id, the cover by any of its names. */
function bookedFields(
  { reinsured, insured, cover }: Placement,
  fields: NoteFields,
): Record<NoteField, string | readonly string[]> {
  const amount = (minor: bigint) => formatAmount(minor, fields.currency);
  return {
    dateoffered: fields.dateoffered,
    currency: fields.currency,
    broker_reference: fields.broker_reference,
    credit_note_reference: fields.credit_note_reference,
    reinsured: [reinsured.name, String(reinsured.id)],
    cover_type: [fields.cover_type, cover.name, cover.class ?? cover.name, String(cover.id)],
    cedant_policy_number: fields.cedant_policy_number ?? '',
    cedant_commission: formatRate(fields.cedant_commission),
    insuredname: [insured.name, String(insured.id)],
    insurance_start_date: fields.insurance_start_date,
    insurance_end_date: fields.insurance_end_date,
    excess: fields.excess ?? '',
    territory: fields.territory ?? '',
    sum_insured: amount(fields.sum_insured),
    premium: amount(fields.premium),
    offer: formatRate(fields.offer),
    share: formatRate(fields.share),
    brokerage: formatRate(fields.brokerage),
    fac: formatRate(fields.fac),
    sharepremium: amount(fields.sharepremium),
    deductions: amount(fields.deductions),
    commission: amount(fields.commission),
    netpayable: amount(fields.netpayable),
  };
}

/** The credit note of the named security or of each; every figure that was sent is held against the books. §6. */
export async function slipCreditNotePlans(
  ctx: Ctx,
  request: PaperRequest & Decoded<typeof makeSlipCreditNote>['query'],
): Promise<DocumentPlan[]> {
  const sent = Object.fromEntries(CREDIT_NOTE_FIELDS.map((field) => [field, request[field]]));
  const paper = await endorsementPaper(ctx, request);
  if (paper) {
    const lines = notedLines(paper).map((noted) => ({ ...noted, ...noted.line }));
    const chosen = chosenLines(lines, request.security);
    for (const noted of chosen) assertAsBooked(sent, bookedFields(paper.placement, securityNoteFields(paper, noted)));
    return securityNotePlans(ctx, paper, chosen);
  }
  return creditNotePlans(ctx, {
    ...request,
    chosen: (facts, issued) => {
      const lines = chosenLines(facts.placement.original.lines, request.security);
      for (const line of lines) {
        const reference = issued.find((one) => one.party_id === line.securityId)?.number ?? '';
        const fields = { ...creditNoteFields(facts, line), credit_note_reference: reference };
        assertAsBooked(sent, bookedFields(facts.placement, fields));
      }
      return lines;
    },
  });
}
