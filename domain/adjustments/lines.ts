import type { LedgerLine, BankOfLine } from '../ledger/entries.ts';
import { divideRounded } from '../values/decimal.ts';
import { sum } from '../values/money.ts';
import type { AdjustablePart, PartTaken } from './rules.ts';

/** What the firm pays into the client bank from its own, for what it bears: Dr client bank, Cr office bank. M2, M4. */
export function madeGoodLines(
  banks: { client: BankOfLine; office: BankOfLine },
  paid: { amount: bigint; base: bigint },
): LedgerLine[] {
  return [
    { ...banks.client, amount: paid.amount, base: paid.base },
    { ...banks.office, amount: -paid.amount, base: -paid.base },
  ];
}

type Taken = { part: AdjustablePart; amount: bigint };

/** What was taken off parts, by part; those of which nothing was taken are not in it. */
export function takenOf(parts: readonly AdjustablePart[], taken: readonly PartTaken[]): Taken[] {
  return taken.flatMap(({ part: id, amount }) => {
    const part = parts.find((one) => one.id === id);
    return part ? [{ part, amount }] : [];
  });
}

/**
 * Dr the accounts of taxes and brokerage that cannot be collected: what is left of the entry's base is theirs in proportion,
 * the last taking the rest. Securities are debited with what their notes give up. Minor units. M3.
 */
export function lostLines(
  taken: readonly Taken[],
  { base, brokerage }: { base: bigint; brokerage: 'BROKERAGE_INCOME' | 'DEFERRED_BROKERAGE' },
): LedgerLine[] {
  const own = taken.filter(({ part }) => part.kind !== 'SECURITY');
  const whole = sum(own.map((one) => one.amount));
  let before = 0n;
  return own.map(({ part, amount }) => {
    const from = divideRounded(base * before, whole);
    before += amount;
    const line = { amount, base: divideRounded(base * before, whole) - from };
    return part.kind === 'TAX'
      ? { account: 'TAXES_PAYABLE' as const, taxId: part.taxId ?? undefined, ...line }
      : { account: brokerage, ...line };
  });
}
