import { orderOf } from '../../../../domain/reports/party-order.ts';
import { sum } from '../../../../domain/values/money.ts';

/** The rows of parties, which come in the order of their names, in that order or the other way round; those of a party stay together. */
function byName<R extends { party: { id: number } }>(rows: readonly R[], descending: boolean): R[] {
  const parties = [...Map.groupBy(rows, ({ party }) => party.id).values()];
  return (descending ? parties.toReversed() : parties).flat();
}

const compared = <T>(a: T, b: T): number => (a === b ? 0 : a < b ? -1 : 1);

type Line = { party: { id: number }; currency: string; base_total: bigint; base_closing: bigint | null };

/**
 * The rows of parties, which come in the order of their names, in the one that is asked for; those of a party stay together. Amounts of several currencies
 * have no order among them: parties are then ordered by what their total comes to in base. Equal ones stay in the order of their names.
 */
export function inPartyOrder<F extends string, R extends Line & Readonly<Record<F, bigint | null>>>(
  rows: readonly R[],
  { sort, figures }: { sort: string | undefined; figures: readonly F[] },
): R[] {
  const order = orderOf(sort, figures);
  if (order === undefined) return [...rows];
  const { by, descending } = order;
  if (by === 'party') return byName(rows, descending);
  const several = new Set(rows.map(({ currency }) => currency)).size > 1;
  if (several && by !== 'total') return [...rows];
  const unitsOf = (lines: readonly R[]): bigint =>
    sum(lines.map((line) => (several ? (line.base_closing ?? line.base_total) : (line[by] ?? 0n))));
  const parties = [...Map.groupBy(rows, ({ party }) => party.id).values()];
  const known = parties.map((lines) => ({ lines, units: unitsOf(lines) }));
  return known
    .toSorted((a, b) => (descending ? compared(b.units, a.units) : compared(a.units, b.units)))
    .flatMap(({ lines }) => lines);
}

/**
 * The rows of a report that has a table for each currency: by a figure, those of each currency stand together and are ordered by themselves. Equal ones
 * stay in the order of names.
 */
export function inOrderOfEachCurrency<
  F extends string,
  R extends { party: { id: number }; currency: string } & Readonly<Record<F, bigint>>,
>(rows: readonly R[], { sort, figures }: { sort: string | undefined; figures: readonly F[] }): R[] {
  const order = orderOf(sort, figures);
  if (order === undefined) return [...rows];
  const { by, descending } = order;
  if (by === 'party') return byName(rows, descending);
  return rows.toSorted(
    (a, b) => compared(a.currency, b.currency) || (descending ? compared(b[by], a[by]) : compared(a[by], b[by])),
  );
}
