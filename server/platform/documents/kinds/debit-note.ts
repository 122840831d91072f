import { amountInWords } from '../amount-in-words.ts';
import { bySectionTable, type SectionPart } from './by-section.ts';
import { showAmount, showDay, showDeduction, showMoney, showPercent } from '../figures.ts';
import {
  bankFields,
  cancelledFrom,
  endorsementFields,
  pageHead,
  partyBlock,
  percentBasis,
  premiumBasis,
  present,
  wideIfLong,
} from './common.ts';
import type { MoneyLine, PageHead, PageModel, Section, TableSection } from '../page-model.ts';
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

export interface Instalment {
  readonly dueDay: Day;
  readonly amount: Amount;
}

export interface DebitNoteInput extends DocumentInput {
  readonly reinsured: PartyInput;
  readonly currency: string;
  readonly particulars: {
    readonly brokerReference: string;
    /** London: the contract's reference. */
    readonly umr?: string;
    readonly insured: string;
    readonly coverClass: string;
    readonly coverSubclass?: string;
    readonly startDay: Day;
    readonly endDay: Day;
    readonly cancelled?: Cancelled | null;
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
    /** On what the fac premium was worked out; null where no one share of one premium makes it. */
    readonly base: PremiumBase | null;
  };
  readonly endorsement?: EndorsementInput;
  /** Of all securities together; its percentage is absent when the securities differ. */
  readonly commission: { readonly percent?: Rate; readonly amount: Amount };
  /** Taxes that the reinsured bears. */
  readonly taxes: readonly TaxLine[];
  readonly amountDue: Amount;
  /** Of a slip of several sections: the account by section, signed as it was booked. */
  readonly bySection?: readonly SectionPart[];
  /** Of a return. */
  readonly setAgainst?: SetAgainst;
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
  const { instalments } = input;
  const only = instalments.length === 1 ? instalments[0] : undefined;
  const note = dueWords(instalments);
  return {
    ...pageHead(input, {
      title: words.title,
      parties: [partyBlock('To', input.reinsured)],
      headline: headlineOf({ ...input, amount: input.amountDue, note: due ? note : undefined }),
      facts: [
        only && due ? { label: 'Due date', value: showDay(only.dueDay) } : undefined,
        input.particulars.umr ? { label: 'UMR', value: input.particulars.umr } : undefined,
        { label: 'Our reference', value: input.particulars.brokerReference },
      ],
    }),
    sections: [
      ...endorsementSection(input.endorsement),
      particularsSection(input),
      accountSection(input, due),
      ...bySectionTable(input.bySection, {
        currency: input.currency,
        premium: due ? 'Fac premium' : 'Return fac premium',
        net: due ? 'Due to us' : 'Due to you',
        back: !due,
      }),
      ...setAgainstSection(input, 'Left due to you'),
      ...instalmentsSection(instalments, { currency: input.currency, total: input.amountDue }),
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
    cancelledFrom(of.cancelled),
    { label: 'Broker reference', value: of.brokerReference },
    { label: 'Cedant policy no.', value: of.cedantPolicyNumber },
    { label: 'Sum insured', value: showMoney(currency, of.sumInsured) },
    { label: 'Territory', value: of.territory },
    { label: 'Rate', value: of.rate === undefined ? undefined : showPercent(of.rate) },
    of.base?.unearned
      ? { label: 'Unearned 100%', value: showMoney(currency, of.base.premium) }
      : { label: 'Premium 100%', value: showMoney(currency, of.premium) },
    { label: 'Fac', value: showPercent(of.fac) },
    { label: 'Fac premium', value: showMoney(currency, of.facPremium) },
    { label: 'Excess', value: of.excess },
  ]);
  return { kind: 'fields', heading: 'Particulars', rows: rows.map(wideIfLong) };
}

/** "25%", "5% of brokerage", "per policy". */
export const taxBasis = (tax: Omit<TaxLine, 'amount'>): string => {
  if (tax.charge !== undefined) return tax.charge === 'FLAT' ? 'per policy' : 'to the minimum per policy';
  return tax.basis ? `${showPercent(tax.percent)} of ${tax.basis}` : showPercent(tax.percent);
};

function accountSection(input: DebitNoteInput, due: boolean): Section {
  const { currency, commission, particulars } = input;
  const lines: MoneyLine[] = [
    {
      label: due ? 'Fac premium' : 'Return fac premium',
      ...premiumBasis(particulars.base, currency),
      amount: showAmount(particulars.facPremium, currency),
    },
    {
      label: due ? 'Less: commission' : 'Less: commission returned',
      ...(commission.percent === undefined
        ? {}
        : percentBasis(commission.percent, particulars.facPremium, commission.amount)),
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
    total: { label: totalLabel(input, due), amount: showAmount(input.amountDue, currency) },
    words: amountInWords(input.amountDue, currency),
  };
}

/** A return that was set against other notes is no longer due as a whole. */
function totalLabel({ setAgainst }: DebitNoteInput, due: boolean): string {
  if (due) return 'Amount due to us';
  return setAgainst ? 'Amount returned' : 'Amount due to you';
}

/** "due 31 January 2027", or when the first of several instalments is. */
export function dueWords([first, ...others]: readonly Instalment[]): string | undefined {
  return first && `${others.length > 0 ? 'first instalment due' : 'due'} ${showDay(first.dueDay)}`;
}

/** The figure of a note; of a return that was set off, what is left of it instead of a day. */
export function headlineOf(of: {
  currency: string;
  amount: Amount;
  setAgainst?: SetAgainst;
  note: string | undefined;
}): NonNullable<PageHead['headline']> {
  const { currency, setAgainst } = of;
  const left =
    setAgainst && (setAgainst.left === 0n ? 'set off in full' : `${showMoney(currency, setAgainst.left)} left`);
  const note = [left, of.note].filter((part) => part !== undefined && part !== '').join(', ');
  return { figure: showMoney(currency, of.amount), ...(note === '' ? {} : { note }) };
}

/** Against which notes a return was set when it was approved, and what is left of it. §2 Terms and due dates. */
export function setAgainstSection(
  { setAgainst, currency }: { setAgainst?: SetAgainst; currency: string },
  left: string,
): TableSection[] {
  if (setAgainst === undefined) return [];
  return [
    {
      kind: 'table',
      heading: 'Set against',
      columns: [
        { label: 'Note', grow: true },
        { label: currency, align: 'right' },
      ],
      rows: setAgainst.notes.flatMap(({ number, amount, instalments = [] }) =>
        instalments.length === 0
          ? [[number, showAmount(amount, currency)]]
          : instalments.map((one) => [
              `${number}, instalment of ${showDay(one.dueDay)}`,
              showAmount(one.amount, currency),
            ]),
      ),
      total: [left, showAmount(setAgainst.left, currency)],
    },
  ];
}

/** When a note of several instalments is paid; nothing where it has one. */
export function instalmentsSection(
  instalments: readonly Instalment[],
  { currency, total }: { currency: string; total: Amount },
): TableSection[] {
  if (instalments.length < 2) return [];
  return [
    {
      kind: 'table',
      heading: 'Instalments',
      columns: [{ label: 'No.' }, { label: 'Due date', grow: true }, { label: currency, align: 'right' }],
      rows: instalments.map((part, index) => [`${index + 1}`, showDay(part.dueDay), showAmount(part.amount, currency)]),
      total: ['', 'Total', showAmount(total, currency)],
    },
  ];
}
