import { AppError, invalid } from '../errors.ts';
import type { LedgerLine } from '../ledger/entries.ts';
import { divideRounded } from '../values/decimal.ts';
import { showMoney, sum } from '../values/money.ts';

/** What a voucher requests of a part, and what that part can give it, in minor units. M0. */
type PartRequest = { requested: bigint; available: bigint; advanced?: bigint };
type Payee = { name: string; currency: string };
/** Who is paid ahead of what was received, or with a refund ahead of what came back. */
type Ahead = Payee & { refund?: boolean };

/** Refuses a voucher that asks more of a part than is released to it and free. Throws OVER_RELEASED. §2, §8. */
export function assertReleased(requests: readonly PartRequest[], payee: Payee): void {
  const short = requests.filter((one) => one.requested > one.available + (one.advanced ?? 0n));
  if (short.length === 0) return;
  const total = sum(requests.map((one) => one.available));
  const over = sum(requests.map((one) => one.requested)) > total;
  const amount = over ? total : sum(short.map((one) => one.available));
  throw new AppError('OVER_RELEASED', {
    available: showMoney({ amount, currency: payee.currency }),
    payee: payee.name,
  });
}

/** What a voucher to a security that has money to give back says; null where it has none. §2 Pay as paid. */
export function dueBackNotice(dueBack: bigint, payee: Payee): string | null {
  if (dueBack <= 0n) return null;
  const amount = showMoney({ amount: dueBack, currency: payee.currency });
  return `${payee.name} has ${amount} to give back. Set it off on this voucher, or say why it is paid in full anyway.`;
}

/** A security that has money to give back is paid nothing before. Throws OVER_RELEASED. §2 Pay as paid. */
export function assertNothingDueBack(excess: bigint, payee: Payee): void {
  if (excess <= 0n) return;
  const show = (amount: bigint) => showMoney({ amount, currency: payee.currency });
  throw new AppError('OVER_RELEASED', {
    available: show(0n),
    payee: `${payee.name}, which has ${show(excess)} to give back`,
  });
}

type Reason = string | null | undefined;

function assertReasoned(message: string | null, reason: Reason): void {
  if (message !== null && (reason ?? '').trim() === '') throw invalid({ field: 'reason', message });
}

/** What a voucher takes of a part beyond what is free, never beyond the part itself, in minor units. §2 Pay as paid. */
export function advancedOf(
  requested: bigint,
  available: bigint,
  part: { effective: bigint; certified: bigint; committed: bigint },
): bigint {
  const beyond = requested - available;
  const room = part.effective - part.certified - part.committed - available;
  const most = beyond < room ? beyond : room;
  return most > 0n ? most : 0n;
}

/** What a voucher that pays ahead of what was received says: its effect on the client money; null where it does not. G9. */
export function advanceNotice(advanced: bigint, payee: Ahead): string | null {
  if (advanced <= 0n) return null;
  const amount = showMoney({ amount: advanced, currency: payee.currency });
  if (payee.refund === true)
    return `${amount} of this has not come back from who was paid it: the client bank is short by it until it does. Make it good first, or say why it is refunded anyway.`;
  return `${amount} of this has not been received for ${payee.name}: the client bank is short by it until it is. Make it good first, or say why it is paid anyway.`;
}

/** What is paid ahead of what was received is approved for a reason alone. Throws all bad fields. §2 Pay as paid. */
export function assertReasonForAdvance(advanced: bigint, payee: Ahead, reason: Reason): void {
  assertReasoned(advanceNotice(advanced, payee), reason);
}

/** A security that has money to give back is approved to be paid for a manager's reason alone. Throws all bad fields. §2 Pay as paid. */
export function assertReasonForDueBack(dueBack: bigint, payee: Payee, reason: Reason): void {
  assertReasoned(dueBackNotice(dueBack, payee), reason);
}

/** What a voucher says to a payee of whom no account in its currency was confirmed; null where one was. §8. */
export function noAccountNotice(confirmed: boolean, payee: Payee): string | null {
  if (confirmed) return null;
  return `${payee.name} has no confirmed ${payee.currency} account. Have one confirmed first, or say why it is paid anyway.`;
}

/** Without a confirmed account a payee is approved and paid for a reason alone. Throws all bad fields. §8. */
export function assertReasonForNoAccount(confirmed: boolean, payee: Payee, reason: Reason): void {
  assertReasoned(noAccountNotice(confirmed, payee), reason);
}

/** An account number by its last four signs, of a short one its last two, so that it is recognised and not copied. §8. */
export function maskedNumber(number: string): string {
  const signs = number.replaceAll(/\s/g, '');
  return `•••• ${signs.slice(signs.length < 8 ? -2 : -4)}`;
}

/**
 * The base that a tax's part gives up when more of it is paid: cumulative over what its note was booked at, so that the
 * last payment takes the rest. §3.
 */
export function taxBaseGivenUp(
  part: { amount: bigint; paid: bigint },
  note: { amount: bigint; base: bigint },
  paying: bigint,
): bigint {
  const upTo = (paid: bigint) => divideRounded(note.base * paid, note.amount);
  return upTo(part.paid + paying) - upTo(part.paid);
}

/** Dr the account of an expense, at the day's rate; the firm's account for expenses where none was chosen. §3. */
export function expenseLine(voucher: { account: string | null; amount: bigint; base: bigint }): LedgerLine {
  const { account, amount, base } = voucher;
  return { account: account === null ? 'EXPENSES' : { code: account }, amount, base };
}
