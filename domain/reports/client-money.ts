/** The test of client money: what lies in the client bank beside what belongs to others. product.md §3, M14. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import {
  below,
  day as dayColumn,
  hidden,
  linked,
  money,
  optional,
  party,
  record,
  text,
  titled,
  totalled,
} from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { besideParam } from './beside.ts';
import { BESIDE, besides } from './tables.ts';
import { amountOut, branchParam, currencyCode, dayParam, firstRows, format } from '../wire.ts';

/** By branch and currency: what is held, what it is held for, and what is missing or over. */
export const clientMoneyTable = table(
  {
    branch: text('Branch'),
    currency: below('branch', text('Currency')),
    held: titled('In the bank', money('In the client bank')),
    unallocated: titled('Unallocated', money('Unallocated cash')),
    premiums: titled('For notes', money('In hand for notes')),
    claims: below('premiums', titled('For claims', money('In hand for claims'))),
    required: titled('Belongs to others', money('Belongs to others')),
    fees: below('required', titled('Our fees', money('Our fees, to be drawn'))),
    short: titled('Paid ahead', money('Paid ahead of what came in')),
    charges: below('short', titled('Charges', money('Bank charges and costs of conversions not made good'))),
    exchanged: titled('Exchanged', money('Moved between currencies at the day’s rate')),
    between_branches: titled('Other branches', money('With other branches')),
    other: below('between_branches', hidden(money('Other movements of the client bank'))),
    result: titled('Over or short', money('Surplus or shortfall')),
    /** Of what is held. */
    ...besides(money),
  },
  {
    screen: [
      'branch',
      'currency',
      'held',
      ...BESIDE,
      'between_branches',
      'required',
      'fees',
      'result',
      'unallocated',
      'premiums',
      'claims',
      'short',
      'charges',
      'exchanged',
    ],
  },
);

const { beside: _beside, change: _change, ...ofAccount } = clientMoneyTable.columns;

/**
 * The same by our accounts with banks: what lies in each beside what belongs there by what came in and went out through it. The
 * accounts of a currency add up to its row above.
 */
export const clientAccountsTable = table(
  {
    ...ofAccount,
    bank: titled('Account', record('Bank account')),
    ledger_account: below('bank', hidden(text('Ledger account'))),
    transferred: below('unallocated', money('Transferred')),
    elsewhere: titled('Of other accounts', money('Paid for notes whose money lies in other accounts')),
  },
  {
    file: [
      'branch',
      'currency',
      'bank',
      'ledger_account',
      'held',
      'unallocated',
      'premiums',
      'claims',
      'transferred',
      'required',
      'fees',
      'short',
      'charges',
      'exchanged',
      'between_branches',
      'other',
      'result',
      'elsewhere',
    ],
    screen: [
      'bank',
      'branch',
      'currency',
      'held',
      'between_branches',
      'required',
      'fees',
      'result',
      'elsewhere',
      'unallocated',
      'premiums',
      'claims',
      'transferred',
      'short',
      'charges',
      'exchanged',
      'ledger_account',
    ],
  },
);

/** What makes a shortfall: each note or claim for which more was paid than came in, and was not made good. */
export const paidAheadTable = table({
  branch: text('Branch'),
  matter: record('Note or claim'),
  kind: below('matter', titled('Of', text('Of what'))),
  party: party('Reinsured'),
  note: hidden(optional(linked('note', record('Note')))),
  since: titled('Last moved', dayColumn('Last moved on')),
  currency: text('Currency'),
  received: totalled(money('Received')),
  paid: below('received', totalled(money('Paid'))),
  made_good: titled('Made good', totalled(money('Made good'))),
  short: titled('Short', totalled(money('Short'))),
  /** What of it is in hand; less than nothing where it was paid ahead. */
  in_hand: below('short', hidden(totalled(money('In hand')))),
});

/** What lies in the client bank for notes and claims: what is short, or in hand for others' notes, claims, our fees. */
export const MATTERS_OF = ['ahead', 'premiums', 'claims', 'fees'] as const;
export type MattersOf = (typeof MATTERS_OF)[number];
export const MATTERS_OF_LABELS: Record<MattersOf, string> = {
  ahead: 'Paid ahead',
  premiums: 'In hand for notes',
  claims: 'In hand for claims',
  fees: 'Our fees',
};

/** Of what a note is; a note from history is of nothing. */
export const MATTERS = {
  CLAIM: 'Claim',
  POLICY: 'Policy',
  SLIP: 'London slip',
  INVOICE: 'Invoice',
  NOTE: 'History',
} as const;

/** What notes that were settled in another currency leave over in one and lacking in another: a conversion puts it right. M5, M6. */
const toConvert = z.object({
  branch: z.string(),
  currency: z.string(),
  amount: amountOut,
  into_currency: z.string(),
  into_amount: amountOut,
});

const query = z.object({ branch: branchParam, asat: dayParam, format });
export const clientMoney = endpoint({
  method: 'GET',
  path: `${SCA}/clientmoney/items`,
  access: 'reports.money',
  effect: 'read',
  summary:
    'Client money as at any day, by branch and currency: what is held, what belongs to others, what of our fees lies there, what is over or short.',
  query: z.object({ branch: branchParam, asat: dayParam, beside: besideParam, format }),
  reply: z.object({ as_at: z.string(), data: z.array(clientMoneyTable.row), to_convert: z.array(toConvert) }),
});
export const clientAccounts = endpoint({
  method: 'GET',
  path: `${SCA}/clientmoney/accounts`,
  access: 'reports.money',
  effect: 'read',
  summary:
    'Client money as at any day by bank account: what lies in each beside what belongs there by what came in and went out through it.',
  query,
  reply: z.object({ as_at: z.string(), data: z.array(clientAccountsTable.row) }),
});
export const paidAhead = endpoint({
  method: 'GET',
  path: `${SCA}/clientmoney/paidahead`,
  access: 'reports.money',
  effect: 'read',
  summary: 'The notes and claims for which more was paid than came in as at a day, or money is in hand, most first.',
  query: z.object({
    branch: branchParam,
    asat: dayParam,
    currency: z.optional(currencyCode),
    /** Those in hand instead. */
    of: z.optional(z.enum(MATTERS_OF, 'Not what money is held for.')),
    format,
  }),
  reply: z.object({
    as_at: z.string(),
    ...firstRows(paidAheadTable.row),
  }),
});
