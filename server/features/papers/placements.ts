import { AppError, invalid } from '../../../domain/errors.ts';
import { adjustmentClause } from '../../../domain/placements/adjustment.ts';
import type { Market } from '../../../domain/placements/figures.ts';
import { ENDORSEMENT_LABELS } from '../../../domain/endorsements/endorsements.ts';
import { cancelledOn, paperLines } from '../../../domain/placements/paper-lines.ts';
import type { Placement, TermsAt } from '../../../domain/placements/placement.ts';
import { payingWords } from '../../../domain/placements/instalments.ts';
import { paymentTermsLabel } from '../../../domain/placements/terms.ts';
import { money } from '../../../domain/values/money.ts';
import type { PartyInput, PremiumBase } from '../../platform/documents/kinds/common.ts';
import {
  coverNoteModel,
  reinsuranceSlipModel,
  type SecurityLine,
  type SlipTerms,
} from '../../platform/documents/kinds/slip.ts';
import type { Clause } from '../../platform/documents/page-model.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { DocumentPlan } from '../documents/store.ts';
import { amendedWords, countingOf, issueOf, numbersOf, replaced } from './amended.ts';
import { wordingsOf } from '../placements/clauses.ts';
import { placementAt } from '../placements/placement.ts';
import { sectionHeadings } from './section-headings.ts';
import { taxLines } from './tax-lines.ts';

/** The policy that a document is requested for: its id within its market. */
export type PaperRequest = { id: number; market: Market };

/** What the papers of a policy say; `terms` are the original's or those with its endorsements, as the paper is of. */
export type Facts<P extends Placement = Placement> = {
  placement: P;
  terms: TermsAt;
  party: (id: number) => PartyInput;
  /** What its terms of payment are called. */
  termsLabel: string;
  /** The same as its contract says it: instalments by hand with their days and amounts. */
  payment: string;
  clauses: readonly Clause[];
};

/** An address as a paper prints it. */
export const addressLines = (address: string): string[] => address.split('\n').filter((line) => line.trim() !== '');

/** All that the papers of a policy say, on its original terms. */
export async function factsOf<P extends Placement>(ctx: Ctx, placement: P): Promise<Facts<P>> {
  const { reinsured, insured, securities, paymentTerms, original } = placement;
  const parties = await ctx.db
    .selectFrom('parties')
    .select(['id', 'name', 'address'])
    .where('id', 'in', [reinsured.id, insured.id, ...securities.map((one) => one.securityId)])
    .execute();
  const offered = await ctx.db
    .selectFrom('payment_terms')
    .select('label')
    .where('code', '=', paymentTerms)
    .executeTakeFirst();
  const clauses = await wordingsOf(ctx, placement);
  const { currency, instalments } = placement;
  const termsLabel = offered?.label ?? paymentTermsLabel(paymentTerms);
  return {
    placement,
    terms: original,
    party: (one) => {
      const row = parties.find((candidate) => candidate.id === one);
      return { name: row?.name ?? '', addressLines: addressLines(row?.address ?? '') };
    },
    termsLabel,
    payment: instalments.length > 0 ? payingWords({ terms: paymentTerms, instalments }, currency) : termsLabel,
    clauses: clauses.map(({ title, code, wording }) => ({
      title,
      reference: code,
      ...(wording !== '' && { text: wording }),
    })),
  };
}

/** When the premium is paid, by the contract's words or, on a note that has its instalments below, by what they are called. */
export function termsOfPayment({ placement }: Facts, words: string): string[] {
  const { warranty } = placement;
  const named = warranty && (warranty.kind === 'PPW' ? 'Premium payment warranty' : 'Premium payment condition');
  return [`${words}.`, ...(named ? [`${named}: ${warranty.days} days.`] : [])];
}

function coverOf({ cover }: Placement) {
  return cover.class === null ? { coverClass: cover.name } : { coverClass: cover.class, coverSubclass: cover.name };
}

/** The premium clause of an adjustable policy. */
export function adjustmentText({ adjustment, currency }: Placement): { adjustment?: string } {
  return adjustment === null ? {} : { adjustment: adjustmentClause(adjustment, currency) };
}

/** The unique market reference of a London contract, where it has one. */
export const umrOf = ({ slip }: Placement): { umr?: string } => (slip && slip.umr !== '' ? { umr: slip.umr } : {});

/** What the papers of a policy say of its terms; its notes say besides on what the fac premium was worked out. */
export function slipTerms(facts: Facts): SlipTerms & { base: PremiumBase | null; umr?: string } {
  const { placement, terms } = facts;
  const { currency, insured, texts } = placement;
  return {
    type: 'Facultative reinsurance',
    insured: insured.name,
    insuredAddress: facts.party(insured.id).addressLines.join(', '),
    ...coverOf(placement),
    startDay: terms.period.start,
    endDay: terms.period.end,
    interest: texts.interest,
    currency,
    sumInsured: terms.sumInsured,
    excess: texts.excess,
    territory: texts.territory,
    // A slip of London has them under the headings of its contract.
    ...(placement.market === 'LOCAL' && { conditions: texts.conditions }),
    brokerReference: placement.reference,
    cedantPolicyNumber: texts.cedant_policy_number,
    ...(terms.rate === null ? {} : { rate: terms.rate }),
    premium: terms.premium,
    ...adjustmentText(placement),
    fac: terms.fac,
    facPremium: terms.figures.facPremium,
    base: { share: terms.fac, premium: terms.premium, unearned: false },
    ...umrOf(placement),
    terms: termsOfPayment(facts, facts.payment),
    commission: terms.commission,
    brokerage: terms.brokerage,
    taxes: [
      ...taxLines(terms.lines, 'SECURITY'),
      ...taxLines(terms.lines, 'REINSURED').flatMap(({ securities: _all, ...tax }) =>
        tax.amount === 0n ? [] : [{ ...tax, ofReinsured: true }],
      ),
    ],
    ...(placement.slip && { sections: sectionHeadings(placement.slip, currency) }),
  };
}

export function assertApproved({ status }: Placement): void {
  if (status !== 'APPROVED') throw new AppError('NOT_APPROVED');
}

/** The same with the terms as they are now, and the words of a paper that an endorsement amended. */
async function currentFacts(ctx: Ctx, placement: Placement, kind: string) {
  const facts = await factsOf(ctx, placement);
  const amending = countingOf(placement);
  const issue = issueOf(placement);
  const last = amending.at(-1);
  const before = last ? await replaced(ctx, { kind, policyId: placement.id, issue }) : null;
  return {
    facts: { ...facts, terms: placement.current },
    issue,
    cancelled: cancelledOn(placement),
    amended: last && {
      endorsement: {
        number: numbersOf(amending),
        type: [...new Set(amending.map((one) => ENDORSEMENT_LABELS[one.type]))].join(', '),
        effectiveDay: last.date,
        description: amendedWords(amending, before),
      },
    },
  };
}

/** What every paper of a placement's terms is kept with; its number has the letter of its kind. §4 Numbers. */
export function termsPaper({ placement, terms }: Facts, paper: { letter: 'S' | 'C' | 'M'; issue: number }) {
  const { currency, reference, reinsured } = placement;
  return {
    recordKind: 'policy' as const,
    recordId: placement.id,
    issue: paper.issue,
    branchId: placement.branch.id,
    number: `${reference}/${paper.letter}${paper.issue}`,
    partyName: reinsured.name,
    total: money(terms.sumInsured, currency),
  };
}

/** The slip on which securities write their lines; marked "for offer" until the policy is approved. §4 Numbers. */
export async function slipPlans(ctx: Ctx, request: PaperRequest): Promise<DocumentPlan[]> {
  const placement = await placementAt(ctx, request, null);
  const { facts, issue, amended, cancelled } = await currentFacts(ctx, placement, 'reinsurance-slip');
  const { lines } = facts.terms;
  if (lines.length === 0) throw invalid({ field: 'securities', message: 'Add the securities to which it is offered.' });
  const approved = placement.status === 'APPROVED';
  const securities = lines.map((line) => ({
    name: line.name,
    written: line.offer,
    ...(line.stages.reference !== '' && { reference: line.stages.reference }),
    ...(approved && { signed: line.share, premium: line.figures.sharePremium }),
  }));
  return [
    {
      ...termsPaper(facts, { letter: 'S', issue }),
      kind: 'reinsurance-slip',
      day: approved ? (placement.postedOn ?? ctx.today) : ctx.today,
      model: (common) =>
        reinsuranceSlipModel({
          ...common,
          ...(!approved && { watermark: 'FOR OFFER' as const }),
          reinsured: facts.party(placement.reinsured.id),
          slip: { ...slipTerms(facts), ...amended, cancelled },
          clauses: facts.clauses,
          securities,
        }),
    },
  ];
}

/** Every security that has premium of the placement, those that have left too, so that the lines add up to the total. */
function coveringLines(placement: Placement): SecurityLine[] {
  return paperLines(placement).map(({ name, line, offFrom, stages, figures }) => ({
    name,
    ...(line && { written: line.offer, signed: line.share }),
    ...(offFrom !== null && { offFrom }),
    ...(stages && stages.reference !== '' && { reference: stages.reference }),
    premium: figures.sharePremium,
  }));
}

/** The reinsured's evidence of cover, with every security and its share. */
export async function coverNotePlans(ctx: Ctx, request: PaperRequest): Promise<DocumentPlan[]> {
  const placement = await placementAt(ctx, request, null);
  assertApproved(placement);
  const { facts, issue, amended, cancelled } = await currentFacts(ctx, placement, 'cover-note');
  const firm = await ctx.db.selectFrom('firm').select('brokerage_on_cover_notes').executeTakeFirstOrThrow();
  const { brokerage, ...slip } = slipTerms(facts);
  return [
    {
      ...termsPaper(facts, { letter: 'C', issue }),
      kind: 'cover-note',
      day: placement.postedOn ?? ctx.today,
      model: (common) =>
        coverNoteModel({
          ...common,
          reinsured: facts.party(placement.reinsured.id),
          slip: {
            ...slip,
            ...(firm.brokerage_on_cover_notes && brokerage !== undefined && { brokerage }),
            ...amended,
            cancelled,
          },
          clauses: facts.clauses,
          securities: coveringLines(placement),
        }),
    },
  ];
}
