/** What a party's account is made of as at a day, and what it comes to. M12. */
import { BUCKETS, type Bucket } from '../reports/buckets.ts';
import { type Day, daysBetween } from '../values/day.ts';
import type { CurrencyCode } from '../values/money.ts';

/** Whose statements are made together. */
export const SIDES = ['REINSURED', 'SECURITY'] as const;
export type Side = (typeof SIDES)[number];
/** To whom papers go that are made together: payees may be of either side. */
export const BATCH_SIDES = [...SIDES, 'PAYEE'] as const;
export type BatchSide = (typeof BATCH_SIDES)[number];
export const SIDE_LABELS: Record<BatchSide, string> = {
  REINSURED: 'Reinsureds',
  SECURITY: 'Securities',
  PAYEE: 'Payees',
};

/** What an item of an account is for. */
export const ACCOUNT_ITEMS = ['PREMIUM', 'RETURN', 'CLAIM', 'SALVAGE', 'UNALLOCATED'] as const;
export type AccountItemKind = (typeof ACCOUNT_ITEMS)[number];
export const ACCOUNT_ITEM_LABELS: Record<AccountItemKind, string> = {
  PREMIUM: 'Premium',
  RETURN: 'Return',
  CLAIM: 'Claim',
  SALVAGE: 'Salvage',
  UNALLOCATED: 'Unallocated cash',
};

/**
 * One thing that is open between us and a party, in minor units of its currency: due to us above nothing, due to the party
 * below it. `to_come` is what of a claim is owed to the party and not collected yet; it is never part of `open`.
 */
export type AccountItem = {
  kind: AccountItemKind;
  currency: CurrencyCode;
  due_on: Day;
  open: bigint;
  to_come: bigint;
};

/** What an account comes to in one currency: the first four make the balance, what is to come lies apart. */
export type AccountSummary = Record<AccountFigure | 'balance' | 'to_come', bigint> & { currency: CurrencyCode };

/** The figures that make a balance, and the one that each kind of item belongs to. */
export type AccountFigure = 'premium' | 'returns' | 'claims' | 'unallocated';
export const FIGURE_OF: Record<AccountItemKind, AccountFigure> = {
  PREMIUM: 'premium',
  RETURN: 'returns',
  CLAIM: 'claims',
  SALVAGE: 'claims',
  UNALLOCATED: 'unallocated',
};

/** Premium, returns, claims collected and unallocated cash of an account with their balance, a row per currency. M12. */
export function summariesOf(items: readonly AccountItem[]): AccountSummary[] {
  const byCurrency = Map.groupBy(items, (item) => item.currency);
  return [...byCurrency.keys()].toSorted().map((currency) => {
    const all = { currency, premium: 0n, returns: 0n, claims: 0n, unallocated: 0n, balance: 0n, to_come: 0n };
    for (const { kind, open, to_come: toCome } of byCurrency.get(currency) ?? []) {
      all[FIGURE_OF[kind]] += open;
      all.balance += open;
      all.to_come += toCome;
    }
    return all;
  });
}

/** Days overdue, up to which an amount belongs to each bucket but the last. §7 Ageing. */
const UP_TO: Record<Exclude<Bucket, 'over_365'>, number> = {
  not_due: 0,
  d1_30: 30,
  d31_60: 60,
  d61_90: 90,
  d91_180: 180,
  d181_365: 365,
};

const bucketOf = (late: number): Bucket =>
  BUCKETS.find((bucket) => bucket === 'over_365' || late <= UP_TO[bucket]) ?? 'over_365';

/** How old a balance is, by bucket, with unallocated cash in none of them; items of one currency. §7 Ageing. */
export function ageOf(items: readonly AccountItem[], day: Day): Record<Bucket, bigint> {
  const ages = Object.fromEntries(BUCKETS.map((bucket) => [bucket, 0n])) as Record<Bucket, bigint>;
  for (const { kind, due_on: due, open } of items)
    if (kind !== 'UNALLOCATED') ages[bucketOf(daysBetween(due, day))] += open;
  return ages;
}
