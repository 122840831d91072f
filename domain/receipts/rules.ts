import { AppError, type FieldError } from '../errors.ts';
import type { BankPurpose } from '../firm/bank-accounts.ts';
import { isOwedToUs } from '../ledger/notes.ts';
import type { Day } from '../values/day.ts';
import { showMoney, sum } from '../values/money.ts';
import type { Allocating } from './parts.ts';
import { OFFSETS } from './offset.ts';
import { RECEIPT_STATES, type ReceiptStatus, type ReceiptType } from './states.ts';

/** A note that money is to be allocated to; amounts in minor units of its currency. */
export type Allocatable = {
  id: number;
  number: string;
  kind: string;
  purpose: string;
  status: string;
  partyId: number;
  branchId: number;
  currency: string;
  amount: bigint;
  settled: bigint;
};
type Paying = { payerId: number; branchId: number; receiptType: string };

/** What the bank is for that a receipt comes into: fees go to the firm's own, all other money to the clients'. §3. */
export const purposeOf = (receiptType: string): BankPurpose => (receiptType === 'FEE' ? 'OFFICE' : 'CLIENT');

/** Whether its maker can say which notes it is for: of money on account that is not known yet. */
export const isAllocatedAtOnce = (receiptType: string): boolean => receiptType !== 'ON_ACCOUNT';

/** Whether money of a type may settle a note of a purpose: a fee lies in the office bank, and clients’ money never does. §3. */
export const mayTakeFor = (receiptType: string, purpose: string): boolean => receiptType !== 'FEE' || purpose === 'FEE';

/** Faults of a receipt as typed that need no other record. §8. */
export function receiptFaults(
  draft: { bankDate: Day; allocations: readonly Pick<Allocating, 'note'>[]; receiptType: string },
  today: Day,
): FieldError[] {
  const faults: FieldError[] = [];
  if (draft.bankDate > today) faults.push({ field: 'dateOfIssue', message: 'The bank date cannot be in the future.' });
  if (draft.receiptType === 'ON_ACCOUNT' && draft.allocations.length > 0)
    faults.push({ field: 'allocations', message: 'Money on account is allocated once it is known what for.' });
  const seen = new Set<number>();
  for (const [index, { note }] of draft.allocations.entries()) {
    if (seen.has(note)) faults.push({ field: `allocations.${index}.note`, message: 'This note is entered twice.' });
    seen.add(note);
  }
  return faults;
}

/** Notes that cannot take this payer's money: not theirs, not owed to us, void, another branch. §3. */
export function allocationFaults(
  paying: Paying,
  allocations: readonly Pick<Allocating, 'note'>[],
  notes: ReadonlyMap<number, Allocatable>,
): FieldError[] {
  return allocations.flatMap(({ note: id }, index): FieldError[] => {
    const note = notes.get(id);
    const theirs =
      note !== undefined &&
      isOwedToUs(note.kind) &&
      note.status === 'ISSUED' &&
      note.partyId === paying.payerId &&
      note.branchId === paying.branchId;
    if (!theirs)
      return [{ field: `allocations.${index}.note`, message: 'Choose an open debit note of this reinsured.' }];
    if (!mayTakeFor(paying.receiptType, note.purpose))
      return [
        {
          field: `allocations.${index}.note`,
          message: 'A fee goes to the office bank and is not allocated to debit notes.',
        },
      ];
    return [];
  });
}

/** What of a receipt is neither allocated, refunded nor used in another branch, in minor units; what is on its way to be is held. */
export const leftOf = (cash: { amount: bigint; allocated: bigint; refunded: bigint; passed_on: bigint }): bigint =>
  cash.amount - cash.allocated - cash.refunded - cash.passed_on;

/** A receipt whose cash is to be used in another branch. */
type Source = { status: ReceiptStatus; receiptType: string; branchId: number; isPassedOn: boolean };

/** Why the cash of a receipt cannot be used in another branch, by field; nothing where it can. M16. */
export function passingFaults(source: Source, into: { branchId: number; receiptType: string }): FieldError[] {
  const faults: FieldError[] = [];
  const fault = (field: string, message: string) => faults.push({ field, message });
  if (source.status !== 'APPROVED') fault('source', 'Choose an approved receipt.');
  else if (source.isPassedOn) fault('source', 'Its cash comes from another branch: use that of the receipt there.');
  else if (source.receiptType === 'FEE')
    fault('source', 'A fee lies in the office bank and settles invoices of its branch.');
  if (source.branchId === into.branchId) fault('into', 'Choose another branch than that of the receipt.');
  if (into.receiptType === 'FEE') fault('receiptType', 'It lies in a client bank: choose what else it is for.');
  return faults;
}

/** Refuses more than is left of the receipt, then more than is left of a note, each in its own currency. §8 allocation, M5. */
export function assertAllocatable(
  cash: { left: bigint; currency: string },
  allocations: readonly Allocating[],
  notes: ReadonlyMap<number, Allocatable>,
): void {
  if (sum(allocations.map((part) => part.amount)) > cash.left)
    throw new AppError('RECEIPT_SPENT', { left: showMoney({ amount: cash.left, currency: cash.currency }) });
  for (const part of allocations) {
    const note = notes.get(part.note);
    if (!note || part.noteAmount > note.amount - note.settled)
      throw new AppError('OVER_ALLOCATED', { note: note?.number ?? 'the note' });
  }
}

/** What is wrong with how a receipt came in: an offset is entered elsewhere. C7, C8, M15. */
export function methodFaults({ method, receiptType }: { method: string; receiptType: ReceiptType }): FieldError[] {
  return method === 'OFFSET' ? [{ field: 'method', message: OFFSETS[receiptType].message }] : [];
}

/** Only a cheque can come back unpaid. Throws WRONG_STATE. */
export function assertCheque(method: string): void {
  if (method !== 'CHEQUE') throw new AppError('WRONG_STATE', { status: 'no cheque', action: 'returning it unpaid' });
}

/** Only an approved receipt has money to allocate. §4. */
export function assertHasCash(status: ReceiptStatus): void {
  if (status !== 'APPROVED')
    throw new AppError('WRONG_STATE', { status: RECEIPT_STATES[status].label.toLowerCase(), action: 'allocating it' });
}
