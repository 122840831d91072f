import type { BankPurpose } from '../firm/bank-accounts.ts';
import { purposeOf } from '../receipts/rules.ts';
import { VOUCHERS, type VoucherKind } from './kinds.ts';

/** Which bank a voucher is paid from: a refund of what is left of a receipt leaves the one that it came into. §3 Client money. */
export const paidFrom = (kind: VoucherKind, receiptType: string | null): BankPurpose =>
  kind === 'REFUND' && receiptType !== null ? purposeOf(receiptType) : VOUCHERS[kind].from;
