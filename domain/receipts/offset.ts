import type { ReceiptType } from './states.ts';

/** Where what we owe a payer is set against what it owes: on a premium voucher to a security, or on the page of a claim. */
type Offset = { message: string; on: 'VOUCHER' | 'CLAIM' | null };

const BY_SECURITY: Offset = {
  message: 'What a security owes is set off on the next premium voucher to it. Nothing is received: enter it there.',
  on: 'VOUCHER',
};
const BY_REINSURED: Offset = {
  message:
    'What was collected on a claim is set off against premium on the claim’s page. Nothing is received: enter it there.',
  on: 'CLAIM',
};

/** An offset moves no bank and is no receipt: where it is entered instead, by what the money would be for. C7, C8, M15. */
export const OFFSETS: Record<ReceiptType, Offset> = {
  PREMIUM: BY_REINSURED,
  CLAIM: BY_SECURITY,
  RETURN: BY_SECURITY,
  FEE: { message: 'A fee is not offset: it is received into the office bank. Choose how it came in.', on: null },
  ON_ACCOUNT: BY_REINSURED,
  OTHER: BY_REINSURED,
};
