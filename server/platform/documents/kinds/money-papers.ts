import { amountInWords } from '../amount-in-words.ts';
import { showAmount, showAmountOrDash, showDay, showMoney } from '../figures.ts';
import { bankFields, pageHead, partyBlock, present } from './common.ts';
import type { PageModel, Section } from '../page-model.ts';
import type { Amount, BankInput, Day, DocumentInput, PartyInput } from './common.ts';

export interface ReceiptInput extends Omit<DocumentInput, 'number' | 'day'> {
  readonly receiptNumber: string;
  readonly dateOfIssue: Day;
  /** The payer; named as in the specification, though a security may pay too. */
  readonly reinsured: PartyInput;
  readonly currency: string;
  readonly receiptAmount: Amount;
  /** "Premium", "Claim recovery", as shown. */
  readonly receiptType: string;
  readonly bankReference?: string;
  readonly bankDate?: Day;
  /** The receipt of another branch that it is a part of: no bank brought it. */
  readonly source?: { readonly number: string; readonly branch: string };
  readonly narrationRef?: string;
  readonly brokerRef?: string;
  readonly issuedBy: string;
  readonly allocations: readonly {
    readonly document: string;
    /** Of the document: what it owes, what is settled of it, what is left to pay. */
    readonly currency: string;
    readonly balanceBefore: Amount;
    readonly settled: Amount;
    readonly left: Amount;
    /** What is taken of the receipt for it, in the receipt's currency. */
    readonly allocated: Amount;
  }[];
  /** Given back to the payer since. */
  readonly refunded?: Amount;
  /** Used in other branches, each by a receipt there. */
  readonly elsewhere?: readonly { readonly number: string; readonly branch: string; readonly amount: Amount }[];
  readonly unallocated: Amount;
}

/** What a payer holds in hand: the sum in words, and to which documents it went. */
export function receiptModel(input: ReceiptInput): PageModel {
  const { currency } = input;
  return {
    template: 'receipt',
    ...pageHead(
      { ...input, number: input.receiptNumber, day: input.dateOfIssue },
      {
        title: 'Receipt',
        parties: [partyBlock('Received from', input.reinsured)],
        headline: {
          figure: showMoney(currency, input.receiptAmount),
          note: input.source
            ? `of receipt ${input.source.number}, used ${showDay(input.dateOfIssue)}`
            : `received ${showDay(input.bankDate ?? input.dateOfIssue)}`,
        },
        facts: [{ label: 'Issued by', value: input.issuedBy }],
      },
    ),
    sections: [
      {
        kind: 'fields',
        heading: 'Payment',
        rows: present([
          { label: 'The sum of', value: amountInWords(input.receiptAmount, currency), wide: true },
          { label: 'Amount', value: showMoney(currency, input.receiptAmount) },
          { label: 'Type', value: input.receiptType },
          {
            label: 'Part of',
            value: input.source && `${input.source.number}, received in ${input.source.branch}`,
            wide: true,
          },
          { label: 'Used on', value: input.source && showDay(input.dateOfIssue) },
          { label: 'Bank reference', value: input.bankReference },
          { label: 'Bank date', value: input.bankDate && showDay(input.bankDate) },
          { label: 'Broker reference', value: input.brokerRef },
          { label: 'Narration', value: input.narrationRef, wide: true },
        ]),
      },
      allocationOf(input),
    ],
  };
}

/** To which documents it went, what was given back of it or used in other branches, and what is left. */
function allocationOf(input: ReceiptInput): Section {
  const { allocations, currency, refunded = 0n, elsewhere = [] } = input;
  if (allocations.length === 0 && refunded === 0n && elsewhere.length === 0)
    return { kind: 'text', heading: 'Allocation', paragraphs: ['Allocated to no document.'] };
  return allocations.some((row) => row.currency !== currency) ? crossedTable(input) : plainTable(input);
}

/** What of a receipt is on no document. */
const restOf = ({ refunded = 0n, elsewhere = [], unallocated }: ReceiptInput) => [
  ...elsewhere.map(({ number, branch, amount }) => ({ label: `Used in ${branch}, ${number}`, amount })),
  ...(refunded === 0n ? [] : [{ label: 'Refunded', amount: refunded }]),
  { label: 'Unallocated', amount: unallocated },
];

/** What the whole of it is called: a part of another receipt was received once. */
const totalOf = ({ source }: ReceiptInput) => (source ? 'Total of this receipt' : 'Total received');

/** Where a document is in another currency than the receipt, its figures name theirs, and nothing is summed across them. M5. */
const crossedTable = (input: ReceiptInput): Section => ({
  kind: 'table',
  heading: 'Allocation',
  columns: [
    { label: 'Document', grow: true },
    { label: 'Balance before', align: 'right' },
    { label: 'Settled', align: 'right' },
    { label: 'Left to pay', align: 'right' },
    { label: `Of this receipt, ${input.currency}`, align: 'right' },
  ],
  rows: [
    ...input.allocations.map((row) => [
      row.document,
      showMoney(row.currency, row.balanceBefore),
      showMoney(row.currency, row.settled),
      row.left === 0n ? '–' : showMoney(row.currency, row.left),
      showAmount(row.allocated, input.currency),
    ]),
    ...restOf(input).map(({ label, amount }) => [label, '', '', '', showAmountOrDash(amount, input.currency)]),
  ],
  total: [totalOf(input), '', '', '', showAmount(input.receiptAmount, input.currency)],
});

const plainTable = (input: ReceiptInput): Section => ({
  kind: 'table',
  heading: 'Allocation',
  columns: [
    { label: 'Document', grow: true },
    { label: `Balance before, ${input.currency}`, align: 'right' },
    { label: 'Allocated', align: 'right' },
    { label: 'Left to pay', align: 'right' },
  ],
  rows: [
    ...input.allocations.map((row) => [
      row.document,
      showAmount(row.balanceBefore, input.currency),
      showAmount(row.allocated, input.currency),
      showAmountOrDash(row.left, input.currency),
    ]),
    ...restOf(input).map(({ label, amount }) => [label, '', showAmountOrDash(amount, input.currency), '']),
  ],
  total: [totalOf(input), '', showAmount(input.receiptAmount, input.currency), ''],
});

export interface PaymentVoucherInput extends DocumentInput {
  /** "Premium to a security". */
  readonly what: string;
  /** Nobody is named of an expense that is nobody's. */
  readonly payee?: PartyInput;
  readonly currency: string;
  /** The day on which it was paid, or is to be. */
  readonly bankDate?: Day;
  readonly reference?: string;
  readonly narration?: string;
  readonly items: readonly {
    readonly policy: string;
    readonly creditNote: string;
    /** The note of the reinsured by whose payment it is released. */
    readonly debitNote?: string;
    readonly cedant?: string;
    readonly insured: string;
    readonly amount: Amount;
  }[];
  /** What the payee owes and is not paid: the total is what is left. */
  readonly setOff?: readonly {
    readonly note: string;
    readonly what: string;
    readonly policy?: string;
    readonly insured: string;
    readonly amount: Amount;
  }[];
  readonly total: Amount;
  /** The firm's account that it is paid from; absent where no bank moves. */
  readonly payFrom?: string;
  /** The account of the ledger that it is booked on, where its maker chose one. */
  readonly account?: string;
  /** The claim, note or receipt that it is for, besides its items. */
  readonly concerns?: string;
  readonly bank?: BankInput;
  /** That the account was changed a short while ago. */
  readonly bankNotice?: string;
  /** Of a conversion: what is bought with it. */
  readonly buys?: { readonly currency: string; readonly amount: Amount };
  readonly prepared: { readonly by: string; readonly day: Day };
  readonly approved?: { readonly by: string; readonly day: Day };
  readonly paid?: { readonly by: string; readonly day: Day };
}

/** One below the other in a cell; what is not there takes no line. */
const lines = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join('\n');

/** What is owed by the payee and not paid to it, in minor units. */
const setOffOf = ({ setOff = [] }: PaymentVoucherInput): bigint => setOff.reduce((all, one) => all + one.amount, 0n);

/** What is set off, and what is left to pay. M15. */
function setOffSections({ setOff = [], total, currency }: PaymentVoucherInput): PageModel['sections'] {
  if (setOff.length === 0) return [];
  return [
    {
      kind: 'table',
      heading: 'Less what is owed to us',
      columns: [
        { label: 'Policy' },
        { label: 'Note' },
        { label: 'For', grow: true },
        { label: currency, align: 'right' },
      ],
      rows: setOff.map(({ policy = '', note, what, insured, amount }) => [
        policy,
        note,
        lines(what, insured),
        showAmount(-amount, currency),
      ]),
      total: ['To pay', '', '', showAmount(total, currency)],
    },
  ];
}

/** What is paid, item by item; nothing of a voucher whose amount is all that it says. */
function itemSections(input: PaymentVoucherInput): PageModel['sections'] {
  const { items, currency } = input;
  if (items.length === 0) return [];
  // Fees and taxes of our own invoices are of no policy.
  const ofPolicies = items.some(({ policy }) => policy !== '');
  const policyCell = (policy: string) => (ofPolicies ? [policy] : []);
  return [
    {
      kind: 'table',
      heading: `${movesBank(input) ? 'Payment' : 'Set off'} for`,
      columns: [
        ...(ofPolicies ? [{ label: 'Policy' }] : []),
        { label: 'Note' },
        { label: ofPolicies ? 'Cedant and insured' : 'Party', grow: true },
        { label: currency, align: 'right' },
      ],
      rows: items.map((item) => [
        ...policyCell(item.policy),
        lines(item.creditNote, item.debitNote),
        lines(item.cedant, item.insured),
        showAmount(item.amount, currency),
      ]),
      total: ['Total', ...policyCell(''), '', showAmount(input.total + setOffOf(input), currency)],
    },
  ];
}

const movesBank = ({ payFrom }: PaymentVoucherInput): boolean => payFrom !== undefined;

/** "paid 20 February 2027"; of one that is not paid yet what is planned, and of one that moves no bank that it is set off. */
function dayWords(input: PaymentVoucherInput): string | undefined {
  const { bankDate, paid } = input;
  if (bankDate === undefined) return undefined;
  const done = movesBank(input) ? 'paid' : 'set off';
  return `${paid === undefined ? `to be ${done}` : done} ${showDay(bankDate)}`;
}

/** The order to pay, with what is paid and who answers for it. */
export function paymentVoucherModel(input: PaymentVoucherInput): PageModel {
  const { currency } = input;
  const note = dayWords(input);
  const person = (label: string, who: PaymentVoucherInput['paid']) => ({
    label,
    ...(who ? { name: who.by, date: showDay(who.day) } : {}),
  });
  return {
    template: 'payment-voucher',
    ...pageHead(input, {
      title: 'Payment voucher',
      parties: input.payee ? [partyBlock(movesBank(input) ? 'Pay to' : 'To', input.payee)] : [],
      headline: { figure: showMoney(currency, input.total), ...(note === undefined ? {} : { note }) },
      facts: [
        { label: 'For', value: input.what },
        input.bankDate ? { label: 'Bank date', value: showDay(input.bankDate) } : undefined,
        input.reference ? { label: 'Reference', value: input.reference } : undefined,
      ],
    }),
    sections: [
      ...itemSections(input),
      ...setOffSections(input),
      {
        kind: 'fields',
        heading: movesBank(input) ? 'Payment' : 'Set off',
        rows: present([
          { label: 'The sum of', value: amountInWords(input.total, currency), wide: true },
          { label: 'Paid from', value: input.payFrom, wide: true },
          { label: 'Booked on', value: input.account, wide: true },
          { label: 'Concerns', value: input.concerns, wide: true },
          { label: 'Buys', value: input.buys && showMoney(input.buys.currency, input.buys.amount), wide: true },
          ...(input.bank ? bankFields(input.bank) : []),
          { label: 'Note', value: input.bankNotice, wide: true },
          { label: 'Narration', value: input.narration, wide: true },
        ]),
      },
      {
        kind: 'signatures',
        people: [
          person('Prepared by', input.prepared),
          person('Approved by', input.approved),
          person(movesBank(input) ? 'Paid by' : 'Set off by', input.paid),
        ],
      },
    ],
  };
}
