import { AppError } from '../../../domain/errors.ts';
import type { Market } from '../../../domain/placements/figures.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { formatRate } from '../../../domain/values/rate.ts';
import { creditNoteModel, returnDebitNoteModel } from '../../platform/documents/kinds/credit-note.ts';
import { debitNoteModel, returnCreditNoteModel } from '../../platform/documents/kinds/debit-note.ts';
import { endorsementSlipModel } from '../../platform/documents/kinds/endorsement-slip.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { DocumentPlan } from '../documents/store.ts';
import {
  addressLines,
  coverOf,
  creditNotePlans,
  debitNotePlans,
  factsOf,
  payTo,
  placementFields,
  scheduleOf,
  slipTerms,
  termsOfPayment,
  type Facts,
} from './placements.ts';
import {
  endorsedPaper,
  endorsementInput,
  oneRate,
  size,
  taxLines,
  totalOf,
  type Endorsed,
  type EndorsedLine,
  type Named,
} from './endorsement-lines.ts';
import { placementAt } from '../placements/placement.ts';

/** An approved endorsement with what its papers say of the policy. */
export type Paper = { facts: Facts; endorsed: Endorsed };
type Note = Endorsed['notes'][number];

const notePlan = ({ facts }: Paper, note: Note, partyName: string) => ({
  recordKind: 'note' as const,
  recordId: note.id,
  issue: 1,
  branchId: facts.placement.branch.id,
  number: note.number,
  noteId: note.id,
  partyName,
  total: totalOf(note),
  day: note.posted_on,
});

/** What a note of an endorsement says of the policy: the difference in premium, and the policy after it. */
function particulars({ facts, endorsed }: Paper) {
  const { current, currency } = facts.placement;
  const money = (amount: bigint) => formatAmount(size(amount), currency);
  const { rate: _, ...terms } = slipTerms(facts);
  return {
    ...terms,
    ...coverOf(facts.placement),
    endDay: endorsed.end_date ?? current.period.end,
    sumInsured: money(endorsed.sum_insured ?? current.sumInsured),
    premium: money(endorsed.premium),
    facPremium: money(endorsed.fac_premium),
  };
}

/** The note to the reinsured for an endorsement: a debit note for what is added, a credit note for what is given back. */
export async function reinsuredNotePlans(ctx: Ctx, paper: Paper): Promise<DocumentPlan[]> {
  const { facts, endorsed } = paper;
  const { reinsured } = facts.placement;
  const note = endorsed.notes.find((one) => one.party_id === reinsured.id);
  if (!note) throw new AppError('NO_NOTE');
  const { lines, currency } = endorsed;
  const commission = oneRate(lines, (line) => line.commission_rate);
  const instalments = await scheduleOf(ctx, note.id, currency);
  const due = note.kind === 'DN';
  const bank = due ? await payTo(ctx, facts) : {};
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
          endorsement: endorsementInput(endorsed),
          commission: {
            ...(commission !== undefined && { percent: formatRate(commission) }),
            amount: formatAmount(size(endorsed.commission_total), currency),
          },
          taxes: taxLines(lines, { by: 'REINSURED', currency }),
          amountDue: formatAmount(note.amount, currency),
          instalments: due ? instalments : [],
          terms: due ? termsOfPayment(facts) : [],
          ...bank,
        }),
    },
  ];
}

/** A line of an endorsement with the note that its security gets. */
export type Noted = { line: EndorsedLine; note: Note };

/** The lines of an endorsement that have a note, in placement order. Throws NO_NOTE where none has. */
export function notedLines({ endorsed }: Paper): Noted[] {
  const noted = endorsed.lines.flatMap((line) => {
    const note = endorsed.notes.find((one) => one.party_id === line.security_id);
    return note ? [{ line, note }] : [];
  });
  if (noted.length === 0) throw new AppError('NO_NOTE');
  return noted;
}

/** The fields of an endorsement's note to a security, by the names of the specification; amounts positive either way. */
export function securityNoteFields(paper: Paper, { line, note }: Noted) {
  const { facts, endorsed } = paper;
  const money = (amount: bigint) => formatAmount(size(amount), endorsed.currency);
  const { sumInsured, premium, endDay } = particulars(paper);
  return {
    ...placementFields(facts),
    credit_note_reference: note.number,
    cedant_commission: formatRate(line.commission_rate),
    insurance_end_date: endDay,
    sum_insured: sumInsured,
    premium,
    offer: formatRate(line.share),
    share: formatRate(line.share),
    brokerage: formatRate(line.brokerage_rate),
    sharepremium: money(line.share_premium),
    deductions: money(line.deductions),
    commission: money(line.commission_amount),
    netpayable: formatAmount(note.amount, endorsed.currency),
    endorsementtype: endorsementInput(endorsed).type,
  };
}

function securityNotePlan(paper: Paper, noted: Noted): DocumentPlan {
  const { facts, endorsed } = paper;
  const { line, note } = noted;
  const back = note.kind === 'DN';
  return {
    ...notePlan(paper, note, line.name),
    kind: back ? 'return-debit-note' : 'credit-note',
    model: (common) =>
      (back ? returnDebitNoteModel : creditNoteModel)({
        ...common,
        ...securityNoteFields(paper, noted),
        security: { name: line.name, addressLines: addressLines(line.address) },
        brokerageAmount: formatAmount(size(line.brokerage_amount), endorsed.currency),
        taxes: taxLines([line], { by: 'SECURITY', currency: endorsed.currency }),
        endorsement: endorsementInput(endorsed),
        dueDay: note.due_on,
        terms: back ? [] : termsOfPayment(facts),
      }),
  };
}

/** The notes to the securities for an endorsement, in placement order. */
export function securityNotePlans(paper: Paper, noted = notedLines(paper)): DocumentPlan[] {
  return noted.map((one) => securityNotePlan(paper, one));
}

/** What a document call means when it names an endorsement: its papers' facts; null where it means the original. */
export async function endorsementPaper(ctx: Ctx, request: Named): Promise<Paper | null> {
  const endorsed = await endorsedPaper(ctx, request);
  if (endorsed === null) return null;
  const placement = await placementAt(ctx, { id: endorsed.policy_id, market: request.market }, null);
  return { endorsed, facts: await factsOf(ctx, placement) };
}

// A policy's id or an endorsement's, of either market: the one call serves both.
async function marketOf(ctx: Ctx, id: number): Promise<Market> {
  const row = await ctx.db
    .selectFrom('policies as p')
    .select('p.market')
    .where('p.branch_id', 'in', ctx.scope)
    .where((q) =>
      q.or([
        q('p.id', '=', id),
        q('p.id', 'in', q.selectFrom('endorsements').select('policy_id').where('id', '=', id)),
      ]),
    )
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return row.market as Market;
}

/** The paper that changes the slip: what changes, from when, at what premium, and who bears which line from then on. */
export async function endorsementSlipPlans(ctx: Ctx, request: Omit<Named, 'market'>): Promise<DocumentPlan[]> {
  const market = await marketOf(ctx, request.id);
  const paper = await endorsementPaper(ctx, { ...request, market });
  if (!paper) throw new AppError('NOT_FOUND');
  const { facts, endorsed } = paper;
  const { branch, reinsured } = facts.placement;
  const signed = (amount: bigint) => formatAmount(amount, endorsed.currency);
  const terms = particulars(paper);
  const taxes = endorsed.debit_note_total - endorsed.fac_premium + endorsed.commission_total;
  return [
    {
      kind: 'endorsement-slip',
      recordKind: 'endorsement',
      recordId: endorsed.id,
      issue: 1,
      branchId: branch.id,
      number: endorsed.number,
      partyName: reinsured.name,
      total: showTotal(endorsed),
      day: endorsed.posted_on ?? ctx.today,
      model: (common) =>
        endorsementSlipModel({
          ...common,
          reinsured: facts.party(reinsured.id),
          endorsement: endorsementInput(endorsed),
          terms,
          currency: endorsed.currency,
          money: {
            premium: signed(endorsed.premium),
            facPremium: signed(endorsed.fac_premium),
            commission: signed(endorsed.commission_total),
            ...(taxes !== 0n && { taxes: signed(taxes) }),
            debitNote: signed(endorsed.debit_note_total),
          },
          securities: endorsed.lines.map((line) => ({
            name: line.name,
            share: formatRate(line.share),
            premium: signed(line.share_premium),
            net: signed(line.net_payable),
          })),
        }),
    },
  ];
}

const showTotal = (endorsed: Endorsed) => totalOf({ amount: endorsed.debit_note_total, currency: endorsed.currency });

/** The note to the reinsured that a call means: the original's or an endorsement's. §6 Document calls. */
export async function reinsuredPlans(ctx: Ctx, request: Named): Promise<DocumentPlan[]> {
  const paper = await endorsementPaper(ctx, request);
  return paper ? reinsuredNotePlans(ctx, paper) : debitNotePlans(ctx, request);
}

/** The notes to the securities that a call means: the original's or an endorsement's. §6 Document calls. */
export async function securitiesPlans(ctx: Ctx, request: Named): Promise<DocumentPlan[]> {
  const paper = await endorsementPaper(ctx, request);
  return paper ? securityNotePlans(paper) : creditNotePlans(ctx, request);
}
