/** The rows of a report laid beside those of another day or period. §7. */
import { BESIDE } from './tables.ts';

export type Beside = { beside: bigint | null; change: bigint | null };

/** An amount beside what it was on another day, and the difference; null where no other day is asked for. */
export const besideAmount = (amount: bigint, beside: bigint | null): Beside => ({
  beside,
  change: beside === null ? null : amount - beside,
});

/** The same of a figure that may not be known on either of them, as at a rate that there is not: the difference is then unknown, too. */
export const figureBeside = (figure: bigint | null, beside: bigint | null): Beside =>
  figure === null ? { beside, change: null } : besideAmount(figure, beside);

type Same<R> = {
  /** By what a row of the one time is that of the other. */
  key: (row: R) => string;
  /** A row of the other time as one of this, in which there is nothing of it. */
  gone: (row: R) => R;
};

/** The rows of a day or a period, each with what it was in the other one; what was there then and is not now follows with nothing. */
export function pairedWith<R>(
  rows: readonly R[],
  others: readonly R[],
  { key, gone }: Same<R>,
): { row: R; other: R | undefined }[] {
  const before = new Map(others.map((other) => [key(other), other]));
  const here = new Set(rows.map(key));
  return [
    ...rows.map((row) => ({ row, other: before.get(key(row)) })),
    ...others.filter((other) => !here.has(key(other))).map((other) => ({ row: gone(other), other })),
  ];
}

/** The rows of a day beside what an amount of them was on another one. Without another day nothing is beside them. */
export function besideOther<R>(
  rows: readonly R[],
  others: readonly R[] | undefined,
  { amount, ...same }: Same<R> & { amount: (row: R) => bigint },
): (R & Beside)[] {
  if (others === undefined) return rows.map((row) => ({ ...row, ...besideAmount(amount(row), null) }));
  return pairedWith(rows, others, same).map(({ row, other }) => ({
    ...row,
    ...besideAmount(amount(row), other === undefined ? 0n : amount(other)),
  }));
}

/** What a report comes to by currency, beside what its balances were on another day. */
export function besideTotals<R extends { currency: string; balance: bigint }>(
  totals: readonly R[],
  others: readonly R[] | undefined,
  gone: (total: R) => R,
): (R & Beside)[] {
  const laid = besideOther(totals, others, {
    key: ({ currency }) => currency,
    amount: ({ balance }) => balance,
    gone,
  });
  return laid.toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}

/** The columns of another day, which say nothing where none is asked for. */
export const leftBeside = ({ beside }: { beside?: unknown }): readonly (typeof BESIDE)[number][] =>
  beside === undefined ? BESIDE : [];
