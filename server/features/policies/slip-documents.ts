import type { Decoded } from '../../../domain/endpoint.ts';
import { assertAsBooked } from '../../../domain/documents/books.ts';
import { CREDIT_NOTE_FIELDS, type makeLondonRSlip, type makeSlipCreditNote } from '../../../domain/policies/london.ts';
import { ofOrder, WRITTEN_BASIS_LABELS } from '../../../domain/policies/signing.ts';
import { sum } from '../../../domain/values/money.ts';
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
  termsOfPayment,
  type Asked,
  type Facts,
  type Line,
} from './documents.ts';
import {
  endorsementPaper,
  notedLines,
  securityNoteFields,
  securityNotePlans,
  type Paper as EndorsementPaper,
} from './endorsement-documents.ts';
import { coverHeadings, slipHeadings, type SlipExtras } from './slip-headings.ts';
import { amendedWords, issueOf, replaced, type Amending } from './as-it-stands.ts';
import { slipAsItStands, slipRecord, type SlipRecord } from './slip-record.ts';

/** What the papers of a slip are made of. */
export type Papers = {
  facts: Facts;
  record: SlipRecord;
  extras: SlipExtras;
  approved: boolean;
  amending: readonly Amending[];
};

/** Reads it, for a paper or for the data behind one. */
export async function papersOf(ctx: Ctx, asked: Asked): Promise<Papers> {
  const facts = await factsOf(ctx, asked);
  const { record, amending } = await slipAsItStands(ctx, await slipRecord(ctx, asked.id));
  const code = record.slip.fiscal.country_of_origin ?? '';
  const country = await ctx.db.selectFrom('countries').select('name').where('code', '=', code).executeTakeFirst();
  const extras = {
    clauses: facts.clauses,
    insuredAddress: facts.party(record.insured.id).addressLines.join(', '),
    countryName: country?.name ?? '',
  };
  return {
    facts: { ...facts, party: await partiesOf(ctx, facts, record) },
    record,
    extras,
    approved: record.status === 'APPROVED',
    amending,
  };
}

/** The parties of the original, and those that an endorsement brought. */
async function partiesOf(ctx: Ctx, facts: Facts, record: SlipRecord): Promise<Facts['party']> {
  const rows = await ctx.db
    .selectFrom('parties')
    .select(['id', 'name', 'address'])
    .where('id', 'in', [0, ...record.securities.map((line) => line.security.id)])
    .execute();
  return (id) => {
    const row = rows.find((one) => one.id === id);
    if (!row) return facts.party(id);
    return { name: row.name, addressLines: row.address.split('\n').filter((line) => line.trim() !== '') };
  };
}

/** The sections with what amended them said first. */
export async function amendedSections<S extends ReturnType<typeof slipHeadings>>(
  ctx: Ctx,
  { record, amending }: Papers,
  { kind, sections }: { kind: string; sections: S },
): Promise<ReturnType<typeof slipHeadings>> {
  if (amending.length === 0) return sections;
  const before = await replaced(ctx, { kind, policyId: record.id, issue: issueOf(record) });
  // The headings are the contract's own words: what an endorsement changed in figures is said beside them.
  const figures = `Sum insured ${showMoney(record.currency, record.sum_insured)}, to ${showDay(record.insurance_end_date)}.`;
  const said = { label: 'Endorsements', paragraphs: [amendedWords(amending, before), figures] };
  return sections.map((section, index) =>
    index === 0 ? { ...section, headings: [said, ...section.headings] } : section,
  );
}

function linesOf({ record, approved }: Papers): LondonLine[] {
  return record.securities.map((line) => ({
    name: line.security.name,
    leader: line.security.id === record.slip.subscription.leader,
    stamp: line.stamp,
    reference: line.reference,
    ...(line.written_on === null ? {} : { writtenOn: showShortDay(line.written_on) }),
    written: formatRate(line.written ?? 0n),
    toStand: line.to_stand,
    ...(approved && { signed: formatRate(line.share), signedOfOrder: formatRate(line.of_order) }),
  }));
}

function slipInput(papers: Papers): Omit<LondonSlipInput, keyof DocumentInput | 'sections'> {
  const { record, facts, approved } = papers;
  const basis = record.slip.security.written_basis ?? 'WHOLE';
  return {
    umr: record.umr,
    brokerReference: record.broker_reference,
    reinsured: facts.party(record.reinsured.id),
    writtenBasis: WRITTEN_BASIS_LABELS[basis],
    signedOfOrder: record.slip.security.signed_basis === 'ORDER',
    lines: linesOf(papers),
    totals: {
      written: formatRate(sum(record.securities.map((line) => line.written ?? 0n))),
      ...(approved && {
        signed: formatRate(record.figures.placed),
        signedOfOrder: formatRate(ofOrder(record.figures.placed, record.fac)),
      }),
    },
  };
}

const forOffer = (approved: boolean) => (approved ? {} : { watermark: 'FOR OFFER' as const });

function planOf(ctx: Ctx, { record, approved }: Papers, letter: string) {
  return {
    recordKind: 'policy' as const,
    recordId: record.id,
    issue: issueOf(record),
    branchId: record.branch.id,
    number: `${record.broker_reference}/${letter}${issueOf(record)}`,
    partyName: record.reinsured.name,
    total: `${record.currency} ${record.sum_insured}`,
    day: approved ? (record.posted_on ?? ctx.today) : ctx.today,
  };
}

/** The slip in MRC order, its clauses in full; marked "for offer" and versioned until it is approved. §4 Numbers. */
export async function mrcSlipPlans(ctx: Ctx, asked: Asked): Promise<DocumentPlan[]> {
  const papers = await papersOf(ctx, asked);
  const headings = slipHeadings(papers.record, papers.extras);
  const sections = await amendedSections(ctx, papers, { kind: 'london-slip', sections: headings });
  return [
    {
      ...planOf(ctx, papers, 'M'),
      kind: 'london-slip',
      model: (common) =>
        londonSlipModel({
          ...common,
          ...forOffer(papers.approved),
          ...slipInput(papers),
          sections,
        }),
    },
  ];
}

/** The reinsured's evidence of cover, every security on its own. */
export async function londonCoverNotePlans(ctx: Ctx, asked: Asked): Promise<DocumentPlan[]> {
  const papers = await papersOf(ctx, asked);
  assertApproved(papers.facts);
  const { record } = papers;
  const headings = coverHeadings(record, papers.extras);
  const sections = await amendedSections(ctx, papers, { kind: 'cover-note', sections: headings });
  return [
    {
      ...planOf(ctx, papers, 'C'),
      kind: 'cover-note',
      model: (common) =>
        londonCoverNoteModel({
          ...common,
          ...slipInput(papers),
          sections,
          currency: record.currency,
          premiums: record.securities.map((line) => line.sharepremium),
          facPremium: record.figures.fac_premium,
        }),
    },
  ];
}

const folded = (text: string) => text.trim().toLowerCase();

/** The lines that a caller names by the security's id or name; all of them where none is named. */
function chosenLines<L extends { security: { id: number; name: string } }>(
  lines: readonly L[],
  security: string | undefined,
): L[] {
  if (security === undefined || security.trim() === '') return [...lines];
  const wanted = folded(security);
  const found = lines.filter((line) => String(line.security.id) === wanted || folded(line.security.name) === wanted);
  if (found.length === 0)
    throw new AppError('DIFFERS_FROM_BOOKS', {
      field: 'security',
      booked: lines.map((line) => line.security.name).join(', '),
      sent: security,
    });
  return found;
}

/** The London reinsurance slip of the named security or of each, from the figures of the slip. §6 Document calls. */
export async function londonRSlipPlans(
  ctx: Ctx,
  asked: Asked & Decoded<typeof makeLondonRSlip>['query'],
): Promise<DocumentPlan[]> {
  const papers = await papersOf(ctx, asked);
  const { record, facts, approved } = papers;
  if (record.securities.length === 0)
    throw invalid({ field: 'securities', message: 'Add the securities to which it is offered.' });
  const chosen = chosenLines(record.securities, asked.security);
  for (const line of chosen) {
    assertAsBooked(
      { premiumshare: asked.premiumshare, premiumamount: asked.premiumamount },
      { premiumshare: formatRate(line.share), premiumamount: line.sharepremium },
    );
  }
  const common = slipInput(papers);
  return chosen.map((line): DocumentPlan => {
    const place = record.securities.indexOf(line);
    const shown = common.lines[place];
    if (!shown) throw new Error('A line has no place on the slip.');
    return {
      ...planOf(ctx, papers, 'M'),
      kind: 'london-reinsurance-slip',
      securityId: line.security.id,
      number: `${record.broker_reference}/R${place + 1}.${issueOf(record)}`,
      partyName: line.security.name,
      total: `${record.currency} ${line.sharepremium}`,
      model: (input) =>
        londonReinsuranceSlipModel({
          ...input,
          ...forOffer(approved),
          umr: record.umr,
          brokerReference: record.broker_reference,
          security: facts.party(line.security.id),
          reinsured: record.reinsured.name,
          insured: record.insured.name,
          cover: record.slip.risk.type ?? record.cover_type.name,
          startDay: record.insurance_start_date,
          endDay: record.insurance_end_date,
          interest: record.interest,
          situation: record.territory,
          currency: record.currency,
          sumInsured: record.sum_insured,
          excess: record.excess,
          premium: record.premium,
          fac: formatRate(record.fac),
          line: shown,
          writtenBasis: common.writtenBasis,
          signedOfOrder: common.signedOfOrder,
          sharePremium: line.sharepremium,
          commission: { percent: formatRate(line.commission_rate), amount: line.commission },
          brokerage: { percent: formatRate(line.brokerage_rate), amount: line.brokerage },
          taxes: line.taxes
            .filter((tax) => tax.borne_by === 'SECURITY')
            .map((tax) => ({ name: tax.name, percent: formatRate(tax.rate), amount: tax.amount })),
          netPayable: line.netpayable,
          terms: [
            ...(papers.amending.length > 0 ? [amendedWords(papers.amending, null)] : []),
            ...termsOfPayment(facts),
          ],
          conditions: facts.clauses.map(({ title, reference }) => ({ title, ...(reference ? { reference } : {}) })),
        }),
    };
  });
}

/** The credit note of the named security or of each; every figure that was sent is held against the books. §6. */
export async function slipCreditNotePlans(
  ctx: Ctx,
  asked: Asked & Decoded<typeof makeSlipCreditNote>['query'],
): Promise<DocumentPlan[]> {
  const sent = Object.fromEntries(CREDIT_NOTE_FIELDS.map((field) => [field, asked[field]]));
  const paper = await endorsementPaper(ctx, asked);
  if (paper) return endorsedNotePlans(paper, { sent, security: asked.security });
  return creditNotePlans(ctx, {
    ...asked,
    chosen: (facts, issued) => {
      const lines = chosenLines(facts.policy.securities, asked.security);
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
    security: { id: noted.line.security_id, name: noted.line.name },
  }));
  const chosen = chosenLines(lines, security).map(({ noted }) => noted);
  const { policy } = paper.facts;
  for (const noted of chosen) {
    const fields = securityNoteFields(paper, noted);
    assertAsBooked(sent, {
      ...fields,
      endorsementtype: [fields.endorsementtype, paper.endorsed.endorsement_type],
      reinsured: [policy.reinsured.name, String(policy.reinsured.id)],
      insuredname: [policy.insured.name, String(policy.insured.id)],
    });
  }
  return securityNotePlans(paper, chosen);
}

type Issued = Parameters<NonNullable<Parameters<typeof creditNotePlans>[1]['chosen']>>[1];

function bookedFields(facts: Facts, line: Line, issued: Issued): Record<string, string | readonly string[]> {
  const { policy } = facts;
  const cover = policy.cover_type;
  const fields = creditNoteFields(facts, line);
  const note = issued.find((one) => one.party_id === line.security.id);
  return {
    ...Object.fromEntries(
      CREDIT_NOTE_FIELDS.flatMap((field) =>
        field in fields ? [[field, fields[field as keyof typeof fields] as string]] : [],
      ),
    ),
    credit_note_reference: note?.number ?? '',
    reinsured: [policy.reinsured.name, String(policy.reinsured.id)],
    insuredname: [policy.insured.name, String(policy.insured.id)],
    cover_type: [fields.cover_type, cover.name, cover.class ?? cover.name, String(cover.id)],
  };
}
