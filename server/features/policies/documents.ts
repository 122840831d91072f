import { AppError, invalid } from '../../../domain/errors.ts';
import { showIban } from '../../../domain/firm/iban.ts';
import { adjustmentClause } from '../../../domain/policies/adjustment.ts';
import type { Market } from '../../../domain/policies/figures.ts';
import { paymentTermsLabel } from '../../../domain/policies/terms.ts';
import { formatAmount, showMoney, sum } from '../../../domain/values/money.ts';
import { formatRate } from '../../../domain/values/rate.ts';
import type { BankInput, PartyInput } from '../../platform/documents/kinds/common.ts';
import { creditNoteModel } from '../../platform/documents/kinds/credit-note.ts';
import { debitNoteModel } from '../../platform/documents/kinds/debit-note.ts';
import { coverNoteModel, reinsuranceSlipModel, type SlipTerms } from '../../platform/documents/kinds/slip.ts';
import type { Clause } from '../../platform/documents/page-model.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { DocumentPlan } from '../documents/store.ts';
import { payToAccount } from '../firm/bank-accounts.ts';
import { amendedWords, asItStands, issueOf, replaced } from './as-it-stands.ts';
import { notesOf, policyRecord } from './record.ts';

/** What a document is asked of: a policy's id within its market. */
export type Asked = { id: number; market: Market };

export type Facts = Awaited<ReturnType<typeof factsOf>>;
export type Line = Facts['policy']['securities'][number];

/** All that the papers of a policy say. */
export async function factsOf(ctx: Ctx, { id: policyId, market }: Asked) {
  const policy = await policyRecord(ctx, policyId, { market });
  const parties = await ctx.db
    .selectFrom('parties')
    .select(['id', 'name', 'address'])
    .where('id', 'in', [policy.reinsured.id, policy.insured.id, ...policy.securities.map((line) => line.security.id)])
    .execute();
  const clauses = await ctx.db
    .selectFrom('policy_clauses as p')
    // As they stood in the version that the policy keeps, whatever the register says now.
    .innerJoin('clause_wordings as w', (on) =>
      on.onRef('w.clause_id', '=', 'p.clause_id').onRef('w.version', '=', 'p.wording_version'),
    )
    .select(['w.title', 'w.code', 'w.wording'])
    .where('p.policy_id', '=', policyId)
    .where('p.branch_id', 'in', ctx.scope)
    .orderBy('p.position')
    .execute();
  const terms = await ctx.db
    .selectFrom('payment_terms')
    .select('label')
    .where('code', '=', policy.payment_terms)
    .executeTakeFirst();
  const party = (id: number): PartyInput => {
    const row = parties.find((candidate) => candidate.id === id);
    return {
      name: row?.name ?? '',
      addressLines: (row?.address ?? '').split('\n').filter((line) => line.trim() !== ''),
    };
  };
  return {
    policy,
    party,
    termsLabel: terms?.label ?? paymentTermsLabel(policy.payment_terms),
    clauses: clauses.map((clause): Clause => ({ title: clause.title, reference: clause.code, text: clause.wording })),
  };
}

export function termsOfPayment({ policy, termsLabel }: Facts): string[] {
  const { warranty } = policy;
  const named = warranty && (warranty.kind === 'PPW' ? 'Premium payment warranty' : 'Premium payment condition');
  return [`${termsLabel}.`, ...(named ? [`${named}: ${warranty.days} days.`] : [])];
}

export function taxesBorneBy(lines: readonly Line[], by: string) {
  const taxes = lines.flatMap((line) => line.taxes).filter((tax) => tax.borne_by === by);
  return [...new Map(taxes.map((tax) => [tax.code, tax])).values()].map((tax) => ({
    name: tax.name,
    percent: formatRate(tax.rate),
    code: tax.code,
  }));
}

export function coverOf({ policy }: Facts) {
  const { cover_type: cover } = policy;
  return cover.class === null ? { coverClass: cover.name } : { coverClass: cover.class, coverSubclass: cover.name };
}

/** The premium clause of an adjustable policy. */
export function adjustmentSaid({ adjustment, currency }: Facts['policy']): { adjustment?: string } {
  if (adjustment === null) return {};
  const { basis, rate, minimum_premium: minimum } = adjustment;
  return { adjustment: adjustmentClause({ basis, rate, minimum: minor(minimum) }, currency) };
}

export function slipTerms(facts: Facts): SlipTerms {
  const { policy } = facts;
  return {
    type: 'Facultative reinsurance',
    insured: policy.insured.name,
    insuredAddress: facts.party(policy.insured.id).addressLines.join(', '),
    ...coverOf(facts),
    startDay: policy.insurance_start_date,
    endDay: policy.insurance_end_date,
    interest: policy.interest,
    currency: policy.currency,
    sumInsured: policy.sum_insured,
    excess: policy.excess,
    territory: policy.territory,
    brokerReference: policy.broker_reference,
    cedantPolicyNumber: policy.cedant_policy_number,
    ...(policy.rate === null ? {} : { rate: formatRate(policy.rate) }),
    premium: policy.premium,
    ...adjustmentSaid(policy),
    fac: formatRate(policy.fac),
    facPremium: policy.figures.fac_premium,
    terms: termsOfPayment(facts),
    commission: formatRate(policy.cedant_commission),
    brokerage: formatRate(policy.brokerage),
    taxes: taxesBorneBy(policy.securities, 'SECURITY'),
  };
}

export async function scheduleOf(ctx: Ctx, noteId: number, currency: string) {
  const items = await ctx.db
    .selectFrom('open_items')
    .select(['due_on', 'amount'])
    .where('note_id', '=', noteId)
    .where('branch_id', 'in', ctx.scope)
    .where('amount', '<>', 0n)
    .orderBy('due_on')
    .orderBy('sequence')
    .execute();
  return items.map((item) => ({ dueDay: item.due_on, amount: formatAmount(item.amount, currency) }));
}

/** Where the reinsured pays to, when the firm has named a client account for the currency. */
export async function payTo(ctx: Ctx, { policy }: Facts): Promise<{ bank?: BankInput }> {
  const account = await payToAccount(ctx, policy.branch.id, policy.currency);
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

export function assertApproved({ policy }: Facts): void {
  if (policy.status !== 'APPROVED') throw new AppError('NOT_APPROVED');
}

/** The debit note to the reinsured, from what was booked. */
export async function debitNotePlans(ctx: Ctx, asked: Asked): Promise<DocumentPlan[]> {
  const facts = await factsOf(ctx, asked);
  assertApproved(facts);
  const { policy } = facts;
  const note = policy.notes.find((candidate) => candidate.kind === 'DN' && candidate.status === 'ISSUED');
  if (!note) throw new AppError('NOT_FOUND');
  const instalments = await scheduleOf(ctx, note.id, policy.currency);
  const taxes = taxesBorneBy(policy.securities, 'REINSURED').map(({ code, ...tax }) => ({
    ...tax,
    amount: formatAmount(
      sum(
        policy.securities
          .flatMap((line) => line.taxes)
          .filter((one) => one.code === code)
          .map((one) => minor(one.amount)),
      ),
      policy.currency,
    ),
  }));
  const bank = await payTo(ctx, facts);
  const sameCommission = policy.securities.every((line) => line.commission_rate === policy.cedant_commission);
  return [
    {
      kind: 'debit-note',
      recordKind: 'note',
      recordId: note.id,
      issue: 1,
      branchId: policy.branch.id,
      number: note.number,
      noteId: note.id,
      partyName: policy.reinsured.name,
      total: `${policy.currency} ${note.amount}`,
      day: note.posted_on,
      model: (common) =>
        debitNoteModel({
          ...common,
          reinsured: facts.party(policy.reinsured.id),
          currency: policy.currency,
          particulars: { ...slipTerms(facts), ...coverOf(facts) },
          commission: {
            ...(sameCommission && { percent: formatRate(policy.cedant_commission) }),
            amount: policy.figures.commission,
          },
          taxes,
          amountDue: note.amount,
          instalments,
          terms: termsOfPayment(facts),
          ...bank,
        }),
    },
  ];
}

function minor(text: string): bigint {
  return BigInt(text.replace('.', ''));
}

type Issued = Awaited<ReturnType<typeof notesOf>>;

/** The credit note of each security or of the chosen ones, in placement order, from what was booked. */
export async function creditNotePlans(
  ctx: Ctx,
  asked: Asked & { chosen?: (facts: Facts, issued: Issued) => Line[] },
): Promise<DocumentPlan[]> {
  const facts = await factsOf(ctx, asked);
  assertApproved(facts);
  const { policy } = facts;
  const issued = (await notesOf(ctx, asked.id)).filter(
    (note) => note.debit_note_id !== null && note.endorsement_id === null && note.status === 'ISSUED',
  );
  const lines = asked.chosen?.(facts, issued) ?? policy.securities;
  return lines.map((line): DocumentPlan => {
    const note = issued.find((candidate) => candidate.party_id === line.security.id);
    if (!note) throw new AppError('NOT_FOUND');
    return {
      kind: 'credit-note',
      recordKind: 'note',
      recordId: note.id,
      issue: 1,
      branchId: policy.branch.id,
      number: note.number,
      noteId: note.id,
      partyName: line.security.name,
      total: showMoney({ amount: note.amount, currency: note.currency }),
      day: note.posted_on,
      model: (common) =>
        creditNoteModel({
          ...common,
          ...creditNoteFields(facts, line),
          credit_note_reference: note.number,
          dueDay: note.due_on,
          security: facts.party(line.security.id),
        }),
    };
  });
}

/** The fields of a credit note as the specification names them, in the form in which they travel. */
export function creditNoteFields(facts: Facts, line: Line) {
  const { policy } = facts;
  const cover = policy.cover_type;
  return {
    dateoffered: policy.dateoffered,
    currency: policy.currency,
    broker_reference: policy.broker_reference,
    reinsured: policy.reinsured.name,
    cover_type: cover.class === null ? cover.name : `${cover.class}: ${cover.name}`,
    cedant_policy_number: policy.cedant_policy_number,
    cedant_commission: formatRate(line.commission_rate),
    insuredname: policy.insured.name,
    insurance_start_date: policy.insurance_start_date,
    insurance_end_date: policy.insurance_end_date,
    excess: policy.excess,
    territory: policy.territory,
    sum_insured: policy.sum_insured,
    premium: policy.premium,
    offer: formatRate(line.offer),
    share: formatRate(line.share),
    brokerage: formatRate(line.brokerage_rate),
    fac: formatRate(policy.fac),
    sharepremium: line.sharepremium,
    commission: line.commission,
    brokerageAmount: line.brokerage,
    taxes: line.taxes
      .filter((tax) => tax.borne_by === 'SECURITY')
      .map((tax) => ({ name: tax.name, percent: formatRate(tax.rate), amount: tax.amount })),
    deductions: line.deductions,
    netpayable: line.netpayable,
    endorsementtype: 'New',
    terms: termsOfPayment(facts),
  };
}

/** The same with the terms as they stand, and the words of a paper that an endorsement amended. */
async function standingFacts(ctx: Ctx, facts: Facts, kind: string) {
  const { record: policy, amending } = await asItStands(ctx, facts.policy);
  const issue = issueOf(policy);
  const last = amending.at(-1);
  const before = last ? await replaced(ctx, { kind, policyId: policy.id, issue }) : null;
  return {
    facts: { ...facts, policy },
    issue,
    amended: last && {
      endorsement: {
        number: amending.map((one) => one.number).join(', '),
        type: [...new Set(amending.map((one) => one.type))].join(', '),
        effectiveDay: last.effectiveDay,
        description: amendedWords(amending, before),
      },
    },
  };
}

/** The slip on which securities write their lines; marked "for offer" until the policy is approved. §4 Numbers. */
export async function slipPlans(ctx: Ctx, asked: Asked): Promise<DocumentPlan[]> {
  const { facts, issue, amended } = await standingFacts(ctx, await factsOf(ctx, asked), 'reinsurance-slip');
  const { policy } = facts;
  if (policy.securities.length === 0)
    throw invalid({ field: 'securities', message: 'Add the securities to which it is offered.' });
  const approved = policy.status === 'APPROVED';
  const securities = policy.securities.map((line) => ({
    name: line.security.name,
    written: formatRate(line.offer),
    ...(approved && { signed: formatRate(line.share), premium: line.sharepremium }),
  }));
  return [
    {
      kind: 'reinsurance-slip',
      recordKind: 'policy',
      recordId: policy.id,
      issue,
      branchId: policy.branch.id,
      number: `${policy.broker_reference}/S${issue}`,
      partyName: policy.reinsured.name,
      total: `${policy.currency} ${policy.sum_insured}`,
      day: approved ? (policy.posted_on ?? ctx.today) : ctx.today,
      model: (common) =>
        reinsuranceSlipModel({
          ...common,
          ...(!approved && { watermark: 'FOR OFFER' as const }),
          reinsured: facts.party(policy.reinsured.id),
          slip: { ...slipTerms(facts), ...amended },
          clauses: facts.clauses,
          securities,
        }),
    },
  ];
}

/** The reinsured's evidence of cover, with every security and its share. */
export async function coverNotePlans(ctx: Ctx, asked: Asked): Promise<DocumentPlan[]> {
  const booked = await factsOf(ctx, asked);
  assertApproved(booked);
  const { facts, issue, amended } = await standingFacts(ctx, booked, 'cover-note');
  const { policy } = facts;
  return [
    {
      kind: 'cover-note',
      recordKind: 'policy',
      recordId: policy.id,
      issue,
      branchId: policy.branch.id,
      number: `${policy.broker_reference}/C${issue}`,
      partyName: policy.reinsured.name,
      total: `${policy.currency} ${policy.sum_insured}`,
      day: policy.posted_on ?? ctx.today,
      model: (common) =>
        coverNoteModel({
          ...common,
          reinsured: facts.party(policy.reinsured.id),
          slip: { ...slipTerms(facts), ...amended },
          clauses: facts.clauses,
          securities: policy.securities.map((line) => ({
            name: line.security.name,
            written: formatRate(line.offer),
            signed: formatRate(line.share),
            premium: line.sharepremium,
          })),
        }),
    },
  ];
}
