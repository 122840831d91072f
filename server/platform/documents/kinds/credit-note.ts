import { amountInWords } from '../amount-in-words.ts';
import { bySectionTable, type SectionPart } from './by-section.ts';
import { showAmount, showDay, showDeduction, showMoney, showPercent } from '../figures.ts';
import {
  bankFields,
  cancelledFrom,
  pageHead,
  partyBlock,
  percentBasis,
  premiumBasis,
  present,
  wideIfLong,
} from './common.ts';
import {
  dueWords,
  endorsementSection,
  headlineOf,
  instalmentsSection,
  setAgainstSection,
  taxBasis,
  termsSection,
  type Instalment,
} from './debit-note.ts';
import type { MoneyLine, PageModel, Section } from '../page-model.ts';
import type {
  Amount,
  BankInput,
  Cancelled,
  Day,
  DocumentInput,
  EndorsementInput,
  PartyInput,
  PremiumBase,
  Rate,
  SetAgainst,
  TaxLine,
} from './common.ts';

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
  readonly cancelled?: Cancelled | null;
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
  /** On what the share premium was worked out; null where no one share of one premium makes it. */
  readonly base: PremiumBase | null;
  readonly commission: Amount;
  readonly brokerageAmount: Amount;
  /** Taxes that the security bears. */
  readonly taxes: readonly TaxLine[];
  /** Commission, brokerage and the security's taxes together. */
  readonly deductions: Amount;
  readonly netpayable: Amount;
  /** Of a slip of several sections: the account by section, signed as it was booked. */
  readonly bySection?: readonly SectionPart[];
  /** "New", "Additional premium" … as shown. */
  readonly endorsementtype: string;
  readonly endorsement?: EndorsementInput;
  /** London: the contract's reference and the underwriter's own. */
  readonly umr?: string;
  readonly underwriterReference?: string;
  readonly dueDay?: Day;
  /** Where it is paid in several. */
  readonly instalments?: readonly Instalment[];
  /** Of a return. */
  readonly setAgainst?: SetAgainst;
  readonly bank?: BankInput;
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
  const isOpen = input.setAgainst === undefined || input.setAgainst.left > 0n;
  const due = input.dueDay && isOpen ? showDay(input.dueDay) : undefined;
  const { instalments = [] } = input;
  const isOnce = instalments.length < 2;
  const terms = [...(input.terms ?? []), ...(back ? [] : [input.payAsPaid ?? PAY_AS_PAID])];
  return {
    ...pageHead(
      { ...input, number: input.credit_note_reference },
      {
        title,
        parties: [partyBlock('To', input.security)],
        headline: headlineOf({
          ...input,
          amount: input.netpayable,
          note: isOnce ? due && `due ${due}` : dueWords(instalments),
        }),
        facts: [
          due && isOnce ? { label: 'Due date', value: due } : undefined,
          input.umr ? { label: 'UMR', value: input.umr } : undefined,
          { label: 'Our reference', value: input.broker_reference },
          input.underwriterReference ? { label: 'Your reference', value: input.underwriterReference } : undefined,
          { label: 'Transaction', value: input.endorsementtype },
        ],
      },
    ),
    sections: [
      ...endorsementSection(input.endorsement),
      particulars(input, back),
      account(input, back),
      ...bySectionTable(input.bySection, {
        currency: input.currency,
        premium: back ? 'Return share premium' : 'Share premium',
        net: back ? 'Net returned' : 'Net payable',
        back,
      }),
      ...setAgainstSection(input, back ? 'Left due to us' : 'Left due to you'),
      ...instalmentsSection(instalments, { currency: input.currency, total: input.netpayable }),
      ...termsSection(terms),
      ...(input.bank && isOpen ? [{ kind: 'fields' as const, heading: 'Pay to', rows: bankFields(input.bank) }] : []),
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
    cancelledFrom(of.cancelled),
    { label: 'Broker reference', value: of.broker_reference },
    { label: 'Cedant policy no.', value: of.cedant_policy_number },
    { label: 'Date offered', value: showDay(of.dateoffered) },
    { label: 'Currency', value: of.currency },
    { label: 'Sum insured', value: money(of.sum_insured) },
    of.base?.unearned
      ? { label: 'Unearned 100%', value: money(of.base.premium) }
      : { label: 'Premium 100%', value: money(of.premium) },
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
      ...premiumBasis(of.base, currency),
      amount: showAmount(of.sharepremium, currency),
    },
    {
      label: `Less: commission${ofShare}`,
      ...percentBasis(of.cedant_commission, of.sharepremium, of.commission),
      amount: showDeduction(of.commission, currency),
    },
    {
      label: `Less: brokerage${ofShare}`,
      ...percentBasis(of.brokerage, of.sharepremium, of.brokerageAmount),
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
    total: { label: totalLabel(of, back), amount: showAmount(of.netpayable, currency) },
    words: amountInWords(of.netpayable, currency),
  };
}

/** A return that was set against other notes is no longer due as a whole. */
function totalLabel({ setAgainst }: CreditNoteInput, back: boolean): string {
  if (!back) return 'Net payable to you';
  return setAgainst ? 'Net returned' : 'Net due to us';
}
