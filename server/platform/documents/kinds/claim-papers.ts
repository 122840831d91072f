import { amountInWords } from '../amount-in-words.ts';
import {
  showAmount,
  showAmountOrDash,
  showDay,
  showDeduction,
  showMoney,
  showPercent,
  showPeriod,
  showShortDay,
} from '../figures.ts';
import { bankFields, pageHead, partyBlock, percentBasis, present, wideIfLong } from './common.ts';
import { setAgainstSection } from './debit-note.ts';
import type { MoneyLine, PageModel, Section } from '../page-model.ts';
import type { Amount, BankInput, Day, DocumentInput, PartyInput, Rate, SetAgainst } from './common.ts';

/** What every paper of a claim says of the loss. */
export interface LossInput {
  readonly claimNumber: string;
  readonly cedantClaimNumber: string;
  readonly brokerReference: string;
  /** London: the contract's reference. */
  readonly umr?: string;
  readonly reinsured: string;
  readonly insured: string;
  readonly coverClass: string;
  readonly startDay: Day;
  readonly endDay: Day;
  readonly lossDay: Day;
  readonly notifiedOn: Day;
  readonly place: string;
  readonly cause: string;
  readonly event?: string;
  readonly description: string;
}

interface ClaimPaper extends DocumentInput {
  readonly currency: string;
  readonly loss: LossInput;
  /** The part of the loss that is ceded, in % of it. */
  readonly claimShare: Rate;
}

const lossSection = ({ loss, claimShare }: ClaimPaper): Section => ({
  kind: 'fields',
  heading: 'Claim',
  rows: present([
    { label: 'Claim number', value: loss.claimNumber },
    { label: 'Cedant claim no.', value: loss.cedantClaimNumber },
    { label: 'Broker reference', value: loss.brokerReference },
    { label: 'UMR', value: loss.umr },
    { label: 'Reinsured', value: loss.reinsured },
    { label: 'Original insured', value: loss.insured },
    { label: 'Class', value: loss.coverClass },
    { label: 'Claim share', value: showPercent(claimShare) },
    { label: 'Period', value: showPeriod(loss.startDay, loss.endDay) },
    { label: 'Date of loss', value: showDay(loss.lossDay) },
    { label: 'Notified', value: showDay(loss.notifiedOn) },
    { label: 'Place of loss', value: loss.place },
    { label: 'Cause', value: loss.cause },
    { label: 'Event', value: loss.event },
    { label: 'Description', value: loss.description, wide: true },
  ]).map(wideIfLong),
});

const payTo = (bank: BankInput | undefined): Section[] =>
  bank ? [{ kind: 'fields', heading: 'Pay to', rows: bankFields(bank) }] : [];

export interface ClaimInvoiceInput extends ClaimPaper {
  readonly security: PartyInput;
  /** What is called: "cash call", "final settlement", and why. */
  readonly called: { readonly what: string; readonly reason: string; readonly day: Day };
  /** 100 %: by this call, and of this kind in all with it. */
  readonly amounts: { readonly now: Amount; readonly inAll: Amount };
  /** The security's line at the date of loss, in % of the whole. */
  readonly line: Rate;
  /** Its part of what was called before, and of what is called now. */
  readonly before: Amount;
  readonly amount: Amount;
  readonly dueDay: Day;
  /** To whose order a fee is paid. */
  readonly payee?: string;
  readonly bank?: BankInput;
}

// What is called is divided cumulatively, so a later call is what it comes to in all less what was called before.
function callLines({ called, amounts, line, before, amount, currency }: ClaimInvoiceInput): MoneyLine[] {
  const inAll = before + amount;
  const { basis } = percentBasis(line, amounts.inAll, inAll);
  const of = basis === undefined ? {} : { basis: `${basis} of ${showAmount(amounts.inAll, currency)}` };
  if (before === 0n)
    return [{ label: `Your share of the ${called.what}`, ...of, amount: showAmount(amount, currency) }];
  return [
    { label: 'Your share of what is called in all', ...of, amount: showAmount(inAll, currency) },
    { label: 'Less: called before', amount: showDeduction(before, currency) },
  ];
}

/** The call on a security for its part of a claim. */
export function claimInvoiceModel(input: ClaimInvoiceInput): PageModel {
  const { currency, called, amounts, line, amount } = input;
  const due = showDay(input.dueDay);
  return {
    template: 'claim-invoice',
    ...pageHead(input, {
      title: 'Claim invoice',
      parties: [partyBlock('To', input.security)],
      headline: { figure: showMoney(currency, amount), note: `due ${due}` },
      facts: [
        { label: 'Due date', value: due },
        { label: 'Our reference', value: input.loss.brokerReference },
      ],
    }),
    sections: [
      lossSection(input),
      {
        kind: 'fields',
        heading: 'What is called',
        rows: present([
          { label: 'Kind', value: `${called.what.charAt(0).toUpperCase()}${called.what.slice(1)}` },
          { label: 'Date', value: showDay(called.day) },
          { label: 'Called, 100%', value: showMoney(currency, amounts.now) },
          { label: 'Your share', value: showPercent(line) },
          { label: 'Payable to', value: input.payee },
          { label: 'Reason', value: called.reason, wide: true },
        ]).map(wideIfLong),
      },
      {
        kind: 'money',
        heading: 'Account',
        currency,
        lines: callLines(input),
        total: { label: 'Amount due to us', amount: showAmount(amount, currency) },
        words: amountInWords(amount, currency),
      },
      ...payTo(input.bank),
    ],
  };
}

/** The amounts of a claim at one place: at 100 %, of the order, of one security. */
export interface StandingInput {
  readonly incurred: Amount;
  readonly called: Amount;
  readonly outstanding: Amount;
  readonly fees: Amount;
  readonly exGratia: Amount;
  readonly salvage: Amount;
}

const STANDING = [
  ['incurred', 'Estimate'],
  ['called', 'Called'],
  ['outstanding', 'Outstanding'],
  ['fees', 'Fees'],
  ['exGratia', 'Ex gratia'],
  ['salvage', 'Salvage and recoveries'],
] as const satisfies readonly (readonly [keyof StandingInput, string])[];

/** The estimate and what was called of it always; the rest where there is any. */
function standingTable(currency: string, columns: readonly { label: string; of: StandingInput }[]): Section {
  const always = new Set<keyof StandingInput>(['incurred', 'called', 'outstanding']);
  const rows = STANDING.filter(([name]) => always.has(name) || columns.some(({ of }) => of[name] !== 0n));
  return {
    kind: 'table',
    heading: 'Amounts',
    columns: [
      { label: currency, grow: true },
      ...columns.map(({ label }) => ({ label, align: 'right' as const, mm: 40 })),
    ],
    rows: rows.map(([name, label]) => [label, ...columns.map(({ of }) => showAmountOrDash(of[name], currency))]),
  };
}

export interface LossAdviceInput extends ClaimPaper {
  readonly security: PartyInput;
  readonly line: Rate;
  readonly whole: StandingInput;
  readonly order: StandingInput;
  readonly own: StandingInput;
  readonly experts: readonly { readonly role: string; readonly name: string; readonly reference: string }[];
}

/** What a security is told of a loss, and again when it grows. C18. */
export function lossAdviceModel(input: LossAdviceInput): PageModel {
  const { currency, experts } = input;
  return {
    template: 'loss-advice',
    ...pageHead(input, {
      title: 'Loss advice',
      parties: [partyBlock('To', input.security)],
      headline: { figure: showMoney(currency, input.own.incurred), note: 'your share of the estimate' },
      facts: [
        { label: 'Your line', value: showPercent(input.line) },
        { label: 'Our reference', value: input.loss.brokerReference },
      ],
    }),
    sections: [
      {
        kind: 'text',
        paragraphs: ['We advise you of the following loss under a reinsurance on which you have a line.'],
      },
      lossSection(input),
      standingTable(currency, [
        { label: '100%', of: input.whole },
        { label: `Order, ${showPercent(input.claimShare)}`, of: input.order },
        { label: `Yours, ${showPercent(input.line)}`, of: input.own },
      ]),
      ...(experts.length > 0
        ? [
            {
              kind: 'table' as const,
              heading: 'Appointed',
              columns: [{ label: 'As' }, { label: 'Name', grow: true }, { label: 'Reference' }],
              rows: experts.map((one) => [one.role, one.name, one.reference]),
            },
          ]
        : []),
      {
        kind: 'text',
        paragraphs: [
          'The estimate is after the original excess and is not a call. Amounts are called by invoice. Please enter this loss in your books and tell us at once if you need anything further.',
        ],
      },
    ],
  };
}

export interface ClaimStatementInput extends ClaimPaper {
  readonly reinsured: PartyInput;
  readonly asAt: Day;
  readonly whole: StandingInput;
  readonly order: StandingInput;
  readonly movements: readonly {
    readonly day: Day;
    readonly what: string;
    readonly reason: string;
    readonly whole: Amount;
    readonly ours: Amount;
  }[];
  readonly securities: readonly {
    readonly name: string;
    readonly line: Rate;
    readonly called: Amount;
    readonly collected: Amount;
    readonly left: Amount;
  }[];
  readonly collected: Amount;
  readonly paid: Amount;
  /** Of it, what settled debit notes: set off, or kept back by the securities. */
  readonly against: readonly { readonly number: string; readonly amount: Amount }[];
}

function movementsSection({ movements, currency }: ClaimStatementInput): Section {
  const heading = 'Movements';
  if (movements.length === 0) return { kind: 'text', heading, paragraphs: ['Nothing has moved since it was noted.'] };
  const show = (amount: Amount) => showAmountOrDash(amount, currency);
  return {
    kind: 'table',
    heading,
    columns: [
      { label: 'Date', mm: 22 },
      { label: 'Movement', mm: 32 },
      { label: 'Reason', grow: true },
      { label: '100%', align: 'right', mm: 32 },
      { label: 'Order', align: 'right', mm: 32 },
    ],
    rows: movements.map((one) => [showShortDay(one.day), one.what, one.reason, show(one.whole), show(one.ours)]),
  };
}

/** One claim to the reinsured: what it comes to, what moved it, what the securities paid and what was paid on. */
export function claimStatementModel(input: ClaimStatementInput): PageModel {
  const { currency } = input;
  const show = (amount: Amount) => showAmountOrDash(amount, currency);
  const total = (name: 'called' | 'collected' | 'left') =>
    show(input.securities.reduce((sum, one) => sum + one[name], 0n));
  const toReinsured = input.paid - input.against.reduce((sum, one) => sum + one.amount, 0n);
  const ahead = input.paid > input.collected ? input.paid - input.collected : 0n;
  const balance = input.collected - input.paid + ahead;
  return {
    template: 'claim-statement',
    ...pageHead(input, {
      title: 'Claim statement',
      parties: [partyBlock('To', input.reinsured)],
      headline: { figure: showMoney(currency, balance), note: `payable to you as at ${showDay(input.asAt)}` },
      facts: [
        { label: 'As at', value: showDay(input.asAt) },
        { label: 'Our reference', value: input.loss.brokerReference },
      ],
    }),
    sections: [
      lossSection(input),
      standingTable(currency, [
        { label: '100%', of: input.whole },
        { label: `Order, ${showPercent(input.claimShare)}`, of: input.order },
      ]),
      movementsSection(input),
      {
        kind: 'table',
        heading: 'Securities',
        columns: [
          { label: 'Security', grow: true },
          { label: 'Line', align: 'right' },
          { label: `Called, ${currency}`, align: 'right', mm: 32 },
          { label: 'Collected', align: 'right', mm: 32 },
          { label: 'Not collected', align: 'right', mm: 32 },
        ],
        rows: input.securities.map((one) => [
          one.name,
          showPercent(one.line),
          show(one.called),
          show(one.collected),
          show(one.left),
        ]),
        total: ['Total', '', total('called'), total('collected'), total('left')],
      },
      {
        kind: 'money',
        heading: 'Account',
        currency,
        lines: [
          { label: 'Collected from the securities', amount: showAmount(input.collected, currency) },
          ...input.against.map((one) => ({
            label: `Less: your premium, ${one.number}`,
            amount: showDeduction(one.amount, currency),
          })),
          {
            label: input.against.length === 0 ? 'Less: paid to you or set off' : 'Less: paid to you',
            amount: showDeduction(toReinsured, currency),
          },
          ...(ahead > 0n ? [{ label: 'Paid ahead of the securities', amount: showAmount(ahead, currency) }] : []),
        ],
        total: { label: 'Payable to you', amount: showAmount(balance, currency) },
      },
    ],
  };
}

export interface SalvageNoteInput extends ClaimPaper {
  readonly reinsured: PartyInput;
  readonly reason: string;
  readonly day: Day;
  /** At 100 %, and what of it is the securities'. */
  readonly recovered: Amount;
  readonly amount: Amount;
  readonly securities: readonly { readonly name: string; readonly amount: Amount }[];
  /** What was set against invoices that are not collected yet. */
  readonly setAgainst?: SetAgainst;
  readonly bank?: BankInput;
}

/** The note by which the reinsured owes the securities their part of what was recovered. C11. */
export function salvageNoteModel(input: SalvageNoteInput): PageModel {
  const { currency, amount, setAgainst } = input;
  const due = setAgainst?.left ?? amount;
  return {
    template: 'salvage-note',
    ...pageHead(input, {
      title: 'Salvage note',
      parties: [partyBlock('To', input.reinsured)],
      headline: { figure: showMoney(currency, due), note: 'due to the securities' },
      facts: [{ label: 'Our reference', value: input.loss.brokerReference }],
    }),
    sections: [
      lossSection(input),
      {
        kind: 'fields',
        heading: 'Recovery',
        rows: present([
          { label: 'Recovered, 100%', value: showMoney(currency, input.recovered) },
          { label: 'Date', value: showDay(input.day) },
          { label: 'Reason', value: input.reason, wide: true },
        ]).map(wideIfLong),
      },
      {
        kind: 'table',
        heading: 'Shared as the loss was borne',
        columns: [
          { label: 'Security', grow: true },
          { label: currency, align: 'right', mm: 40 },
        ],
        rows: input.securities.map((one) => [one.name, showAmount(one.amount, currency)]),
        total: ['Share of the securities', showAmount(amount, currency)],
      },
      ...setAgainstSection(input, 'Left to pay'),
      ...(due > 0n ? payTo(input.bank) : []),
    ],
  };
}
