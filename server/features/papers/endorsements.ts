import { AppError } from '../../../domain/errors.ts';
import { facPremiumBase, offFrom, sharePremiumBase } from '../../../domain/endorsements/premium-base.ts';
import { cancelledOn } from '../../../domain/placements/paper-lines.ts';
import { sectionsOnNote } from '../../../domain/placements/paper-sections.ts';
import { ofReinsured, ofSecurity, splitBySection } from '../../../domain/slips/section-split.ts';
import type { EndorsedLine } from '../../../domain/placements/placement.ts';
import { money, sum } from '../../../domain/values/money.ts';
import { showDay } from '../../platform/documents/figures.ts';
import type { SetAgainst } from '../../platform/documents/kinds/common.ts';
import { creditNoteModel, returnDebitNoteModel } from '../../platform/documents/kinds/credit-note.ts';
import { debitNoteModel, returnCreditNoteModel } from '../../platform/documents/kinds/debit-note.ts';
import { endorsementSlipModel } from '../../platform/documents/kinds/endorsement-slip.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { DocumentPlan } from '../documents/store.ts';
import { creditNotePlans, debitNotePlans, payTo, placementFields, scheduleOf } from './notes.ts';
import { factsOf, slipTerms, type Facts, type PaperRequest } from './placements.ts';
import { endorsedPaper, endorsementInput, oneRate, type Endorsed, type Named } from './endorsement-lines.ts';
import { size, taxLines } from './tax-lines.ts';

/** An approved endorsement with what its papers say of the policy. */
type Paper = Endorsed & { facts: Facts };
type Note = Paper['notes'][number];

const notePlan = ({ placement }: Paper, note: Note, partyName: string) => ({
  recordKind: 'note' as const,
  recordId: note.id,
  issue: 1,
  branchId: placement.branch.id,
  number: note.number,
  noteId: note.id,
  partyName,
  total: money(note.amount, note.currency),
  day: note.posted_on,
});

/** What a note of an endorsement says of the policy: the difference in premium, and the policy after it. */
function particulars({ facts, placement, endorsement }: Paper) {
  const { rate: _, ...terms } = slipTerms(facts);
  const { after } = endorsement;
  const until = placement.endorsements.slice(0, placement.endorsements.indexOf(endorsement) + 1);
  return {
    ...terms,
    endDay: after.period.end,
    sumInsured: until.findLast((one) => one.sumInsured !== null)?.sumInsured ?? placement.original.sumInsured,
    premium: size(endorsement.premium),
    fac: after.terms.fac,
    facPremium: size(endorsement.figures.facPremium),
    base: facPremiumBase(endorsement),
    cancelled: cancelledOn({ original: placement.original, cancelledFrom: after.cancelledFrom }),
  };
}

/** The terms of an endorsement's own note: those of the policy are of the original's premium. */
function ownTerms(schedule: readonly { dueDay: string }[]): string[] {
  const [first, ...more] = schedule;
  if (first === undefined) return [];
  return [more.length === 0 ? `Due once, on ${showDay(first.dueDay)}.` : `In ${schedule.length} instalments.`];
}

/** The instalments of a note that an entry set a return against, of a note that has several. */
async function setOffDays(ctx: Ctx, { note_id, entry_id }: { note_id: number; entry_id: number }) {
  const items = await ctx.db
    .selectFrom('open_items as i')
    .leftJoin('settlements as s', (on) => on.onRef('s.item_id', '=', 'i.id').on('s.entry_id', '=', entry_id))
    .select(['i.due_on as dueDay', 's.amount'])
    .where('i.note_id', '=', note_id)
    .where('i.branch_id', 'in', ctx.scope)
    .orderBy('i.due_on')
    .execute();
  if (items.length < 2) return [];
  return items.flatMap(({ dueDay, amount }) => (amount === null ? [] : [{ dueDay, amount: size(amount) }]));
}

/** The notes that a return was set against at its approval; none where nothing was open. §2 Terms and due dates. */
async function setAgainstOf(ctx: Ctx, { endorsement }: Paper, note: Note): Promise<{ setAgainst?: SetAgainst }> {
  const rows = await ctx.db
    .selectFrom('note_offsets as o')
    .innerJoin('notes as n', 'n.id', 'o.note_id')
    .select(['n.number', 'o.amount', 'o.note_id', 'o.entry_id'])
    .where('o.return_note_id', '=', note.id)
    .where('o.source_kind', '=', 'endorsement')
    .where('o.source_id', '=', endorsement.id)
    .where('o.branch_id', 'in', ctx.scope)
    .orderBy('o.note_id')
    .execute();
  if (rows.length === 0) return {};
  const notes = await Promise.all(
    rows.map(async ({ number, amount, ...of }) => ({ number, amount, instalments: await setOffDays(ctx, of) })),
  );
  return { setAgainst: { notes, left: note.amount - sum(notes.map((one) => one.amount)) } };
}

/** The note to the reinsured for an endorsement: a debit note for what is added, a credit note for what is given back. */
async function reinsuredNotePlans(ctx: Ctx, paper: Paper): Promise<DocumentPlan[]> {
  const { facts, placement, endorsement, notes } = paper;
  const { reinsured, currency } = placement;
  const note = notes.find((one) => one.party_id === reinsured.id);
  if (!note) throw new AppError('NO_NOTE');
  const { lines, figures } = endorsement;
  const commission = oneRate(lines, (line) => line.commissionRate);
  const instalments = await scheduleOf(ctx, note.id);
  const due = note.kind === 'DN';
  const bank = due ? await payTo(ctx, facts) : {};
  const setAgainst = due ? {} : await setAgainstOf(ctx, paper, note);
  return [
    {
      ...notePlan(paper, note, reinsured.name),
      kind: due ? 'debit-note' : 'return-credit-note',
      model: (common) =>
        (due ? debitNoteModel : returnCreditNoteModel)({
          ...common,
          reinsured: facts.party(reinsured.id),
          currency,
          particulars: particulars(paper),
          endorsement: endorsementInput(placement, endorsement),
          commission: { ...(commission !== undefined && { percent: commission }), amount: size(figures.commission) },
          taxes: taxLines(lines, 'REINSURED'),
          amountDue: note.amount,
          bySection: splitBySection(ofReinsured(figures), sectionsOnNote(placement, endorsement)),
          instalments: due ? instalments : [],
          terms: due ? ownTerms(instalments) : [],
          ...setAgainst,
          ...bank,
        }),
    },
  ];
}

/** A line of an endorsement with the note that its security gets. */
type Noted = { line: EndorsedLine; note: Note };

/** The lines of an endorsement that have a note, in placement order. Throws NO_NOTE where none has. */
export function notedLines({ endorsement, notes }: Paper): Noted[] {
  const noted = endorsement.lines.flatMap((line) => {
    const note = notes.find((one) => one.party_id === line.securityId);
    return note ? [{ line, note }] : [];
  });
  if (noted.length === 0) throw new AppError('NO_NOTE');
  return noted;
}

/** The fields of an endorsement's note to a security, by the names of the specification; amounts positive either way. */
export function securityNoteFields(paper: Paper, { line, note }: Noted) {
  const { sumInsured, premium, endDay } = particulars(paper);
  const { figures } = line;
  return {
    ...placementFields(paper.facts),
    credit_note_reference: note.number,
    cedant_commission: line.commissionRate,
    insurance_end_date: endDay,
    sum_insured: sumInsured,
    premium,
    offer: figures.share,
    share: figures.share,
    brokerage: line.brokerageRate,
    sharepremium: size(figures.sharePremium),
    deductions: size(figures.deductions),
    commission: size(figures.commission),
    netpayable: note.amount,
  };
}

async function securityNotePlan(ctx: Ctx, paper: Paper, noted: Noted): Promise<DocumentPlan> {
  const { facts, endorsement, placement } = paper;
  const { line, note } = noted;
  const back = note.kind === 'DN';
  const schedule = await scheduleOf(ctx, note.id);
  const returned = back ? { ...(await payTo(ctx, facts)), ...(await setAgainstOf(ctx, paper, note)) } : {};
  const known = placement.original.lines.find((one) => one.securityId === line.securityId)?.stages.reference ?? '';
  const named = endorsementInput(placement, endorsement);
  return {
    ...notePlan(paper, note, line.name),
    kind: back ? 'return-debit-note' : 'credit-note',
    model: (common) =>
      (back ? returnDebitNoteModel : creditNoteModel)({
        ...common,
        ...securityNoteFields(paper, noted),
        base: sharePremiumBase(endorsement, line.figures),
        cancelled: particulars(paper).cancelled,
        bySection: splitBySection(ofSecurity(line.figures), sectionsOnNote(placement, endorsement)),
        ...(known !== '' && { underwriterReference: known }),
        security: facts.party(line.securityId),
        brokerageAmount: size(line.figures.brokerage),
        taxes: taxLines([line], 'SECURITY'),
        endorsementtype: named.type,
        endorsement: named,
        dueDay: note.due_on,
        instalments: back ? [] : schedule,
        terms: back ? [] : ownTerms(schedule),
        ...returned,
      }),
  };
}

/** The notes to the securities for an endorsement, in placement order. */
export async function securityNotePlans(
  ctx: Ctx,
  paper: Paper,
  noted: readonly Noted[] = notedLines(paper),
): Promise<DocumentPlan[]> {
  return Promise.all(noted.map((one) => securityNotePlan(ctx, paper, one)));
}

/** What a document call means when it names an endorsement: its papers' facts; null where it means the original. */
export async function endorsementPaper(ctx: Ctx, request: Named): Promise<Paper | null> {
  const endorsed = await endorsedPaper(ctx, request);
  return endorsed && { ...endorsed, facts: await factsOf(ctx, endorsed.placement) };
}

/**
 * A security of an endorsement's slip: its line before and after, and what the endorsement moves of its premium. None of one
 * that had left before and has nothing moved: there is nothing for it to sign.
 */
function slipLine({ placement, endorsement }: Paper, { securityId, name, figures }: EndorsedLine) {
  const shareIn = ({ terms }: typeof endorsement.after) =>
    terms.lines.find((line) => line.securityId === securityId)?.share ?? 0n;
  const [before, after] = [shareIn(endorsement.before), shareIn(endorsement.after)];
  if (before === 0n && after === 0n && figures.sharePremium === 0n) return [];
  const until = placement.endorsements.slice(0, placement.endorsements.indexOf(endorsement) + 1);
  const off =
    after === 0n
      ? offFrom(
          until.map((one) => ({ ...one, counts: true })),
          securityId,
        )
      : null;
  const reference = placement.original.lines.find((line) => line.securityId === securityId)?.stages.reference ?? '';
  return [
    {
      name,
      before,
      after,
      ...(off !== null && { offFrom: off }),
      ...(reference !== '' && { reference }),
      premium: figures.sharePremium,
    },
  ];
}

/** The paper that changes the slip: what changes, from when, at what premium, and who bears which line from then on. */
export async function endorsementSlipPlans(ctx: Ctx, request: Named): Promise<DocumentPlan[]> {
  const paper = await endorsementPaper(ctx, request);
  if (!paper) throw new AppError('NOT_FOUND');
  const { facts, placement, endorsement } = paper;
  const { branch, reinsured, currency } = placement;
  const { figures } = endorsement;
  return [
    {
      kind: 'endorsement-slip',
      recordKind: 'endorsement',
      recordId: endorsement.id,
      issue: 1,
      branchId: branch.id,
      number: endorsement.number,
      partyName: reinsured.name,
      total: money(figures.debitNote, currency),
      day: endorsement.postedOn ?? ctx.today,
      model: (common) =>
        endorsementSlipModel({
          ...common,
          reinsured: facts.party(reinsured.id),
          endorsement: endorsementInput(placement, endorsement),
          terms: particulars(paper),
          words: paper.words,
          currency,
          money: {
            premium: endorsement.premium,
            facPremium: figures.facPremium,
            commission: figures.commission,
            ...(figures.taxOfReinsured !== 0n && { taxes: figures.taxOfReinsured }),
            debitNote: figures.debitNote,
          },
          bySection: splitBySection(ofReinsured(figures), sectionsOnNote(placement, endorsement)),
          securities: endorsement.lines.flatMap((line) => slipLine(paper, line)),
        }),
    },
  ];
}

/** The note to the reinsured that a call means: the original's or an endorsement's. §6 Document calls. */
export async function reinsuredPlans(ctx: Ctx, request: PaperRequest & Named): Promise<DocumentPlan[]> {
  const paper = await endorsementPaper(ctx, request);
  return paper ? reinsuredNotePlans(ctx, paper) : debitNotePlans(ctx, request);
}

/** The notes to the securities that a call means: the original's or an endorsement's. §6 Document calls. */
export async function securitiesPlans(ctx: Ctx, request: PaperRequest & Named): Promise<DocumentPlan[]> {
  const paper = await endorsementPaper(ctx, request);
  return paper ? securityNotePlans(ctx, paper) : creditNotePlans(ctx, request);
}
