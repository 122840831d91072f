import { amountInWords } from '../amount-in-words.ts';
import { showAmount, showDay, showDeduction, showMoney, showPercent } from '../figures.ts';
import { bankFields, endorsementFields, pageHead, partyBlock, present, wideIfLong } from './common.ts';
import type { MoneyLine, PageModel, Section, TableSection } from '../page-model.ts';
import type { Amount, BankInput, Day, DocumentInput, EndorsementInput, PartyInput, Rate, TaxLine } from './common.ts';

interface Instalment {
  readonly dueDay: Day;
  readonly amount: Amount;
}

export interface DebitNoteInput extends DocumentInput {
  readonly reinsured: PartyInput;
  readonly currency: string;
  readonly particulars: {
    readonly brokerReference: string;
    readonly insured: string;
    readonly coverClass: string;
    readonly coverSubclass?: string;
    readonly startDay: Day;
    readonly endDay: Day;
    readonly cedantPolicyNumber?: string;
    readonly sumInsured: Amount;
    readonly territory?: string;
    readonly excess?: string;
    /** % of the sum insured; absent when the premium was keyed. */
    readonly rate?: Rate;
    /** The 100 % premium. */
    readonly premium: Amount;
    readonly fac: Rate;
    readonly facPremium: Amount;
  };
  readonly endorsement?: EndorsementInput;
  /** Of all securities together; its percentage is absent when the securities differ. */
  readonly commission: { readonly percent?: Rate; readonly amount: Amount };
  /** Taxes that the reinsured bears. */
  readonly taxes: readonly TaxLine[];
  readonly amountDue: Amount;
  readonly instalments: readonly Instalment[];
  /** Premium payment warranty or condition, terms of payment. */
  readonly terms?: readonly string[];
  readonly bank?: BankInput;
}

/** The note by which the reinsured owes us the fac premium less commission. */
export const debitNoteModel = (input: DebitNoteInput): PageModel => ({
  template: 'debit-note',
  ...reinsuredNote(input, { title: 'Debit note', direction: 'due' }),
});

/** The note by which a return premium is owed to the reinsured; amounts are positive, as returned. */
export const returnCreditNoteModel = (input: DebitNoteInput): PageModel => ({
  template: 'credit-note',
  ...reinsuredNote(input, { title: 'Credit note', direction: 'return' }),
});

interface NoteWords {
  readonly title: string;
  readonly direction: 'due' | 'return';
}

function reinsuredNote(input: DebitNoteInput, words: NoteWords) {
  const due = words.direction === 'due';
  const { currency, instalments } = input;
  const only = instalments.length === 1 ? instalments[0] : undefined;
  const first = instalments[0];
  const note = only ? `due ${showDay(only.dueDay)}` : first && `first instalment due ${showDay(first.dueDay)}`;
  return {
    ...pageHead(input, {
      title: words.title,
      parties: [partyBlock('To', input.reinsured)],
      headline: { figure: showMoney(currency, input.amountDue), ...(note && due ? { note } : {}) },
      facts: [
        only && due ? { label: 'Due date', value: showDay(only.dueDay) } : undefined,
        { label: 'Our reference', value: input.particulars.brokerReference },
      ],
    }),
    sections: [
      ...endorsementSection(input.endorsement),
      particularsSection(input),
      accountSection(input, due),
      ...instalmentsSection(input),
      ...termsSection(input.terms),
      ...(input.bank && due ? [{ kind: 'fields' as const, heading: 'Pay to', rows: bankFields(input.bank) }] : []),
    ] satisfies Section[],
  };
}

export const endorsementSection = (endorsement: EndorsementInput | undefined): Section[] =>
  endorsement ? [{ kind: 'fields', heading: 'Endorsement', rows: endorsementFields(endorsement) }] : [];

export const termsSection = (terms: readonly string[] = []): Section[] =>
  terms.length > 0 ? [{ kind: 'text', heading: 'Terms of payment', paragraphs: terms }] : [];

function particularsSection({ particulars: of, currency }: DebitNoteInput): Section {
  const rows = present([
    { label: 'Original insured', value: of.insured, wide: true },
    { label: 'Class', value: of.coverClass },
    { label: 'Subclass', value: of.coverSubclass },
    { label: 'Period from', value: showDay(of.startDay) },
    { label: 'Period to', value: showDay(of.endDay) },
    { label: 'Broker reference', value: of.brokerReference },
    { label: 'Cedant policy no.', value: of.cedantPolicyNumber },
    { label: 'Sum insured', value: showMoney(currency, of.sumInsured) },
    { label: 'Territory', value: of.territory },
    { label: 'Rate', value: of.rate === undefined ? undefined : showPercent(of.rate) },
    { label: 'Premium 100%', value: showMoney(currency, of.premium) },
    { label: 'Fac', value: showPercent(of.fac) },
    { label: 'Fac premium', value: showMoney(currency, of.facPremium) },
    { label: 'Excess', value: of.excess },
  ]);
  return { kind: 'fields', heading: 'Particulars', rows: rows.map(wideIfLong) };
}

/** "25%", "5% of brokerage". */
export const taxBasis = (tax: Omit<TaxLine, 'amount'>): string =>
  tax.basis ? `${showPercent(tax.percent)} of ${tax.basis}` : showPercent(tax.percent);

function accountSection(input: DebitNoteInput, due: boolean): Section {
  const { currency, commission, particulars } = input;
  const lines: MoneyLine[] = [
    {
      label: due ? 'Fac premium' : 'Return fac premium',
      basis: `${showPercent(particulars.fac)} of ${showAmount(particulars.premium, currency)}`,
      amount: showAmount(particulars.facPremium, currency),
    },
    {
      label: due ? 'Less: commission' : 'Less: commission returned',
      ...(commission.percent !== undefined ? { basis: showPercent(commission.percent) } : {}),
      amount: showDeduction(commission.amount, currency),
    },
    ...input.taxes.map((tax) => ({
      label: `Plus: ${tax.name}`,
      basis: taxBasis(tax),
      amount: showAmount(tax.amount, currency),
    })),
  ];
  return {
    kind: 'money',
    heading: 'Account',
    currency,
    lines,
    total: { label: due ? 'Amount due to us' : 'Amount due to you', amount: showAmount(input.amountDue, currency) },
    words: amountInWords(input.amountDue, currency),
  };
}

function instalmentsSection({ instalments, currency, amountDue }: DebitNoteInput): TableSection[] {
  if (instalments.length < 2) return [];
  return [
    {
      kind: 'table',
      heading: 'Instalments',
      columns: [{ label: 'No.' }, { label: 'Due date', grow: true }, { label: currency, align: 'right' }],
      rows: instalments.map((part, index) => [`${index + 1}`, showDay(part.dueDay), showAmount(part.amount, currency)]),
      total: ['', 'Total', showAmount(amountDue, currency)],
    },
  ];
}
