import type { BankOfLine, LedgerLine } from '../ledger/entries.ts';
import { showMoney, type Money } from '../values/money.ts';
import { convert, exchanged, type ExchangeRate } from '../values/rate.ts';

/** What leaves one account of ours and what comes into the other, in minor units, with the rates of the day. */
export type Exchange = {
  paid: Money;
  bought: Money;
  base: string;
  rates: { paid: ExchangeRate; bought: ExchangeRate };
};

/** What a transfer comes to in base: the side that is in base, else what is paid away at the day's rate. M6. */
export function baseOfExchange({ paid, bought, base, rates }: Exchange): bigint {
  if (bought.currency === base) return bought.amount;
  return convert(paid.amount, { from: paid.currency, to: base, rate: rates.paid });
}

/**
 * What a conversion cost over the currency received at the day's rate, less than 0 where it brought more: in base where one
 * side is in base, else in the currency that is paid away. Nothing for a transfer. M6.
 */
export function costOfExchange({ paid, bought, base, rates }: Exchange): Money {
  if (paid.currency === bought.currency) return { currency: paid.currency, amount: 0n };
  if (bought.currency === base) {
    const worth = convert(paid.amount, { from: paid.currency, to: base, rate: rates.paid });
    return { currency: base, amount: worth - bought.amount };
  }
  const worth = exchanged(
    bought.amount,
    { currency: bought.currency, rate: rates.bought },
    { currency: paid.currency, rate: rates.paid },
  );
  return { currency: paid.currency, amount: paid.amount - worth };
}

type TransferLine = LedgerLine & { currency: string };

/**
 * Dr the bank that the money comes into, Cr the bank that it leaves, in minor units; of a conversion through exchange clearing,
 * which passes once in each currency and keeps no base. M6.
 */
export function transferLines(exchange: Exchange, banks: { from: BankOfLine; into: BankOfLine }): TransferLine[] {
  const { paid, bought } = exchange;
  const base = baseOfExchange(exchange);
  const credit = { ...banks.from, currency: paid.currency, amount: -paid.amount, base: -base };
  const debit = { ...banks.into, currency: bought.currency, amount: bought.amount, base };
  if (paid.currency === bought.currency) return [debit, credit];
  const clearing = 'EXCHANGE_CLEARING';
  return [
    debit,
    { account: clearing, currency: bought.currency, amount: -bought.amount, base: -base },
    { account: clearing, currency: paid.currency, amount: paid.amount, base },
    credit,
  ];
}

/** What paying a conversion of client money drafts: a making good of what it cost, or a drawing of what was left over. M6. */
export function draftOfCost(cost: Money): { kind: 'MAKE_GOOD' | 'EXCHANGE_DRAWING'; amount: bigint } | null {
  if (cost.amount === 0n) return null;
  return cost.amount > 0n
    ? { kind: 'MAKE_GOOD', amount: cost.amount }
    : { kind: 'EXCHANGE_DRAWING', amount: -cost.amount };
}

/** What a checker of a conversion of client money reads of its cost; null where it costs nothing. M6. */
export function costNotice(cost: Money): string | null {
  const draft = draftOfCost(cost);
  if (draft === null) return null;
  const amount = showMoney({ amount: draft.amount, currency: cost.currency });
  return draft.kind === 'MAKE_GOOD'
    ? `It costs ${amount} more than the currency received is worth at the day’s rate: a making good of it is drafted when it is paid.`
    : `It brings ${amount} more than was paid is worth at the day’s rate: a drawing of it is drafted when it is paid.`;
}
