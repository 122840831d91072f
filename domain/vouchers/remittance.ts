import { isSetOff, type VoucherKind } from './kinds.ts';
import type { VoucherStatus } from './states.ts';

export const PAID_TO_AN_EXPERT = 'It is paid to an expert, who is in no register.';
export const MOVES_NO_MONEY = 'It moves no money.';

/** A payment as its advice sees it. */
export type Advisable = {
  kind: VoucherKind;
  status: VoucherStatus;
  payee: unknown;
  toOrder: string;
  note: unknown;
  /** It is in a payment file that the bank may have. */
  ordered: boolean;
  /** An advice of it as paid on its day was sent, or is being sent. */
  advised: boolean;
};

/** Why a payee is sent no advice of a voucher; null where it may be. */
export function whyNotAdvised({ kind, status, payee, toOrder, note, ordered, advised }: Advisable): string | null {
  if (payee === null) return 'It is paid to no party.';
  if (toOrder !== '') return PAID_TO_AN_EXPERT;
  if (isSetOff({ kind, note })) return MOVES_NO_MONEY;
  if (status === 'REVERSED') return 'Its payment was reversed.';
  if (status !== 'PAID' && !(status === 'APPROVED' && ordered)) return 'It is neither paid nor in a payment file.';
  return advised ? 'Its advice was sent.' : null;
}
