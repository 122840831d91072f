import { amountInWords } from '../amount-in-words.ts';
import { showAmount, showDay, showDeduction, showMoney, showPercent } from '../figures.ts';
import { pageHead, partyBlock, present, wideIfLong } from './common.ts';
import { endorsementSection, taxBasis, termsSection } from './debit-note.ts';
import type { MoneyLine, PageModel, Section } from '../page-model.ts';
import type { Amount, Day, DocumentInput, EndorsementInput, PartyInput, Rate, TaxLine } from './common.ts';

/** The fields keep the names of the specification, so that nobody has to translate between the two. */
export interface CreditNoteInput extends Omit<DocumentInput, 'number'> {
  readonly credit_note_reference: string;
  readonly dateoffered: Day;
  readonly currency: string;
  readonly security: PartyInput;
  readonly broker_reference: string;
  readonly reinsured: string;
  readonly cover_type: string;
  readonly cedant_policy_number?: string;
  readonly cedant_commission: Rate;
  readonly insuredname: string;
  readonly insurance_start_date: Day;
  readonly insurance_end_date: Day;
  readonly excess?: string;
  readonly territory?: string;
  readonly sum_insured: Amount;
  /** The 100 % premium. */
  readonly premium: Amount;
  /** Written and signed lines, % of 100 %. */
  readonly offer: Rate;
  readonly share: Rate;
  /** % of the share premium; its amount is `brokerageAmount`. */
  readonly brokerage: Rate;
  readonly fac: Rate;
  readonly sharepremium: Amount;
  readonly commission: Amount;
  readonly brokerageAmount: Amount;
  /** Taxes that the security bears. */
  readonly taxes: readonly TaxLine[];
  /** Commission, brokerage and the security's taxes together. */
  readonly deductions: Amount;
  readonly netpayable: Amount;
  /** "New", "Additional premium" … as shown. */
  readonly endorsementtype: string;
  readonly endorsement?: EndorsementInput;
  readonly dueDay?: Day;
  readonly terms?: readonly string[];
  /** The sentence on payment as and when the reinsured pays; the firm's own wording, if it has one. */
  readonly payAsPaid?: string;
}

const PAY_AS_PAID =
  'This amount is payable as and when the premium is received from the reinsured, in the proportion received. ' +
  'Until then it is not due, and no interest runs.';

/** The note by which we owe a security its net share of the premium. */
export const creditNoteModel = (input: CreditNoteInput): PageModel => ({
  template: 'credit-note',
  ...securityNote(input, { title: 'Credit note', back: false }),
});

/** The note by which a security owes a return premium; amounts are positive, as returned. */
export const returnDebitNoteModel = (input: CreditNoteInput): PageModel => ({
  template: 'debit-note',
  ...securityNote(input, { title: 'Debit note', back: true }),
});

function securityNote(input: CreditNoteInput, { title, back }: { title: string; back: boolean }) {
  const due = input.dueDay ? showDay(input.dueDay) : undefined;
  const terms = [...(input.terms ?? []), ...(back ? [] : [input.payAsPaid ?? PAY_AS_PAID])];
  return {
    ...pageHead(
      { ...input, number: input.credit_note_reference },
      {
        title,
        parties: [partyBlock('To', input.security)],
        headline: { figure: showMoney(input.currency, input.netpayable), ...(due ? { note: `due ${due}` } : {}) },
        facts: [
          due ? { label: 'Due date', value: due } : undefined,
          { label: 'Our reference', value: input.broker_reference },
          { label: 'Transaction', value: input.endorsementtype },
        ],
      },
    ),
    sections: [
      ...endorsementSection(input.endorsement),
      particulars(input, back),
      account(input, back),
      ...termsSection(terms),
    ] satisfies Section[],
  };
}

function particulars(of: CreditNoteInput, back: boolean): Section {
  const money = (amount: Amount): string => showMoney(of.currency, amount);
  const rows = present([
    { label: 'Reinsured', value: of.reinsured },
    { label: 'Original insured', value: of.insuredname },
    { label: 'Security', value: of.security.name },
    { label: 'Cover', value: of.cover_type },
    { label: 'Period from', value: showDay(of.insurance_start_date) },
    { label: 'Period to', value: showDay(of.insurance_end_date) },
    { label: 'Broker reference', value: of.broker_reference },
    { label: 'Cedant policy no.', value: of.cedant_policy_number },
    { label: 'Date offered', value: showDay(of.dateoffered) },
    { label: 'Currency', value: of.currency },
    { label: 'Sum insured', value: money(of.sum_insured) },
    { label: 'Premium 100%', value: money(of.premium) },
    { label: 'Fac', value: showPercent(of.fac) },
    { label: 'Line offered', value: showPercent(of.offer) },
    { label: 'Share', value: showPercent(of.share) },
    { label: 'Share premium', value: money(of.sharepremium) },
    { label: 'Cedant commission', value: showPercent(of.cedant_commission) },
    { label: 'Brokerage', value: showPercent(of.brokerage) },
    { label: 'Total deductions', value: money(of.deductions) },
    { label: back ? 'Net due' : 'Net payable', value: money(of.netpayable) },
    { label: 'Territory', value: of.territory },
    { label: 'Excess', value: of.excess },
  ]);
  return { kind: 'fields', heading: 'Particulars', rows: rows.map(wideIfLong) };
}

function account(of: CreditNoteInput, back: boolean): Section {
  const { currency } = of;
  const ofShare = back ? ' returned' : '';
  const lines: MoneyLine[] = [
    {
      label: back ? 'Return share premium' : 'Share premium',
      basis: `${showPercent(of.share)} of ${showAmount(of.premium, currency)}`,
      amount: showAmount(of.sharepremium, currency),
    },
    {
      label: `Less: commission${ofShare}`,
      basis: showPercent(of.cedant_commission),
      amount: showDeduction(of.commission, currency),
    },
    {
      label: `Less: brokerage${ofShare}`,
      basis: showPercent(of.brokerage),
      amount: showDeduction(of.brokerageAmount, currency),
    },
    ...of.taxes.map((tax) => ({
      label: `Less: ${tax.name}${ofShare}`,
      basis: taxBasis(tax),
      amount: showDeduction(tax.amount, currency),
    })),
  ];
  return {
    kind: 'money',
    heading: 'Account',
    currency,
    lines,
    total: { label: back ? 'Net due to us' : 'Net payable to you', amount: showAmount(of.netpayable, currency) },
    words: amountInWords(of.netpayable, currency),
  };
}
