import type { State } from '../states.ts';

export const VOUCHER_STATUSES = ['DRAFT', 'PENDING', 'APPROVED', 'PAID', 'REJECTED', 'REVERSED', 'DISABLED'] as const;
export type VoucherStatus = (typeof VOUCHER_STATUSES)[number];

export const VOUCHER_STATES = {
  DRAFT: { label: 'Draft', tone: 'neutral', moves: { edit: ['DRAFT'], submit: ['PENDING'], disable: ['DISABLED'] } },
  PENDING: { label: 'Pending', tone: 'waiting', moves: { withdraw: ['DRAFT'], decide: ['APPROVED', 'REJECTED'] } },
  APPROVED: { label: 'To pay', tone: 'waiting', moves: { pay: ['PAID'], reverse: ['REVERSED'] } },
  PAID: { label: 'Paid', tone: 'good', moves: { reverse: ['REVERSED'] } },
  REJECTED: { label: 'Rejected', tone: 'bad', moves: { edit: ['DRAFT'], submit: ['PENDING'], disable: ['DISABLED'] } },
  REVERSED: { label: 'Reversed', tone: 'muted', moves: {} },
  DISABLED: { label: 'Disabled', tone: 'muted', moves: {} },
} satisfies Record<VoucherStatus, State<VoucherStatus>> as Record<VoucherStatus, State<VoucherStatus>>;
