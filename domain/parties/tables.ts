/** Parties as they are worked with: what is open with each, what it brought, its notes and its papers. §8, M12. */
import { PART_KINDS, PART_LABELS } from '../ledger/notes.ts';
import { BUCKET_LABELS } from '../reports/buckets.ts';
import { REGISTER_STATES, REGISTER_STATUSES } from '../registers/states.ts';
import {
  baseMoney,
  choice,
  coded,
  count,
  day,
  hidden,
  id,
  instant,
  linked,
  money,
  optional,
  record,
  sorted,
  text,
  titled,
} from '../tables/columns.ts';
import { table } from '../tables/table.ts';

export const CLIENT_KINDS = ['REINSURED', 'INSURED'] as const;
export const REINSURER_KINDS = ['LOCAL', 'LONDON'] as const;
export const PARTY_KINDS = [...CLIENT_KINDS, ...REINSURER_KINDS] as const;
export type PartyKind = (typeof PARTY_KINDS)[number];
export const PARTY_KIND_LABELS: Record<PartyKind, string> = {
  REINSURED: 'Reinsured',
  INSURED: 'Insured',
  LOCAL: 'Local security',
  LONDON: 'London security',
};

/** A figure is null where the caller may not see it in any branch. */
const figures = {
  /** Claims and premium that it owes, less its cash that is not allocated. */
  to_us: sorted(optional(baseMoney('Owed to us'))),
  overdue: titled('Overdue', optional(baseMoney('Overdue'))),
  by_us: sorted(optional(baseMoney('Owed by us'))),
  premium: titled('Premium this year', optional(baseMoney('Premium this year'))),
  premium_before: titled('Last year', optional(baseMoney('Premium last year'))),
  in_force: titled('In force', optional(count('Policies in force'))),
};
const status = choice('Status', REGISTER_STATUSES, (state) => REGISTER_STATES[state].label);

const party = {
  id: sorted(id()),
  name: sorted(linked('party', text('Name'), 'id')),
  short_name: hidden(text('Short name')),
  kind: sorted(coded('Kind', PARTY_KINDS, (kind) => PARTY_KIND_LABELS[kind])),
  country: sorted(optional(text('Country'))),
  ...figures,
  status: hidden(sorted(status)),
};
const OTHERS = ['premium', 'premium_before', 'in_force', 'status', 'country', 'kind'] as const;
/** Whom one places for: reinsureds and insureds. */
export const clientTable = table(party, { screen: ['name', 'to_us', 'overdue', 'by_us', ...OTHERS] });
/** With whom one places: the securities of both markets. */
export const reinsurerTable = table(party, { screen: ['name', 'by_us', 'to_us', 'overdue', ...OTHERS] });

export const SIDES = ['TO_US', 'BY_US'] as const;
type OpenSide = (typeof SIDES)[number];
export const OPEN_SIDE_LABELS: Record<OpenSide, string> = { TO_US: 'Owed to us', BY_US: 'Owed by us' };
const side = choice('Direction', SIDES, (one) => OPEN_SIDE_LABELS[one]);

/** What is open on one side in one currency by its age, as at today. §7 Ageing buckets. */
export const positionTable = table({
  side,
  currency: text('Currency'),
  not_due: money(BUCKET_LABELS.not_due),
  d1_30: money(BUCKET_LABELS.d1_30),
  d31_60: money(BUCKET_LABELS.d31_60),
  d61_90: money(BUCKET_LABELS.d61_90),
  d91_180: money(BUCKET_LABELS.d91_180),
  d181_365: money(BUCKET_LABELS.d181_365),
  over_365: money(BUCKET_LABELS.over_365),
  overdue: money('Overdue'),
  /** Its cash that is not allocated yet. */
  unallocated: titled('Unallocated', money('Unallocated cash')),
  total: money('Total'),
});

const PURPOSES = ['PREMIUM', 'RETURN', 'CLAIM', 'SALVAGE', 'FEE'] as const;
const PURPOSE_LABELS: Record<(typeof PURPOSES)[number], string> = {
  PREMIUM: 'Premium',
  RETURN: 'Return',
  CLAIM: 'Claim',
  SALVAGE: 'Salvage',
  FEE: 'Fee',
};
const purpose = choice('For', PURPOSES, (one) => PURPOSE_LABELS[one]);

/** Open notes of a party, the earliest due first. */
export const partyNoteTable = table(
  {
    id: sorted(id()),
    number: linked('note', text('Note'), 'id'),
    side,
    purpose,
    policy: optional(linked('policy', record('Policy'))),
    claim: optional(linked('claim', record('Claim'))),
    invoice: optional(id()),
    due_on: sorted(day('Due')),
    currency: titled('Cur.', text('Currency')),
    amount: money('Amount'),
    outstanding: sorted(money('Outstanding')),
  },
  { screen: ['number', 'due_on', 'purpose', 'policy', 'currency', 'outstanding', 'amount'] },
);

/** Papers that were issued to a party, the latest first. */
export const partyPaperTable = table(
  {
    id: id(),
    kind: text('Document'),
    number: text('Number'),
    copy: hidden(count('Copy')),
    record: optional(record('Of')),
    note: optional(id()),
    made_at: titled('Made', instant('Made')),
    made_by: hidden(text('Made by')),
  },
  { screen: ['number', 'kind', 'made_at', 'made_by', 'copy'] },
);

/** What was booked on a note, by the entry and the record that made it: debit positive. */
export const noteEntryTable = table(
  {
    entry: linked('entry', id(), 'entry'),
    day: day('Date'),
    event: text('What'),
    source_kind: text(''),
    source_id: id(),
    number: optional(text('Record')),
    currency: titled('Cur.', text('Currency')),
    amount: money('Amount'),
  },
  { screen: ['day', 'event', 'number', 'currency', 'amount'] },
);
/** What a debit note is made of, and who is paid as it is paid. */
export const notePartTable = table(
  {
    id: id(),
    kind: choice('Part', PART_KINDS, (kind) => PART_LABELS[kind]),
    party: optional(linked('party', record('Party'))),
    credit_note: optional(linked('note', record('Credit note'))),
    currency: titled('Cur.', text('Currency')),
    amount: money('Amount'),
    paid: money('Paid'),
  },
  { screen: ['kind', 'party', 'credit_note', 'amount', 'paid'] },
);
