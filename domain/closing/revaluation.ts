import type { LedgerLine } from '../ledger/entries.ts';
import { sum } from '../values/money.ts';
import { convert, type ExchangeRate } from '../values/rate.ts';

/** The balance of one account, party, tax or bank account in a currency, in its minor units, and in those of the base. */
export type Position = {
  account: string;
  partyId?: number | undefined;
  taxId?: number | undefined;
  bankAccountId?: number | undefined;
  currency: string;
  amount: bigint;
  base: bigint;
};
type Valued = { value: bigint; difference: bigint };

/**
 * What a balance is worth in base at a rate, and how far its base is from that, both in minor units of the base. A balance
 * of nothing is worth nothing, at whatever rate. M7.
 */
export function valueOf(
  { currency, amount, base: booked }: Position,
  at: { base: string; rate: ExchangeRate },
): Valued {
  const value = amount === 0n ? 0n : convert(amount, { from: currency, to: at.base, rate: at.rate });
  return { value, difference: value - booked };
}

export type Revalued<P extends Position> = P & Valued;
type CurrencyLine = LedgerLine & { currency: string };

/** What a revaluation gains and what it loses, both positive, in minor units of the base. M7. */
export function gainAndLoss(revalued: readonly Pick<Valued, 'difference'>[]): { gain: bigint; loss: bigint } {
  const differences = revalued.map(({ difference }) => difference);
  return { gain: sum(differences.filter((one) => one > 0n)), loss: -sum(differences.filter((one) => one < 0n)) };
}

/**
 * What a revaluation books: each difference in base on its own account, of nothing in its currency; against it the gains
 * and, apart from them, the losses of each currency. M7.
 */
export function revaluationLines(revalued: readonly Revalued<Position>[]): CurrencyLine[] {
  const moved = revalued.filter(({ difference }) => difference !== 0n);
  const currencies = [...new Set(moved.map(({ currency }) => currency))].toSorted();
  return currencies.flatMap((currency) => {
    const own = moved.filter((one) => one.currency === currency);
    const { gain, loss } = gainAndLoss(own);
    const against: CurrencyLine[] = [
      { account: 'EXCHANGE_GAIN', currency, amount: 0n, base: -gain },
      { account: 'EXCHANGE_LOSS', currency, amount: 0n, base: loss },
    ];
    return [
      ...own.map(({ account, partyId, taxId, bankAccountId, difference }): CurrencyLine => ({
        account: { code: account },
        partyId,
        taxId,
        bankAccountId,
        currency,
        amount: 0n,
        base: difference,
      })),
      ...against.filter(({ base }) => base !== 0n),
    ];
  });
}
