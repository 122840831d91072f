/** What is owed to us and by us, by its age as at any day. §7 Ageing buckets. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import {
  baseMoney,
  below,
  count,
  day,
  hidden,
  id,
  money,
  note,
  numbered,
  optional,
  party,
  partyText,
  record,
  text,
  titled,
  totalled,
} from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { amountOut, branchParam, currencyCode, dayParam, format, ref } from '../wire.ts';
import { besideParam } from './beside.ts';
import { BUCKET_LABELS } from './buckets.ts';
import { AT_CLOSING, atClosing, ratesParam, ratesReply } from './closing-rates.ts';
import { orderParam } from './party-order.ts';
import { BESIDE, besides, besidesInAll } from './tables.ts';

const buckets = {
  not_due: totalled(money(BUCKET_LABELS.not_due)),
  d1_30: totalled(money(BUCKET_LABELS.d1_30)),
  d31_60: below('d1_30', totalled(money(BUCKET_LABELS.d31_60))),
  d61_90: totalled(money(BUCKET_LABELS.d61_90)),
  d91_180: below('d61_90', totalled(money(BUCKET_LABELS.d91_180))),
  d181_365: totalled(money(BUCKET_LABELS.d181_365)),
  over_365: below('d181_365', totalled(money(BUCKET_LABELS.over_365))),
};
const aged = {
  ...buckets,
  unallocated: titled('Unallocated', totalled(money('Unallocated cash'))),
  total: totalled(money('Total')),
};
/**
 * What is owed to securities. Of what is past due, whether the reinsured's money for it has come in and is held back for nobody; `released` is that of
 * the whole, due or not. Of all securities on an earlier day than today these are worked out where they are asked for, and otherwise null.
 */
const agedPayable = {
  ...buckets,
  due_released: titled('Due, released', totalled(optional(money('Due and released')))),
  due_awaiting: below('due_released', titled('Due, awaiting', totalled(optional(money('Due and awaiting'))))),
  released: hidden(totalled(optional(money('Released')))),
  returns: below('released', hidden(totalled(money('Returns due to us')))),
  total: totalled(money('Total')),
};
/** What it comes to at closing rates, below what it comes to at booked ones; of a note there is only its total. */
const atBothRates = {
  base_total: titled('Total', totalled(baseMoney('Total at booked rates'))),
  ...atClosing,
  base_closing: below('base_total', atClosing.base_closing),
};
const closingOfNote = { ...atClosing, base_closing: below('total', atClosing.base_closing) };
/** The note or the receipt that a row of an ageing is of; days overdue count from the earliest due day of what is open. */
const agedItem = {
  policy: optional(record('Policy')),
  insured: optional(partyText('Insured', 'insured_id')),
  insured_id: optional(id()),
  note: optional(note('Note')),
  posted_on: hidden(titled('Date', day('Posted'))),
  due_on: day('Due'),
  overdue: below('due_on', titled('Days', count('Days overdue'))),
  currency: text('Currency'),
};
export const BUCKETED = ['not_due', 'd1_30', 'd31_60', 'd61_90', 'd91_180', 'd181_365', 'over_365'] as const;

/** An amount in one currency by its age, with nothing beside it. */
export const agesTable = table({ currency: text('Currency'), ...buckets, total: money('Total') });
/** What is owed in one currency by its age. */
export const agedTotals = table({ currency: text('Currency'), ...aged });
/** The same with what it comes to in base, of which a reply has the sum alone. */
export const agedSums = table({ ...agedTotals.columns, ...atBothRates });
/** What all notes of a currency come to beside what they have in common with parties: also those that a reply leaves out. */
const ofAllNotes = { ...besidesInAll, base_closing: atClosing.base_closing };
/** The same of the notes of parties, beside another day and at closing rates. */
export const agedNoteTotals = table({ ...agedTotals.columns, ...ofAllNotes });
export const agedNoteSums = table({ ...agedNoteTotals.columns, ...atBothRates });
/** The same of each reinsured; on a screen the total follows the name, so that narrow screens show it too. */
export const ageingTable = table(
  {
    party: party('Reinsured'),
    currency: below('party', text('Currency')),
    ...aged,
    ...besides(money),
    ...atBothRates,
  },
  {
    screen: ['party', 'currency', 'total', 'base_closing', ...BESIDE, ...BUCKETED, 'unallocated'],
    // A sheet has no room for the rates, which its head says.
    paper: ['party', 'currency', ...BUCKETED, 'unallocated', 'total', ...BESIDE, 'base_total', 'base_closing'],
  },
);
/** The same of each note, with cash that is not allocated yet. */
export const agedNotesTable = table(
  {
    reinsured: party('Reinsured'),
    ...agedItem,
    currency: below('reinsured', agedItem.currency),
    receipt: below('note', optional(numbered('Receipt'))),
    ...aged,
    ...besidesInAll,
    ...closingOfNote,
  },
  {
    file: [
      'reinsured',
      'policy',
      'insured',
      'note',
      'receipt',
      'posted_on',
      'due_on',
      'overdue',
      'currency',
      ...BUCKETED,
      'unallocated',
      'total',
      ...BESIDE,
      ...AT_CLOSING,
    ],
    // A sheet has no room for the policy.
    paper: [
      'reinsured',
      'note',
      'receipt',
      'due_on',
      'overdue',
      'currency',
      ...BUCKETED,
      'unallocated',
      'total',
      ...BESIDE,
      'base_closing',
    ],
    screen: [
      'note',
      'policy',
      'due_on',
      'overdue',
      'total',
      ...AT_CLOSING,
      ...BESIDE,
      ...BUCKETED,
      'unallocated',
      'posted_on',
    ],
  },
);

/** What is owed to securities in one currency by its age. */
export const payableTotals = table({ currency: text('Currency'), ...agedPayable });
/** The same with what it comes to in base, of which a reply has the sum alone. */
export const payableSums = table({ ...payableTotals.columns, ...atBothRates });
/** The same of the notes of parties, beside another day and at closing rates. */
export const payableNoteTotals = table({ ...payableTotals.columns, ...ofAllNotes });
export const payableNoteSums = table({ ...payableNoteTotals.columns, ...atBothRates });
export const payableAgeingTable = table(
  {
    party: party('Security'),
    currency: below('party', text('Currency')),
    ...agedPayable,
    ...besides(money),
    ...atBothRates,
  },
  {
    paper: [
      'party',
      'currency',
      ...BUCKETED,
      'due_released',
      'due_awaiting',
      'released',
      'returns',
      'total',
      ...BESIDE,
      'base_total',
      'base_closing',
    ],
    screen: [
      'party',
      'currency',
      'total',
      'base_closing',
      ...BESIDE,
      'due_released',
      'due_awaiting',
      ...BUCKETED,
      'released',
      'returns',
    ],
  },
);
/** The same of each credit note, and of each return that a security owes. */
export const payableNotesTable = table(
  {
    security: party('Security'),
    ...agedItem,
    currency: below('security', agedItem.currency),
    ...agedPayable,
    ...besidesInAll,
    ...closingOfNote,
  },
  {
    paper: [
      'security',
      'note',
      'due_on',
      'overdue',
      'currency',
      ...BUCKETED,
      'due_released',
      'due_awaiting',
      'total',
      ...BESIDE,
      'base_closing',
    ],
    screen: [
      'note',
      'policy',
      'due_on',
      'overdue',
      'total',
      ...AT_CLOSING,
      ...BESIDE,
      'due_released',
      'due_awaiting',
      ...BUCKETED,
      'released',
      'returns',
      'posted_on',
    ],
  },
);

/** As at which day, and the whole of it in base: at booked rates, or at those that are named. */
const agedReply = <R extends z.ZodMiniType, T extends z.ZodMiniType>(row: R, totals: T) =>
  z.object({
    as_at: z.string(),
    base_currency: z.string(),
    data: z.array(row),
    totals: z.array(totals),
    base_total: amountOut,
    rates: ratesReply,
  });
const agedOf = <R extends z.ZodMiniType, T extends z.ZodMiniType>(row: R, totals: T) =>
  z.object({
    ...agedReply(row, totals).shape,
    party: z.nullable(ref),
    /** There are more notes than the reply shows; totals and exports have all of them. */
    more: z.optional(z.boolean()),
  });
const ofAll = { branch: branchParam, asat: dayParam, format };
/** Beside the total of another day, with the difference. */
const ofAllBeside = { ...ofAll, rates: ratesParam, beside: besideParam };
/** Also on an earlier day than today what was released of all securities. */
const releasedParam = z.optional(z.enum(['true'], 'Leave it out, or say true.'));
/** Notes of which something is open. */
export const openOnly = { open: z.optional(z.enum(['only'])) };
/** The columns of what is released. */
export const RELEASED = ['due_released', 'due_awaiting', 'released'] as const;
const ofParty = (message: string) => ({
  param: z.string(message).check(z.regex(/^(\d{1,10}|ALL)$/, message)),
  ...ofAll,
});
/** A report of one reinsured, or ALL. §6 Report parameters. */
export const ofReinsured = ofParty('Choose a reinsured.');
/** A report of one security, or ALL. */
export const ofSecurity = ofParty('Choose a security.');

/** The figures of an ageing by which its notes are narrowed to those that have something in one. */
export const AGED_FIGURES = [...BUCKETED, 'unallocated', 'total'] as const;
export const PAYABLE_FIGURES = [...BUCKETED, 'due_released', 'due_awaiting', 'released', 'returns', 'total'] as const;
const NO_FIGURE = 'Not a figure of this report.';

export const ageingOverview = endpoint({
  method: 'GET',
  path: `${SCA}/receivable/ageingoverviewreport`,
  access: 'reports.receivables_ageing',
  effect: 'read',
  summary: 'Receivables of all reinsureds by age of their due date, as at any date.',
  query: z.object({ ...ofAllBeside, sort: orderParam(AGED_FIGURES) }),
  reply: agedReply(ageingTable.row, agedTotals.row),
});
export const ageingSummary = endpoint({
  method: 'GET',
  path: `${SCA}/receivable/ageingsummaryreport`,
  access: 'reports.receivables_ageing',
  effect: 'read',
  long: 'of ALL',
  summary: 'What one reinsured owes, note by note, by age of its due date, as at any date.',
  query: z.object({
    ...ofReinsured,
    rates: ratesParam,
    beside: besideParam,
    currency: z.optional(currencyCode),
    figure: z.optional(z.enum(AGED_FIGURES, NO_FIGURE)),
  }),
  reply: agedOf(agedNotesTable.row, agedNoteTotals.row),
});
export const payableAgeingOverview = endpoint({
  method: 'GET',
  path: `${SCA}/paymentvoucher/ageingoverviewreport`,
  access: 'reports.money',
  effect: 'read',
  long: 'of released',
  summary: 'What is owed to all securities by age of its due date, as at any date; what is due and released apart.',
  query: z.object({ ...ofAllBeside, released: releasedParam, sort: orderParam(PAYABLE_FIGURES) }),
  reply: agedReply(payableAgeingTable.row, payableTotals.row),
});
export const payableAgeingSummary = endpoint({
  method: 'GET',
  path: `${SCA}/paymentvoucher/ageingsummaryreport`,
  access: 'reports.money',
  effect: 'read',
  long: 'of ALL',
  summary: 'What is owed to one security, note by note, by age of its due date, as at any date.',
  query: z.object({
    ...ofSecurity,
    rates: ratesParam,
    beside: besideParam,
    released: releasedParam,
    currency: z.optional(currencyCode),
    figure: z.optional(z.enum(PAYABLE_FIGURES, NO_FIGURE)),
  }),
  reply: agedOf(payableNotesTable.row, payableNoteTotals.row),
});
export const ageingDashboard = endpoint({
  method: 'GET',
  path: `${SCA}/receivable/ageingoverviewreportdashboard`,
  access: 'reports.receivables_ageing',
  effect: 'read',
  summary: 'The ageing’s totals per bucket, in base.',
  query: z.object({ branch: branchParam }),
  reply: z.object({ as_at: z.string(), ...agedTotals.row.shape }),
});
