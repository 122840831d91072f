import { AppError } from '../../../domain/errors.ts';
import { showIban } from '../../../domain/firm/iban.ts';
import { sectionsOnNote } from '../../../domain/placements/paper-sections.ts';
import { asEntered, type PlacedLine } from '../../../domain/placements/placement.ts';
import { ofReinsured, ofSecurity, splitBySection } from '../../../domain/slips/section-split.ts';
import { money } from '../../../domain/values/money.ts';
import type { BankInput } from '../../platform/documents/kinds/common.ts';
import { creditNoteModel } from '../../platform/documents/kinds/credit-note.ts';
import { debitNoteModel } from '../../platform/documents/kinds/debit-note.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { DocumentPlan } from '../documents/store.ts';
import type { BankPurpose } from '../../../domain/firm/bank-accounts.ts';
import { payToAccount } from '../firm/bank-accounts.ts';
import { placementAt } from '../placements/placement.ts';
import { notesOf } from '../placements/record.ts';
import {
  assertApproved,
  factsOf,
  slipTerms,
  termsOfPayment,
  umrOf,
  type Facts,
  type PaperRequest,
} from './placements.ts';
import { size, taxLines } from './tax-lines.ts';

/** When a note is paid: its days and amounts, as they were opened. */
export async function scheduleOf(ctx: Ctx, noteId: number) {
  const items = await ctx.db
    .selectFrom('open_items')
    .select(['due_on', 'amount'])
    .where('note_id', '=', noteId)
    .where('branch_id', 'in', ctx.scope)
    .where('amount', '<>', 0n)
    .orderBy('due_on')
    .orderBy('sequence')
    .execute();
  return items.map((item) => ({ dueDay: item.due_on, amount: size(item.amount) }));
}

type Paid = { branchId: number; currency: string };

/** Where a party pays clients' money to, when the firm has named an account for the currency. */
export const clientBank = (ctx: Ctx, paid: Paid) => ownBank(ctx, { ...paid, purpose: 'CLIENT' });

/** The same of what is the firm's own: its office account. */
export async function ownBank(ctx: Ctx, paid: Paid & { purpose: BankPurpose }): Promise<{ bank?: BankInput }> {
  const account = await payToAccount(ctx, paid);
  if (account === null) return {};
  return {
    bank: {
      accountName: account.name,
      bankName: account.bank,
      accountNumber: account.number,
      currency: account.currency,
      ...(account.bank_branch !== '' && { branch: account.bank_branch }),
      ...(account.swift !== '' && { swift: account.swift }),
      ...(account.iban !== '' && { iban: showIban(account.iban) }),
    },
  };
}

/** The same of what a placement's paper asks for. */
export const payTo = (ctx: Ctx, { placement: { branch, currency } }: Facts) =>
  clientBank(ctx, { branchId: branch.id, currency });

/** The debit note to the reinsured, from what was booked. */
export async function debitNotePlans(ctx: Ctx, request: PaperRequest): Promise<DocumentPlan[]> {
  const placement = asEntered(await placementAt(ctx, request, null));
  assertApproved(placement);
  const facts = await factsOf(ctx, placement);
  const { currency, reinsured, original } = placement;
  const { lines, figures, commission } = original;
  const note = (await notesOf(ctx, placement.id)).find((one) => one.kind === 'DN' && one.status === 'ISSUED');
  if (!note) throw new AppError('NOT_FOUND');
  const instalments = await scheduleOf(ctx, note.id);
  const bank = await payTo(ctx, facts);
  const sameCommission = lines.every((line) => line.commissionRate === commission);
  return [
    {
      kind: 'debit-note',
      recordKind: 'note',
      recordId: note.id,
      issue: 1,
      branchId: placement.branch.id,
      number: note.number,
      noteId: note.id,
      partyName: reinsured.name,
      total: money(note.amount, currency),
      day: note.posted_on,
      model: (common) =>
        debitNoteModel({
          ...common,
          reinsured: facts.party(reinsured.id),
          currency,
          particulars: slipTerms(facts),
          commission: {
            ...(sameCommission && { percent: commission }),
            amount: figures.commission,
          },
          taxes: taxLines(lines, 'REINSURED'),
          amountDue: note.amount,
          bySection: splitBySection(ofReinsured(figures), sectionsOnNote(placement, null)),
          instalments,
          terms: termsOfPayment(facts, facts.termsLabel),
          ...bank,
        }),
    },
  ];
}

type Issued = Awaited<ReturnType<typeof notesOf>>;

/** The credit note of each security or of the chosen ones, in placement order, from what was booked. */
export async function creditNotePlans(
  ctx: Ctx,
  request: PaperRequest & { chosen?: (facts: Facts, issued: Issued) => readonly PlacedLine[] },
): Promise<DocumentPlan[]> {
  const placement = asEntered(await placementAt(ctx, request, null));
  assertApproved(placement);
  const facts = await factsOf(ctx, placement);
  const issued = (await notesOf(ctx, request.id)).filter(
    (note) => note.debit_note_id !== null && note.endorsement_id === null && note.status === 'ISSUED',
  );
  const lines = request.chosen?.(facts, issued) ?? placement.original.lines;
  const noted = lines.map((line) => {
    const note = issued.find((candidate) => candidate.party_id === line.securityId);
    if (!note) throw new AppError('NOT_FOUND');
    return { line, note };
  });
  const plan = async ({ line, note }: (typeof noted)[number]): Promise<DocumentPlan> => {
    const instalments = await scheduleOf(ctx, note.id);
    return {
      kind: 'credit-note',
      recordKind: 'note',
      recordId: note.id,
      issue: 1,
      branchId: placement.branch.id,
      number: note.number,
      noteId: note.id,
      partyName: line.name,
      total: money(note.amount, note.currency),
      day: note.posted_on,
      model: (common) =>
        creditNoteModel({
          ...common,
          ...creditNoteFields(facts, line),
          credit_note_reference: note.number,
          dueDay: note.due_on,
          instalments,
          security: facts.party(line.securityId),
        }),
    };
  };
  return Promise.all(noted.map(plan));
}

/** What a credit note says of the placement, as the specification names it; the same on an endorsement's note. */
export function placementFields({ placement, terms }: Facts) {
  const { cover, texts } = placement;
  return {
    dateoffered: placement.dateOffered,
    currency: placement.currency,
    broker_reference: placement.reference,
    reinsured: placement.reinsured.name,
    cover_type: cover.class === null ? cover.name : `${cover.class}: ${cover.name}`,
    cedant_policy_number: texts.cedant_policy_number,
    insuredname: placement.insured.name,
    insurance_start_date: terms.period.start,
    excess: texts.excess,
    territory: texts.territory,
    fac: terms.fac,
    ...umrOf(placement),
  };
}

/** The fields of a credit note as the specification names them. */
export function creditNoteFields(facts: Facts, line: PlacedLine) {
  const { terms } = facts;
  const { figures } = line;
  return {
    ...placementFields(facts),
    cedant_commission: line.commissionRate,
    insurance_end_date: terms.period.end,
    sum_insured: terms.sumInsured,
    premium: terms.premium,
    offer: line.offer,
    share: line.share,
    brokerage: line.brokerageRate,
    sharepremium: figures.sharePremium,
    base: { share: line.share, premium: terms.premium, unearned: false },
    ...(line.stages.reference !== '' && { underwriterReference: line.stages.reference }),
    commission: figures.commission,
    brokerageAmount: figures.brokerage,
    taxes: taxLines([line], 'SECURITY'),
    deductions: figures.deductions,
    netpayable: figures.netPayable,
    bySection: splitBySection(ofSecurity(figures), sectionsOnNote(facts.placement, null)),
    endorsementtype: 'New',
    terms: termsOfPayment(facts, facts.termsLabel),
  };
}
