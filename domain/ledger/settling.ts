import { sum } from '../values/money.ts';
import { baseGivenUp, exchangeLine, type LedgerLine } from './entries.ts';
import type { LineAccount } from './accounts.ts';
import { oldestFirst } from './releases.ts';

/** What is still owed of an open item, signed as in the ledger (debit positive), in minor units. */
export type Outstanding = { outstanding: bigint; baseOutstanding: bigint };
/** The same with the code of the account that it is kept on. */
export type Owed = Outstanding & { account: string };
/** A step of an item towards zero, with the item's sign. */
export type SettlingStep<I> = { item: I; amount: bigint; base: bigint };

/** Takes an amount (positive) off one item: the base that it gives up goes with it. §3. */
export function stepOf<I extends Outstanding>(item: I, amount: bigint): SettlingStep<I> {
  const signed = item.outstanding < 0n ? -amount : amount;
  return { item, amount: signed, base: baseGivenUp(item, signed) };
}

/** What is left of an item after a step. */
export function after<I extends Outstanding>(item: I, step: { amount: bigint; base: bigint }): I {
  return { ...item, outstanding: item.outstanding - step.amount, baseOutstanding: item.baseOutstanding - step.base };
}

/** Settles items of one account in their order by an amount (positive); what no item can take is the `rest`. §3. */
export function settleInOrder<I extends Outstanding>(
  items: readonly I[],
  amount: bigint,
): { steps: SettlingStep<I>[]; rest: bigint } {
  const claimants = items.map((item) => ({
    key: item,
    open: item.outstanding < 0n ? -item.outstanding : item.outstanding,
  }));
  const { parts, rest } = oldestFirst(amount, claimants);
  return { steps: parts.map((part) => stepOf(part.key, part.amount)), rest };
}

const baseOf = (steps: readonly { base: bigint }[]) => sum(steps.map((step) => step.base));

/** A line of an allocation, and the steps of the note's items that it settles. */
type AllocationLine<I> = LedgerLine & { steps: readonly SettlingStep<I>[] };

/** What settles a note's items takes off the accounts that they are kept on, one line an account, with its steps. §3, G6. */
export function settledLines<I extends Owed>(partyId: number, steps: readonly SettlingStep<I>[]): AllocationLine<I>[] {
  return [...Map.groupBy(steps, (step) => step.item.account)].map(([code, own]) => ({
    account: { code },
    partyId,
    amount: -sum(own.map((step) => step.amount)),
    base: -baseOf(own),
    steps: own,
  }));
}

/**
 * Allocation of cash to what a note owes: first Dr the account of the cash, then Cr the accounts of the note's items,
 * whatever they are for; the base difference is an exchange gain or loss. §3, G6.
 */
export function allocationLines<I extends Owed>(
  partyId: number,
  cash: { account: LineAccount; amount: bigint; base: bigint },
  steps: readonly SettlingStep<I>[],
): AllocationLine<I>[] {
  const credit = { account: cash.account, partyId, amount: -cash.amount, base: -cash.base, steps: [] };
  const lines = [credit, ...settledLines(partyId, steps)];
  return [...lines, ...exchangeLine(lines).map((line) => ({ ...line, steps: [] }))];
}

/**
 * Allocation of cash to what a note owes in another currency: Dr the account of the cash, through exchange clearing once in each
 * currency at equal base, which keeps none, Cr the accounts of the note's items; the base difference is an exchange gain or loss,
 * kept under the currency that is not base. M5.
 */
export function crossedLines<I extends Owed>(
  partyId: number,
  cash: { account: LineAccount; currency: string; amount: bigint; base: bigint },
  owed: { currency: string; base: string; steps: readonly SettlingStep<I>[] },
): (AllocationLine<I> & { currency: string })[] {
  const amount = sum(owed.steps.map((step) => step.amount));
  // The side that is in base says what both come to; between two others it is what the cash was booked at.
  const base = owed.currency === owed.base ? amount : -cash.base;
  const clearing = { account: 'EXCHANGE_CLEARING' as const, steps: [] };
  const debit = { account: cash.account, partyId, amount: -cash.amount, base: -cash.base, steps: [] };
  const lines = [
    { ...debit, currency: cash.currency },
    { ...clearing, currency: cash.currency, amount: cash.amount, base: -base },
    { ...clearing, currency: owed.currency, amount, base },
    ...settledLines(partyId, owed.steps).map((line) => ({ ...line, currency: owed.currency })),
  ];
  const foreign = owed.currency === owed.base ? cash.currency : owed.currency;
  return [...lines, ...exchangeLine(lines).map((line) => ({ ...line, currency: foreign, steps: [] }))];
}
