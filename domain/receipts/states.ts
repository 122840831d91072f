import type { State } from '../states.ts';

export const RECEIPT_STATUSES = ['DRAFT', 'PENDING', 'APPROVED', 'REJECTED', 'REVERSED', 'DISABLED'] as const;
export type ReceiptStatus = (typeof RECEIPT_STATUSES)[number];

export const RECEIPT_STATES = {
  DRAFT: { label: 'Draft', tone: 'neutral', moves: { edit: ['DRAFT'], submit: ['PENDING'], disable: ['DISABLED'] } },
  PENDING: { label: 'Pending', tone: 'waiting', moves: { withdraw: ['DRAFT'], decide: ['APPROVED', 'REJECTED'] } },
  APPROVED: { label: 'Approved', tone: 'good', moves: { reverse: ['REVERSED'] } },
  REJECTED: { label: 'Rejected', tone: 'bad', moves: { edit: ['DRAFT'], submit: ['PENDING'], disable: ['DISABLED'] } },
  REVERSED: { label: 'Reversed', tone: 'muted', moves: {} },
  DISABLED: { label: 'Disabled', tone: 'muted', moves: {} },
} satisfies Record<ReceiptStatus, State<ReceiptStatus>> as Record<ReceiptStatus, State<ReceiptStatus>>;

/** What was received for. Money on account is kept as unallocated cash until it is known what for. */
export const RECEIPT_TYPES = ['PREMIUM', 'CLAIM', 'RETURN', 'FEE', 'ON_ACCOUNT', 'OTHER'] as const;
export type ReceiptType = (typeof RECEIPT_TYPES)[number];
export const RECEIPT_TYPE_LABELS: Record<ReceiptType, string> = {
  PREMIUM: 'Premium',
  CLAIM: 'Claim recovery',
  RETURN: 'Return premium',
  FEE: 'Fee',
  ON_ACCOUNT: 'On account',
  OTHER: 'Other',
};

/** How it came in. */
const BANKED_METHODS = ['BANK_TRANSFER', 'CHEQUE', 'CASH', 'MOBILE_MONEY'] as const;
/** What a person may say: an offset is none of ours, and answers with where it is entered. */
export const TYPED_METHODS = [...BANKED_METHODS, 'OFFSET'] as const;
/** From another branch no bank brought it. M16. */
export const RECEIPT_METHODS = [...BANKED_METHODS, 'BRANCH'] as const;
export const RECEIPT_METHOD_LABELS: Record<(typeof TYPED_METHODS | typeof RECEIPT_METHODS)[number], string> = {
  BANK_TRANSFER: 'Bank transfer',
  CHEQUE: 'Cheque',
  CASH: 'Cash',
  MOBILE_MONEY: 'Mobile money',
  OFFSET: 'Offset',
  BRANCH: 'From another branch',
};
