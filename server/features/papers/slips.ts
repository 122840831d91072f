import type { Decoded } from '../../../domain/endpoint.ts';
import { assertAsBooked } from '../../../domain/documents/books.ts';
import { CREDIT_NOTE_FIELDS, type makeLondonRSlip, type makeSlipCreditNote } from '../../../domain/slips/contract.ts';
import { NO_STAGES, type LineStages, type PlacedLine } from '../../../domain/placements/placement.ts';
import { ofOrder, WRITTEN_BASIS_LABELS } from '../../../domain/slips/signing.ts';
import { formatAmount, sum } from '../../../domain/values/money.ts';
import { formatRate } from '../../../domain/values/rate.ts';
import { AppError, invalid } from '../../../domain/errors.ts';
import {
  londonCoverNoteModel,
  londonReinsuranceSlipModel,
  londonSlipModel,
  type LondonLine,
  type LondonSlipInput,
} from '../../platform/documents/kinds/london-slip.ts';
import { showDay, showMoney, showShortDay } from '../../platform/documents/figures.ts';
import type { DocumentInput } from '../../platform/documents/kinds/common.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { DocumentPlan } from '../documents/store.ts';
import {
  assertApproved,
  creditNoteFields,
  creditNotePlans,
  factsOf,
  taxesOfSecurity,
  termsOfPayment,
  termsPaper,
  type PaperRequest,
  type Facts,
} from './placements.ts';
import {
  endorsementPaper,
  notedLines,
  securityNoteFields,
  securityNotePlans,
  type Paper as EndorsementPaper,
} from './endorsements.ts';
import { amendedWords, countingOf, issueOf, replaced } from './amended.ts';
import { slipAt } from '../placements/placement.ts';
import { clauseTitles, coverHeadings, slipHeadings, type SlipFacts } from './headings.ts';

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
  return { ...NO_STAGES, stamp: stages.stamp, written: inOrder ? ofOrder(share, terms.fac) : share };
}

/** The sections with what amended them said first. */
export async function amendedSections<S extends ReturnType<typeof slipHeadings>>(
  ctx: Ctx,
  { placement, terms }: SlipFacts,
  { kind, sections }: { kind: string; sections: S },
): Promise<ReturnType<typeof slipHeadings>> {
  const amending = countingOf(placement);
  if (amending.length === 0) return sections;
  const { id, currency } = placement;
  const before = await replaced(ctx, { kind, policyId: id, issue: issueOf(placement) });
  const sumInsured = showMoney(currency, formatAmount(terms.sumInsured, currency));
  // The headings are the contract's own words: the figures that an endorsement changed come with them.
  const figures = `Sum insured ${sumInsured}, to ${showDay(terms.period.end)}.`;
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
      ...(writtenOn === null ? {} : { writtenOn: showShortDay(writtenOn) }),
      written: formatRate(written ?? 0n),
      toStand,
      ...(isApproved(facts) && {
        signed: formatRate(line.share),
        signedOfOrder: formatRate(ofOrder(line.share, terms.fac)),
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
      written: formatRate(sum(terms.lines.map((line) => stagesOf(facts, line).written ?? 0n))),
      ...(isApproved(facts) && { signed: formatRate(placed), signedOfOrder: formatRate(ofOrder(placed, terms.fac)) }),
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
          premiums: terms.lines.map((line) => formatAmount(line.figures.sharePremium, currency)),
          facPremium: formatAmount(terms.figures.facPremium, currency),
        }),
    },
  ];
}

const folded = (text: string) => text.trim().toLowerCase();

/** The lines that a caller names by the security's id or name; all of them where none is named. */
function chosenLines<L extends { securityId: number; name: string }>(
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

/** The London reinsurance slip of the named security or of each, from the figures of the slip. §6 Document calls. */
export async function londonRSlipPlans(
  ctx: Ctx,
  request: PaperRequest & Decoded<typeof makeLondonRSlip>['query'],
): Promise<DocumentPlan[]> {
  const facts = await slipFactsOf(ctx, request.id);
  const { placement, terms } = facts;
  const { currency, reference, slip, texts } = placement;
  if (terms.lines.length === 0)
    throw invalid({ field: 'securities', message: 'Add the securities to which it is offered.' });
  const money = (amount: bigint) => formatAmount(amount, currency);
  const chosen = chosenLines(terms.lines, request.security);
  for (const { share, figures } of chosen) {
    assertAsBooked(
      { premiumshare: request.premiumshare, premiumamount: request.premiumamount },
      { premiumshare: formatRate(share), premiumamount: money(figures.sharePremium) },
    );
  }
  const common = slipInput(facts);
  const amending = countingOf(placement);
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
      total: `${currency} ${money(figures.sharePremium)}`,
      model: (input) =>
        londonReinsuranceSlipModel({
          ...input,
          ...forOffer(facts),
          umr: slip.umr,
          brokerReference: reference,
          security: facts.party(line.securityId),
          reinsured: placement.reinsured.name,
          insured: placement.insured.name,
          cover: slip.sections.risk.type ?? placement.cover.name,
          startDay: terms.period.start,
          endDay: terms.period.end,
          interest: texts.interest,
          situation: texts.territory,
          currency,
          sumInsured: money(terms.sumInsured),
          excess: texts.excess,
          premium: money(terms.premium),
          fac: formatRate(terms.fac),
          line: shown,
          writtenBasis: common.writtenBasis,
          signedOfOrder: common.signedOfOrder,
          sharePremium: money(figures.sharePremium),
          commission: { percent: formatRate(line.commissionRate), amount: money(figures.commission) },
          brokerage: { percent: formatRate(line.brokerageRate), amount: money(figures.brokerage) },
          taxes: taxesOfSecurity(line, currency),
          netPayable: money(figures.netPayable),
          terms: [...(amending.length > 0 ? [amendedWords(amending, null)] : []), ...termsOfPayment(facts)],
          conditions: clauseTitles(facts),
        }),
    };
  });
}

/** The credit note of the named security or of each; every figure that was sent is held against the books. §6. */
export async function slipCreditNotePlans(
  ctx: Ctx,
  request: PaperRequest & Decoded<typeof makeSlipCreditNote>['query'],
): Promise<DocumentPlan[]> {
  const sent = Object.fromEntries(CREDIT_NOTE_FIELDS.map((field) => [field, request[field]]));
  const paper = await endorsementPaper(ctx, request);
  if (paper) return endorsedNotePlans(paper, { sent, security: request.security });
  return creditNotePlans(ctx, {
    ...request,
    chosen: (facts, issued) => {
      const lines = chosenLines(facts.placement.original.lines, request.security);
      for (const line of lines) assertAsBooked(sent, bookedFields(facts, line, issued));
      return lines;
    },
  });
}

/** The notes of an endorsement to the named security or to each; what a caller says of them must be what was booked. */
function endorsedNotePlans(
  paper: EndorsementPaper,
  { sent, security }: { sent: Record<string, string | undefined>; security: string | undefined },
): DocumentPlan[] {
  const lines = notedLines(paper).map((noted) => ({
    noted,
    securityId: noted.line.security_id,
    name: noted.line.name,
  }));
  const chosen = chosenLines(lines, security).map(({ noted }) => noted);
  const { reinsured, insured } = paper.facts.placement;
  for (const noted of chosen) {
    const fields = securityNoteFields(paper, noted);
    assertAsBooked(sent, {
      ...fields,
      endorsementtype: [fields.endorsementtype, paper.endorsed.endorsement_type],
      reinsured: [reinsured.name, String(reinsured.id)],
      insuredname: [insured.name, String(insured.id)],
    });
  }
  return securityNotePlans(paper, chosen);
}

type Issued = Parameters<NonNullable<Parameters<typeof creditNotePlans>[1]['chosen']>>[1];

function bookedFields(facts: Facts, line: PlacedLine, issued: Issued): Record<string, string | readonly string[]> {
  const { cover, reinsured, insured } = facts.placement;
  const fields = creditNoteFields(facts, line);
  const note = issued.find((one) => one.party_id === line.securityId);
  return {
    ...Object.fromEntries(
      CREDIT_NOTE_FIELDS.flatMap((field) =>
        field in fields ? [[field, fields[field as keyof typeof fields] as string]] : [],
      ),
    ),
    credit_note_reference: note?.number ?? '',
    reinsured: [reinsured.name, String(reinsured.id)],
    insuredname: [insured.name, String(insured.id)],
    cover_type: [fields.cover_type, cover.name, cover.class ?? cover.name, String(cover.id)],
  };
}
