import {
  below,
  choice,
  count,
  day,
  hidden,
  id,
  money,
  optional,
  party,
  partyText,
  sorted,
  sortedInCurrency,
  text,
  titled,
  version,
  linked,
} from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { PART_KINDS, PART_LABELS } from '../ledger/notes.ts';
import { VOUCHER_KINDS, VOUCHERS } from './kinds.ts';
import { VOUCHER_STATES, VOUCHER_STATUSES } from './states.ts';

/** The list of vouchers. §6 Paged lists. */
export const voucherTable = table(
  {
    id: sorted(id()),
    version: version(),
    status: below(
      'branch',
      choice('Status', VOUCHER_STATUSES, (state) => VOUCHER_STATES[state].label),
    ),
    kind: choice('For', VOUCHER_KINDS, (kind) => VOUCHERS[kind].label),
    number: titled('Voucher', optional(text('Number'))),
    branch: hidden(text('Branch')),
    payee: partyText('Payee', 'payee_id'),
    payee_id: optional(id()),
    currency: titled('Cur.', text('Currency')),
    amount: sortedInCurrency(money('Amount')),
    bank_date: sorted(day('Bank date')),
    bank_reference: below('bank_date', text('Bank reference')),
    narration: text('Narration'),
    made_by: below('narration', linked('user', text('Made by'), 'made_by_id')),
    made_by_id: id(),
  },
  {
    file: [
      'number',
      'branch',
      'status',
      'kind',
      'payee',
      'currency',
      'amount',
      'bank_date',
      'bank_reference',
      'narration',
      'made_by',
    ],
    screen: [
      'number',
      'bank_date',
      'payee',
      'kind',
      'status',
      'currency',
      'amount',
      'bank_reference',
      'narration',
      'made_by',
      'branch',
    ],
  },
);

/** What is released to be paid: parts of notes, our fees in client accounts, and the taxes of our own invoices. */
export const RELEASE_KINDS = [...PART_KINDS, 'FEE_DRAWING', 'INVOICE_TAX'] as const;
export type ReleaseKind = (typeof RELEASE_KINDS)[number];
const RELEASE_LABELS: Record<ReleaseKind, string> = {
  ...PART_LABELS,
  FEE_DRAWING: VOUCHERS.FEE_DRAWING.label,
  INVOICE_TAX: VOUCHERS.INVOICE_TAX.label,
};

/** The release queue: what is released and not yet on a voucher, per payee; our brokerage has none. */
export const releaseTable = table(
  {
    kind: choice('For', RELEASE_KINDS, (kind) => RELEASE_LABELS[kind]),
    payee: optional(party('Payee')),
    currency: text('Currency'),
    owed: money('Owed'),
    released: money('Released'),
    committed: money('On vouchers'),
    available: money('Available'),
    items: count('Notes'),
  },
  { screen: ['payee', 'items', 'owed', 'released', 'committed', 'available'] },
);
