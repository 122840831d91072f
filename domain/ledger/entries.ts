import { allocate, divideRounded } from '../values/decimal.ts';
import { sum } from '../values/money.ts';
import { convert, type ExchangeRate } from '../values/rate.ts';
import type { PlacementFigures } from '../placements/figures.ts';
import { taxTotals } from '../placements/figures.ts';
import type { AccountFunction, LineAccount } from './accounts.ts';

/** What root books at the end of a month or a year: nobody owes anything by it. M7, M8. */
export const REVALUATIONS = ['REVALUATION', 'BANK_REVALUATION', 'REVALUATION_REVERSED', 'REVALUATION_UNDONE'] as const;
export const YEAR_ENDS = ['YEAR_CLOSED', 'YEAR_REOPENED'] as const;
type BookEvent = (typeof REVALUATIONS)[number] | (typeof YEAR_ENDS)[number];

export type LedgerEvent =
  | 'POLICY_APPROVED'
  | 'POLICY_DISABLED'
  | 'ENDORSEMENT_APPROVED'
  | 'RETURN_SET_OFF'
  | 'MOVEMENT_APPROVED'
  | 'SALVAGE_SET_OFF'
  | 'RECEIPT'
  | 'ALLOCATION'
  | 'CASH_PASSED_ON'
  | 'CASH_TAKEN_OVER'
  | 'BROKERAGE_SET_RIGHT'
  | 'VOUCHER_PAID'
  | 'CERTIFICATE'
  | 'WRITE_OFF'
  | 'BANK_CHARGE'
  | 'UNCOLLECTABLE'
  | 'NET_SETTLEMENT'
  | 'INVOICE_APPROVED'
  | 'CREDIT_SET_OFF'
  | 'MADE_GOOD'
  | 'JOURNAL'
  | 'RECEIPT_REVERSED'
  | 'VOUCHER_REVERSED'
  | 'ADJUSTMENT_REVERSED'
  | 'INVOICE_REVERSED'
  | 'JOURNAL_REVERSED'
  | 'HISTORY'
  | BookEvent;

const EVENT_LABELS: Record<LedgerEvent, string> = {
  POLICY_APPROVED: 'Policy approved',
  POLICY_DISABLED: 'Policy disabled',
  ENDORSEMENT_APPROVED: 'Endorsement approved',
  RETURN_SET_OFF: 'Return set against premium',
  MOVEMENT_APPROVED: 'Claim movement approved',
  SALVAGE_SET_OFF: 'Salvage set against claim invoices',
  RECEIPT: 'Receipt',
  ALLOCATION: 'Allocation',
  CASH_PASSED_ON: 'Cash used in another branch',
  CASH_TAKEN_OVER: 'Cash of another branch',
  BROKERAGE_SET_RIGHT: 'Brokerage collected set right',
  VOUCHER_PAID: 'Voucher paid',
  CERTIFICATE: 'Certificate of tax withheld',
  WRITE_OFF: 'Small difference written off',
  BANK_CHARGE: 'Charge kept by the payer’s bank',
  UNCOLLECTABLE: 'Premium that cannot be collected',
  NET_SETTLEMENT: 'Claim and premium settled net',
  INVOICE_APPROVED: 'Invoice or its credit approved',
  CREDIT_SET_OFF: 'Credit set against its invoice',
  MADE_GOOD: 'Client bank made good',
  JOURNAL: 'Manual journal',
  RECEIPT_REVERSED: 'Receipt reversed',
  VOUCHER_REVERSED: 'Voucher reversed',
  ADJUSTMENT_REVERSED: 'Adjustment reversed',
  INVOICE_REVERSED: 'Invoice reversed',
  JOURNAL_REVERSED: 'Manual journal reversed',
  HISTORY: 'From another system',
  REVALUATION: 'Revaluation at a month’s end',
  BANK_REVALUATION: 'Revaluation of banks',
  REVALUATION_REVERSED: 'Revaluation reversed on the next day',
  REVALUATION_UNDONE: 'Revaluation undone',
  YEAR_CLOSED: 'Year closed',
  YEAR_REOPENED: 'Year opened again',
};

const isEvent = (name: string): name is LedgerEvent => name in EVENT_LABELS;
/** What an entry is of, in words. */
export const eventLabel = (event: string): string => (isEvent(event) ? EVENT_LABELS[event] : event);

/** One line of an entry in minor units of its currency, debit positive, with its base amount in minor units of the base. */
export type LedgerLine = {
  account: LineAccount;
  partyId?: number | undefined;
  taxId?: number | undefined;
  /** The firm’s own account, on a line of a bank. G2. */
  bankAccountId?: number | undefined;
  amount: bigint;
  base: bigint;
};

/** The bank of a line: the firm’s own account, and the ledger account that it is kept on. G2. */
export type BankOfLine = { account: { code: string }; bankAccountId: number };

export type Unpriced = Omit<LedgerLine, 'base'>;

/**
 * Prices the lines of an entry in one currency: the rounded base of its total is spread over debits and over credits by
 * largest remainder, so that base always balances. §3.
 */
export function priceLines<L extends Unpriced>(
  lines: readonly L[],
  price: { currency: string; base: string; rate: ExchangeRate },
): (L & { base: bigint })[] {
  const debits = lines.filter((line) => line.amount > 0n);
  const credits = lines.filter((line) => line.amount < 0n);
  const total = convert(sum(debits.map((line) => line.amount)), {
    from: price.currency,
    to: price.base,
    rate: price.rate,
  });
  const priced = new Map<L, bigint>();
  const spread = (side: readonly L[], sign: bigint) => {
    const parts = allocate(
      total,
      side.map((line) => line.amount * sign),
    );
    for (const [index, line] of side.entries()) priced.set(line, (parts[index] ?? 0n) * sign);
  };
  if (debits.length > 0) spread(debits, 1n);
  if (credits.length > 0) spread(credits, -1n);
  return lines.map((line) => ({ ...line, base: priced.get(line) ?? 0n }));
}

type Recognition = 'DEBIT_NOTE' | 'RECEIPT';

/** Policy approved: Dr receivable debit note; Cr payable each net, taxes each tax, brokerage income or deferred. §3. */
export function policyLines(
  figures: PlacementFigures,
  parties: { reinsuredId: number; recognition: Recognition },
): Unpriced[] {
  const taxesOfNotes = taxTotals(figures, ['SECURITY', 'REINSURED']);
  const taxesOfBroker = taxTotals(figures, ['BROKER']);
  const income: AccountFunction = parties.recognition === 'RECEIPT' ? 'DEFERRED_BROKERAGE' : 'BROKERAGE_INCOME';
  return [
    { account: 'PREMIUM_RECEIVABLE' as const, partyId: parties.reinsuredId, amount: figures.debitNote },
    ...figures.lines.map((line) => ({
      account: 'PREMIUM_PAYABLE' as const,
      partyId: line.securityId,
      amount: -line.netPayable,
    })),
    ...taxesOfNotes.map((tax) => ({ account: 'TAXES_PAYABLE' as const, taxId: tax.taxId, amount: -tax.amount })),
    { account: income, amount: -figures.brokerage },
    ...taxesOfBroker.flatMap((tax) => [
      { account: 'EXPENSES' as const, amount: tax.amount },
      { account: 'TAXES_PAYABLE' as const, taxId: tax.taxId, amount: -tax.amount },
    ]),
  ].filter((line) => line.amount !== 0n);
}

/** What brokerage comes to in base in the lines of an approval, noted or deferred: more than nothing where it is for us. §3. */
export const brokerageInBase = (lines: readonly Pick<LedgerLine, 'account' | 'base'>[]): bigint =>
  -sum(
    lines
      .filter(({ account }) => account === 'BROKERAGE_INCOME' || account === 'DEFERRED_BROKERAGE')
      .map(({ base }) => base),
  );

/** Receipt: Dr the bank, Cr unallocated cash of the payer. §3. */
export function receiptLines(receipt: { bank: BankOfLine; payerId: number; amount: bigint }): Unpriced[] {
  return [
    { ...receipt.bank, amount: receipt.amount },
    { account: 'UNALLOCATED_CASH', partyId: receipt.payerId, amount: -receipt.amount },
  ];
}

/**
 * Cash of a receipt that is used in another branch, at the base that it was booked at. Where it leaves: Dr unallocated cash, Cr
 * inter-branch; where it comes: Dr inter-branch, Cr unallocated cash. Together they leave nothing between branches. §3, M16.
 */
export function passedLines(payerId: number, cash: { amount: bigint; base: bigint }) {
  const leaves: LedgerLine[] = [
    { account: 'UNALLOCATED_CASH', partyId: payerId, ...cash },
    { account: 'INTER_BRANCH', amount: -cash.amount, base: -cash.base },
  ];
  return { leaves, comes: mirror(leaves).toReversed() };
}

/** The base that an open item gives up when part of it is settled; its last settlement takes the rest. §3. */
export function baseGivenUp(item: { outstanding: bigint; baseOutstanding: bigint }, amount: bigint): bigint {
  if (amount === item.outstanding) return item.baseOutstanding;
  return divideRounded(item.baseOutstanding * amount, item.outstanding);
}

/** The exchange line that closes an entry's base difference: a debit left over is a gain, a credit a loss. §3. */
export function exchangeLine(lines: readonly LedgerLine[]): LedgerLine[] {
  const difference = sum(lines.map((line) => line.base));
  if (difference === 0n) return [];
  return [{ account: difference > 0n ? 'EXCHANGE_GAIN' : 'EXCHANGE_LOSS', amount: 0n, base: -difference }];
}

/** The mirror of an entry: what a reversal books. §3. */
export function mirror<L extends { amount: bigint; base: bigint }>(lines: readonly L[]): L[] {
  return lines.map((line) => ({ ...line, amount: -line.amount, base: -line.base }));
}
