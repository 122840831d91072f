/** The reports as tables: from each follow its reply, its files and its columns on a screen. §7. */
import * as z from 'zod/mini';
import { eventLabel } from '../ledger/entries.ts';
import {
  baseMoney,
  below,
  day,
  fileOnly,
  flag,
  hidden,
  id,
  linked,
  money,
  note,
  optional,
  party,
  partyText,
  plain,
  rate,
  record,
  sorted,
  text,
  titled,
  totalled,
} from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { recordId } from '../wire.ts';
import { AT_CLOSING, atClosing } from './closing-rates.ts';

/** What a figure came to at another day, and how it differs; null where none is asked for. */
export const besides = (amount: typeof money) => ({
  beside: optional(amount('At the other day')),
  change: below('beside', optional(amount('Difference'))),
});
/** The same of a report that adds them up. */
export const besidesInAll = besides((label) => totalled(money(label)));
/** The columns of another day, which are left out where none is asked for. */
export const BESIDE = ['beside', 'change'] as const;

const baseFigures = {
  base_opening: sorted(totalled(baseMoney('Opening'))),
  base_debit: sorted(totalled(baseMoney('Debit'))),
  base_credit: sorted(totalled(baseMoney('Credit'))),
  base_closing: sorted(totalled(baseMoney('Closing'))),
};
const figures = {
  opening: sorted(money('Opening')),
  debit: sorted(money('Debit')),
  credit: sorted(money('Credit')),
  closing: sorted(money('Closing')),
};
/** On paper what a figure is in base stands below it. */
const basePaired = {
  base_opening: below('opening', baseFigures.base_opening),
  base_debit: below('debit', baseFigures.base_debit),
  base_credit: below('credit', baseFigures.base_credit),
  base_closing: below('closing', baseFigures.base_closing),
};
/** What the whole of a trial balance comes to; the accounts of a firm close at nothing. */
export const trialBalanceTotals = table(baseFigures);
/** Balances per account, sub-ledger and currency, signed, debit positive. */
export const trialBalanceTable = table({
  account: sorted(text('Account')),
  account_name: below('account', sorted(text('Name'))),
  type: sorted(text('')),
  party: sorted(optional(party('Party'))),
  tax: sorted(optional(record('Tax'))),
  bank: below('tax', sorted(optional(record('Bank account')))),
  currency: sorted(text('Currency')),
  ...figures,
  ...basePaired,
  ...besides(money),
  base_beside: optional(baseMoney('At the other day')),
  base_change: below('base_beside', optional(baseMoney('Difference'))),
});
/** The same of one account in one currency. */
export const accountFigures = table({ currency: text('Currency'), ...figures, ...baseFigures });

/** Journal lines; each has a debit or a credit. */
export const ledgerTable = table(
  {
    id: sorted(id()),
    entry: below('day', linked('entry', plain('Entry', { schema: recordId, cell: String }), 'entry')),
    day: sorted(titled('Date', day('Day'))),
    branch: hidden(text('Branch')),
    event: plain('Event', { schema: z.string(), cell: eventLabel }),
    narration: below('event', text('Narration')),
    account: text('Account'),
    party: optional(party('Party')),
    tax: optional(record('Tax')),
    bank: below('tax', optional(record('Bank account'))),
    currency: titled('Cur.', text('Currency')),
    debit: totalled(optional(money('Debit'))),
    credit: totalled(optional(money('Credit'))),
    base_debit: below('debit', hidden(totalled(optional(baseMoney('Debit'))))),
    base_credit: below('credit', hidden(totalled(optional(baseMoney('Credit'))))),
    /** Debit positive; the lines of an account add up to its balance. */
    amount: hidden(money('Amount')),
    base_amount: hidden(baseMoney('Amount')),
    /** Who made the record, and who approved or booked it. */
    made_by: hidden(text('Made by')),
    approved_by: below('made_by', hidden(text('Approved by'))),
    source_kind: text(''),
    source_id: id(),
    note: below('party', hidden(optional(linked('note', text('Note'), 'note_id')))),
    note_id: optional(id()),
  },
  {
    file: [
      'day',
      'branch',
      'entry',
      'event',
      'narration',
      'account',
      'party',
      'tax',
      'bank',
      'note',
      'currency',
      'debit',
      'credit',
      'base_debit',
      'base_credit',
      'made_by',
      'approved_by',
    ],
    screen: [
      'entry',
      'day',
      'account',
      'event',
      'narration',
      'party',
      'note',
      'currency',
      'debit',
      'credit',
      'base_debit',
      'base_credit',
      'amount',
      'base_amount',
      'made_by',
      'approved_by',
      'branch',
    ],
  },
);

/** What was written back since it cannot be collected: it reduces a note, and nobody paid it. G9, M3. */
export const uncollectable = below('paid', totalled(money('Uncollectable')));
const statementFigures = {
  amount: totalled(money('Amount')),
  paid: totalled(money('Paid')),
  uncollectable,
  balance: totalled(money('Balance')),
};
/** The balance of a note in base: as it was booked, and at the rates of the day. */
export const balanceInBase = {
  base_balance: below('balance', titled('At booked rates', totalled(baseMoney('Balance at booked rates')))),
  ...atClosing,
  base_closing: titled('At closing rates', totalled(optional(baseMoney('Balance at closing rates')))),
};
/** What the balances of notes come to in base, in a currency. */
export const balancesInBase = {
  base_balance: balanceInBase.base_balance,
  base_closing: balanceInBase.base_closing,
};
export const statementTotals = table({
  currency: text('Currency'),
  ...statementFigures,
  ...besidesInAll,
  ...balancesInBase,
  unallocated: money('Unallocated cash'),
  /** Collected of the reinsured's claims and not paid on, less salvage that it owes. M12. */
  claims: money('Claims collected'),
  /** Called and not collected yet: due to nobody. */
  to_come: money('Claims not collected yet'),
});
const STATED = ['reinsured', 'policy', 'insured', 'class', 'note', 'posted_on', 'due_on', 'currency'] as const;
const OF_NOTE = ['amount', 'paid', 'uncollectable', 'balance'] as const;
/** Notes of reinsureds with what was paid of them. */
export const statementTable = table(
  {
    policy: optional(record('Policy')),
    reinsured: party('Reinsured'),
    insured: below('reinsured', partyText('Insured', 'insured_id')),
    insured_id: optional(id()),
    class: below('policy', text('Class')),
    note: note('Note'),
    posted_on: titled('Date', day('Posted')),
    due_on: below('posted_on', day('Due')),
    currency: text('Currency'),
    ...statementFigures,
    ...besidesInAll,
    ...balanceInBase,
  },
  {
    file: [...STATED, ...OF_NOTE, ...BESIDE, 'base_balance', ...AT_CLOSING],
    // The rates are said at its head.
    paper: [...STATED, ...OF_NOTE, ...BESIDE, 'base_balance', 'base_closing'],
    screen: ['posted_on', 'note', 'policy', 'insured', 'due_on', ...OF_NOTE, ...BESIDE, 'base_balance', 'base_closing'],
  },
);

/** What a security has of a placement, signed: what is given back by an endorsement is negative. */
const lineFigures = {
  sharepremium: totalled(money('Share premium')),
  commission: totalled(money('Commission')),
  brokerage: below('commission', totalled(money('Brokerage'))),
  tax: totalled(money('Tax')),
  deductions: below('tax', totalled(money('Deductions'))),
  netpayable: totalled(money('Net')),
  /** Paid to the security, or set off against a return. */
  paid: totalled(money('Paid')),
  uncollectable,
  balance: totalled(money('Balance')),
};
const OF_LINE = [
  'sharepremium',
  'commission',
  'brokerage',
  'tax',
  'deductions',
  'netpayable',
  'note',
  'due_on',
  'paid',
  'uncollectable',
  'balance',
] as const;
/** A policy is in one currency, which its reply names once. */
const policyCurrency = fileOnly(text('Currency'));
export const scheduleTotals = table({ currency: policyCurrency, ...lineFigures });
export const scheduleTable = table(
  {
    policy: fileOnly(text('Policy')),
    currency: policyCurrency,
    security: party('Security'),
    /** The number of the endorsement; null for the original. */
    endorsement: optional(text('Endorsement')),
    effective_date: below('endorsement', day('From')),
    /** The signed line, % of the whole, that the figures are of: of a security that leaves, the one that it gives back. */
    share: titled('Line', rate('Line %')),
    ...lineFigures,
    /** Null before approval, and where an endorsement moved no money. */
    note: optional(note('Note')),
    due_on: below('note', optional(day('Due'))),
  },
  {
    file: ['policy', 'security', 'endorsement', 'effective_date', 'share', 'currency', ...OF_LINE],
    paper: ['security', 'endorsement', 'effective_date', 'share', ...OF_LINE],
    screen: ['share', 'sharepremium', 'deductions', 'netpayable', 'paid', 'uncollectable', 'balance'],
  },
);

/** What an overview comes to in one currency. */
export const overviewTotals = table({
  currency: text('Currency'),
  amount: money('Amount'),
  base: baseMoney('Amount'),
});
/** Premium or brokerage of a policy or an endorsement: `broker_reference` is the one's or the other's number. */
export const productionTable = table(
  {
    id: sorted(id()),
    policy: id(),
    endorsement: optional(id()),
    broker_reference: text('Policy or endorsement'),
    /** A policy that was disabled gives back on that day what it brought on its own. */
    taken_back: flag('Taken back'),
    reinsured: partyText('Reinsured', 'reinsured_id'),
    reinsured_id: id(),
    insured: partyText('Insured', 'insured_id'),
    insured_id: id(),
    posted_on: sorted(day('Posted')),
    currency: titled('Cur.', text('Currency')),
    amount: totalled(money('Amount')),
    base: totalled(baseMoney('Amount')),
  },
  { screen: ['broker_reference', 'posted_on', 'reinsured', 'insured', 'currency', 'amount', 'base'] },
);

const openNote = {
  id: sorted(id()),
  number: sorted(linked('note', text('Note'), 'id')),
  /** Of an invoice of the firm itself, which has no policy. */
  invoice: optional(id()),
  policy: optional(linked('policy', record('Policy'))),
  party: sorted(partyText('Party', 'party_id')),
  party_id: id(),
  due_on: sorted(day('Due')),
  currency: titled('Cur.', text('Currency')),
  amount: totalled(money('Amount')),
  outstanding: sorted(totalled(money('Outstanding'))),
  released: titled('Of it released', totalled(optional(money('Released')))),
};
/** Open credit notes, with the part of them for which the reinsured's money has come in. */
export const dueToReinsurersTable = table(openNote, {
  screen: ['number', 'party', 'policy', 'due_on', 'currency', 'amount', 'outstanding', 'released'],
});
/** Open debit notes, claim invoices and invoices of the firm itself. */
export const dueToUsTable = table(openNote, {
  file: ['number', 'policy', 'party', 'due_on', 'currency', 'amount', 'outstanding'],
  screen: ['number', 'party', 'policy', 'due_on', 'currency', 'amount', 'outstanding'],
});
