import { BESIDE } from '../../../../domain/reports/tables.ts';
import { type Day, writtenDay } from '../../../../domain/values/day.ts';
import { fact } from '../../../platform/exports/facts.ts';

type Beside = { beside: bigint | null; change: bigint | null };

/** An amount beside what it was on another day, and the difference; null where no other day is asked for. */
export const besideAmount = (amount: bigint, beside: bigint | null): Beside => ({
  beside,
  change: beside === null ? null : amount - beside,
});

/** What a paper says of the other day. */
export const besideFact = (beside: Day | undefined) => fact('Beside', beside && writtenDay(beside));

/** The columns of another day, which say nothing where none is asked for. */
export const leftBeside = ({ beside }: { beside?: unknown }): readonly (typeof BESIDE)[number][] =>
  beside === undefined ? BESIDE : [];

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

type Aged = { party: { id: number; name: string }; currency: string; total: bigint };

/** The parties of a day beside what their totals were on another one, in the order of their names; as they come where there is none. */
export function withBeside<R extends Aged>(
  rows: readonly R[],
  others: readonly R[] | undefined,
  gone: (row: R) => R,
): (R & Beside)[] {
  const laid = besideOther(rows, others, {
    key: ({ party, currency }) => `${party.id}/${currency}`,
    amount: ({ total }) => total,
    gone,
  });
  if (others === undefined) return laid;
  return laid.toSorted(
    (a, b) =>
      a.party.name.localeCompare(b.party.name, 'en') || a.party.id - b.party.id || (a.currency < b.currency ? -1 : 1),
  );
}
