import { orderOf } from '../../../../domain/reports/party-order.ts';
import { sum } from '../../../../domain/values/money.ts';

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
  const parties = [...Map.groupBy(rows, ({ party }) => party.id).values()];
  if (order === undefined) return [...rows];
  const { by, descending } = order;
  if (by === 'party') return (descending ? parties.toReversed() : parties).flat();
  const several = new Set(rows.map(({ currency }) => currency)).size > 1;
  if (several && by !== 'total') return [...rows];
  const unitsOf = (lines: readonly R[]): bigint =>
    sum(lines.map((line) => (several ? (line.base_closing ?? line.base_total) : (line[by] ?? 0n))));
  const known = parties.map((lines) => ({ lines, units: unitsOf(lines) }));
  const compared = (a: bigint, b: bigint): number => (a === b ? 0 : a < b ? -1 : 1);
  return known
    .toSorted((a, b) => (descending ? compared(b.units, a.units) : compared(a.units, b.units)))
    .flatMap(({ lines }) => lines);
}
