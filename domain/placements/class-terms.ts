import type { Market } from './figures.ts';

type Terms<P> = {
  id: number;
  commission: P | null;
  brokerage: P | null;
  clauses: Readonly<Record<Market, readonly number[]>>;
};
type Classes<P> = readonly (Terms<P> & { subclasses: readonly Terms<P>[] })[];

/**
 * What a class or subclass gives to a placement: a subclass its own percentages, else its class's; its class's clauses,
 * then its own. Percentages are as the caller has them, null where there are none.
 */
export function classTerms<P>(
  classes: Classes<P>,
  coverType: number,
  market: Market,
): { commission: P | null; brokerage: P | null; clauses: number[] } {
  for (const group of classes) {
    const chosen = [group, ...group.subclasses].find((one) => one.id === coverType);
    if (chosen === undefined) continue;
    return {
      commission: chosen.commission ?? group.commission,
      brokerage: chosen.brokerage ?? group.brokerage,
      clauses: [...new Set([...group.clauses[market], ...chosen.clauses[market]])],
    };
  }
  return { commission: null, brokerage: null, clauses: [] };
}
