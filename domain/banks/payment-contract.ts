/** Orders of payment to a bank: the calls under /paymentfile. M11. */
import * as z from 'zod/mini';
import { endpoint, fileReply, SCA } from '../endpoint.ts';
import type { State } from '../states.ts';
import {
  choice,
  count,
  day as dayColumn,
  hidden,
  id,
  instant as at,
  money,
  record,
  sorted,
  text as words,
  titled,
  version,
  linked,
} from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import {
  amountOut,
  branchListQuery,
  branchParam,
  branchRef,
  byId,
  day,
  idText,
  instant,
  listReply,
  recordId,
  ref,
  saved,
  text,
  versionField,
} from '../wire.ts';

const base = `${SCA}/paymentfile`;
/** Vouchers of one file. */
export const MOST_VOUCHERS = 500;

export const PAYMENT_FILE_STATUSES = ['WAITING', 'READY', 'WITHDRAWN'] as const;
export type PaymentFileStatus = (typeof PAYMENT_FILE_STATUSES)[number];
export const PAYMENT_FILE_STATES = {
  WAITING: { label: 'Waits for a second person', tone: 'waiting', moves: {} },
  READY: { label: 'Ready', tone: 'good', moves: {} },
  WITHDRAWN: { label: 'Withdrawn', tone: 'muted', moves: {} },
} satisfies Record<PaymentFileStatus, State<PaymentFileStatus>> as Record<PaymentFileStatus, State<PaymentFileStatus>>;

/** Payment files, the latest first. */
export const paymentFileTable = table(
  {
    id: id(),
    version: version(),
    name: titled('File', words('Name')),
    day: sorted(dayColumn('Day')),
    account: record('Account'),
    currency: titled('Cur.', words('Currency')),
    total: money('Total'),
    vouchers: count('Vouchers'),
    status: choice('Status', PAYMENT_FILE_STATUSES, (status) => PAYMENT_FILE_STATES[status].label),
    branch: hidden(words('Branch')),
    made_by: hidden(linked('user', words('Made by'), 'made_by_id')),
    made_by_id: id(),
    made_at: hidden(at('Made')),
  },
  { screen: ['name', 'total', 'status', 'day', 'account', 'currency', 'vouchers', 'branch', 'made_by', 'made_at'] },
);

const voucher = z.object({
  id: recordId,
  number: z.string(),
  payee: z.string(),
  /** Null where it is paid to no party. */
  payee_id: z.nullable(recordId),
  amount: amountOut,
  status: z.string(),
  /** Where it is paid; null where no account is confirmed. */
  account: z.nullable(z.object({ bank: z.string(), number: z.string() })),
  /** That the payee's account was changed within 24 hours. */
  notice: z.nullable(z.string()),
  /** Why it cannot be in a file; null where it can. */
  why_not: z.nullable(z.string()),
});

export const listPaymentFiles = endpoint({
  method: 'GET',
  path: `${base}/items`,
  access: 'vouchers.view',
  effect: 'read',
  summary: 'Payment files, paged.',
  query: z.object({ ...branchListQuery, status: z.optional(z.enum(PAYMENT_FILE_STATUSES)) }),
  reply: listReply(paymentFileTable.row),
});
export const findPayable = endpoint({
  method: 'GET',
  path: `${base}/payable`,
  access: 'vouchers.view',
  effect: 'read',
  summary: 'Approved vouchers that are paid from an account on a day and are in no file, at most 500.',
  query: z.object({ account: idText, day: day('Enter a day.'), branch: branchParam }),
  reply: z.object({ currency: z.string(), vouchers: z.array(voucher) }),
});
export const getPaymentFile = endpoint({
  method: 'GET',
  path: `${base}/{id}`,
  access: 'vouchers.view',
  effect: 'read',
  summary: 'One payment file with its vouchers.',
  params: byId,
  reply: z.object({
    id: recordId,
    version: z.int(),
    status: z.enum(PAYMENT_FILE_STATUSES),
    name: z.string(),
    branch: branchRef,
    account: ref,
    currency: z.string(),
    day: z.string(),
    total: amountOut,
    vouchers: z.array(voucher),
    made_by: ref,
    made_at: instant,
    approved_by: z.nullable(ref),
    withdrawn: z.nullable(z.object({ by: ref, at: instant, reason: z.string() })),
  }),
});
export const makePaymentFile = endpoint({
  method: 'POST',
  path: `${base}/save`,
  access: 'vouchers.pay',
  effect: 'write',
  summary: 'Makes a payment file of approved vouchers of one account and day.',
  body: z.object({
    account: recordId,
    day: day('Enter the day on which the bank pays.'),
    vouchers: z
      .array(recordId)
      .check(z.minLength(1, 'Choose a voucher.'), z.maxLength(MOST_VOUCHERS, `At most ${MOST_VOUCHERS} vouchers.`)),
  }),
  reply: saved,
});
const seen = z.object({ version: versionField });
export const approvePaymentFile = endpoint({
  method: 'PUT',
  path: `${base}/approve/{id}`,
  access: 'vouchers.decide',
  effect: 'write',
  summary: 'Approves a file with a payee whose account was just changed, by another than who made it.',
  params: byId,
  body: seen,
  reply: saved,
});
export const withdrawPaymentFile = endpoint({
  method: 'PUT',
  path: `${base}/withdraw/{id}`,
  access: 'vouchers.pay',
  effect: 'write',
  summary: 'Withdraws a payment file: its vouchers may be in another.',
  params: byId,
  body: z.object({
    ...seen.shape,
    reason: text({ min: 1, max: 500, message: 'Say why it is withdrawn, in at most 500 characters.' }),
  }),
  reply: saved,
});
export const downloadPaymentFile = endpoint({
  method: 'GET',
  path: `${base}/file/{id}`,
  access: 'vouchers.pay',
  effect: 'read',
  summary: 'The file as ISO 20022 pain.001, once it may go to the bank.',
  params: byId,
  media: ['application/octet-stream'],
  reply: fileReply,
});
