import { isOfTax, isSetOff, KEPT_KINDS, type VoucherKind } from '../vouchers/kinds.ts';
import { MOVES_NO_MONEY, PAID_TO_AN_EXPERT } from '../vouchers/remittance.ts';
import { LONGEST_ID } from './pain001.ts';

/** A voucher as an order to the bank sees it. */
type Orderable = {
  number: string;
  kind: VoucherKind;
  payee: unknown;
  toOrder: string;
  note: unknown;
  /** Where its payee is paid; null where nowhere is confirmed. */
  account: unknown;
};

/** Who is paid instead of a party: ourselves, an authority, the bank, or whom nobody wrote down. */
function whyWithoutPayee(kind: VoucherKind): string {
  if (KEPT_KINDS.includes(kind)) return 'It stays with the firm: transfer it between the accounts at the bank.';
  if (isOfTax(kind)) return 'It goes to a tax authority, of which no account is kept: pay it at the bank.';
  if (kind === 'BANK_CHARGE') return 'The bank takes its charge by itself.';
  return 'It names no payee: pay it at the bank.';
}

/** Why a voucher cannot be in a payment file, as a sentence; null where it can. M11. */
export function whyNotOrdered({ number, kind, payee, toOrder, note, account }: Orderable): string | null {
  if (number.length > LONGEST_ID)
    return `Its number is longer than ${LONGEST_ID} characters, which no bank brings back.`;
  if (isSetOff({ kind, note })) return MOVES_NO_MONEY;
  if (toOrder !== '') return PAID_TO_AN_EXPERT;
  if (payee === null) return whyWithoutPayee(kind);
  return account === null ? 'No account of its payee is confirmed in this currency.' : null;
}
