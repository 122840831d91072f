import {
  below,
  choice,
  count,
  day,
  flag,
  hidden,
  id,
  linked,
  money,
  optional,
  party,
  partyText,
  rate,
  record,
  sorted,
  sortedInCurrency,
  text,
  titled,
  totalled,
  version,
  worded,
} from '../tables/columns.ts';
import { figureAtClosing } from '../reports/closing-rates.ts';
import { table } from '../tables/table.ts';
import {
  AGREEMENT_LABELS,
  AGREEMENTS,
  CLAIM_NOTES,
  CLAIM_STAGES,
  CLAIM_STATES,
  CLAIM_STATUSES,
  MOVEMENT_LABELS,
  MOVEMENT_STATES,
  MOVEMENT_STATUSES,
  MOVEMENT_TYPES,
  STAGE_LABELS,
} from './states.ts';

/** The list of claims; amounts are ours. §6 Paged lists. */
export const claimTable = table(
  {
    id: sorted(id()),
    version: version(),
    number: titled('Claim', text('Number')),
    branch: hidden(text('Branch')),
    status: below(
      'stage',
      choice('Status', CLAIM_STATUSES, (state) => CLAIM_STATES[state].label),
    ),
    stage: optional(choice('Stage', CLAIM_STAGES, (stage) => STAGE_LABELS[stage])),
    disputed: hidden(flag('Disputed')),
    policy: below('number', linked('policy', record('Policy'))),
    reinsured: partyText('Reinsured', 'reinsured_id'),
    reinsured_id: id(),
    insured: below('reinsured', partyText('Insured', 'insured_id')),
    insured_id: id(),
    cover_type: hidden(text('Class')),
    cedantclaimnumber: below('cover_type', hidden(text('Cedant claim no.'))),
    event: hidden(optional(text('Event'))),
    data_loss_date: sorted(titled('Loss', day('Date of loss'))),
    notified_on: below('data_loss_date', hidden(sorted(day('Notified')))),
    /** Days since it was notified. */
    age: hidden(titled('Days', count('Days since notified'))),
    handler: below('event', hidden(optional(text('Handler')))),
    currency: titled('Cur.', text('Currency')),
    incurred: sortedInCurrency(money('Incurred')),
    called: below('incurred', money('Called')),
    collected: money('Collected'),
    paid: below('collected', hidden(money('Paid'))),
    outstanding: money('Outstanding'),
  },
  {
    // A sheet has no room for the branch, which the number begins with, the days since it was notified, and whether it is disputed.
    paper: [
      'number',
      'policy',
      'reinsured',
      'insured',
      'cover_type',
      'cedantclaimnumber',
      'stage',
      'status',
      'data_loss_date',
      'notified_on',
      'event',
      'handler',
      'currency',
      'incurred',
      'called',
      'collected',
      'paid',
      'outstanding',
    ],
    screen: [
      'number',
      'policy',
      'reinsured',
      'insured',
      'data_loss_date',
      'stage',
      'status',
      'currency',
      'incurred',
      'called',
      'collected',
      'outstanding',
      'paid',
      'disputed',
      'cover_type',
      'cedantclaimnumber',
      'event',
      'notified_on',
      'age',
      'handler',
      'branch',
    ],
  },
);

/** The movements of one claim in their order; amounts at 100 % unless they say ours. */
export const movementTable = table({
  id: id(),
  version: version(),
  number: text('Number'),
  status: choice('Status', MOVEMENT_STATUSES, (state) => MOVEMENT_STATES[state].label),
  type: choice('Type', MOVEMENT_TYPES, (type) => MOVEMENT_LABELS[type]),
  ex_gratia: flag('Ex gratia'),
  movement_date: day('Date'),
  reason: text('Reason'),
  currency: text('Currency'),
  amount: optional(money('Amount, 100%')),
  ours: money('Ours'),
  /** After it; of one that is not approved yet, nothing. */
  incurred: optional(money('Incurred, 100%')),
  called: optional(money('Called, 100%')),
  agreement: optional(choice('Agreement', AGREEMENTS, (one) => AGREEMENT_LABELS[one])),
  posted_on: optional(day('Approved')),
  due_on: optional(day('Due')),
  made_by: text('Made by'),
});

/** The claim invoices and the salvage notes of a claim. */
export const claimNoteTable = table({
  id: id(),
  kind: worded('Kind', CLAIM_NOTES),
  number: text('Number'),
  movement: record('Movement'),
  party: party('Party'),
  currency: text('Currency'),
  amount: money('Amount'),
  settled: money('Settled'),
  outstanding: money('Outstanding'),
  posted_on: day('Issued'),
  due_on: day('Due'),
  overdue: count('Days overdue'),
  agreement: optional(choice('Agreement', AGREEMENTS, (one) => AGREEMENT_LABELS[one])),
  /** Its paper, once one was made. */
  document: optional(id()),
});

/** What each security was called, paid and owes, over all claims. C13, §4 of `claims-and-money.md`. */
export const recoveryTable = table({
  security: party('Security'),
  currency: titled('Cur.', text('Currency')),
  called: totalled(money('Called')),
  collected: totalled(money('Collected')),
  open: totalled(money('Open')),
  to_be_agreed: totalled(money('To be agreed')),
  overdue: totalled(money('Overdue')),
  disputed: totalled(money('Disputed')),
  claims: count('Claims'),
  oldest_due_on: optional(titled('Oldest due', day('Oldest due day'))),
  /** Between the invoice and its last receipt, of what was paid in full. */
  usual_days: optional(titled('Usual days', count('Usual days to pay'))),
});

/** What a register and a bordereau are printed with, and show first. */
const REGISTERED = [
  'number',
  'policy',
  'reinsured',
  'insured',
  'cover_type',
  'data_loss_date',
  'stage',
  'line',
  'currency',
  'incurred',
  'called',
  'outstanding',
  'base_closing',
  'collected',
  'paid',
  'incurred_moved',
  'called_moved',
] as const;

const CLOSING = figureAtClosing('Outstanding');

/**
 * The register of claims as at a day, with what moved in a period; ours and at 100 %. Of one security, its bordereau: the
 * amounts are its part, and its line at the date of loss is beside them.
 */
export const registerTable = table(
  {
    id: sorted(id()),
    number: titled('Claim', text('Number')),
    branch: hidden(text('Branch')),
    policy: below('number', linked('policy', record('Policy'))),
    reinsured: partyText('Reinsured', 'reinsured_id'),
    reinsured_id: id(),
    insured: below('reinsured', partyText('Insured', 'insured_id')),
    insured_id: id(),
    cover_type: text('Class'),
    cedantclaimnumber: hidden(text('Cedant claim no.')),
    event: hidden(optional(text('Event'))),
    data_loss_date: titled('Loss', day('Date of loss')),
    notified_on: hidden(day('Notified')),
    stage: below(
      'cover_type',
      choice('Stage', CLAIM_STAGES, (stage) => STAGE_LABELS[stage]),
    ),
    currency: titled('Cur.', text('Currency')),
    claim_share: hidden(rate('Our share')),
    line: hidden(optional(rate('Line'))),
    incurred_whole: hidden(totalled(money('Incurred, 100%'))),
    incurred: totalled(money('Incurred')),
    called: totalled(money('Called')),
    outstanding: totalled(money('Outstanding')),
    collected: totalled(money('Collected')),
    paid: below('collected', totalled(money('Paid'))),
    fees: hidden(totalled(money('Fees'))),
    ex_gratia: hidden(totalled(money('Ex gratia'))),
    salvage: hidden(totalled(money('Salvage'))),
    /** Of the period. */
    incurred_moved: below('incurred', titled('Incurred, moved', totalled(money('Incurred in the period')))),
    called_moved: below('called', titled('Called, moved', totalled(money('Called in the period')))),
    /** What is reserved is booked nowhere: it is in base at the rates of the day. */
    ...CLOSING,
    base_closing: below('outstanding', CLOSING.base_closing),
  },
  {
    paper: REGISTERED,
    screen: [
      ...REGISTERED,
      'incurred_whole',
      'claim_share',
      'fees',
      'ex_gratia',
      'salvage',
      'cedantclaimnumber',
      'event',
      'notified_on',
      'branch',
    ],
  },
);

/** What all claims of a register come to in a currency. */
export const registerTotals = table({
  currency: text('Currency'),
  claims: count('Claims'),
  incurred: money('Incurred'),
  called: money('Called'),
  outstanding: money('Outstanding'),
  ...CLOSING,
});

/** How a premium ledger is divided in the report of claims against premium. */
export const UNDERWRITING_GROUPS = ['class', 'reinsured', 'security', 'year'] as const;
export type UnderwritingGroup = (typeof UNDERWRITING_GROUPS)[number];
export const UNDERWRITING_LABELS: Record<UnderwritingGroup, string> = {
  class: 'Class',
  reinsured: 'Reinsured',
  security: 'Security',
  year: 'Year in which the policy began',
};

/** Premium written and earned, claims and the ratios of both, by class, reinsured, security or year. C16. */
export const underwritingTable = table(
  {
    id: text(''),
    name: text('Name'),
    currency: titled('Cur.', text('Currency')),
    policies: count('Policies'),
    written: totalled(money('Premium written')),
    earned: below('written', totalled(money('Premium earned'))),
    claims: count('Claims'),
    incurred: totalled(money('Incurred')),
    called: below('incurred', totalled(money('Called'))),
    fees: totalled(money('Fees')),
    ex_gratia: below('fees', totalled(money('Ex gratia'))),
    salvage: totalled(money('Salvage')),
    ratio_written: titled('Of written', optional(rate('Loss ratio with ex gratia, written'))),
    ratio_earned: below('ratio_written', titled('Of earned', optional(rate('Loss ratio with ex gratia, earned')))),
    ...figureAtClosing('Incurred'),
  },
  {
    // The ratios are in sight on a screen of usual width.
    screen: [
      'id',
      'name',
      'currency',
      'policies',
      'written',
      'earned',
      'claims',
      'incurred',
      'base_closing',
      'ratio_written',
      'ratio_earned',
      'called',
      'fees',
      'ex_gratia',
      'salvage',
    ],
  },
);

/** Events that hit several policies at once. */
export const eventTable = table({
  id: sorted(id()),
  version: version(),
  name: sorted(text('Event')),
  first_day: sorted(day('First day')),
  last_day: day('Last day'),
  country: optional(text('Country')),
  status: text('Status'),
  claims: count('Claims'),
});
