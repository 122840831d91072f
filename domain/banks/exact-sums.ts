/** So many at most are looked through, the first of their order. */
const MOST_ITEMS = 40;
const MOST_CHOSEN = 8;
const MOST_FOUND = 5;
/** Bounds the search: what it costs at most is a few milliseconds. */
const MOST_STEPS = 100_000;

type Range = { least: bigint; most: bigint; smallest: number };

/**
 * Up to eight items whose amounts sum to something within a range, at most five such choices, the items in their own order.
 * Amounts are positive; the search is bounded, and what it does not reach is not found. M10.
 */
export function exactSums<T>(items: readonly T[], amountOf: (item: T) => bigint, range: Range): T[][] {
  const { least, most, smallest } = range;
  const able = items
    .map((item, place) => ({ item, place, amount: amountOf(item) }))
    .filter(({ amount }) => amount > 0n && amount <= most)
    .slice(0, MOST_ITEMS)
    .toSorted((a, b) => (a.amount === b.amount ? a.place - b.place : a.amount > b.amount ? -1 : 1));
  // What all items from a place on come to: a branch that cannot reach the range any more is left.
  const rest = able.map((_, at) => able.slice(at).reduce((total, { amount }) => total + amount, 0n));
  const found: T[][] = [];
  let steps = 0;
  const walk = (at: number, total: bigint, chosen: typeof able): void => {
    steps += 1;
    if (found.length >= MOST_FOUND || steps > MOST_STEPS) return;
    if (total >= least && chosen.length >= smallest)
      found.push(chosen.toSorted((a, b) => a.place - b.place).map(({ item }) => item));
    if (chosen.length === MOST_CHOSEN) return;
    for (let next = at; next < able.length; next += 1) {
      const one = able[next];
      if (!one || total + (rest[next] ?? 0n) < least) return;
      if (total + one.amount <= most) walk(next + 1, total + one.amount, [...chosen, one]);
    }
  };
  walk(0, 0n, []);
  return found;
}
